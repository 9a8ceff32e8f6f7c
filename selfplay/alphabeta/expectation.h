#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "selfplay/alphabeta/search_score.h"

namespace tavlab {

/// The score of a chance event as its outcomes become known: their mean, rounded. It is proven won
/// (lost) only if every outcome is.
///
/// Bounds on the scores of outcomes bound the score of the event, which may end its search before
/// all outcomes are known, and give the window in which the next one matters (Star1: Ballard 1983,
/// "The *-minimax search procedure for trees containing chance nodes"; Hauk, Buro and Schaeffer
/// 2004, "Rediscovering *-minimax search"). The score is non-decreasing in every outcome's score,
/// even in floating point: bounds are exact, and a search with them returns the same values as one
/// without.
template <std::size_t MostOutcomes>
class Expectation {
 public:
  /// The width of the window in which an outcome is searched.
  enum class Breadth : std::uint8_t {
    narrow,  ///< somewhat wider than the event's, where most outcomes lie
    needed,  ///< so wide that the outcome need not be searched again
    full
  };

  struct Window {
    SearchScore alpha, beta;
  };

  Expectation(SearchScore alpha, SearchScore beta) : alpha_(alpha), beta_(beta) {}

  /// Adds an outcome of unknown score.
  void add(double probability) {
    probability_[size_] = probability;
    low_[size_] = -kWinScore;
    high_[size_] = kWinScore;
    ++size_;
  }

  /// Whether the window excludes anything.
  [[nodiscard]] bool bounded() const { return alpha_ > -kWinScore || beta_ < kWinScore; }

  [[nodiscard]] bool known(std::size_t i) const { return low_[i] == high_[i]; }
  /// Where bounds contradict each other (those from a table may come from deeper searches), the
  /// last one holds.
  void raise(std::size_t i, SearchScore low) {
    low_[i] = std::max(low_[i], low);
    high_[i] = std::max(high_[i], low_[i]);
  }
  void lower(std::size_t i, SearchScore high) {
    high_[i] = std::min(high_[i], high);
    low_[i] = std::min(low_[i], high_[i]);
  }
  /// Takes the result of a search of the outcome with this window.
  void learn(std::size_t i, SearchScore score, SearchScore alpha, SearchScore beta) {
    if (score > alpha) raise(i, score);
    if (score < beta) lower(i, score);
  }

  /// Whether the score is known, or known to lie outside the window.
  [[nodiscard]] bool decided() const {
    const SearchScore low = mean(low_), high = mean(high_);
    return low >= beta_ || high <= alpha_ || low == high;
  }
  [[nodiscard]] bool exact() const { return mean(low_) == mean(high_); }
  /// The score, or a bound of it outside the window, when it is decided.
  [[nodiscard]] SearchScore score() const {
    const SearchScore high = mean(high_);
    return high <= alpha_ ? high : mean(low_);
  }

  /// The window for the search of an outcome. If the outcome scores at or below the needed alpha,
  /// the event scores at or below its own, whatever the other outcomes are; likewise for beta.
  [[nodiscard]] Window window(std::size_t i, Breadth breadth) const {
    constexpr Window kFull = {-kInfiniteScore, kInfiniteScore};
    if (breadth == Breadth::full) return kFull;
    const Window needed = {within((alpha_ - without(i, high_)) / probability_[i] - kRounding),
                           within((beta_ - without(i, low_)) / probability_[i] + kRounding)};
    if (breadth == Breadth::narrow) {
      const Window narrow = {std::max(needed.alpha, alpha_ - kMargin),
                             std::min(needed.beta, beta_ + kMargin)};
      if (narrow.alpha < narrow.beta) return narrow;
    }
    return needed.alpha < needed.beta ? needed : kFull;
  }

 private:
  using Scores = std::array<SearchScore, MostOutcomes>;

  static constexpr SearchScore kMargin = 60'000;
  static constexpr double kRounding = 2.0;

  [[nodiscard]] SearchScore mean(const Scores& scores) const {
    double mean = 0.0;
    bool all_won = true;
    bool all_lost = true;
    for (std::size_t i = 0; i < size_; ++i) {
      mean += probability_[i] * scores[i];
      all_won = all_won && scores[i] >= kProvenScore;
      all_lost = all_lost && scores[i] <= -kProvenScore;
    }
    // Winning almost surely is not a proven win.
    const SearchScore highest = all_won ? kWinScore : kProvenScore - 1;
    const SearchScore lowest = all_lost ? -kWinScore : 1 - kProvenScore;
    return std::clamp(static_cast<SearchScore>(std::lround(mean)), lowest, highest);
  }

  /// The other outcomes' contribution to the mean.
  [[nodiscard]] double without(std::size_t i, const Scores& scores) const {
    double sum = 0.0;
    for (std::size_t k = 0; k < size_; ++k) {
      if (k != i) sum += probability_[k] * scores[k];
    }
    return sum;
  }

  static SearchScore within(double score) {
    return static_cast<SearchScore>(
        std::floor(std::clamp(score, double{-kInfiniteScore}, double{kInfiniteScore})));
  }

  SearchScore alpha_, beta_;
  std::size_t size_ = 0;
  std::array<double, MostOutcomes> probability_;
  Scores low_, high_;
};

}  // namespace tavlab
