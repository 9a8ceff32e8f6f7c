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
/// kind of movement and square, relative to the place of the own volkhv (one of six zones, with the
/// files mirrored so that he is on the left); and pieces inside towers by owner, kind, level (one
/// below the top, or deeper) and square.
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
  [[nodiscard]] int frames() const { return kNoVolkhv + 1; }
  /// The square of the view's volkhv; kNoVolkhv if he is not on top of a tower.
  [[nodiscard]] int frame(const Position& p, Side view) const {
    const Squares volkhv = p.tops(view, Kind::volkhv);
    return volkhv == 0 ? kNoVolkhv : std::countr_zero(volkhv);
  }
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
  static constexpr int kNoVolkhv = 64;
  static constexpr int kBuckets = 4;

  const Rules* rules_;
};

}  // namespace tavlab::tavreli
