#include "core/tafl/king.h"

#include <cstddef>

#include "core/subscript.h"

namespace tavlab::tafl {
namespace {

/// Cells against which the king can be captured.
template <int Words>
Bitboard<Words> hostile_to_king(const Rules<Words>& rules, const Position<Words>& p) {
  Bitboard<Words> cells = rules.hostile_always[at(Victim::king)] |
                          (rules.hostile_when_empty[at(Victim::king)] & ~p.occupied());
  if (const std::uint8_t zone = rules.zone[p.king]; zone != 0) cells &= ~rules.zone_cells[zone];
  return cells | p.pieces[0];
}

template <int Words>
bool surrounded(const Rules<Words>& rules, const Position<Words>& p,
                const Bitboard<Words>& hostile) {
  return rules.king_capture[p.king] == KingCapture::surround &&
         (rules.neighbours[p.king] & ~hostile).none();
}

/// Whether cells `a` and `b`, hostile and on opposite sides of the king, hold him by the rule for
/// leaders. For leader_and_corner the leader must be on `a`.
template <int Words>
bool leaders_hold(const Rules<Words>& rules, const Position<Words>& p, int a, int b) {
  const LeaderCapture mode = rules.parameters.leaders;
  if (mode == LeaderCapture::off) return false;
  const bool leader_a = p.leaders.test(a) && p.pieces[0].test(a);
  const bool leader_b = p.leaders.test(b) && p.pieces[0].test(b);
  if (leader_a && leader_b) return true;
  switch (mode) {
    case LeaderCapture::leader_and_corner:
      return leader_a && rules.cell_class[at(b)] == CellClass::corner;
    case LeaderCapture::leader_and_any:
      return leader_a || leader_b;
    case LeaderCapture::two_leaders:
      return false;
    case LeaderCapture::off:
      break;
  }
  return false;
}

/// Whether the king is held between cells `a` and `b` on opposite sides.
template <int Words>
bool held_between(const Rules<Words>& rules, const Position<Words>& p,
                  const Bitboard<Words>& hostile, std::uint16_t a, std::uint16_t b) {
  if (a == kNoCell || b == kNoCell || !hostile.test(a) || !hostile.test(b)) return false;
  return rules.king_capture[p.king] == KingCapture::custodial || leaders_hold(rules, p, a, b);
}

}  // namespace

template <int Words>
bool captures_king(const Rules<Words>& rules, const Position<Words>& p, int to, int direction) {
  if (rules.shelter[at(Victim::king)].test(p.king)) return false;
  const Bitboard<Words> hostile = hostile_to_king(rules, p);
  return surrounded(rules, p, hostile) ||
         held_between(rules, p, hostile, static_cast<std::uint16_t>(to),
                      rules.beyond[at(to)][at(direction)]);
}

template <int Words>
bool king_still_held(const Rules<Words>& rules, const Position<Words>& p) {
  if (rules.shelter[at(Victim::king)].test(p.king)) return false;
  const Bitboard<Words> hostile = hostile_to_king(rules, p);
  if (surrounded(rules, p, hostile)) return true;
  const auto& next = rules.next[p.king];
  return held_between(rules, p, hostile, next[kEast], next[kWest]) ||
         held_between(rules, p, hostile, next[kWest], next[kEast]) ||
         held_between(rules, p, hostile, next[kNorth], next[kSouth]) ||
         held_between(rules, p, hostile, next[kSouth], next[kNorth]);
}

template <int Words>
Bitboard<Words> king_capture_cells(const Rules<Words>& rules, const Position<Words>& p) {
  Bitboard<Words> cells{};
  if (rules.shelter[at(Victim::king)].test(p.king)) return cells;
  const Bitboard<Words> hostile = hostile_to_king(rules, p);
  const Bitboard<Words>& around = rules.neighbours[p.king];
  const Bitboard<Words> empty = around & ~p.occupied();
  const KingCapture mode = rules.king_capture[p.king];
  if (mode == KingCapture::surround) {
    const Bitboard<Words> open = around & ~hostile;
    if (open.none()) return empty;
    if (open.count() == 1) cells = open & empty;
  }
  if (mode == KingCapture::custodial || rules.parameters.leaders != LeaderCapture::off) {
    const auto& next = rules.next[p.king];
    for (int d = 0; d < kDirections; ++d) {
      const std::uint16_t cell = next[at(d)], across = next[at(d ^ 1)];
      if (cell != kNoCell && across != kNoCell && hostile.test(across)) cells.set(cell);
    }
  }
  return cells & empty;
}

#define TAVLAB_INSTANTIATE(W)                                                    \
  template bool captures_king<W>(const Rules<W>&, const Position<W>&, int, int); \
  template bool king_still_held<W>(const Rules<W>&, const Position<W>&);         \
  template Bitboard<W> king_capture_cells<W>(const Rules<W>&, const Position<W>&)
TAVLAB_INSTANTIATE(2);
TAVLAB_INSTANTIATE(6);
#undef TAVLAB_INSTANTIATE

}  // namespace tavlab::tafl
