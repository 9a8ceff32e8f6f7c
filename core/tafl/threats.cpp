#include "core/tafl/threats.h"

#include <cstddef>

#include "core/subscript.h"
#include "core/tafl/king.h"
#include "core/tafl/moves.h"
#include "core/tafl/play.h"

namespace tavlab::tafl {
namespace {

/// Whether the king reaches an escape cell in one move. `p` has the defenders to move.
template <int Words>
bool king_escapes(const Rules<Words>& rules, const Position<Words>& p) {
  const std::uint8_t zone = rules.zone[p.king];
  const Bitboard<Words> occupied = p.occupied();
  const Bitboard<Words> exits = rules.escape & ~occupied & ~rules.no_stop[at(Kind::king)][zone];
  const Bitboard<Words> blocked = occupied | rules.no_pass[at(Kind::king)][zone];
  const bool any_distance = rules.parameters.dice != Dice::distance;
  for (int d = 0; d < kDirections; ++d) {
    int steps_left = rules.parameters.range[at(Kind::king)];  // 0: any number
    std::uint16_t cell = p.king;
    do {
      cell = rules.next[cell][at(d)];
      if (cell == kNoCell) break;
      if (exits.test(cell) && (any_distance || can_reach(rules, p, p.king, cell))) return true;
    } while (!blocked.test(cell) && --steps_left != 0);
  }
  return false;
}

/// Whether a piece of the attackers, who are to move in `p`, captures the king by going to `to`.
template <int Words>
bool captures_king_from(const Rules<Words>& rules, const Position<Words>& p, int to) {
  const Bitboard<Words> occupied = p.occupied();
  for (int d = 0; d < kDirections; ++d) {
    std::uint16_t cell = rules.next[at(to)][at(d)];
    while (cell != kNoCell && !occupied.test(cell)) cell = rules.next[cell][at(d)];
    if (cell == kNoCell || !p.pieces[0].test(cell) || !can_reach(rules, p, cell, to)) continue;
    Position<Words> next = p;
    play(rules, next, Move(cell, to));
    if (next.result == Result::first_wins) return true;
  }
  return false;
}

/// Whether the attackers, who are to move in `p`, capture the king at once.
template <int Words>
bool king_falls(const Rules<Words>& rules, const Position<Words>& p) {
  const Bitboard<Words> occupied = p.occupied();
  for (int d = 0; d < kDirections; ++d) {
    const std::uint16_t to = rules.next[p.king][at(d)];
    if (to == kNoCell || occupied.test(to)) continue;
    // A rough look first; playing the move has the last word.
    if (may_capture_king(rules, p, d) && captures_king_from(rules, p, to)) return true;
  }
  return false;
}

}  // namespace

template <int Words>
bool threatens(const Rules<Words>& rules, const Position<Words>& position, Side side) {
  if (position.node == NodeKind::terminal) return false;
  if (rules.has_dice() && (position.node == NodeKind::chance || side != position.side)) {
    return false;
  }
  if (side == Side::first && rules.parameters.king_capture_delayed) return false;
  if (position.side == side) {
    return side == Side::first ? king_falls(rules, position) : king_escapes(rules, position);
  }
  Position<Words> turned = position;
  turned.side = side;
  return side == Side::first ? king_falls(rules, turned) : king_escapes(rules, turned);
}

template bool threatens<2>(const Rules<2>&, const Position<2>&, Side);
template bool threatens<6>(const Rules<6>&, const Position<6>&, Side);

}  // namespace tavlab::tafl
