#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/random.h"
#include "core/tafl/position.h"

namespace tavlab::tafl {

/// 128 bits that symmetric positions share.
using StrategyKey = std::pair<std::uint64_t, std::uint64_t>;

struct StrategyKeyHash {
  std::size_t operator()(const StrategyKey& key) const { return key.first; }
};

/// The key of a position with a number of moves left.
inline StrategyKey with_moves(const StrategyKey& key, int moves) {
  return {mix64(key.first + static_cast<std::uint64_t>(moves)), key.second};
}

/// The key of a move from one position to another.
inline StrategyKey joined(const StrategyKey& from, const StrategyKey& to) {
  return {mix64(from.first) ^ to.first, mix64(from.second) ^ to.second};
}

/// The keys of positions in walks through strategies. They do not depend on the keys of the search,
/// which checks must not trust.
template <int Words>
class StrategyKeys {
 public:
  explicit StrategyKeys(const Rules<Words>& rules);

  /// Of the least of the position's images, cell by cell.
  [[nodiscard]] StrategyKey of(const Position<Words>& p) const;

 private:
  const Rules<Words>& rules_;
  std::vector<std::vector<std::uint16_t>> images_;  ///< of each cell, by symmetry
};

extern template class StrategyKeys<2>;
extern template class StrategyKeys<6>;

}  // namespace tavlab::tafl
