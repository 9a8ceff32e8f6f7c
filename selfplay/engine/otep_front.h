#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "selfplay/engine/front.h"
#include "selfplay/engine/thinker.h"
#include "selfplay/protocol/otep.h"

namespace tavlab {

/// OTEP (docs/protocols.md), for games of attackers and defenders without dice.
class OtepFront final : public EngineFront {
 public:
  OtepFront(EngineSettings settings, LineSink out);

  void greet() override { out_("hello"); }
  bool handle(std::string_view line) override;
  void refuse(std::string_view why) override;

 private:
  bool handle_command(const otep::Command& command);
  void take_rules(std::string_view text);
  void play(Side side);
  void take_moves(const otep::Command& command);
  void analyze(const otep::Command& command);
  void require_turn() const;
  [[nodiscard]] TurnLimits limits() const;
  /// Ends a search, whose move is then sent, before the game changes.
  void settle();
  void complain(std::string_view what) const;

  EngineSettings settings_;
  LineSink out_;
  std::unique_ptr<EngineGame> game_;
  std::optional<otep::Clock> clock_;
  std::optional<std::size_t> own_move_;  ///< the number of moves up to its own last one
  Thinker thinker_;                      ///< last: its thread uses the other members
};

}  // namespace tavlab
