#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/fixed_list.h"
#include "core/ruleset/parameter.h"
#include "core/side.h"

namespace tavlab {

/// The input shape of a learned evaluation.
struct FeatureShape {
  std::string name;  ///< family and version of the encoding
  int features = 0;  ///< number of features, each a row of the first layer's weights
  /// The first features form `blocks` blocks of this size, which mean the same in different frames
  /// (such as cells of the king). What blocks have in common is learned once.
  int block = 0;
  int blocks = 0;
  int buckets = 1;  ///< sets of weights for the layers after the first, chosen by the position

  bool operator==(const FeatureShape&) const = default;
};

/// The maximum number of features of a position: its pieces and a few counters.
inline constexpr std::size_t kMaxFeatures = 128;
/// Learned evaluations support at most this many pieces, so that the sums of the first layer, whose
/// weights go up to 255 and whose rule inputs add at most 4,096, fit in 16 bits.
inline constexpr int kMaxPieces = 110;
using FeatureList = FixedList<std::uint32_t, kMaxFeatures>;

/// The input of a learned evaluation: a set of features, of which each move changes only a few, so
/// that sums over their weights are updated incrementally (efficiently updatable neural networks:
/// Nasu 2018).
///
/// A position is a set of bits (pieces on cells), in `kWords` words. In a view and a frame of
/// reference, such as the king's cell, each bit is one feature or none. With one view the position
/// is seen from the first player's side; with two, from each player's.
template <typename F, typename G>
concept FeaturesOf = std::constructible_from<F, const typename G::Rules&> &&
    requires(const F& features, const typename G::Position& position, Side view, int frame, int bit,
             int symmetry, std::span<std::uint64_t, F::kWords> words, FeatureList& list) {
  { F::kViews } -> std::convertible_to<int>;  ///< 1 or 2
  /// The name of the current `G::evaluate`, for evaluations that correct it; it must change
  /// whenever any value does.
  { F::kHandcrafted } -> std::convertible_to<std::string_view>;
  { features.shape() } -> std::same_as<FeatureShape>;
  { features.frames() } -> std::same_as<int>;  ///< of each view
  { features.frame(position, view) } -> std::same_as<int>;
  { features.fill(position, words) } -> std::same_as<void>;
  /// The feature of a bit, or -1; for building tables, not fast.
  { features.feature(view, frame, bit) } -> std::same_as<int>;
  { features.bucket(position) } -> std::same_as<int>;
  /// The rules as named inputs, for evaluations of several rule sets.
  { features.rule_inputs() } -> std::same_as<std::vector<NamedInput>>;
  /// The symmetries of these rules under which features can be listed; the identity, 0, first.
  { features.symmetries() } -> std::same_as<std::span<const int>>;
  /// The features of the position's image under a symmetry.
  { features.list(position, view, symmetry, list) } -> std::same_as<void>;
};

/// Lists the features of a position from its bits, for families without symmetries.
template <typename F, typename Position>
void list_features(const F& features, const Position& position, Side view, FeatureList& list) {
  std::array<std::uint64_t, F::kWords> words;
  features.fill(position, words);
  const int frame = features.frame(position, view);
  list.clear();
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (std::uint64_t bits = words[i]; bits != 0; bits &= bits - 1) {
      const int bit = 64 * static_cast<int>(i) + std::countr_zero(bits);
      list.push(static_cast<std::uint32_t>(features.feature(view, frame, bit)));
    }
  }
}

}  // namespace tavlab
