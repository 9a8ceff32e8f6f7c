#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/game.h"

namespace tavlab {

/// A move to be searched; higher ranks come first. `index` is into the generated moves, as the
/// transposition table stores it.
struct RankedMove {
  std::int32_t rank;
  std::uint16_t index;
};

/// The family's move ordering score, or one for captures only (see HasMoveOrderScore).
template <Game G>
int move_order_score(const typename G::Rules& rules, const typename G::Position& position,
                     typename G::Move move) {
  if constexpr (G::capabilities.move_order_score) {
    return G::move_order_score(rules, position, move);
  } else {
    return G::is_capture(rules, position, move) ? 2 : 0;
  }
}

/// Ranks: the table move, forcing moves, killers, then by history, which stays below kKillerRank.
inline constexpr std::int32_t kTableRank = 1 << 30;
inline constexpr std::int32_t kForcingRank = 1 << 29;
inline constexpr std::int32_t kKillerRank = 1 << 28;

/// The working memory of one ply of an alpha-beta search. Frames are allocated once, not during the
/// search; only the killers are initialised.
template <Game G, int MaxPly>
struct SearchFrame {
  using Move = typename G::Move;

  MoveList<G> moves;
  std::array<RankedMove, G::max_moves> order;
  std::array<Move, 2> killers;  ///< quiet moves that caused a cutoff at this ply
  std::array<Move, MaxPly> line;
  int line_length;

  /// Moves the highest-ranked of order[from, end) to `from` and returns its move's index. The order
  /// of equals depends only on the moves.
  std::uint16_t pick(std::size_t from, std::size_t end) {
    std::size_t best = from;
    for (std::size_t i = from + 1; i < end; ++i) {
      if (order[i].rank > order[best].rank) best = i;
    }
    std::swap(order[from], order[best]);
    return order[from].index;
  }

  /// Sets the principal variation to `move` followed by that of the next ply.
  void extend_line(Move move, const SearchFrame& next) {
    line[0] = move;
    const int copied = std::min(next.line_length, MaxPly - 1);
    std::copy_n(next.line.begin(), copied, line.begin() + 1);
    line_length = copied + 1;
  }

  /// A quiet move caused a cutoff: try it early in sibling positions.
  void add_killer(Move move) {
    if (killers[0] == move) return;
    killers[1] = killers[0];
    killers[0] = move;
  }
};

/// The history heuristic (Schaeffer 1989): how often quiet moves caused a cutoff, by side and move.
/// Moves whose words collide share a count, which affects only the ordering.
template <Game G>
class HistoryCounts {
 public:
  using Move = typename G::Move;

  void clear() {
    for (auto& side : counts_) side.fill(0);
  }
  /// Called between the moves of a game: older counts weigh less.
  void age() {
    for (auto& side : counts_) {
      for (std::int32_t& count : side) count /= 8;
    }
  }
  void reward(Side side, Move move, int depth) {
    std::int32_t& count = counts_[static_cast<std::size_t>(side)][index(move)];
    count = std::min(count + depth * depth, kKillerRank - 1);
  }
  [[nodiscard]] std::int32_t of(Side side, Move move) const {
    return counts_[static_cast<std::size_t>(side)][index(move)];
  }

 private:
  static constexpr std::size_t kSize = 4096;

  static std::size_t index(Move move) {
    return (static_cast<std::uint64_t>(move.word()) * 0x9e3779b97f4a7c15U) >> 52;
  }

  std::array<std::array<std::int32_t, kSize>, 2> counts_{};
};

}  // namespace tavlab
