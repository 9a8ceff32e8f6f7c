#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

#include "core/result_counts.h"
#include "selfplay/dataset/stored_game.h"

namespace tavlab {

/// Nodes of both sides for games that both win equally often. Where one side wins nearly all games
/// between equals, the other's values are the same for all positions, lost, and there is nothing to
/// learn. The nodes change slowly, so that a net need not guess which side is weak.
class NodeBalance {
 public:
  /// Games between changes.
  static constexpr std::uint64_t kGames = 256;

  /// `nodes` is the geometric mean of the sides' nodes for a move, which differ by a factor of at
  /// most `most`, 1 or more. At first the first side has 2^`log2_ratio` times the second's.
  NodeBalance(std::uint64_t nodes, double most, double log2_ratio)
      : nodes_(static_cast<double>(nodes)), most_(std::log2(most)), log2_ratio_(log2_ratio) {}

  /// The nodes for a move of each side.
  [[nodiscard]] std::array<std::uint64_t, 2> nodes() const {
    const double root = std::exp2(log2_ratio_ / 2);
    const auto whole = [](double nodes) {
      return static_cast<std::uint64_t>(std::max(1.0, std::round(nodes)));
    };
    return {whole(nodes_ * root), whole(nodes_ / root)};
  }

  /// The log2 of the ratio of the first side's nodes to the second's.
  [[nodiscard]] double log2_ratio() const { return log2_ratio_; }

  /// Changes the nodes according to the results of games that were played with them.
  void change(const ResultCounts& results) {
    // If all are won or all lost, the ratio changes by a factor of 4.
    constexpr double kStep = 4;
    if (results.finished() == 0) return;
    log2_ratio_ = std::clamp(log2_ratio_ + kStep * (0.5 - results.score()), -most_, most_);
  }
  /// Like `change` after each `kGames` game numbers, in their order.
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
