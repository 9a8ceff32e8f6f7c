#include "core/tafl/solve/idle_moves.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "core/subscript.h"

namespace tavlab::tafl {
namespace {

constexpr int kSpareSteps = 6;
/// Of so many pieces three steps apart, one is left that can move when the defenders have moved
/// twice, and the attackers once with another of them.
constexpr int kEnoughApart = 4;

}  // namespace

template <int Words>
IdleMoves<Words>::IdleMoves(const Rules<Words>& rules) : rules_(rules) {
  const Parameters& parameters = rules_.parameters;
  applies_ = !parameters.exit_fort && parameters.shieldwall == Shieldwall::none &&
             !parameters.king_capture_delayed && !parameters.capture_optional;
  exit_lines_ = rules_.escape;
  for (int cell = 0; cell < rules_.cells; ++cell) {
    if ((rules_.escape & rules_.cross[at(cell)]).any()) exit_lines_.set(cell);
    const Bitboard<Words> within_one = rules_.neighbours[at(cell)] | rules_.single[at(cell)];
    within_two_[at(cell)] = within_one | spread(rules_, within_one);
  }
  off_lines_ = (rules_.all & ~exit_lines_).any();
}

/// The attackers other than leaders that can step to one of the free cells, and these cells; both
/// without those in regions, which have their own rules.
template <int Words>
auto IdleMoves<Words>::mobility(const Position<Words>& p) const -> Mobility {
  const Bitboard<Words> plain = rules_.zone_cells[0] & ~rules_.no_stop[at(Kind::attacker)][0];
  Mobility found{plain & ~p.occupied(), {}};
  found.pieces = p.pieces[0] & plain & spread(rules_, found.free);
  if (rules_.leaders) found.pieces &= ~p.leaders;
  return found;
}

/// Not if two attackers three ranks apart can step to free cells: the last move removes pieces, and
/// fills cells next to pieces, only within one step of its target, or on the edge.
template <int Words>
bool IdleMoves<Words>::may_stalemate(const Position<Words>& p) const {
  Bitboard<Words> mobile = mobility(p).pieces;
  if (rules_.parameters.shieldwall != Shieldwall::none) mobile &= ~rules_.edge;
  if (mobile.none()) return true;
  const int low = mobile.lowest() / rules_.size, high = mobile.highest() / rules_.size;
  return high - low < 3;
}

/// The pieces nearest to the king on his lines with one of the cells.
template <int Words>
Bitboard<Words> IdleMoves<Words>::blockers(const Position<Words>& p,
                                           const Bitboard<Words>& cells) const {
  const Bitboard<Words> occupied = p.occupied();
  Bitboard<Words> found{};
  if ((cells & rules_.cross[p.king]).none()) return found;
  for (int d = 0; d < kDirections; ++d) {
    if ((cells & rules_.ray[p.king][at(d)]).none()) continue;
    const std::uint16_t cell = nearest(rules_, occupied, p.king, d);
    if (cell != kNoCell) found.set(cell);
  }
  return found;
}

/// The cells seen from a cell, up to the first that is blocked, inclusive.
template <int Words>
Bitboard<Words> IdleMoves<Words>::seen_from(int cell, const Bitboard<Words>& blocked) const {
  Bitboard<Words> seen{};
  for (int d = 0; d < kDirections; ++d) {
    const std::uint16_t stop = nearest(rules_, blocked, cell, d);
    Bitboard<Words> line = rules_.ray[at(cell)][at(d)];
    if (stop != kNoCell) line &= ~rules_.ray[stop][at(d)];
    seen |= line;
  }
  return seen;
}

/// Calls f(step) for steps of attackers to adjacent free cells that capture nothing and open no
/// line of the king, until it returns true, and returns whether it did.
template <int Words>
template <typename F>
bool IdleMoves<Words>::for_quiet_steps(const Position<Words>& p, const Mobility& mobility,
                                       F&& f) const {
  const Bitboard<Words> quiet = mobility.free & ~spread(rules_, p.pieces[1]);
  Bitboard<Words> left = mobility.pieces & spread(rules_, quiet) & ~rules_.cross[p.king];
  while (left.any()) {
    const int from = left.lowest();
    left.reset(from);
    if (f(Step{from, (rules_.neighbours[at(from)] & quiet).lowest()})) return true;
  }
  return false;
}

/// Calls f(step, near) for quiet steps until it returns true, and returns whether it did. `near`
/// are the cells to which a defender would have to have moved before for the following to be wrong.
///
/// After such a step the king cannot escape at once if he could not before, since none of his lines
/// was opened. Nor are the attackers without a move after the defenders' next one: that removes
/// pieces, and fills cells next to pieces, only within one step of its target; two attackers that
/// can step to free cells, and are three steps apart, cannot both be that near.
template <int Words>
template <typename F>
bool IdleMoves<Words>::for_spare_steps(const Position<Words>& p, F&& f) const {
  const Mobility mobile = mobility(p);
  int tries = 0;
  bool found = false;
  for_quiet_steps(p, mobile, [&](Step step) {
    const Bitboard<Words> near_step = rules_.neighbours[at(step.to)] | rules_.single[at(step.to)];
    const Bitboard<Words> others = mobile.pieces & ~(near_step | rules_.single[at(step.from)]);
    const int w = others.any() ? others.lowest() : 0, v = others.any() ? others.highest() : 0;
    const int files = std::abs(w % rules_.size - v % rules_.size);
    if (v / rules_.size - w / rules_.size + files >= 3) {
      found = f(step, near_step | rules_.neighbours[at(w)] | rules_.neighbours[at(v)]);
    }
    return found || ++tries == kSpareSteps;
  });
  return found;
}

/// Cells to which defenders can move without coming closer to a win with the next move, provided
/// that the move captures nothing and unblocks no line of the king; likewise for the king.
template <int Words>
auto IdleMoves<Words>::idle_in_two(const Position<Words>& p) const -> Targets {
  // Cells from which the king could escape.
  const Bitboard<Words> occupied = p.occupied() & ~rules_.single[p.king];
  Bitboard<Words> near_exits = rules_.escape;
  rules_.escape.for_each([&](int exit) {
    if (occupied.test(exit)) return;
    near_exits |= seen_from(exit, occupied);
  });
  const Bitboard<Words> free = rules_.all & ~p.occupied();
  Targets idle{};
  for_spare_steps(p, [&](Step step, const Bitboard<Words>& near) {
    idle.defenders |= rules_.all & ~near;
    idle.king |= rules_.all & ~(near | rules_.cross[at(step.from)] | near_exits);
    return (free & ~idle.defenders).none();
  });
  return idle;
}

/// At most `most` of the pieces, each at least three steps from the others.
template <int Words>
Bitboard<Words> IdleMoves<Words>::apart(Bitboard<Words> pieces, int most) const {
  Bitboard<Words> found{};
  for (; pieces.any() && most > 0; --most) {
    const int cell = pieces.lowest();
    found.set(cell);
    pieces &= ~within_two_[at(cell)];
  }
  return found;
}

template <int Words>
bool IdleMoves<Words>::attackers_can_wait(const Position<Words>& p) const {
  return applies_ && !p.pending &&
         for_spare_steps(p, [](Step, const Bitboard<Words>&) { return true; });
}

template <int Words>
Bitboard<Words> IdleMoves<Words>::king_targets(const Position<Words>& p) const {
  const std::uint8_t zone = rules_.zone[p.king];
  const Bitboard<Words> occupied = p.occupied();
  const Bitboard<Words> cells =
      exit_lines_ & rules_.cross[p.king] & ~(occupied | rules_.no_stop[at(Kind::king)][zone]);
  if (cells.none()) return cells;
  return cells & seen_from(p.king, occupied | rules_.no_pass[at(Kind::king)][zone]);
}

/// After any other move the king is on no line with an exit, so that whatever the attackers answer,
/// he cannot escape with the last one.
template <int Words>
bool IdleMoves<Words>::only_king_can_win_in_two(const Position<Words>& p) const {
  return applies_ && !p.pending && !exit_lines_.test(p.king) &&
         apart(mobility(p).pieces, kEnoughApart).count() == kEnoughApart;
}

/// The king can reach no line with an exit, and after a quiet step he still cannot.
template <int Words>
bool IdleMoves<Words>::held_for_two(const Position<Words>& p) const {
  if (!applies_ || p.pending || exit_lines_.test(p.king) || king_targets(p).any()) return false;
  const Mobility mobile = mobility(p);
  return for_quiet_steps(p, mobile, [&](Step step) {
    const Bitboard<Words> others =
        mobile.pieces & ~(rules_.neighbours[at(step.to)] | rules_.single[at(step.from)]);
    return apart(others, kEnoughApart).count() == kEnoughApart;
  });
}

/// The moves of defenders who are not next to the king on a line of his, if they capture nothing,
/// take the free cells from at most one of the other pieces, and leave a quiet step.
template <int Words>
void IdleMoves<Words>::remove_idle_of_three(const Position<Words>& p, Moves& moves) const {
  if (!applies_ || p.pending || exit_lines_.test(p.king) || king_targets(p).any()) return;
  const Mobility mobile = mobility(p);
  const Bitboard<Words> free = rules_.all & ~p.occupied();
  Bitboard<Words> idle{};
  for_quiet_steps(p, mobile, [&](Step step) {
    const Bitboard<Words> near_step = rules_.neighbours[at(step.to)] | rules_.single[at(step.to)];
    const Bitboard<Words> others =
        apart(mobile.pieces & ~(near_step | rules_.single[at(step.from)]), kEnoughApart + 1);
    const int count = others.count();
    if (count < kEnoughApart) return false;
    idle |= ~(count > kEnoughApart ? near_step : near_step | spread(rules_, others));
    return (free & ~idle).none();
  });
  if ((free & idle).none()) return;
  const Bitboard<Words> unblocking = rules_.single[p.king] | blockers(p, exit_lines_);
  Moves captures;
  generate_captures(rules_, p, captures);
  std::size_t kept = 0;
  for (const Move move : moves) {
    if (unblocking.test(move.from()) || !idle.test(move.to()) ||
        std::ranges::find(captures, move) != captures.end()) {
      moves[kept++] = move;
    }
  }
  moves.resize(kept);
}

template class IdleMoves<2>;
template class IdleMoves<6>;

}  // namespace tavlab::tafl
