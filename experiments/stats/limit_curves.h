#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/result_counts.h"
#include "experiments/stats/falling_curve.h"
#include "experiments/stats/interval.h"
#include "experiments/stats/matrix_game.h"

namespace tavlab {

/// The value of cross-play at each limit: of the matrix game in which each side chooses its agent.
struct ValueCurve {
  std::vector<double> estimate;  ///< from the estimates of all pairs; NaN where one has none
  std::vector<PureBand> pure;    ///< the band [low, high], as its estimates say; likewise
  std::vector<Interval> band;    ///< of the value
  /// From the low end of the pure band's low end to the high end of its high end.
  std::vector<Interval> pure_band;
  /// Of the matrices of the pairs' lower and upper bounds.
  std::vector<Equilibrium> of_low, of_high;
};

/// How the first side's score falls with a limit on the second side's moves, from cross-play of
/// agents at each of some limits.
///
/// Under optimal play a longer limit never helps the first side, which wins when the limit is
/// reached: let a strategy of the second side hold it to v at limit N. At N + 1 the second side
/// plays the same, and anything after its Nth move. A game that ended before the limit ends as it
/// did, since the limit changes no move before it is reached; one that ended by the limit gave the
/// first side everything, and cannot give it more now. So the second side holds it to v at N + 1,
/// too. For agents that play imperfectly it is an assumption: an agent that knows the limit may
/// play worse with a longer one. FallingCurve::rise says where games contradict it, and such a pair
/// of agents is then judged without it.
///
/// All bands together hold with 95 %: each of the sequences of limits * agents^2 cells has an error
/// of 5 % / (limits * agents^2), and values and bands increase with every cell, so that they are
/// bounded by the matrices of lower and of upper bounds.
struct LimitCurves {
  std::size_t limits = 0;
  std::size_t agents = 0;
  std::vector<ResultCounts> counts;  ///< by first agent, second agent and limit; of the first side
  std::vector<FallingCurve> pairs;   ///< by first and second agent
  ValueCurve value;

  [[nodiscard]] std::size_t cells() const { return counts.size(); }
  [[nodiscard]] const ResultCounts& games(std::size_t limit, std::size_t first,
                                          std::size_t second) const {
    return counts[(first * agents + second) * limits + limit];
  }
  [[nodiscard]] const FallingCurve& pair(std::size_t first, std::size_t second) const {
    return pairs[first * agents + second];
  }
};

inline constexpr double kLimitCurvesError = 0.05;

/// From the games of each cell, in the order of LimitCurves::counts. Throws std::invalid_argument
/// unless there is at least one limit and one agent, and a count for each cell.
LimitCurves limit_curves(std::size_t limits, std::size_t agents,
                         std::span<const ResultCounts> counts);

/// Distributes `games` over the cells where they tell most about where each curve crosses one half:
/// those of the agents against themselves, and that of the value. Depends on the counts only.
/// Returns a number for each cell, in the same order; no cell gets more than `most` in all, and if
/// no cell can add anything, fewer games are distributed.
///
/// Half of a curve's games go to all limits whose band contains one half, so that they have the
/// same number there. The other half go to one limit on each side of the crossing: the nearest that
/// can be decided, by its estimate, with the games that are left in all, `left`: a sequence of
/// error a excludes one half after about (ln(1/a) + 3) / (2 (s - 1/2)^2) games with a mean of s. As
/// the curve falls, that decides all limits beyond it. At a limit, the games of the value go to
/// cells in proportion to how much it depends on them, the product of the probabilities in the
/// equilibrium.
std::vector<std::uint64_t> choose_limit_games(const LimitCurves& curves, std::uint64_t games,
                                              std::uint64_t left, std::uint64_t most);

}  // namespace tavlab
