#include "core/tafl/moves.h"

#include <cstddef>

#include "core/subscript.h"

namespace tavlab::tafl {
namespace {

/// The distances that a move may have, given the dice.
struct Distances {
  int shortest = 1;
  int longest = 0xff;
};

template <int Words>
Distances distances(const Rules<Words>& rules, const Position<Words>& p) {
  if (rules.parameters.dice != Dice::distance) return {};
  if (p.thrown == 0) return {1, rules.parameters.dice_faces};  // what some throw allows
  return {rules.parameters.dice_exact ? p.thrown : 1, p.thrown};
}

/// Calls f(kind, zone, pieces) for the pieces of the side to move that move alike. Stops when f
/// returns true, and says whether it did. All of a kind that stand outside zones come as zone 0.
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
  Bitboard<Words> soldiers = p.own();
  const bool attackers = p.side == Side::first;
  if (rules.leaders) {
    const Bitboard<Words> leaders = soldiers & p.leaders;
    soldiers &= ~leaders;
    if (by_zone(attackers ? Kind::commander : Kind::knight, leaders)) return true;
  }
  if (attackers) return by_zone(Kind::attacker, soldiers);
  const Bitboard<Words>& king = rules.single[p.king];
  return by_zone(Kind::defender, soldiers & ~king) || by_zone(Kind::king, king);
}

/// Slides a group in all directions at once, one cell farther a round, and calls
/// f(direction, distance, targets) for the non-empty sets of cells where a move may end. Each
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

/// The same over every group of the side to move: f(direction, distance, targets).
template <int Words, typename F>
inline bool slide_all(const Rules<Words>& rules, const Position<Words>& p, F&& f) {
  const Distances allowed = distances(rules, p);
  return for_each_group(rules, p, [&](Kind kind, int zone, const Bitboard<Words>& pieces) {
    return slide(rules, p, kind, zone, pieces, allowed, f);
  });
}

/// How many cells a step changes the index by.
template <int Words>
int offset(const Rules<Words>& rules, int direction) {
  const int line = direction < kNorth ? 1 : rules.size;
  return direction & 1 ? -line : line;
}

/// Calls f for the move with every subset of its captures declined, the empty subset first.
template <int Words, typename F>
void with_declines(const Rules<Words>& rules, const Position<Words>& p, int from, int to, F&& f) {
  const Bitboard<Words>& enemies = p.pieces[at(other(p.side))];
  if ((rules.neighbours[at(to)] & enemies).none()) return f(Move(from, to));
  const unsigned captures = capture_directions(rules, p, from, to);
  unsigned declined = 0;
  do {
    f(Move(from, to, declined));
    declined = (declined - captures) & captures;  // the next subset
  } while (declined != 0);
}

/// The cells strictly between two of one row or column; `low` has the smaller index.
template <int Words>
inline Bitboard<Words> between(const Rules<Words>& rules, int low, int high) {
  Bitboard<Words> cells = rules.below[at(high)] & ~rules.below[at(low + 1)];
  if (high - low >= rules.size) cells &= rules.column[at(low)];
  return cells;
}

/// Where a group can go, by direction. Every target is the end of exactly one move: that of the
/// nearest piece behind it.
template <int Words>
struct Reach {
  Views<Words> targets;
  std::array<int, kDirections> before;  ///< targets in the directions before this one
  int total;
  bool in_views;  ///< targets are numbered as in the views, not as usual

