#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "selfplay/engine/front.h"
#include "selfplay/engine/thinker.h"
#include "selfplay/protocol/uci.h"
#include "selfplay/turn_limits.h"

namespace tavlab {

/// The protocol modelled on UCI: docs/protocols.md.
class UciFront final : public EngineFront {
 public:
  UciFront(EngineSettings settings, LineSink out);

  bool handle(std::string_view line) override;
  void refuse(std::string_view why) override;

 private:
  bool handle_command(const uci::Command& command);
  void introduce() const;
  void set_option(const std::string& name, const std::string& value);
  /// Applies other settings, or throws and changes nothing.
  void take(EngineSettings settings);
  void draw() const;
  void go(const uci::Go& go);
  /// The expected position was reached: the search's limits apply from now on.
  void ponderhit();
  /// Ends a search, whose move is then sent, before the game changes.
  void settle();
  void say(const std::string& what) const { out_("info string " + what); }

  EngineSettings settings_;
  LineSink out_;
  std::unique_ptr<EngineGame> game_;
  bool tells_reply_ = false;      ///< with each move, for hosts that let the engine ponder
  std::shared_ptr<Gate> hit_;     ///< of a pondering search, until its position is reached
  TurnLimits ponder_limits_;      ///< and its limits from then on
  Thinker thinker_;               ///< its thread uses all members before it
  std::unique_ptr<Alarm> alarm_;  ///< ends a search after ponderhit
};

}  // namespace tavlab
