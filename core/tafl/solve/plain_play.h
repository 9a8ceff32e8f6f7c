#pragma once

#include <algorithm>
#include <cstdint>

#include "core/tafl/moves.h"
#include "core/tafl/play.h"
#include "core/tafl/position.h"

namespace tavlab::tafl {

/// Plays moves by the plain rules, without a search's shortcuts, and counts them.
template <int Words>
class PlainPlay {
 public:
  /// The rules must outlive it.
  explicit PlainPlay(const Rules<Words>& rules) : rules_(rules) {}

  Position<Words> after(const Position<Words>& p, Move move) {
    Position<Words> child = p;
    play(rules_, child, move);
    ++nodes_;
    return child;
  }

  /// Whether the side to move wins with one move.
  bool wins_at_once(const Position<Words>& p) {
    FixedList<Move, kMaxMoves<Words>> list;
    generate(rules_, p, list);
    return std::any_of(list.begin(), list.end(), [&](Move move) {
      const Position<Words> child = after(p, move);
      return child.node == NodeKind::terminal && child.result == win_for(p.side);
    });
  }

  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 private:
  const Rules<Words>& rules_;
  std::uint64_t nodes_ = 0;
};

}  // namespace tavlab::tafl
