#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/result_counts.h"
#include "selfplay/record/record.h"

namespace tavlab {

/// Two games with sides exchanged, scored as one match as Helmfrid describes it: the side with more
/// game points wins (1 for a win, 1/2 for a draw); if these are equal, the side that captured more
/// enemy pieces in both games together; if these are equal too, the match is tied.
struct TwoGameMatch {
  enum class Winner : std::uint8_t { none, first_agent, second_agent };

  double first_points = 0.0;  ///< game points of the first agent
  double second_points = 0.0;
  int first_captures = 0;  ///< enemy pieces that the first agent captured
  int second_captures = 0;
  bool finished = true;  ///< both games are finished
  Winner winner = Winner::none;
  bool by_captures = false;  ///< decided by captures, with equal game points
};

/// Scores two games, exactly one of them with the agents' sides exchanged. An unfinished game gives
/// no points and leaves the match without a winner.
TwoGameMatch score_two_games(const GameRecord& one, const GameRecord& other);

/// Counts over the two-game matches of a series.
struct TwoGameSummary {
  std::uint64_t matches = 0;     ///< complete pairs, including unfinished ones
  std::uint64_t unfinished = 0;  ///< pairs with an unfinished game
  double first_points = 0.0;     ///< game points of the first agent, in finished pairs
  double second_points = 0.0;
  std::uint64_t first_by_points = 0;  ///< matches that the first agent won by game points
  std::uint64_t second_by_points = 0;
  std::uint64_t first_by_captures = 0;  ///< matches won by captures, with equal game points
  std::uint64_t second_by_captures = 0;
  std::uint64_t tied = 0;
};

/// Counts distinct numbers. Needs little more memory than these take.
class DistinctNumbers {
 public:
  void add(std::uint64_t number);
  [[nodiscard]] std::size_t count() const;

 private:
  void settle();

  std::vector<std::uint64_t> numbers_;  ///< the first `settled_` are sorted, the others are new
  std::size_t settled_ = 0;
};

/// The summary of a series of games, for matches, experiments and ladders; experiments/summary/
/// adds statistics. The result does not depend on the order in which games are added. Agents are
/// the first and second of the match settings, whichever side they play; sides are those of the
/// rules.
///
/// Means are over finished games, NaN if there are none. Unfinished games are only counted.
class MatchSummary {
 public:
  MatchSummary() = default;
  explicit MatchSummary(std::span<const GameRecord> games);

  void add(const GameRecord& game);

  [[nodiscard]] std::uint64_t games() const { return first_side().games(); }
  [[nodiscard]] std::uint64_t finished() const { return first_side().finished(); }
  /// The results of an agent (0 or 1), over both sides.
  [[nodiscard]] ResultCounts agent(std::size_t agent) const;
  /// The results of an agent (0 or 1) when it plays a side (0 the first).
  [[nodiscard]] const ResultCounts& agent_as(std::size_t agent, std::size_t side) const {
    return tallies_[agent][side];
  }
  /// The results of the first side, over both agents.
  [[nodiscard]] ResultCounts first_side() const { return tallies_[0][0] + tallies_[1][0]; }

  [[nodiscard]] double mean_plies() const { return mean(plies_); }
  /// Mean number of pieces that a side (0 the first) lost per game.
  [[nodiscard]] double mean_lost(std::size_t side) const { return mean(lost_[side]); }
  /// Mean number of decisions with more than one legal move.
  [[nodiscard]] double mean_choices() const { return mean(choices_); }
  [[nodiscard]] double mean_legal_moves() const;  ///< over all decisions of the games
  /// Number of distinct games by their moves and rolls, including unfinished ones.
  [[nodiscard]] std::size_t distinct_games() const { return distinct_.count(); }
  /// Wall-clock seconds of all games together.
  [[nodiscard]] double seconds() const { return seconds_; }
  /// How often games ended for each reason, including unfinished ones.
  [[nodiscard]] const std::map<std::string, std::uint64_t>& reasons() const { return reasons_; }

  /// Pairs of games 2k and 2k + 1, by the first agent's points in both together. Excluded are
  /// incomplete pairs, pairs without exchanged sides, and pairs with an unfinished game, which
  /// two_game_matches() counts.
  [[nodiscard]] const PairCounts& pairs() const { return pairs_; }
  /// The same pairs as two-game matches.
  [[nodiscard]] const TwoGameSummary& two_game_matches() const { return matches_; }

 private:
  struct Half {  ///< what is kept of a game until the other one of its pair is added
    bool swapped;
    Result result;
    int captured_first;
    int captured_second;
  };

  void add_pair(const GameRecord& one, const Half& other);
  /// Mean per finished game.
  [[nodiscard]] double mean(std::uint64_t sum) const;

  std::array<std::array<ResultCounts, 2>, 2> tallies_{};  ///< by agent, by side
  std::uint64_t plies_ = 0;
  std::uint64_t choices_ = 0;
  std::uint64_t legal_moves_ = 0;
  std::array<std::uint64_t, 2> lost_{};
  double seconds_ = 0.0;
  DistinctNumbers distinct_;
  std::map<std::string, std::uint64_t> reasons_;
  std::map<std::uint64_t, Half> waiting_;  ///< by pair number
  PairCounts pairs_;
  TwoGameSummary matches_;
};

}  // namespace tavlab
