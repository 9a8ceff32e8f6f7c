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

/// Whether the piece on `a` with what is on `b`, both hostile and on opposite sides of the king, is
/// a pair of leaders that holds him.
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
    default:
      return false;
  }
}

/// Whether the king is held between cells `a` and `b` on opposite sides of him.
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
bool may_capture_king(const Rules<Words>& rules, const Position<Words>& p, int direction) {
  if (rules.shelter[at(Victim::king)].test(p.king)) return false;
  Bitboard<Words> hostile = hostile_to_king(rules, p);
  hostile.set(rules.next[p.king][at(direction)]);
  if (surrounded(rules, p, hostile)) return true;
  const std::uint16_t across = rules.next[p.king][at(direction ^ 1)];
  return across != kNoCell && hostile.test(across) &&
         (rules.king_capture[p.king] == KingCapture::custodial ||
          rules.parameters.leaders != LeaderCapture::off);
}

#define TAVLAB_INSTANTIATE(W)                                                    \
  template bool captures_king<W>(const Rules<W>&, const Position<W>&, int, int); \
  template bool king_still_held<W>(const Rules<W>&, const Position<W>&);         \
  template bool may_capture_king<W>(const Rules<W>&, const Position<W>&, int)
TAVLAB_INSTANTIATE(2);
TAVLAB_INSTANTIATE(6);
#undef TAVLAB_INSTANTIATE

}  // namespace tavlab::tafl
