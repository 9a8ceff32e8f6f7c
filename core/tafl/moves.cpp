#include "core/tafl/moves.h"

#include <algorithm>
#include <array>

#include "core/subscript.h"
#include "core/tafl/captures.h"
#include "core/tafl/slides.h"

namespace tavlab::tafl {
namespace {

/// The index difference of one step.
template <int Words>
int offset(const Rules<Words>& rules, int direction) {
  const int line = direction < kNorth ? 1 : rules.size;
  return direction & 1 ? -line : line;
}

/// The cells strictly between two cells of a row or column; `low` has the smaller index.
template <int Words>
inline Bitboard<Words> between(const Rules<Words>& rules, int low, int high) {
  Bitboard<Words> cells = rules.below[at(high)] & ~rules.below[at(low + 1)];
  if (high - low >= rules.size) cells &= rules.column[at(low)];
  return cells;
}

/// The most plain slides of a position: each cell is reached from at most four sides.
template <int Words>
inline constexpr std::size_t kMaxSlides = kMaxCells<Words> * 4;

/// Empty cells such that a piece moving there might capture (no false negatives): next to an enemy
/// who could be held from the other side, or next to the king.
template <int Words>
Bitboard<Words> capture_cells(const Rules<Words>& rules, const Position<Words>& p) {
  const Side enemy = other(p.side);
  const auto& enemies = p.pieces[at(enemy)];
  const Victim group = p.side == Side::first ? Victim::defenders : Victim::attackers;
  const Bitboard<Words> holders = p.own() | rules.hostile_always[at(group)] |
                                  (rules.hostile_when_empty[at(group)] & ~p.occupied());
  Bitboard<Words> cells{};
  for (int d = 0; d < kDirections; ++d) {
    Bitboard<Words> held = step(rules, holders, d) & enemies;
    if (p.side == Side::first) held |= rules.single[p.king];
    cells |= step(rules, held, d);
  }
  if (rules.shieldwall_reach.any()) {
    // A shieldwall takes pieces on the edge, one of them next to the mover.
    const Bitboard<Words> row = enemies & rules.edge;
    for (int d = 0; d < kDirections; ++d) cells |= step(rules, row, d) & rules.shieldwall_reach;
  }
  if (rules.parameters.linnaean) {
    for (int d = 0; d < kDirections; ++d) cells |= step(rules, enemies, d);
  }
  return cells & ~p.occupied();
}

/// Whether all moves of the side to move are plain slides.
template <int Words>
bool only_plain_slides(const Rules<Words>& rules, const Position<Words>& p) {
  return rules.only_slides && (rules.zones == 1 || (p.own() & ~rules.zone_cells[0]).none());
}

/// The moves to a few cells for which wanted(from, to) holds, in the order of `generate`, where all
/// moves are plain slides: looks back from each cell for a piece instead of moving all pieces.
template <int Words, typename Wanted>
void add_slides_to(const Rules<Words>& rules, const Position<Words>& p,
                   const Bitboard<Words>& cells, FixedList<Move, kMaxMoves<Words>>& moves,
                   Wanted&& wanted) {
  const Bitboard<Words> occupied = p.occupied();
  const bool attackers = p.side == Side::first;
  const auto ordinary = at(attackers ? Kind::attacker : Kind::defender);
  // Sorts as `generate` does: by group, direction, distance, target.
  std::array<std::uint32_t, kMaxSlides<Words>> keys;
  std::size_t found = 0;
  cells.for_each([&](int to) {
    for (int d = 0; d < kDirections; ++d) {
      const std::uint16_t from = nearest(rules, occupied, to, d ^ 1);
      if (from == kNoCell || !p.own().test(from)) continue;
      const bool king = !attackers && from == p.king;
      const auto kind = king ? at(Kind::king) : ordinary;
      if (rules.no_stop[kind][0].test(to)) continue;
      const Bitboard<Words> passed = rules.ray[at(to)][at(d ^ 1)] & rules.ray[from][at(d)];
      if ((passed & rules.no_pass[kind][0]).any()) continue;
      const int gap = d < kNorth ? to - from : (to - from) / rules.size;
      const auto distance = static_cast<std::uint32_t>(gap < 0 ? -gap : gap);
      if (!wanted(from, to)) continue;
      std::uint32_t key = static_cast<std::uint32_t>(king) << 18 |
                          static_cast<std::uint32_t>(d) << 16 | distance << 9 |
                          static_cast<std::uint32_t>(to);
      std::size_t i = found++;
      moves.push(Move(from, to));
      for (; i > 0 && keys[i - 1] > key; --i) {
        keys[i] = keys[i - 1];
        moves[i] = moves[i - 1];
      }
      keys[i] = key;
      moves[i] = Move(from, to);
    }
  });
}

}  // namespace

template <int Words>
void generate(const Rules<Words>& rules, const Position<Words>& p,
              FixedList<Move, kMaxMoves<Words>>& moves) {
  moves.clear();
  const bool declinable = rules.parameters.capture_optional;
  slide_all(rules, p, [&](int d, int distance, const Bitboard<Words>& targets) {
    const int back = offset(rules, d) * distance;
    targets.for_each([&](int to) {
      if (declinable) {
        with_declines(rules, p, to - back, to, [&](Move move) { moves.push(move); });
      } else {
        moves.push(Move(to - back, to));
      }
    });
    return false;
  });
}

template <int Words>
void generate_captures(const Rules<Words>& rules, const Position<Words>& p,
                       FixedList<Move, kMaxMoves<Words>>& moves) {
  moves.clear();
  const bool declinable = rules.parameters.capture_optional;
  const Bitboard<Words> near = capture_cells(rules, p);
  if (near.none()) return;
  if (only_plain_slides(rules, p)) {
    return add_slides_to(rules, p, near, moves, [&](int from, int to) {
      return captures_of(rules, p, Move(from, to)).any();
    });
  }
  slide_all(rules, p, [&](int d, int distance, const Bitboard<Words>& targets) {
    const int back = offset(rules, d) * distance;
    (targets & near).for_each([&](int to) {
      const int from = to - back;
      const auto push = [&](Move move) {
        if (captures_of(rules, p, move).any()) moves.push(move);
      };
      if (declinable) {
        with_declines(rules, p, from, to, push);
      } else {
        push(Move(from, to));
      }
    });
    return false;
  });
}

template <int Words>
void generate_moves_to(const Rules<Words>& rules, const Position<Words>& p,
                       const Bitboard<Words>& cells, FixedList<Move, kMaxMoves<Words>>& moves) {
  moves.clear();
  const Bitboard<Words> empty = cells & ~p.occupied();
  if (empty.none()) return;
  if (only_plain_slides(rules, p)) {
    return add_slides_to(rules, p, empty, moves, [](int, int) { return true; });
  }
  FixedList<Move, kMaxMoves<Words>> all;
  generate(rules, p, all);
  for (const Move move : all) {
    if (empty.test(move.to())) moves.push(move);
  }
}

template <int Words>
std::uint64_t count_moves(const Rules<Words>& rules, const Position<Words>& p) {
  if (rules.parameters.capture_optional) {
    FixedList<Move, kMaxMoves<Words>> moves;
    generate(rules, p, moves);
    return moves.size();
  }
  std::uint64_t count = 0;
  if (rules.has_dice()) {
    slide_all(rules, p, [&](int, int, const Bitboard<Words>& targets) {
      count += static_cast<std::uint64_t>(targets.count());
      return false;
    });
    return count;
  }
  for_each_group(rules, p, [&](Kind kind, int zone, const Bitboard<Words>& pieces) {
    Reach<Words> reach;
    find_reach(rules, p, kind, zone, pieces, reach);
    count += static_cast<std::uint64_t>(reach.total);
    return false;
  });
  return count;
}

template <int Words>
bool has_move(const Rules<Words>& rules, const Position<Words>& p) {
  // Nearly always some piece can step east. (The general search took a sixth of a random ply.)
  if (rules.parameters.dice != Dice::distance && !rules.leaders) {
    const bool attackers = p.side == Side::first;
    const Bitboard<Words> pieces = attackers ? p.pieces[0] : p.pieces[1] & ~rules.single[p.king];
    const Kind kind = attackers ? Kind::attacker : Kind::defender;
    const Bitboard<Words> free = ~(p.occupied() | rules.no_stop[at(kind)][0]);
    if (((pieces & rules.may_step[kEast]) << 1 & free).any()) return true;
  }
  return slide_all(rules, p, [](int, int, const Bitboard<Words>&) { return true; });
}

template <int Words>
bool roll_allows_move(const Rules<Words>& rules, const Position<Words>& p, int roll) {
  Position<Words> with_roll = p;
  with_roll.roll = static_cast<std::uint8_t>(roll);
  return has_move(rules, with_roll);
}

template <int Words>
bool can_reach(const Rules<Words>& rules, const Position<Words>& p, int from, int to) {
  const Kind kind = kind_at(rules, p, from, p.side);
  const std::uint8_t zone = rules.zone[at(from)];
  const int low = std::min(from, to), high = std::max(from, to);
  const bool along_row = from / rules.size == to / rules.size;
  if (from == to || (!along_row && (high - low) % rules.size != 0)) return false;
  const int distance = along_row ? high - low : (high - low) / rules.size;
  const Distances allowed = distances(rules, p);
  const int range = rules.parameters.range[at(kind)];
  if (distance < allowed.shortest || distance > allowed.longest ||
      (range != 0 && distance > range)) {
    return false;
  }
  const Bitboard<Words> occupied = p.occupied();
  return (between(rules, low, high) & (occupied | rules.no_pass[at(kind)][zone])).none() &&
         !(occupied | rules.no_stop[at(kind)][zone]).test(to);
}

template <int Words>
bool is_legal(const Rules<Words>& rules, const Position<Words>& p, Move move) {
  if (!p.own().test(move.from()) || !can_reach(rules, p, move.from(), move.to())) return false;
  return move.declined() == 0 ||
         (move.declined() & ~capture_directions(rules, p, move.from(), move.to())) == 0;
}

#define TAVLAB_INSTANTIATE(W)                                                                 \
  template void generate<W>(const Rules<W>&, const Position<W>&,                              \
                            FixedList<Move, kMaxMoves<(W)>>&);                                \
  template void generate_captures<W>(const Rules<W>&, const Position<W>&,                     \
                                     FixedList<Move, kMaxMoves<(W)>>&);                       \
  template std::uint64_t count_moves<W>(const Rules<W>&, const Position<W>&);                 \
  template bool has_move<W>(const Rules<W>&, const Position<W>&);                             \
  template bool can_reach<W>(const Rules<W>&, const Position<W>&, int, int);                  \
  template void generate_moves_to<W>(const Rules<W>&, const Position<W>&, const Bitboard<W>&, \
                                     FixedList<Move, kMaxMoves<(W)>>&);                       \
  template bool is_legal<W>(const Rules<W>&, const Position<W>&, Move);                       \
  template bool roll_allows_move<W>(const Rules<W>&, const Position<W>&, int)
TAVLAB_INSTANTIATE(2);
TAVLAB_INSTANTIATE(6);
#undef TAVLAB_INSTANTIATE

}  // namespace tavlab::tafl
