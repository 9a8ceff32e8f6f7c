#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/subscript.h"
#include "core/tafl/captures.h"
#include "core/tafl/moves.h"

// How pieces slide: shared by move generation, counting and random moves.
namespace tavlab::tafl {

/// The distances that a move may have, given the dice.
struct Distances {
  int shortest = 1;
  int longest = 0xff;
};

template <int Words>
inline Distances distances(const Rules<Words>& rules, const Position<Words>& p) {
  if (rules.parameters.dice != Dice::distance) return {};
  if (p.roll == 0) return {1, rules.parameters.dice_faces};  // allowed by some roll
  return {rules.parameters.dice_exact ? p.roll : 1, p.roll};
}

/// Calls f(kind, zone, pieces) for groups of pieces of the side to move that move alike; pieces
/// outside zones are in zone 0. Stops when f returns true, and returns whether it did.
template <int Words, typename F>
inline bool for_each_group(const Rules<Words>& rules, const Position<Words>& p, F&& f) {
  const auto by_zone = [&](Kind kind, const Bitboard<Words>& pieces) {
    if (rules.zones == 1 || (pieces & ~rules.zone_cells[0]).none()) {
      return pieces.any() && f(kind, 0, pieces);
    }
    for (int zone = 0; zone < rules.zones; ++zone) {
      const Bitboard<Words> here = pieces & rules.zone_cells[at(zone)];
      if (here.any() && f(kind, zone, here)) return true;
    }
    return false;
  };
  Bitboard<Words> ordinary = p.own();
  const bool attackers = p.side == Side::first;
  if (rules.leaders) {
    const Bitboard<Words> leaders = ordinary & p.leaders;
    ordinary &= ~leaders;
    if (by_zone(attackers ? Kind::commander : Kind::knight, leaders)) return true;
  }
  if (attackers) return by_zone(Kind::attacker, ordinary);
  const Bitboard<Words>& king = rules.single[p.king];
  return by_zone(Kind::defender, ordinary & ~king) || by_zone(Kind::king, king);
}

/// Slides a group in all directions, one cell farther each round, and calls
/// f(direction, distance, targets) for the non-empty sets of cells where a move can end. Each
/// target is reached by exactly one piece of the group, `distance` cells back. Stops when f returns
/// true.
template <int Words, typename F>
inline bool slide(const Rules<Words>& rules, const Position<Words>& p, Kind kind, int zone,
                  const Bitboard<Words>& pieces, Distances allowed, F&& f) {
  const Bitboard<Words> empty = ~p.occupied();
  const Bitboard<Words> stop = empty & ~rules.no_stop[at(kind)][at(zone)];
  const Bitboard<Words> pass = empty & ~rules.no_pass[at(kind)][at(zone)];
  const int range = rules.parameters.range[at(kind)];
  const int longest = range == 0 ? allowed.longest : std::min(range, allowed.longest);
  for (int d = 0; d < kDirections; ++d) {
    Bitboard<Words> front = pieces;
    for (int distance = 1; distance <= longest; ++distance) {
      front = step(rules, front, d);
      const Bitboard<Words> targets = front & stop;
      if (distance >= allowed.shortest && targets.any() && f(d, distance, targets)) return true;
      front &= pass;
      if (front.none()) break;
    }
  }
  return false;
}

/// The same for all groups of the side to move: f(direction, distance, targets).
template <int Words, typename F>
inline bool slide_all(const Rules<Words>& rules, const Position<Words>& p, F&& f) {
  const Distances allowed = distances(rules, p);
  return for_each_group(rules, p, [&](Kind kind, int zone, const Bitboard<Words>& pieces) {
    return slide(rules, p, kind, zone, pieces, allowed, f);
  });
}

/// Where a group can move, by direction. Every target is the end of exactly one move, by the
/// nearest piece behind it.
template <int Words>
struct Reach {
  Views<Words> targets;
  std::array<int, kDirections> before;  ///< number of targets in earlier directions
  int total;
  bool in_views;  ///< targets use the views' numbering, not the usual one

  void count() {
    total = 0;
    for (int d = 0; d < kDirections; ++d) {
      before[at(d)] = total;
      total += targets.count(d);
    }
  }
};

/// Finds the reach of a group, ignoring dice.
template <int Words>
inline void find_reach(const Rules<Words>& rules, const Position<Words>& p, Kind kind, int zone,
                       const Bitboard<Words>& pieces, Reach<Words>& reach) {
  reach.in_views = zone == 0 && !rules.leaders && rules.slides_by_carry[at(kind)] &&
                   (rules.zones == 1 || (p.own() & ~rules.zone_cells[0]).none());
  if (reach.in_views) {
    // Without leaders and pieces in zones, the group is the king or all other pieces of the side.
    const Views<Words>& king = rules.seen[p.king];
    const auto occupied = [&](std::size_t w) { return p.views[0].word[w] | p.views[1].word[w]; };
    const auto slide_these = [&](auto&& movers) {
      slide_by_carry(movers, occupied, rules.slide_masks[at(kind)], rules.first_in_line,
                     rules.last_in_line, reach.targets);
    };
    if (kind == Kind::attacker) {
      slide_these([&](std::size_t w) { return p.views[0].word[w]; });
    } else if (kind == Kind::defender) {
      slide_these([&](std::size_t w) { return p.views[1].word[w] ^ king.word[w]; });
    } else {
      slide_these([&](std::size_t w) { return king.word[w]; });
    }
    return reach.count();
  }
  std::array<Bitboard<Words>, kDirections> targets{};
  slide(rules, p, kind, zone, pieces, Distances{}, [&](int d, int, const Bitboard<Words>& cells) {
    targets[at(d)] |= cells;
    return false;
  });
  for (int d = 0; d < kDirections; ++d) reach.targets.set_view(d, targets[at(d)]);
  reach.count();
}

/// Calls f for the move with every subset of its captures declined, the empty subset first.
template <int Words, typename F>
inline void with_declines(const Rules<Words>& rules, const Position<Words>& p, int from, int to,
                          F&& f) {
  const Bitboard<Words>& enemies = p.pieces[at(other(p.side))];
  if ((rules.neighbours[at(to)] & enemies).none()) return f(Move(from, to));
  const unsigned captures = capture_directions(rules, p, from, to);
  unsigned declined = 0;
  do {
    f(Move(from, to, declined));
    declined = (declined - captures) & captures;  // the next subset
  } while (declined != 0);
}

}  // namespace tavlab::tafl
