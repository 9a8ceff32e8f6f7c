#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/game.h"

namespace tavlab {

/// A move to be searched: the higher the rank, the sooner. The index is into the generated moves,
/// which is what the transposition table remembers.
struct RankedMove {
  std::int32_t rank;
  std::uint16_t index;
};

/// The family's move order score, or that of captures alone (see HasMoveOrderScore).
template <Game G>
int move_order_score(const typename G::Rules& rules, const typename G::Position& position,
                     typename G::Move move) {
  if constexpr (G::capabilities.move_order_score) {
    return G::move_order_score(rules, position, move);
  } else {
    return G::is_capture(rules, position, move) ? 2 : 0;
  }
}

/// Ranks: the table's move, forcing ones, killers, then by history, which stays below kKillerRank.
inline constexpr std::int32_t kTableRank = 1 << 30;
inline constexpr std::int32_t kForcingRank = 1 << 29;
inline constexpr std::int32_t kKillerRank = 1 << 28;

/// What one ply of an alpha-beta search needs. Frames are taken once, so that the search allocates
/// nothing; they are left uninitialised but for the killers.
template <Game G, int MaxPly>
struct SearchFrame {
  using Move = typename G::Move;

  MoveList<G> moves;
  std::array<RankedMove, G::max_moves> order;
  std::array<Move, 2> killers;  ///< quiet moves that refuted a position at this ply
  std::array<Move, MaxPly> line;
  int line_length;

  /// Brings the highest-ranked of order[from, end) to `from` and returns its move's index. Which of
  /// equals comes first depends on nothing but the moves.
  std::uint16_t pick(std::size_t from, std::size_t end) {
    std::size_t best = from;
    for (std::size_t i = from + 1; i < end; ++i) {
      if (order[i].rank > order[best].rank) best = i;
    }
    std::swap(order[from], order[best]);
    return order[from].index;
  }

  /// Makes the principal variation `move` followed by that of the next ply.
  void extend_line(Move move, const SearchFrame& next) {
    line[0] = move;
    const int copied = std::min(next.line_length, MaxPly - 1);
    std::copy_n(next.line.begin(), copied, line.begin() + 1);
    line_length = copied + 1;
  }

  /// A quiet move refuted the position: try it early in its siblings.
  void add_killer(Move move) {
    if (killers[0] == move) return;
    killers[1] = killers[0];
    killers[0] = move;
  }
};

/// Counts of how often quiet moves refuted a position, by side and move (Schaeffer 1989). Moves
/// whose words collide share a count, which costs order and nothing else.
template <Game G>
class HistoryCounts {
 public:
  using Move = typename G::Move;

  void clear() {
    for (auto& side : counts_) side.fill(0);
  }
  /// Between the moves of a game: what was learnt long ago counts less.
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
