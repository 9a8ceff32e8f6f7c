#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "selfplay/engine/front.h"
#include "selfplay/engine/thinker.h"
#include "selfplay/protocol/htp.h"

namespace tavlab {

/// HTP (docs/protocols.md), for games of attackers and defenders without dice.
class HtpFront final : public EngineFront {
 public:
  HtpFront(const EngineSettings& settings, LineSink out);

  bool handle(std::string_view line) override;
  void refuse(std::string_view why) override;

 private:
  using Clock = std::chrono::steady_clock;

  bool handle_command(const htp::Command& command);
  void new_game();
  void generate(const htp::Command& command);
  void play(const htp::Command& command);
  [[nodiscard]] std::string from_squares() const;
  [[nodiscard]] std::string to_squares(const htp::Command& command) const;
  [[nodiscard]] std::string status() const;
  [[nodiscard]] int board_size() const;
  void check_turn(Side role) const;
  /// The clocks run from one move to the next.
  void press_clock(Side mover);
  void good(std::string_view text) const { out_(htp::answer(game_id_, true, text)); }

  LineSink out_;
  std::unique_ptr<EngineGame> game_;
  std::string rules_id_;
  std::string game_id_;  ///< of the line being answered
  std::string current_;  ///< the game being played
  std::optional<PlayerClock> setting_;
  std::array<double, 2> remaining_{};
  Clock::time_point turn_began_;
  std::optional<Side> resigned_;
  Thinker thinker_;  ///< last: its thread uses the other members
};

}  // namespace tavlab
