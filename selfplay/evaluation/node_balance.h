#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

#include "core/result_counts.h"
#include "selfplay/dataset/stored_game.h"

namespace tavlab {

/// Nodes of both sides for games that both win as often. Where one side wins nearly all games
/// between equals, the other's values say the same of all positions, lost, and there is nothing to
/// learn. What each side has changes slowly, so that a net need not guess who is weak.
class NodeBalance {
 public:
  /// Games between changes.
  static constexpr std::uint64_t kGames = 256;

  /// `nodes` for a move, which the sides' are the geometric mean of; they differ by a factor of at
  /// most `most`, 1 or more. At first the first side has 2^`log2_ratio` times the second's.
  NodeBalance(std::uint64_t nodes, double most, double log2_ratio)
      : nodes_(static_cast<double>(nodes)), most_(std::log2(most)), log2_ratio_(log2_ratio) {}

  /// For a move of each side.
  [[nodiscard]] std::array<std::uint64_t, 2> nodes() const {
    const double root = std::exp2(log2_ratio_ / 2);
    const auto whole = [](double nodes) {
      return static_cast<std::uint64_t>(std::max(1.0, std::round(nodes)));
    };
    return {whole(nodes_ * root), whole(nodes_ / root)};
  }

  /// Of the first side's nodes to the second's.
  [[nodiscard]] double log2_ratio() const { return log2_ratio_; }

  /// Changes the nodes by the results of games that were played with them.
  void change(const ResultCounts& results) {
    // All won or all lost: by a factor of 4.
    constexpr double kStep = 4;
    if (results.finished() == 0) return;
    log2_ratio_ = std::clamp(log2_ratio_ + kStep * (0.5 - results.score()), -most_, most_);
  }
  /// As `change` after each `kGames` numbers of games, in the order of their numbers.
  void change_by(std::span<const StoredGame> games) {
    for (std::size_t i = 0; i < games.size();) {
      const std::uint64_t group = games[i].number / kGames;
      ResultCounts results;
      for (; i < games.size() && games[i].number / kGames == group; ++i) {
        results.add(games[i].result);
      }
      change(results);
    }
  }

 private:
  double nodes_, most_, log2_ratio_;
};

}  // namespace tavlab