  void count() {
    total = 0;
    for (int d = 0; d < kDirections; ++d) {
      before[at(d)] = total;
      total += targets.count(d);
    }
  }
};

/// Finds the reach of pieces that move alike, dice aside.
template <int Words>
inline void find_reach(const Rules<Words>& rules, const Position<Words>& p, Kind kind, int zone,
                       const Bitboard<Words>& pieces, Reach<Words>& reach) {
  reach.in_views = zone == 0 && !rules.leaders && rules.slides_by_carry[at(kind)] &&
                   (rules.zones == 1 || (p.own() & ~rules.zone_cells[0]).none());
  if (reach.in_views) {
    // Without leaders and pieces in zones the group is all soldiers of the side, or the king.
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

/// The move to a target of a reach in direction d.
template <int Words>
inline Move move_to(const Rules<Words>& rules, const Position<Words>& p, const Reach<Words>& reach,
                    int d, int target) {
  if (reach.in_views) {
    const Bitboard<Words> occupied = p.views[0].view(d) | p.views[1].view(d);
    const int from = (occupied & rules.below[at(target)]).highest();
    return Move(rules.cell_seen[at(d)][at(from)], rules.cell_seen[at(d)][at(target)]);
  }
  Bitboard<Words> behind = p.occupied();
  if (d >= kNorth) behind &= rules.column[at(target)];
  const bool ascending = d == kEast || d == kNorth;
  const int from = ascending ? (behind & rules.below[at(target)]).highest()
                             : (behind & ~rules.below[at(target + 1)]).lowest();
  return Move(from, target);
}

/// Cells from which a piece of the side to move might capture by custody or shieldwall: none is
/// missing, and few are too many.
template <int Words>
Bitboard<Words> capturing_cells(const Rules<Words>& rules, const Position<Words>& p) {
  const Bitboard<Words>& enemies = p.pieces[at(other(p.side))];
  Bitboard<Words> cells{};
  if (rules.parameters.shieldwall != Shieldwall::none || rules.parameters.linnaean) {
    for (int d = 0; d < kDirections; ++d) cells |= step(rules, enemies, d);
    return cells;
  }
  // In all four views at once: an enemy one step on, and something hostile to it beyond. (Steps of
  // whole boards, one direction after the other, took a third of a random ply.)
  using Lanes = typename Views<Words>::Lanes;
  const auto me = at(p.side);
  const auto group = at(me == 0 ? Victim::defenders : Victim::attackers);
  Views<Words> found;
  Lanes hold_in{}, step_in{};  // what the step before shifts into this word
  for (std::size_t i = Words; i-- > 0;) {
    const Lanes own = p.views[me].word[i], enemy = p.views[me ^ 1].word[i];
    const Lanes hostile = own | rules.hostile_always_seen[group].word[i] |
                          rules.hostile_when_empty_seen[group].word[i];
    const Lanes held = ((hostile >> 1) | hold_in) & ~rules.last_in_line.word[i] & enemy;
    hold_in = hostile << 63;
    found.word[i] = ((held >> 1) | step_in) & ~rules.last_in_line.word[i] & ~(own | enemy);
    step_in = held << 63;
  }
  for (int d = 0; d < kDirections; ++d) {
    found.view(d).for_each([&](int number) { cells.set(rules.cell_seen[at(d)][at(number)]); });
  }
  return cells;
}

/// Adds the moves of a reach that decline captures. Cells from which something is captured are
/// fewer than targets, so they are what is gone through.
template <int Words>
void add_declines(const Rules<Words>& rules, const Position<Words>& p, const Reach<Words>& reach,
                  const Bitboard<Words>& capturing, FixedList<Move, kMaxMoves<Words>>& moves) {
  capturing.for_each([&](int to) {
    const Views<Words>& seen = rules.seen[at(to)];
    for (int d = 0; d < kDirections; ++d) {
      const Bitboard<Words> target = reach.in_views ? seen.view(d) : rules.single[at(to)];
      const Bitboard<Words> targets = reach.targets.view(d);
      if ((targets & target).none()) continue;
      const int from = move_to(rules, p, reach, d, target.lowest()).from();
      with_declines(rules, p, from, to, [&](Move move) {
        if (move.declined() != 0) moves.push(move);
      });
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
  // Nearly always some soldier can step east. (The general search took a sixth of a random ply.)
  if (rules.parameters.dice != Dice::distance && !rules.leaders) {
    const bool attackers = p.side == Side::first;
    const Bitboard<Words> soldiers = attackers ? p.pieces[0] : p.pieces[1] & ~rules.single[p.king];
    const Kind kind = attackers ? Kind::attacker : Kind::defender;
    const Bitboard<Words> free = ~(p.occupied() | rules.no_stop[at(kind)][0]);
    if (((soldiers & rules.may_step[kEast]) << 1 & free).any()) return true;
  }
  return slide_all(rules, p, [](int, int, const Bitboard<Words>&) { return true; });
}

template <int Words>
bool throw_allows_move(const Rules<Words>& rules, const Position<Words>& p, int thrown) {
  Position<Words> with_throw = p;
  with_throw.thrown = static_cast<std::uint8_t>(thrown);
  return has_move(rules, with_throw);
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

/// A random move where every piece slides by carry: no list of groups, and no branch on what was
/// drawn, since that cannot be predicted.
template <int Words>
inline Move random_slide(const Rules<Words>& rules, const Position<Words>& p, Random& random) {
  using Lanes = typename Views<Words>::Lanes;
  const auto occupied = [&](std::size_t w) { return p.views[0].word[w] | p.views[1].word[w]; };
  const auto reach_of = [&](Kind kind, auto&& pieces, Views<Words>& targets) {
    slide_by_carry(pieces, occupied, rules.slide_masks[at(kind)], rules.first_in_line,
                   rules.last_in_line, targets);
    return targets.counts();
  };
  std::array<Views<Words>, 2> targets;  // soldiers, king
  std::array<Lanes, 2> counts{};
  int soldier_moves = 0, moves = 0;
  if (p.side == Side::first) {
    counts[0] = reach_of(
        Kind::attacker, [&](std::size_t w) { return p.views[0].word[w]; }, targets[0]);
    soldier_moves = moves = sum(counts[0]);
  } else {
    const Views<Words>& king = rules.seen[p.king];
    counts[0] = reach_of(
        Kind::defender, [&](std::size_t w) { return p.views[1].word[w] ^ king.word[w]; },
        targets[0]);
    counts[1] = reach_of(
        Kind::king, [&](std::size_t w) { return king.word[w]; }, targets[1]);
    soldier_moves = sum(counts[0]);
    moves = soldier_moves + sum(counts[1]);
  }
  auto left = static_cast<int>(random.below(static_cast<std::uint32_t>(moves)));
  const bool king_moves = left >= soldier_moves;
  left -= king_moves ? soldier_moves : 0;
  const Lanes& n = counts[king_moves];
  const int before1 = static_cast<int>(n[0]);
  const int before2 = before1 + static_cast<int>(n[1]);
  const int before3 = before2 + static_cast<int>(n[2]);
  const int d = (left >= before1) + (left >= before2) + (left >= before3);
  const std::array<int, kDirections> before{0, before1, before2, before3};
  const int target = targets[king_moves].view(d).select(left - before[at(d)]);
  const Bitboard<Words> behind =
      (p.views[0].view(d) | p.views[1].view(d)) & rules.below[at(target)];
  const auto& cell = rules.cell_seen[at(d)];
  return Move(cell[at(behind.highest())], cell[at(target)]);
}

template <int Words>
Move random_move(const Rules<Words>& rules, const Position<Words>& p, Random& random) {
  if (rules.only_slides && (rules.zones == 1 || (p.own() & ~rules.zone_cells[0]).none())) {
    return random_slide(rules, p, random);
  }
  // All moves are counted by direction, one number is drawn, and only that move is looked up.
  // (Drawing a piece and a cell until they make a move took about four draws a move, and longer.)
  constexpr std::size_t kGroups = 8;
  Reach<Words> groups[kGroups];
  std::size_t group_count = 0;
  FixedList<Move, kMaxMoves<Words>> others;  // what is no plain slide: moves that decline captures
  int slides = 0;
  const bool listed =
      rules.parameters.dice == Dice::distance ||
      for_each_group(rules, p, [&](Kind kind, int zone, const Bitboard<Words>& pieces) {
        if (group_count == kGroups) return true;
        Reach<Words>& reach = groups[group_count++];
        find_reach(rules, p, kind, zone, pieces, reach);
        slides += reach.total;
        return false;
      });
  if (listed) {
    generate(rules, p, others);
    return others[random.below(static_cast<std::uint32_t>(others.size()))];
  }
  if (rules.parameters.capture_optional) {
    const Bitboard<Words> capturing = capturing_cells(rules, p);
    for (std::size_t i = 0; i < group_count; ++i) {
      add_declines(rules, p, groups[i], capturing, others);
    }
  }
  const auto drawn =
      random.below(static_cast<std::uint32_t>(slides) + static_cast<std::uint32_t>(others.size()));
  auto left = static_cast<int>(drawn);
  if (left >= slides) return others[at(left - slides)];
  for (std::size_t i = 0; i < group_count; ++i) {
    const Reach<Words>& reach = groups[i];
    if (left >= reach.total) {
      left -= reach.total;
      continue;
    }
    // The direction without a branch: which it is cannot be predicted.
    const auto& before = reach.before;
    const int d = (left >= before[1]) + (left >= before[2]) + (left >= before[3]);
    return move_to(rules, p, reach, d, reach.targets.view(d).select(left - before[at(d)]));
  }
  return {};
}

#define TAVLAB_INSTANTIATE(W)                                                 \
  template void generate<W>(const Rules<W>&, const Position<W>&,              \
                            FixedList<Move, kMaxMoves<(W)>>&);                \
  template std::uint64_t count_moves<W>(const Rules<W>&, const Position<W>&); \
  template bool has_move<W>(const Rules<W>&, const Position<W>&);             \
  template Move random_move<W>(const Rules<W>&, const Position<W>&, Random&); \
  template bool can_reach<W>(const Rules<W>&, const Position<W>&, int, int);  \
  template bool throw_allows_move<W>(const Rules<W>&, const Position<W>&, int)
TAVLAB_INSTANTIATE(2);
TAVLAB_INSTANTIATE(6);
#undef TAVLAB_INSTANTIATE

}  // namespace tavlab::tafl
