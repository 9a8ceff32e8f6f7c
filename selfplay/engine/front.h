#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "selfplay/engine/engine_game.h"

namespace tavlab {

/// Writes a line, or several with newlines between them. Called from several threads; returns when
/// the line is written.
using LineSink = std::function<void(std::string_view line)>;

/// An engine's side of a protocol: takes the lines of a host and writes the answers. Wrong input is
/// answered, never thrown.
class EngineFront {
 public:
  EngineFront() = default;
  EngineFront(const EngineFront&) = delete;
  EngineFront& operator=(const EngineFront&) = delete;
  virtual ~EngineFront() = default;

  /// Sends what the engine says unprompted at the start.
  virtual void greet() {}
  /// Handles a line. Returns whether more are expected. Does not wait for a search to end, unless
  /// the line needs the result of one in progress.
  virtual bool handle(std::string_view line) = 0;
  /// Answers a line that could not be read.
  virtual void refuse(std::string_view why) = 0;
};

/// The names of the protocols.
std::span<const std::string_view> engine_protocols();

/// Throws UserError if the rules or the agent are invalid, or the protocol cannot express these
/// rules.
std::unique_ptr<EngineFront> make_engine_front(std::string_view protocol,
                                               const EngineSettings& settings, LineSink out);

}  // namespace tavlab
