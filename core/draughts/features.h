#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/draughts/position.h"
#include "core/features.h"

namespace tavlab::draughts {

/// The features of draughts, from each player's view of the board: pieces by owner, rank and
/// square; in columns also by level (top, one below, two below, deeper).
///
/// Buckets: the pieces, or columns, left, in quarters of those at the start.
class Features {
 public:
  static constexpr int kViews = 2;
  static constexpr std::string_view kHandcrafted = "draughts-1";
  static constexpr std::size_t kLevels = 4;
  static constexpr std::size_t kPlanes = kLevels * 4;
  static constexpr std::size_t kWords = 2 * kPlanes;

  explicit Features(const Rules& rules);

  [[nodiscard]] FeatureShape shape() const;
  [[nodiscard]] int frames() const { return 1; }
  [[nodiscard]] int frame(const Position&, Side) const { return 0; }
  void fill(const Position& p, std::span<std::uint64_t, kWords> words) const;
  [[nodiscard]] int feature(Side view, int frame, int bit) const;
  [[nodiscard]] int bucket(const Position& p) const {
    // Constructed positions may have more pieces than the start.
    const int quarter = kBuckets * (count(p.owned[0] | p.owned[1]) - 1) / start_count_;
    return quarter < 0 ? 0 : quarter < kBuckets ? quarter : kBuckets - 1;
  }
  [[nodiscard]] std::vector<NamedInput> rule_inputs() const {
    return named_inputs(rules_->parameters);
  }
  [[nodiscard]] std::span<const int> symmetries() const;
  void list(const Position& p, Side view, int symmetry, FeatureList& list) const;

 private:
  static constexpr int kBuckets = 4;

  const Rules* rules_;
  int start_count_ = 1;
};

}  // namespace tavlab::draughts
