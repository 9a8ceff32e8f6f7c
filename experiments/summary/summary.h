#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/stats/describe.h"
#include "experiments/stats/elo.h"
#include "experiments/stats/interval.h"
#include "experiments/store/store.h"
#include "selfplay/match/match_summary.h"

namespace tavlab {

/// Plies are reported at these quantiles.
inline constexpr std::array<double, 5> kPlyQuantiles = {0.05, 0.25, 0.50, 0.75, 0.95};

/// Dice measures of the games of one cell; see ChanceRecord. Means and maxima are over finished
/// games, the rolls over all.
struct ChanceSummary {
  double rolls = 0.0;  ///< per game
  double passes = 0.0;
  double longest_run = 0.0;
  double longest_turn = 0.0;
  int highest_run = 0;  ///< the longest of all games
  int highest_turn = 0;
  std::map<int, std::uint64_t> games_by_run, games_by_turn;  ///< by the longest of each game
  double lead_changes = 0.0;
  std::vector<RollCount> roll_counts;  ///< by name, short ones first

  [[nodiscard]] double share(const RollCount& each) const;
};

/// How often the first agent of a pair wins, on whichever side: the value of skill.
struct AgentSummary {
  ScoreEstimate score;
  std::array<ScoreEstimate, 2> as_side;  ///< while it plays the first side, and the second
  EloEstimate elo;                       ///< from the pairs of games with sides exchanged
  /// Results of each agent of the pair (the first, the second) on each side.
  std::array<std::array<ResultCounts, 2>, 2> tallies;
};

/// Summary of the games of one cell. All means and quantiles are over finished games; unfinished
/// ones are only counted.
struct CellSummary {
  StoredCell cell;
  ResultCounts tally;   ///< of the first side
  ScoreEstimate score;  ///< of the first side
  double mean_plies = 0.0;
  double mean_plies_error = 0.0;  ///< standard error of the mean
  std::array<double, kPlyQuantiles.size()> ply_quantiles{};
  std::vector<std::uint32_t> ply_histogram;  ///< games by plies, in steps of `ply_step`
  int ply_step = 1;
  double captures_by_first = 0.0;  ///< pieces captured by the first side per game
  double captures_by_second = 0.0;
  double mean_legal_moves = 0.0;        ///< over all decisions: the branching factor
  double mean_choices = 0.0;            ///< decisions per game with more than one legal move
  std::optional<ChanceSummary> chance;  ///< of games with dice
  std::optional<AgentSummary> agents;   ///< of different agents that exchange sides
  std::uint64_t distinct_games = 0;     ///< different sequences of moves, unfinished games included
  std::map<std::string, std::uint64_t> reasons;  ///< of all games: why they ended
  std::vector<RunningMean> measures;             ///< of the games' measures, as game_measures()
  double seconds = 0.0;                          ///< of all games together
  std::optional<TwoGameSummary> matches;         ///< in the mode two_game
  /// The first side's win probability under optimal play of both sides, where it is proved: not
  /// from these games, and without an error.
  std::optional<double> exact;

  [[nodiscard]] std::uint64_t games() const { return tally.games(); }
  [[nodiscard]] std::uint64_t finished() const { return tally.games() - tally.unfinished; }
  /// The mean of a measure, by its name; empty if no game has it.
  [[nodiscard]] RunningMean measure(std::string_view name) const;
};

/// Summary of a whole store.
struct Summary {
  StoredExperiment experiment;
  std::vector<CellSummary> cells;

  [[nodiscard]] std::uint64_t games() const;
  [[nodiscard]] std::uint64_t games_wanted() const;
  /// What the cells call a player: "attackers"; "first player" where they differ.
  [[nodiscard]] std::string player(Side side) const;
  /// Whether a cell has an exact value.
  [[nodiscard]] bool any_exact() const;
  /// Whether every cell has all requested games.
  [[nodiscard]] bool complete() const;
  /// The command that reproduces this store in the folder `out`.
  [[nodiscard]] std::string command(const std::string& out) const;
};

/// Of the wanted games of each cell, or of those with numbers below `counted`: a store may hold
/// more, from a run that requested more. Reads each game once.
Summary summarize(Store& store, std::span<const std::uint64_t> counted = {});

}  // namespace tavlab
