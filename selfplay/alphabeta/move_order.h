#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/game.h"
#include "selfplay/alphabeta/history.h"

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

/// Ranks: the table move, forcing moves, killers, the countermove; then by history, whose sums stay
/// below kCounterRank.
inline constexpr std::int32_t kTableRank = 1 << 30;
inline constexpr std::int32_t kForcingRank = 1 << 29;
inline constexpr std::int32_t kKillerRank = 1 << 28;
inline constexpr std::int32_t kCounterRank = 1 << 27;

/// The working memory of one ply of an alpha-beta search. Frames are allocated once, not during the
/// search; only what is told about between plies is initialised.
template <Game G, int MaxPly>
struct SearchFrame {
  using Move = typename G::Move;

  MoveList<G> moves;
  std::array<RankedMove, G::max_moves> order;
  std::array<Move, 2> killers;  ///< quiet moves that caused a cutoff at this ply
  Move played;                  ///< the move searched now; the default for a pass or a roll
  std::int32_t evaluation;      ///< static, for the side to move; kUnknown under a threat
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

}  // namespace tavlab
