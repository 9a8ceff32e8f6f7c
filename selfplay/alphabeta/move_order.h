#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/game.h"
#include "core/random.h"
#include "selfplay/alphabeta/transposition_table.h"

namespace tavlab {

/// A move as stored in the transposition table: its word, or a hash of a longer one.
template <typename Move>
std::uint32_t move_tag(Move move) {
  const auto word = static_cast<std::uint64_t>(move.word());
  constexpr std::uint64_t kNoMove = TranspositionTable::kNoMove;
  return static_cast<std::uint32_t>(word < kNoMove ? word : mix64(word) % kNoMove);
}

/// A move to be searched: its rank, and its index into the moves of the node. Packed into one
/// number, so that the first of many is found fast: higher ranks come first, equal ones in the
/// order of generation.
class RankedMove {
 public:
  RankedMove() = default;
  RankedMove(std::int32_t rank, std::uint16_t index)
      : key_(std::int64_t{rank} * (kIndexMask + 1) + (kIndexMask - index)) {}

  [[nodiscard]] std::int32_t rank() const { return static_cast<std::int32_t>(key_ >> 16); }
  [[nodiscard]] std::uint16_t index() const {
    return static_cast<std::uint16_t>(kIndexMask - (key_ & kIndexMask));
  }
  [[nodiscard]] std::int64_t key() const { return key_; }

 private:
  static constexpr std::int64_t kIndexMask = 0xffff;
  std::int64_t key_;
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

/// Ranks: the table move, forcing moves, killers; then by history, whose sums stay below
/// kKillerRank.
inline constexpr std::int32_t kTableRank = 1 << 30;
inline constexpr std::int32_t kForcingRank = 1 << 29;
inline constexpr std::int32_t kKillerRank = 1 << 28;

/// The working memory of one ply of an alpha-beta search. Frames are allocated once, not during the
/// search; only data passed between plies is initialised.
template <Game G, int MaxPly>
struct SearchFrame {
  using Move = typename G::Move;

  MoveList<G> moves;
  std::array<RankedMove, G::max_moves> order;
  std::array<Move, 2> killers;  ///< quiet moves that caused a cutoff at this ply
  Move played;                  ///< the move searched now; the default for a pass or a roll
  std::int32_t evaluation;      ///< static, for the side to move; kUnknown where it is not needed
  std::array<Move, MaxPly> line;
  int line_length;

  /// Moves the first of order[from, end) to `from` and returns it.
  RankedMove pick(std::size_t from, std::size_t end) {
    // Two loops: the compiler vectorises the first one.
    std::int64_t best = order[from].key();
    for (std::size_t i = from + 1; i < end; ++i) best = std::max(best, order[i].key());
    std::size_t at = from;
    while (order[at].key() != best) ++at;
    std::swap(order[from], order[at]);
    return order[from];
  }

  /// The same with the order of equal ranks of version 0.1, which depends only on the moves: exact
  /// searches must repeat its games move by move.
  RankedMove pick_in_0_1_order(std::size_t from, std::size_t end) {
    std::size_t best = from;
    for (std::size_t i = from + 1; i < end; ++i) {
      if (order[i].rank() > order[best].rank()) best = i;
    }
    std::swap(order[from], order[best]);
    return order[from];
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
