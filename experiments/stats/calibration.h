#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/result_counts.h"
#include "experiments/stats/interval.h"
#include "experiments/stats/matrix_game.h"

namespace tavlab {

/// A rating of one agent on one side, in Elo relative to the mean of all on that side.
struct SideRating {
  double elo = 0.0;
  double error = 0.0;  ///< 1.96 standard errors
};

/// What cross-play of agents says about a rule set: every agent on the first side against every
/// agent on the second.
///
/// The estimate of a cell leans on the ratings: it is the mean of its games and kPriorGames virtual
/// ones with the score that the ratings predict, so that cells with few games neither make nor
/// break the band.
struct Calibration {
  std::size_t agents = 0;
  std::vector<ResultCounts> counts;  ///< row by row, from the view of the first side
  PayoffMatrix score;                ///< estimates
  /// The matrix game in which each side chooses an agent.
  Equilibrium equilibrium;
  PureBand band;

  /// At 95 %, valid at any time, whatever was played and whenever it ended: a confidence sequence
  /// for each cell (stats/betting.h), at an error of 5 % over all of them; value and band increase
  /// with every cell, so the matrices of lower and upper bounds bound them.
  Interval value_interval;
  Equilibrium of_low, of_high;  ///< of the two matrices
  Interval band_interval;       ///< low end of the band's low end to high end of its high end

  /// From draws of all cells given their games (a parametric bootstrap): 95 % of the draws are
  /// within. Narrower, but no 95 % intervals where games were chosen by earlier ones, and those of
  /// the band's ends are off where many agents are about equal (the largest of noisy scores).
  Interval value_resampled, low_resampled, high_resampled;

  std::vector<SideRating> first, second;  ///< by agent
  std::vector<double> rating;             ///< the mean of both

  /// The agent with the highest rating. Those that secure the ends of the band are band.row, on the
  /// first side, and band.column.
  [[nodiscard]] std::size_t strongest() const {
    return static_cast<std::size_t>(std::ranges::max_element(rating) - rating.begin());
  }
  /// Whether an agent's games against itself give a score that the matrix contradicts: Wilson's
  /// interval and that of the value are disjoint.
  [[nodiscard]] bool mirror_misleads(std::size_t agent) const {
    const Interval mirror = estimate_score(games(agent, agent)).interval;
    return mirror.low > value_interval.high || mirror.high < value_interval.low;
  }
  [[nodiscard]] const ResultCounts& games(std::size_t row, std::size_t column) const {
    return counts[row * agents + column];
  }
};

inline constexpr double kPriorGames = 2.0;

/// From the games of each pair; `seed` is that of the draws. Throws std::invalid_argument for fewer
/// than two agents, and unless there is a count for each pair.
Calibration calibrate_from(std::size_t agents, std::span<const ResultCounts> counts,
                           std::uint64_t seed);

/// Distributes `games` over the cells where they sharpen the results most. Returns a number for
/// each cell.
///
/// Half are for the value and the band: each few in turn go to the cell with the largest decrease
/// of the variance w^2 s^2 / n, where s^2 is the variance of its games and w its weight, the mean
/// over draws of how much the value (the product of its probabilities in the equilibrium) and the
/// ends of the band depend on it (compare Neyman 1934 on allocation, and sampling by the
/// probability of being best, Thompson 1933). The others are for the two ends of `value_interval`:
/// they are distributed by how much each end depends on a cell. Cells that decide nothing are not
/// played on.
std::vector<std::uint64_t> choose_games(const Calibration& calibration, std::uint64_t games,
                                        std::uint64_t seed);

}  // namespace tavlab
