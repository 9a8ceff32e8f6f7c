#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/features.h"
#include "core/tavreli/position.h"

namespace tavlab::tavreli {

/// The features of tavreli and chess, from each player's view of the board: top pieces by owner,
/// kind of movement and square, relative to the place of its side's volkhv (one of six zones, with
/// the files mirrored so that he is on the left); and pieces inside towers by owner, kind, level
/// (one below the top, or deeper) and square.
///
/// Buckets: how many squares are occupied, in steps of eight.
class Features {
 public:
  static constexpr int kViews = 2;
  static constexpr std::string_view kHandcrafted = "tavreli-1";
  static constexpr int kPlanes = 2 * kKinds;  ///< of a level
  static constexpr std::size_t kWords = 3 * kPlanes;

  explicit Features(const Rules& rules) : rules_(&rules) {}

  [[nodiscard]] FeatureShape shape() const;
  static constexpr int kZones = 6;

  [[nodiscard]] int frames() const { return 2 * kZones; }
  /// Twice the zone of the view's volkhv, plus one if files are mirrored; without a volkhv on top
  /// of a tower the last zone's.
  [[nodiscard]] int frame(const Position& p, Side view) const;
  void fill(const Position& p, std::span<std::uint64_t, kWords> words) const;
  [[nodiscard]] int feature(Side view, int frame, int bit) const;
  [[nodiscard]] int bucket(const Position& p) const {
    const int towers = std::popcount(p.occupied());
    return towers == 0 ? 0 : (towers - 1) / 8 < kBuckets ? (towers - 1) / 8 : kBuckets - 1;
  }
  [[nodiscard]] std::vector<NamedInput> rule_inputs() const {
    return named_inputs(rules_->parameters);
  }
  [[nodiscard]] std::span<const int> symmetries() const;
  void list(const Position& p, Side view, int symmetry, FeatureList& list) const;

 private:
  static constexpr int kBuckets = 4;

  const Rules* rules_;
};

}  // namespace tavlab::tavreli
