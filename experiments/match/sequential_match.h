#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "experiments/stats/sprt.h"
#include "selfplay/match/match_summary.h"
#include "selfplay/record/record.h"

namespace tavlab {

/// Settings of the sequential test of a match.
///
/// The hypotheses are in logistic Elo by default: that is the unit of every other Elo that tavlab
/// prints, and it does not depend on the draw rate. The number of games that a test takes does
/// depend on it; choose normalized Elo (Van den Bergh 2020; fishtest's unit) if tests of different
/// games or speeds should take equally many.
struct SprtSettings {
  EloHypotheses hypotheses{EloModel::logistic, 0.0, 0.0};
  double alpha = 0.05;  ///< the probability of accepting H1 if H0 is true
  double beta = 0.05;   ///< of accepting H0 if H1 is true

  /// Reads "elo0=0,elo1=20", optionally with "alpha=", "beta=" and "model=logistic|normalized".
  /// Throws UserError.
  static SprtSettings parse(std::string_view text);
  /// "elo0=0,elo1=20,alpha=0.05,beta=0.05,model=logistic"
  [[nodiscard]] std::string text() const;
};

/// A match that ends as soon as a sequential probability ratio test has decided: the generalized
/// test of fishtest (stats/sprt.h) on pairs of games with one opening and the sides exchanged.
///
/// Games end in any order, but are counted in the order of their numbers, and none after the
/// deciding pair. So the decision, the number of pairs and all counts are the same on any number of
/// threads. A pair with an unfinished game is left out of the test.
class SequentialMatch {
 public:
  /// `counted` is called for every game that counts, in the order of their numbers; may be null.
  explicit SequentialMatch(const SprtSettings& settings,
                           std::function<void(const GameRecord&)> counted = {});

  /// A game has ended.
  void add(const GameRecord& game);

  [[nodiscard]] const SprtSettings& settings() const { return settings_; }
  [[nodiscard]] const SprtBounds& bounds() const { return bounds_; }
  [[nodiscard]] SprtState state() const { return state_; }
  [[nodiscard]] bool decided() const { return state_ != SprtState::undecided; }
  /// The log-likelihood ratio; 0 before the first pair.
  [[nodiscard]] double ratio() const { return ratio_; }
  /// Of the games that count.
  [[nodiscard]] const MatchSummary& summary() const { return summary_; }
  /// Elo after the test, corrected for the stopping rule (the raw mean overstates it); nullopt
  /// while all pairs have the same points, whose variance is unknown.
  [[nodiscard]] std::optional<SprtEstimate> estimate() const;

 private:
  void count(const GameRecord& game);

  SprtSettings settings_;
  SprtBounds bounds_;
  std::function<void(const GameRecord&)> counted_;
  std::map<std::uint64_t, GameRecord> waiting_;  ///< games that finished early, by number
  std::uint64_t next_ = 0;                       ///< the first game of the next pair
  MatchSummary summary_;
  double ratio_ = 0.0;
  SprtState state_ = SprtState::undecided;
};

/// "H0 accepted", "H1 accepted" or "undecided".
std::string_view sprt_state_text(SprtState state);

}  // namespace tavlab
