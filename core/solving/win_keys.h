#pragma once

#include <cstdint>

#include "core/game.h"

namespace tavlab {

/// Identifies a position in a search for wins: a key, and bits of a second one that must match,
/// too.
struct WinKey {
  std::uint64_t key = 0;
  std::uint16_t check = 0;
  bool operator==(const WinKey&) const = default;
};

/// The keys of a family without symmetries. Others may give a position and its images the same key,
/// and hold in a `Parent` what the keys of its successors have in common.
template <Game G>
class PlainWinKeys {
 public:
  using Position = typename G::Position;
  struct Parent {};

  explicit PlainWinKeys(const typename G::Rules& rules) : rules_(&rules) {}

  [[nodiscard]] WinKey of(const Position& p) const { return {G::key(*rules_, p), 0}; }

  [[nodiscard]] Parent parent(const Position&) const { return {}; }
  /// Of the position `after` a move in the parent's position `before`.
  [[nodiscard]] WinKey after(const Position&, const Parent&, typename G::Move,
                             const Position& after) const {
    return of(after);
  }
  /// Whether different moves of the parent may lead to the same key by symmetry.
  [[nodiscard]] bool is_symmetric(const Parent&) const { return false; }

 private:
  const typename G::Rules* rules_;
};

}  // namespace tavlab
