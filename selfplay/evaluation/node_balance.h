#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/result_counts.h"
#include "selfplay/dataset/stored_game.h"

namespace tavlab {

/// Nodes of both sides, for each variant of the rules, for games that both win equally often. Where
/// one side wins nearly all games between equals, the other's values are the same for all
/// positions, lost, and there is nothing to learn. The nodes change slowly, so that a net need not
/// guess which side is weak.
class NodeBalance {
 public:
  /// Games between changes.
  static constexpr std::uint64_t kGames = 256;

  /// `nodes` is the geometric mean of the sides' nodes for a move, which differ by a factor of at
  /// most `most`, 1 or more. At first the first side has 2^x times the second's, x the variant's in
  /// `log2_ratios`.
  NodeBalance(std::uint64_t nodes, double most, std::vector<double> log2_ratios)
      : nodes_(static_cast<double>(nodes)),
        most_(std::log2(most)),
        log2_ratios_(std::move(log2_ratios)) {}

  /// The nodes for a move of each side.
  [[nodiscard]] std::array<std::uint64_t, 2> nodes(std::uint32_t variant) const {
    const double root = std::exp2(log2_ratios_[variant] / 2);
    const auto whole = [](double nodes) {
      return static_cast<std::uint64_t>(std::max(1.0, std::round(nodes)));
    };
    return {whole(nodes_ * root), whole(nodes_ / root)};
  }

  /// By variant, the log2 of the ratio of the first side's nodes to the second's.
  [[nodiscard]] const std::vector<double>& log2_ratios() const { return log2_ratios_; }

  /// Changes a variant's nodes according to the results of games that were played with them.
  void change(std::uint32_t variant, const ResultCounts& results) {
    // If all of so many games are won or all lost, the ratio changes by a factor of 4; less if
    // they are fewer.
    constexpr double kStep = 4, kFullStep = 64;
    const auto finished = static_cast<double>(results.finished());
    if (finished == 0) return;
    double& ratio = log2_ratios_[variant];
    const double step = kStep * std::min(1.0, finished / kFullStep);
    ratio = std::clamp(ratio + step * (0.5 - results.score()), -most_, most_);
  }
  /// Like `change` after each `kGames` game numbers, in their order.
  void change_by(std::span<const StoredGame> games) {
    for (std::size_t i = 0; i < games.size();) {
      const std::uint64_t group = games[i].number / kGames;
      std::vector<ResultCounts> results(log2_ratios_.size());
      for (; i < games.size() && games[i].number / kGames == group; ++i) {
        results[games[i].rules].add(games[i].result);
      }
      for (std::uint32_t variant = 0; variant < results.size(); ++variant) {
        change(variant, results[variant]);
      }
    }
  }

 private:
  double nodes_, most_;
  std::vector<double> log2_ratios_;
};

}  // namespace tavlab
