#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "core/game.h"
#include "core/game_state.h"
#include "selfplay/record/record.h"

namespace tavlab {

/// A side leads if the handcrafted evaluation gives it this much more than 1/2. Below that, neither
/// leads: the right to roll alone is worth a few hundredths, and would change the lead with every
/// move of an even game.
inline constexpr double kLeadMargin = 0.1;

/// Makes the ChanceRecord of a game with dice. Must be called after every event.
template <Game G>
class ChanceMeasures {
 public:
  void begin(const GameState<G>& state) { *this = ChanceMeasures(state.to_move()); }

  void threw(const GameState<G>& state, std::uint8_t outcome) {
    ++record_.rolls;
    ++counts_[outcome];
    if (state.node_kind() != NodeKind::decision) ++record_.passes;
    update_turn(state);
  }

  void moved(const GameState<G>& state, Side mover) {
    run_ = mover == run_of_ ? run_ + 1 : 1;
    run_of_ = mover;
    record_.longest_run = std::max(record_.longest_run, run_);
    record_.longest_turn = std::max(record_.longest_turn, ++turn_);
    update_turn(state);
    if (!state.over()) update_leader(G::evaluate(state.rules(), state.position()));
  }

  [[nodiscard]] ChanceRecord record(const typename G::Rules& rules) const {
    ChanceRecord record = record_;
    for (std::size_t outcome = 0; outcome < counts_.size(); ++outcome) {
      if (counts_[outcome] == 0) continue;
      record.roll_counts.push_back(
          {G::chance_text(rules, static_cast<std::uint8_t>(outcome)), counts_[outcome]});
    }
    return record;
  }

  ChanceMeasures() = default;

 private:
  static constexpr std::size_t kOutcomes = std::numeric_limits<std::uint8_t>::max() + 1;

  explicit ChanceMeasures(Side to_move) : turn_of_(to_move) {}

  void update_turn(const GameState<G>& state) {
    if (state.to_move() == turn_of_) return;
    turn_of_ = state.to_move();
    turn_ = 0;
  }

  void update_leader(double value) {
    if (value > 0.5 - kLeadMargin && value < 0.5 + kLeadMargin) return;
    const Side leader = value > 0.5 ? Side::first : Side::second;
    if (leader_ && *leader_ != leader) ++record_.lead_changes;
    leader_ = leader;
  }

  ChanceRecord record_;
  std::array<std::uint32_t, kOutcomes> counts_{};
  std::optional<Side> run_of_;
  int run_ = 0;  ///< moves of `run_of_` since the other's last
  Side turn_of_ = Side::first;
  int turn_ = 0;  ///< moves of this turn so far
  std::optional<Side> leader_;
};

}  // namespace tavlab
