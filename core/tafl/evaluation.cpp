#include "core/tafl/evaluation.h"

#include <algorithm>
#include <cmath>

#include "core/subscript.h"
#include "core/tafl/moves.h"

namespace tavlab::tafl {
namespace {

/// Cells that the king could reach in one move from any cell of `from`.
template <int Words>
Bitboard<Words> king_moves_from(const Rules<Words>& rules, const Position<Words>& p,
                                const Bitboard<Words>& from) {
  const Bitboard<Words> empty = ~p.occupied();
  const Bitboard<Words> stop = empty & ~rules.no_stop[at(Kind::king)][0];
  const Bitboard<Words> pass = empty & ~rules.no_pass[at(Kind::king)][0];
  int range = rules.parameters.range[at(Kind::king)];
  if (range == 0) range = rules.size - 1;
  Bitboard<Words> reached{};
  for (int d = 0; d < kDirections; ++d) {
    Bitboard<Words> front = from;
    for (int distance = 0; distance < range && front.any(); ++distance) {
      front = step(rules, front, d);
      reached |= front & stop;
      front &= pass;
    }
  }
  return reached;
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
double evaluate(const Rules<Words>& rules, const Position<Words>& p) {
  const double attackers_at_start = std::max(1, rules.start_count[0]);
  const double defenders_at_start = std::max(2, rules.start_count[1]);
  const double attackers = p.pieces[0].count() / attackers_at_start;
  const double defenders = p.pieces[1].count() / defenders_at_start;
  double logit = kMaterial * (attackers - defenders);

  const Bitboard<Words>& king = rules.single[p.king];
  const Bitboard<Words> once = king_moves_from(rules, p, king);
  const Bitboard<Words> twice = king_moves_from(rules, p, once);
  const int ways_out = (once & rules.escape).count();
  if (ways_out > 0) {
    logit -= p.side == Side::second ? kWayOutNow : ways_out > 1 ? kTwoWaysOut : kWayOut;
  }
  logit -= kWayOutInTwo * std::min(8, (twice & rules.escape).count());
  logit -= kRoom * std::min(16, once.count());
  const Bitboard<Words> hostile = p.pieces[0] | rules.hostile_always[at(Victim::king)] |
                                  (rules.hostile_when_empty[at(Victim::king)] & ~p.occupied());
  logit += kHostile * (rules.neighbours[p.king] & hostile).count();
  return 1.0 / (1.0 + std::exp(-logit));
}

template double evaluate<2>(const Rules<2>&, const Position<2>&);
template double evaluate<6>(const Rules<6>&, const Position<6>&);

}  // namespace tavlab::tafl
