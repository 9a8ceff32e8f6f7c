#include <array>
#include <cstddef>

#include "core/tafl/moves.h"
#include "core/tafl/slides.h"

namespace tavlab::tafl {
namespace {

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

}  // namespace

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

template Move random_move<2>(const Rules<2>&, const Position<2>&, Random&);
template Move random_move<6>(const Rules<6>&, const Position<6>&, Random&);

}  // namespace tavlab::tafl
