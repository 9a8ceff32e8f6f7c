#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "selfplay/engine/engine_game.h"

namespace tavlab {

/// Writes a line, or several with newlines between them. Called from several threads; returns when
/// it is out.
using LineSink = std::function<void(std::string_view line)>;

/// An engine's side of a protocol: takes the lines of a host and writes the answers. Wrong input is
/// answered, never thrown.
class EngineFront {
 public:
  EngineFront() = default;
  EngineFront(const EngineFront&) = delete;
  EngineFront& operator=(const EngineFront&) = delete;
  virtual ~EngineFront() = default;

  /// What the engine says before it is asked.
  virtual void greet() {}
  /// Takes a line. Returns whether more are expected; does not wait for a search to end, except for
  /// one that is still going on when the line needs its result.
  virtual bool handle(std::string_view line) = 0;
  /// Answers a line that could not be read.
  virtual void refuse(std::string_view why) = 0;
};

/// The names of the protocols.
std::span<const std::string_view> engine_protocols();

/// Throws UserError if the rules or the agent are wrong, or the protocol cannot say these rules.
std::unique_ptr<EngineFront> make_engine_front(std::string_view protocol,
                                               const EngineSettings& settings, LineSink out);

}  // namespace tavlab
