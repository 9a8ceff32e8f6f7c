#include "core/tafl/evaluation.h"

#include <algorithm>

#include "core/subscript.h"
#include "core/tafl/moves.h"

namespace tavlab::tafl {
namespace {

/// Where the king may stop, and what he may pass.
template <int Words>
struct KingMasks {
  Bitboard<Words> stop, pass;
};

/// Cells that the king could reach in one move from any cell of `from`.
template <int Words>
Bitboard<Words> king_moves_from(const Rules<Words>& rules, const KingMasks<Words>& masks,
                                const Bitboard<Words>& from) {
  int range = rules.parameters.range[at(Kind::king)];
  if (range == 0) range = rules.size - 1;
  Bitboard<Words> reached{};
  for (int d = 0; d < kDirections; ++d) {
    Bitboard<Words> front = from;
    for (int distance = 0; distance < range && front.any(); ++distance) {
      front = step(rules, front, d);
      reached |= front & masks.stop;
      front &= masks.pass;
    }
  }
  return reached;
}

/// The cells seen from `cell` in all directions, each up to and including the first that the king
/// may not pass.
template <int Words>
Bitboard<Words> seen_from(const Rules<Words>& rules, const KingMasks<Words>& masks, int cell) {
  const Bitboard<Words> blocked = rules.cross[at(cell)] & ~masks.pass;
  Bitboard<Words> hidden{};
  for (int d = 0; d < kDirections; ++d) {
    const std::uint16_t block = nearest(rules, blocked, cell, d);
    if (block != kNoCell) hidden |= rules.ray[block][at(d)];
  }
  return rules.cross[at(cell)] & ~hidden;
}

/// The cells that the king can reach at once, and the number of escape cells that he could reach
/// from these.
template <int Words>
struct KingReach {
  Bitboard<Words> once;
  int escapes_in_two = 0;
};

template <int Words>
KingReach<Words> king_reach(const Rules<Words>& rules, const Position<Words>& p) {
  const Bitboard<Words> empty = ~p.occupied();
  const KingMasks<Words> masks = {empty & ~rules.no_stop[at(Kind::king)][0],
                                  empty & ~rules.no_pass[at(Kind::king)][0]};
  constexpr int kFew = 8;  // then looking back from each escape cell is faster
  if (rules.parameters.range[at(Kind::king)] != 0 || rules.escapes > kFew) {
    const auto once = king_moves_from(rules, masks, rules.single[p.king]);
    return {once, (king_moves_from(rules, masks, once) & rules.escape).count()};
  }
  KingReach<Words> reach = {seen_from(rules, masks, p.king) & masks.stop};
  (rules.escape & masks.stop).for_each([&](int cell) {
    if ((reach.once & rules.cross[at(cell)]).none()) return;
    reach.escapes_in_two += (seen_from(rules, masks, cell) & reach.once).any() ? 1 : 0;
  });
  return reach;
}

// Weights in logits for the attackers. Material is relative to the start, so that all board sizes
// share the weights.
constexpr double kMaterial = 6.0;
constexpr double kWayOutNow = 6.0;     // the defenders to move: practically won
constexpr double kWayOut = 0.8;        // one way out can be blocked
constexpr double kTwoWaysOut = 3.5;    // two rarely can
constexpr double kWayOutInTwo = 0.12;  // for each escape cell
constexpr double kRoom = 0.06;         // for each cell that the king can move to
constexpr double kHostile = 0.45;      // for each hostile neighbour of the king

}  // namespace

template <int Words>
double evaluate_logit(const Rules<Words>& rules, const Position<Words>& p) {
  const double attackers_at_start = std::max(1, rules.start_count[0]);
  const double defenders_at_start = std::max(2, rules.start_count[1]);
  const double attackers = p.pieces[0].count() / attackers_at_start;
  const double defenders = p.pieces[1].count() / defenders_at_start;
  double logit = kMaterial * (attackers - defenders);

  const auto [once, escapes_in_two] = king_reach(rules, p);
  const int ways_out = (once & rules.escape).count();
  if (ways_out > 0) {
    logit -= p.side == Side::second ? kWayOutNow : ways_out > 1 ? kTwoWaysOut : kWayOut;
  }
  logit -= kWayOutInTwo * std::min(8, escapes_in_two);
  logit -= kRoom * std::min(16, once.count());
  const Bitboard<Words> hostile = p.pieces[0] | rules.hostile_always[at(Victim::king)] |
                                  (rules.hostile_when_empty[at(Victim::king)] & ~p.occupied());
  logit += kHostile * (rules.neighbours[p.king] & hostile).count();
  return logit;
}

template double evaluate_logit<2>(const Rules<2>&, const Position<2>&);
template double evaluate_logit<6>(const Rules<6>&, const Position<6>&);

}  // namespace tavlab::tafl
