#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/game.h"

namespace tavlab {

/// Numbers of games won, drawn, lost and unfinished, from the view of one side or player; of the
/// first side unless stated otherwise. (mcts/evaluator.h has the probabilities of one game's
/// results, which are different.)
struct ResultCounts {
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;
  std::uint64_t unfinished = 0;  ///< counted separately, never as draws

  constexpr void add(Result result, Side seen_from = Side::first) {
    if (result == Result::unfinished) {
      ++unfinished;
    } else if (result == Result::draw) {
      ++draws;
    } else if (result == win_for(seen_from)) {
      ++wins;
    } else {
      ++losses;
    }
  }
  constexpr ResultCounts& operator+=(const ResultCounts& that) {
    wins += that.wins;
    draws += that.draws;
    losses += that.losses;
    unfinished += that.unfinished;
    return *this;
  }
  friend constexpr ResultCounts operator+(ResultCounts one, const ResultCounts& other) {
    return one += other;
  }
  bool operator==(const ResultCounts&) const = default;

  [[nodiscard]] constexpr std::uint64_t finished() const { return wins + draws + losses; }
  [[nodiscard]] constexpr std::uint64_t games() const { return finished() + unfinished; }
  /// The same games from the other side's view.
  [[nodiscard]] constexpr ResultCounts turned() const { return {losses, draws, wins, unfinished}; }
  /// A draw counts one half, an unfinished game zero.
  [[nodiscard]] constexpr double points() const {
    return static_cast<double>(wins) + 0.5 * static_cast<double>(draws);
  }
  /// Points per finished game; 0 if there are none.
  [[nodiscard]] constexpr double score() const {
    return finished() == 0 ? 0.0 : points() / static_cast<double>(finished());
  }
};

/// Pairs of games with the same opening and sides swapped, by one player's points in both games
/// together: 0, 1/2, 1, 3/2, 2 (the pentanomial distribution). The games of a pair are correlated
/// through their opening; pairs are independent.
struct PairCounts {
  std::array<std::uint64_t, 5> by_points{};

  constexpr void add(double points) { ++by_points[static_cast<std::size_t>(2.0 * points)]; }
  [[nodiscard]] constexpr std::uint64_t pairs() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : by_points) sum += count;
    return sum;
  }
  bool operator==(const PairCounts&) const = default;
};

}  // namespace tavlab
