#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/logit.h"
#include "core/side.h"
#include "nn/evaluation/evaluation_scale.h"

namespace tavlab {

/// Scores in the alpha-beta search: integers from the point of view of the side to move, on a scale
/// that stays the same throughout a search. A win n plies ahead counts n less, so that quicker wins
/// are preferred.
using SearchScore = std::int32_t;

/// The quantity in which the scores of undecided positions are linear.
enum class ScoreScale : std::uint8_t {
  expectation,  ///< the expected score: can be averaged over chance events
  logit,        ///< its log-odds: a piece counts the same whoever is ahead, so margins fit
};

inline constexpr SearchScore kWinScore = 1'000'000;
/// Scores from here up are proven wins: no search, with a table of endgames at its end, looks 1000
/// plies ahead.
inline constexpr SearchScore kProvenScore = kWinScore - 1000;
/// Proven wins in fewer plies than this are scored by their length; the others, known from a table
/// of winners alone, as if they took this many plies or more.
inline constexpr SearchScore kLongestWin = 500;
/// Evaluations stay below proven scores.
inline constexpr SearchScore kHighestEvaluation = kProvenScore - 1;
inline constexpr SearchScore kInfiniteScore = kWinScore + 1;

constexpr bool is_proven(SearchScore score) {
  return score >= kProvenScore || score <= -kProvenScore;
}

/// Whether the plies of a proven win are known.
constexpr bool knows_plies(SearchScore proven) {
  return proven > kWinScore - kLongestWin || proven < kLongestWin - kWinScore;
}

/// The score, for `side`, of a game that ends `ply` plies after the root.
constexpr SearchScore final_score(Result result, Side side, int ply) {
  if (result == Result::draw) return 0;
  return result == win_for(side) ? kWinScore - ply : ply - kWinScore;
}

/// One logit, in the units of learned evaluations: scores reach 123 logits, so that steep
/// evaluations do not saturate where a side is far ahead.
inline constexpr SearchScore kScoreOfLogit = kOutputPerLogit;

/// Converts the first player's expected score in [0, 1] to a score for `side`, linear in it.
inline SearchScore score_of_expectation(double expected, Side side) {
  const auto exact =
      static_cast<SearchScore>(std::lround((2 * std::clamp(expected, 0.0, 1.0) - 1) * kWinScore));
  const SearchScore score = std::clamp(exact, -kHighestEvaluation, kHighestEvaluation);
  return side == Side::first ? score : -score;
}

/// Converts the log-odds of the first player's expected score, which may be infinite, to a score
/// for `side`, linear in them.
inline SearchScore score_of_logit(double logit, Side side) {
  constexpr double kMost = kHighestEvaluation;
  const auto score =
      static_cast<SearchScore>(std::lround(std::clamp(logit * kScoreOfLogit, -kMost, kMost)));
  return side == Side::first ? score : -score;
}

/// Converts a score for `side` to the first player's expected score in [0, 1].
inline double expected_score(SearchScore score, Side side, ScoreScale scale) {
  double value = scale == ScoreScale::logit ? logistic(static_cast<double>(score) / kScoreOfLogit)
                                            : 0.5 + 0.5 * score / kWinScore;
  if (is_proven(score)) value = score > 0 ? 1.0 : 0.0;
  return side == Side::first ? value : 1.0 - value;
}

/// Transposition tables count the plies to a win from the position, the search from the root, which
/// is `ply` plies earlier.
constexpr SearchScore score_in_table(SearchScore score, int ply) {
  if (!is_proven(score)) return score;
  return score > 0 ? score + ply : score - ply;
}
constexpr SearchScore score_from_table(SearchScore score, int ply) {
  if (!is_proven(score)) return score;
  return score > 0 ? score - ply : score + ply;
}

/// The result that a proven score for `side` stands for; unfinished if it is not proven.
constexpr Result proven_result(SearchScore score, Side side) {
  if (!is_proven(score)) return Result::unfinished;
  return win_for(score > 0 ? side : other(side));
}

}  // namespace tavlab
