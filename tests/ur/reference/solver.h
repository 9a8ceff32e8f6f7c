#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "tests/ur/reference/game.h"

namespace tavlab::ur_reference {

/// Exact values of a small game: every position before a roll that can be reached from the start,
/// or from others, in a dictionary, then the equations between their values solved by iteration. A
/// position with Black to roll is looked up as the same position with the colours changed.
class Solver {
 public:
  enum class Play : std::uint8_t {
    best,   ///< both players do the best they can
    random  ///< both choose among their legal moves with equal probability
  };

  /// Finds all positions and their values. The game must outlive the solver.
  Solver(const ReferenceGame& game, Play play, const std::vector<State>& also_from = {});

  /// Positions before a roll that are not over, from the mover's side.
  [[nodiscard]] std::size_t states() const { return first_roll_.size() - 1; }

  /// White's expected score, 1 for a win and 1/2 for a draw, in a position that can be reached,
  /// before a roll or before a move.
  [[nodiscard]] double white_score(const State& state) const;

  /// The largest change of a value in the last sweep over all of them.
  [[nodiscard]] double last_change() const { return last_change_; }

 private:
  /// A position after a turn, for the player whose turn it was.
  struct Outcome {
    std::uint32_t number = 0;  ///< in values_
    bool own = true;           ///< he rolls again: the value is his, and not his opponent's
  };
  struct PossibleRoll {
    double probability = 0;
    std::size_t first_outcome = 0;  ///< in outcomes_; those up to the next roll's are his choice
  };

  [[nodiscard]] static std::string key(const State& state);
  Outcome outcome(const State& state, char mover);
  void explore(const std::vector<State>& also_from);
  void solve();
  [[nodiscard]] double value_of(std::uint32_t state) const;
  [[nodiscard]] double value(Outcome outcome) const;
  [[nodiscard]] double white_score_before_roll(const State& state) const;

  const ReferenceGame& game_;
  Play play_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<State> unexplored_;
  std::vector<double> values_;           ///< win, draw, loss, then the positions
  std::vector<std::size_t> first_roll_;  ///< of each position, in rolls_
  std::vector<PossibleRoll> rolls_;
  std::vector<Outcome> outcomes_;
  double last_change_ = 1;
};

}  // namespace tavlab::ur_reference
