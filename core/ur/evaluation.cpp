#include "core/ur/evaluation.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/subscript.h"
#include "core/ur/moves.h"

namespace tavlab::ur {
namespace {

// Weights in logits, for each root of the steps that are left to both sides: a lead decides the
// more the fewer throws are still to come, whose spread grows like a root. Fitted by logistic
// regression to the exact values of 114,000 positions of Finkel's game from play with some random
// moves (root of the mean squared error 0.055; weights that do not depend on the steps left come to
// 0.073).
constexpr double kStep = 0.36;    // for each step of the path that a side is ahead
constexpr double kTempo = 0.71;   // for the throw
constexpr double kThreat = 0.34;  // for each step that the other side would lose to a capture now
constexpr double kFewSteps = 4;   // added to those that are left

/// Steps that the side's pieces have made, those at home included.
int progress(const Rules& rules, const Position& p, Side side) {
  int steps = p.home[at(side)] * rules.exit;
  for (int square = 0; square < kMaxSquares; ++square) {
    for (Stack rest = p.stacks[at(square)]; rest != kEmptyStack; rest = pop(rest)) {
      const Piece piece = top(rest);
      if (owner(piece) == side) steps += rules.index[at(square)][at(side)][at(visit_of(piece))];
    }
  }
  return steps;
}

/// Steps that the other side loses to this side's next throw, in the mean, if the best capture of
/// each throw is made.
double threat(const Rules& rules, const Position& p, Side side) {
  const auto me = at(side);
  double steps = 0;
  for (int n = 1; n <= rules.highest_throw; ++n) {
    const PathMask targets = p.masks.movable(me) << n & p.masks.capture(me);
    int best = 0;
    for (PathMask m = targets; m != 0; m &= m - 1) {
      const int square = rules.square_of(side, std::countr_zero(m));
      const Piece victim = top(p.stacks[at(square)]);
      best = std::max<int>(best, rules.index[at(square)][me ^ 1][at(visit_of(victim))]);
    }
    steps += rules.probability[at(n)] * best;
  }
  return steps;
}

}  // namespace

double evaluate(const Rules& rules, const Position& p) {
  const int first = progress(rules, p, Side::first), second = progress(rules, p, Side::second);
  const int left = std::max(0, 2 * rules.exit * rules.parameters.pieces_to_win - first - second);
  const double tempo = p.side == Side::first ? kTempo : -kTempo;
  const double threats = threat(rules, p, Side::first) - threat(rules, p, Side::second);
  const double lead = kStep * (first - second) + tempo + kThreat * threats;
  return 1.0 / (1.0 + std::exp(-lead / std::sqrt(left + kFewSteps)));
}

}  // namespace tavlab::ur
