#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// What agents and searches say about a position, of any family, for the module. No Python here;
// player_of.h and search_of.h implement it. Values are expected returns, from -1 to 1, of the
// player to move; those of a move are of the same player, after the move.
namespace tavlab::python {

class State;

/// A move that was looked at.
struct AnalyzedMove {
  std::uint32_t action = 0;
  std::uint64_t visits = 0;      ///< simulations or nodes spent on it
  std::optional<double> value;   ///< none if the search gives none
  std::optional<double> prior;   ///< the net's probability before the search
  std::optional<double> policy;  ///< its share of the policy target that the search gives
  std::string proven;            ///< the result with best play, if proven
};

struct AnalyzedState {
  std::uint32_t best = 0;
  std::optional<double> value;
  std::optional<double> net_value;  ///< of the position, without search
  std::string proven;               ///< as in AnalyzedMove
  std::vector<AnalyzedMove> moves;
  std::vector<std::uint32_t> line;  ///< the moves expected, up to the first outcome of chance
  std::uint64_t simulations = 0;
  std::uint64_t nodes = 0;
  int depth = 0;
  double seconds = 0;
};

/// An agent of tavlab that plays by one game's rules.
class Player {
 public:
  Player() = default;
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;
  virtual ~Player() = default;

  /// Chooses a move of a decision. `poll` is called from time to time on the caller's thread and
  /// returns true to interrupt the search. Throws UserError elsewhere, and Interrupted.
  virtual std::uint32_t choose(const State& state, const std::function<bool()>& poll) = 0;
  virtual AnalyzedState analyze(const State& state, const std::function<bool()>& poll) = 0;
  /// Forgets the last game, whose tree the next choice may otherwise continue.
  virtual void forget() = 0;
};

/// Settings of searches with an evaluator of the caller's.
struct SearchSettings {
  std::uint64_t simulations = 0;
  int gumbel_moves = 0;  ///< 0: PUCT
  double gumbel_scale = 0.1;
  bool gumbel_rescaled = true;
  double cpuct = 1;
  double noise_weight = 0;
  double noise_alpha = 0.3;
  int leaves = 1;
  bool random_symmetry = false;
  std::uint64_t seed = 0;
};

}  // namespace tavlab::python
