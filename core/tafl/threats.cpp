#include "core/tafl/threats.h"

#include <cstddef>

#include "core/subscript.h"
#include "core/tafl/king.h"
#include "core/tafl/moves.h"
#include "core/tafl/play.h"

namespace tavlab::tafl {
namespace {

/// Whether the king can reach an escape cell in one move. With dice, the defenders must be to move
/// in `p`.
template <int Words>
bool king_escapes(const Rules<Words>& rules, const Position<Words>& p) {
  const std::uint8_t zone = rules.zone[p.king];
  const Bitboard<Words> occupied = p.occupied();
  const Bitboard<Words> exits =
      rules.escape & rules.cross[p.king] & ~(occupied | rules.no_stop[at(Kind::king)][zone]);
  if (exits.none()) return false;  // usually
  const Bitboard<Words> blocked = occupied | rules.no_pass[at(Kind::king)][zone];
  const bool any_distance = rules.parameters.dice != Dice::distance;
  for (int d = 0; d < kDirections; ++d) {
    if ((exits & rules.ray[p.king][at(d)]).none()) continue;
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

/// Whether an attackers' piece can capture the king by moving to `to`. The attackers are to move in
/// `p`.
template <int Words>
bool captures_king_from(const Rules<Words>& rules, const Position<Words>& p, int to) {
  for (int d = 0; d < kDirections; ++d) {
    const std::uint16_t cell = nearest(rules, p.occupied(), to, d);
    if (cell == kNoCell || !p.pieces[0].test(cell) || !can_reach(rules, p, cell, to)) continue;
    Position<Words> next = p;
    play(rules, next, Move(cell, to));
    // Other ends, by a piece that captures nothing, are not what evasions prevent.
    if (next.ending == Ending::king_captured) return true;
  }
  return false;
}

/// Whether the attackers could capture the king at once if they were to move. Apart from the side
/// to move, `p` must be the position as it would be then.
template <int Words>
bool can_capture_king(const Rules<Words>& rules, const Position<Words>& p) {
  const Bitboard<Words> cells = king_capture_cells(rules, p);
  if (cells.none()) return false;  // usually
  Position<Words> turned = p;
  turned.side = Side::first;
  bool falls = false;
  cells.for_each([&](int to) { falls = falls || captures_king_from(rules, turned, to); });
  return falls;
}

}  // namespace

template <int Words>
bool threatens(const Rules<Words>& rules, const Position<Words>& position, Side side) {
  if (position.node == NodeKind::terminal) return false;
  if (rules.has_dice() && (position.node == NodeKind::chance || side != position.side)) {
    return false;
  }
  if (side == Side::second) return king_escapes(rules, position);
  return !rules.parameters.king_capture_delayed && can_capture_king(rules, position);
}

template bool threatens<2>(const Rules<2>&, const Position<2>&, Side);
template bool threatens<6>(const Rules<6>&, const Position<6>&, Side);

}  // namespace tavlab::tafl
