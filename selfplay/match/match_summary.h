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

/// Two games with sides exchanged, as one match, as one of the sources has it (Helmfrid): game
/// points decide, 1 for a win and 1/2 for a draw; where they are equal, who has captured more enemy
/// pieces in both games together; and where these are equal too, the match is tied.
struct TwoGameMatch {
  enum class Winner : std::uint8_t { none, first_agent, second_agent };

  double first_points = 0.0;  ///< of the first agent
  double second_points = 0.0;
  int first_captures = 0;  ///< enemy pieces that the first agent captured
  int second_captures = 0;
  bool finished = true;  ///< both games were
  Winner winner = Winner::none;
  bool by_captures = false;  ///< game points were equal
};

/// Scores two games of which exactly one was played with the agents' sides exchanged. An unfinished
/// game gives no points, and the match no winner.
TwoGameMatch score_two_games(const GameRecord& one, const GameRecord& other);

/// Counts over the two-game matches of a series.
struct TwoGameSummary {
  std::uint64_t matches = 0;     ///< complete pairs, the unfinished ones included
  std::uint64_t unfinished = 0;  ///< pairs with an unfinished game
  double first_points = 0.0;     ///< game points of the first agent, in finished pairs
  double second_points = 0.0;
  std::uint64_t first_by_points = 0;  ///< matches that the first agent won by game points
  std::uint64_t second_by_points = 0;
  std::uint64_t first_by_captures = 0;  ///< matches won by captured pieces, game points being equal
  std::uint64_t second_by_captures = 0;
  std::uint64_t tied = 0;
};

/// How many different numbers there were. Takes room for few more than these.
class DistinctNumbers {
 public:
  void add(std::uint64_t number);
  [[nodiscard]] std::size_t count() const;

 private:
  void settle();

  std::vector<std::uint64_t> numbers_;  ///< the first `settled_` rise, the others came since
  std::size_t settled_ = 0;
};

/// What a series of games came to: the one summary of matches, experiments and ladders, to which
/// experiments/summary/ adds what needs statistics. Games may be added in any order; the result
/// does not depend on it. Agents are counted as the first and the second of the match settings,
/// whatever side they play; sides as the rules have them.
///
/// Means are over finished games, and not numbers where there are none: an unfinished game is
/// counted and nothing else.
class MatchSummary {
 public:
  MatchSummary() = default;
  explicit MatchSummary(std::span<const GameRecord> games);

  void add(const GameRecord& game);

  [[nodiscard]] std::uint64_t games() const { return first_side().games(); }
  [[nodiscard]] std::uint64_t finished() const { return first_side().finished(); }
  /// Of an agent (0 or 1), over both sides.
  [[nodiscard]] ResultCounts agent(std::size_t agent) const;
  /// Of an agent (0 or 1) while it plays a side (0 the first).
  [[nodiscard]] const ResultCounts& agent_as(std::size_t agent, std::size_t side) const {
    return tallies_[agent][side];
  }
  /// Of the first side, whoever plays it.
  [[nodiscard]] ResultCounts first_side() const { return tallies_[0][0] + tallies_[1][0]; }

  [[nodiscard]] double mean_plies() const { return mean(plies_); }
  /// Mean number of pieces that a side (0 the first) lost in a game.
  [[nodiscard]] double mean_lost(std::size_t side) const { return mean(lost_[side]); }
  /// Mean number of decisions with more than one legal move.
  [[nodiscard]] double mean_choices() const { return mean(choices_); }
  [[nodiscard]] double mean_legal_moves() const;  ///< over all decisions of the games
  /// How many different games there are, by their moves and rolls, unfinished ones included.
  [[nodiscard]] std::size_t distinct_games() const { return distinct_.count(); }
  /// Wall-clock seconds of all games together.
  [[nodiscard]] double seconds() const { return seconds_; }
  /// How often games ended for each reason, unfinished ones included.
  [[nodiscard]] const std::map<std::string, std::uint64_t>& reasons() const { return reasons_; }

  /// Games 2k and 2k+1 by the first agent's points in both together. Pairs that lack a game so far,
  /// or in which the agents have not exchanged sides, are left out; so are those with an unfinished
  /// game, of which two_game_matches() tells how many there are.
  [[nodiscard]] const PairCounts& pairs() const { return pairs_; }
  /// The same pairs as two-game matches.
  [[nodiscard]] const TwoGameSummary& two_game_matches() const { return matches_; }

 private:
  struct Half {  ///< what is kept of a game until its counterpart comes
    bool swapped;
    Result result;
    int captured_first;
    int captured_second;
  };

  void add_pair(const GameRecord& one, const Half& other);
  /// Of a finished game.
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
