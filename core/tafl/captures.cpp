#include "core/tafl/captures.h"

#include <cstddef>

#include "core/subscript.h"
#include "core/tafl/king.h"

namespace tavlab::tafl {
namespace {

constexpr Direction opposite(int d) { return static_cast<Direction>(d ^ 1); }

/// The Linnaean capture: a defender between the moving attacker and the king's throne.
template <int Words>
bool linnaean(const Rules<Words>& rules, const Position<Words>& p, int victim, int throne) {
  if (p.side != Side::first || throne != p.king ||
      rules.cell_class[at(throne)] != CellClass::throne) {
    return false;
  }
  const Bitboard<Words> others = rules.neighbours[at(throne)] & ~rules.single[at(victim)];
  return others.count() == 3 && (others & ~p.pieces[0]).none();
}

/// Adds the row through `v` on the edge that runs along `along`, if it is walled in.
template <int Words>
void add_shieldwall(const Rules<Words>& rules, const Position<Words>& p, int to, int v,
                    Direction along, Direction inward, const Bitboard<Words>& anvils,
                    unsigned declined, Captures<Words>& captures, int direction) {
  const auto& enemies = p.pieces[at(other(p.side))];
  const Victim group = p.side == Side::first ? Victim::defenders : Victim::attackers;
  const bool corner_closes = rules.parameters.shieldwall == Shieldwall::corner_closes;
  const auto closes = [&](std::uint16_t cell, std::uint16_t last) {
    if (cell == kNoCell) return false;
    if (anvils.test(cell)) return true;
    return corner_closes && rules.cell_class[cell] == CellClass::corner &&
           rules.region[cell] != rules.region[last] &&
           (rules.hostile_always[at(group)].test(cell) ||
            (rules.hostile_when_empty[at(group)].test(cell) && !p.occupied().test(cell)));
  };

  Bitboard<Words> row{};
  int length = 0;
  bool mover_at_end = false;
  const auto take = [&](int cell) {
    const std::uint16_t front = rules.next[at(cell)][at(inward)];
    row.set(cell);
    ++length;
    return front != kNoCell && anvils.test(front);
  };
  if (!take(v)) return;
  for (const Direction d : {along, opposite(along)}) {
    auto last = static_cast<std::uint16_t>(v);
    std::uint16_t cell = rules.next[last][at(d)];
    for (; cell != kNoCell && enemies.test(cell); cell = rules.next[cell][at(d)]) {
      if (!take(cell)) return;
      last = cell;
    }
    if (!closes(cell, last)) return;
    mover_at_end |= cell == to;
  }
  if (length < 2 || (rules.parameters.shieldwall_flank_move && !mover_at_end)) return;

  if (p.side == Side::first && row.test(p.king)) {
    captures.king |=
        !rules.parameters.shieldwall_king_immune && !rules.shelter[at(Victim::king)].test(p.king);
    row.reset(p.king);
  }
  row &= ~rules.shelter[at(group)];
  if (row.none() || ((declined >> direction) & 1)) return;  // the king cannot be declined
  captures.soldiers |= row;
  captures.directions |= 1U << direction;
}

template <int Words>
void find_shieldwalls(const Rules<Words>& rules, const Position<Words>& p, int to,
                      Bitboard<Words> anvils, unsigned declined, Captures<Words>& captures) {
  anvils.set(to);
  const auto& enemies = p.pieces[at(other(p.side))];
  for (int d = 0; d < kDirections; ++d) {
    const std::uint16_t v = rules.next[at(to)][at(d)];
    if (v == kNoCell || !enemies.test(v) || !rules.edge.test(v)) continue;
    // A flank move: mover and row on one edge, to which the two directions across `d` lead.
    const auto along = static_cast<Direction>(d);
    for (const Direction out : {d < 2 ? kNorth : kEast, d < 2 ? kSouth : kWest}) {
      if (rules.next[v][at(out)] != kNoCell || rules.next[at(to)][at(out)] != kNoCell) {
        continue;
      }
      add_shieldwall(rules, p, to, v, along, opposite(out), anvils, declined, captures, d);
    }
    // A move in front: the edge lies beyond v.
    if (rules.next[v][at(d)] == kNoCell && !rules.parameters.shieldwall_flank_move) {
      add_shieldwall(rules, p, to, v, d < 2 ? kNorth : kEast, opposite(d), anvils, declined,
                     captures, d);
    }
  }
}

/// Whether a piece that has just moved to `to` may capture something: nothing that it captures is
/// missed. It is asked in all four directions at once, since where enemies stand around a piece
/// cannot be predicted: asking them in turn cost a ninth of a random ply in branches.
template <int Words>
inline bool may_capture(const Rules<Words>& rules, const Position<Words>& p, int to) {
  using Lanes = typename Views<Words>::Lanes;
  const auto me = at(p.side);
  const auto group = at(me == 0 ? Victim::defenders : Victim::attackers);
  Lanes step_in{}, hold_in{}, found{};  // what the step before shifts into this word
  for (std::size_t i = 0; i < Words; ++i) {
    const Lanes own = p.views[me].word[i], enemies = p.views[me ^ 1].word[i];
    const Lanes origin = rules.seen[at(to)].word[i];
    const Lanes next = ((origin << 1) | step_in) & ~rules.first_in_line.word[i] & enemies;
    step_in = origin >> 63;
    const Lanes beyond = ((next << 1) | hold_in) & ~rules.first_in_line.word[i];
    hold_in = next >> 63;
    const Lanes hostile = own | rules.hostile_always_seen[group].word[i] |
                          (rules.hostile_when_empty_seen[group].word[i] & ~(own | enemies));
    found |= beyond & hostile;
    if (me == 0) found |= next & rules.seen[p.king].word[i];
  }
  return (found[0] | found[1] | found[2] | found[3]) != 0;
}

}  // namespace

template <int Words>
Captures<Words> find_captures(const Rules<Words>& rules, const Position<Words>& p, int to,
                              unsigned declined) {
  Captures<Words> captures;
  const auto me = at(p.side);
  const Bitboard<Words>& enemies = p.pieces[me ^ 1];
  if (!rules.parameters.linnaean && !rules.shieldwall_reach.test(to) && !may_capture(rules, p, to))
    return captures;
  const Bitboard<Words> near = rules.neighbours[at(to)] & enemies;
  if (near.none()) return captures;
  if (me == 1 && to == p.king && !rules.king_hammer) return captures;

  const Victim group = me == 0 ? Victim::defenders : Victim::attackers;
  Bitboard<Words> anvils = p.pieces[me];
  if (me == 1 && !rules.king_anvil) anvils &= ~rules.single[p.king];
  const Bitboard<Words> cells =
      rules.hostile_always[at(group)] | (rules.hostile_when_empty[at(group)] & ~p.occupied());
  const Bitboard<Words> hostile = anvils | cells;
  for (int d = 0; d < kDirections; ++d) {
    const std::uint16_t v = rules.next[at(to)][at(d)];
    if (v == kNoCell || !near.test(v)) continue;
    if (me == 0 && v == p.king) {
      captures.king |= captures_king(rules, p, to, d);
      continue;
    }
    const std::uint16_t w = rules.beyond[at(to)][at(d)];
    if (w == kNoCell || ((declined >> d) & 1)) continue;
    const bool held = hostile.test(w) && (anvils.test(w) || rules.region[w] != rules.region[v]);
    if (!held && (!rules.parameters.linnaean || !linnaean(rules, p, v, w))) continue;
    if (rules.shelter[at(group)].test(v)) continue;
    captures.soldiers.set(v);
    captures.directions |= 1U << d;
  }
  if (rules.shieldwall_reach.test(to)) {
    find_shieldwalls(rules, p, to, anvils, declined, captures);
  }
  return captures;
}

template <int Words>
Bitboard<Words> captures_of(const Rules<Words>& rules, const Position<Words>& position, Move move) {
  Position<Words> p = position;
  shift_piece(rules, p, move.from(), move.to());
  const Captures<Words> captures = find_captures(rules, p, move.to(), move.declined());
  Bitboard<Words> all = captures.soldiers;
  if (captures.king && !rules.parameters.king_capture_delayed) all.set(p.king);
  return all;
}

template <int Words>
unsigned capture_directions(const Rules<Words>& rules, const Position<Words>& position, int from,
                            int to) {
  Position<Words> p = position;
  shift_piece(rules, p, from, to);
  return find_captures(rules, p, to, 0).directions;
}

#define TAVLAB_INSTANTIATE(W)                                                                \
  template Captures<W> find_captures<W>(const Rules<W>&, const Position<W>&, int, unsigned); \
  template Bitboard<W> captures_of<W>(const Rules<W>&, const Position<W>&, Move);            \
  template unsigned capture_directions<W>(const Rules<W>&, const Position<W>&, int, int)
TAVLAB_INSTANTIATE(2);
TAVLAB_INSTANTIATE(6);
#undef TAVLAB_INSTANTIATE

}  // namespace tavlab::tafl
