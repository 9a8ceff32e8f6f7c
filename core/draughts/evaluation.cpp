#include "core/draughts/evaluation.h"

#include <algorithm>
#include <limits>

#include "core/draughts/mobility.h"
#include "core/draughts/moves.h"
#include "core/logit.h"

namespace tavlab::draughts {
namespace {

using Weights = std::array<double, kFeatures>;

// Weights in logits: logistic regression of the result on the features (Newton's method, ridge 5),
// over positions without captures from games that alpha-beta of depth 4 played against itself after
// six to eleven random plies, with one random ply in twenty: 7,000 games of Russian draughts
// (312,000 positions), 5,500 of English draughts (556,000), 6,000 each of columns (261,000) and
// Lasca (403,000). There were two rounds, the second with the weights of the first; these are the
// means of both. A weight is a feature's contribution given the others: with columns, the ratio
// contributes most.
constexpr Weights kFlying = {0.837, 1.422, 0,      0,      0.012,  0.11, 0.001,
                             0.027, 0.017, -0.217, -0.005, -0.172, 0.058};
constexpr Weights kStepping = {0.787, 0.98,  0,      0,      -0.002, 0.063, -0.013,
                               0.057, 0.004, -0.203, -0.002, -0.059, -0.542};
constexpr Weights kColumnsFlying = {-0.113, 0.176,  -0.019, 0.045, 0.024,  0.29, -0.018,
                                    -0.015, -0.021, 0.207,  0.141, -0.076, 4.329};
constexpr Weights kColumnsStepping = {0.062, -0.148, 0.076,  -0.009, -0.037, 0.108, -0.043,
                                      0.067, 0.032,  -0.052, 0.052,  -0.025, 6.098};

const Weights& weights_of(const Rules& rules) {
  if (rules.parameters.columns) return rules.flying() ? kColumnsFlying : kColumnsStepping;
  return rules.flying() ? kFlying : kStepping;
}

/// The value of a king in men.
double king_worth(const Rules& rules) { return rules.flying() ? 3.0 : 1.5; }

/// Own pieces that an adjacent enemy piece could jump; ignores distant kings.
template <typename Bits>
int attacked(const Rules& rules, const View<Bits>& own, const View<Bits>& enemy) {
  Bits found = 0;
  const int ahead = forward(enemy.side);
  for (int direction = 0; direction < kDirections; ++direction) {
    const bool men_too = rules.parameters.man_capture == ManCapture::all || direction == ahead ||
                         direction == ahead + 1;
    const Bits from = men_too ? enemy.men | enemy.kings : enemy.kings;
    found |= step(from, direction) & step(own.free, opposite(direction));
  }
  return count(static_cast<Bits>(found & (own.men | own.kings)));
}

/// The pieces below the tops of a side's columns.
struct Below {
  int guards = 0, prisoners = 0;
};

Below below_tops(const Position& p, Side side) {
  Below found;
  for (auto left = static_cast<Narrow>(p.owned[at(side)]); left != 0; left &= left - 1) {
    const Column column = p.column(lowest(left));
    // Owners from the top down, own ones as zeros.
    const std::uint32_t others =
        side == Side::first ? column.owners() : ~column.owners() & ((1U << column.height()) - 1);
    const int prisoners = std::popcount(others);
    const int run = std::min(std::countr_zero(others), column.height());
    found.guards += run - 1;
    found.prisoners += prisoners;
  }
  return found;
}

template <typename Bits>
std::array<double, kFeatures> features_of(const Rules& rules, const Position& p) {
  std::array<double, kFeatures> found{};
  const auto& geometry = rules.geometry<Bits>();
  const std::array<View<Bits>, 2> views = {View<Bits>(rules, p, Side::first),
                                           View<Bits>(rules, p, Side::second)};
  const int size = rules.parameters.size;
  std::array<double, 2> material{};
  for (const Side side : {Side::first, Side::second}) {
    const View<Bits>& view = views[at(side)];
    const double sign = side == Side::first ? 1 : -1;
    const auto add = [&](Feature feature, double value) { found[at(feature)] += sign * value; };
    const int men = count(view.men), kings = count(view.kings);
    add(Feature::man, men);
    add(Feature::king, kings);
    material[at(side)] = men + king_worth(rules) * kings;
    int gone = 0;
    for (int row = 1; row < size; ++row) {
      gone += row * count(static_cast<Bits>(
                        view.men & geometry.rows[at(side == Side::first ? row : size - 1 - row)]));
    }
    add(Feature::advance, gone);
    add(Feature::home,
        count(static_cast<Bits>(view.men & geometry.rows[at(side == Side::first ? 0 : size - 1)])));
    add(Feature::centre, count(static_cast<Bits>((view.men | view.kings) & geometry.centre)));
    const int ahead = forward(side);
    add(Feature::mobility, count(men_steps(view, ahead)) + count(men_steps(view, ahead + 1)));
    int king_moves = 0;
    for (Bits left = view.kings; left != 0; left &= left - 1) {
      king_moves += count(king_steps(rules, view, lowest(left)));
    }
    add(Feature::king_mobility, king_moves);
    add(Feature::main_road, count(static_cast<Bits>(view.kings & geometry.main_road)));
    if (rules.parameters.columns) {
      const Below below = below_tops(p, side);
      add(Feature::guard, below.guards);
      add(Feature::prisoner, below.prisoners);
      material[at(side)] += below.guards;
    }
    if (side == p.side) {
      add(Feature::attacked, attacked(rules, view, views[at(other(side))]));
      add(Feature::tempo, 1);
    }
  }
  found[at(Feature::ratio)] = (material[0] - material[1]) / (material[0] + material[1]);
  return found;
}

/// Whether the ending is a draw with sensible play: flying kings only, one or two on each side.
bool is_drawn_ending(const Rules& rules, const Position& p) {
  if (!rules.flying() || rules.parameters.columns) return false;
  if (p.kings != (p.owned[0] | p.owned[1])) return false;
  const int first = count(p.owned[0]), second = count(p.owned[1]);
  return std::min(first, second) > 0 && std::max(first, second) < 3;
}

double static_evaluation(const Rules& rules, const Position& p) {
  if (is_drawn_ending(rules, p)) return 0.0;
  const std::array<double, kFeatures> found = features(rules, p);
  const Weights& weights = weights_of(rules);
  double logit = 0;
  for (std::size_t i = 0; i < kFeatures; ++i) logit += weights[i] * found[i];
  return logit;
}

/// The log-odds after at most `plies` plies of compulsory captures; `positions` is the node budget
/// left: with many kings there are so many captures that they must be cut off.
double quiescence(const Rules& rules, const Position& p, int plies, int& positions) {
  if (p.node == NodeKind::terminal) return logit(score(p.result));
  if (plies == 0 || positions <= 0 || !must_capture(rules, p)) return static_evaluation(rules, p);
  constexpr std::size_t kMaxCaptures = 8;  // a side with more captures is winning
  Moves moves;
  generate(rules, p, moves);
  constexpr double kCertain = std::numeric_limits<double>::infinity();
  double best = p.side == Side::first ? -kCertain : kCertain;
  for (std::size_t i = 0; i < std::min(moves.size(), kMaxCaptures); ++i) {
    Position next = p;
    play(rules, next, moves[i]);
    --positions;
    const double value = quiescence(rules, next, plies - 1, positions);
    best = p.side == Side::first ? std::max(best, value) : std::min(best, value);
  }
  return best;
}

}  // namespace

std::array<double, kFeatures> features(const Rules& rules, const Position& p) {
  return rules.wide ? features_of<Wide>(rules, p) : features_of<Narrow>(rules, p);
}

double evaluate_logit(const Rules& rules, const Position& p) {
  constexpr int kPlies = 8;
  int positions = 64;
  return quiescence(rules, p, kPlies, positions);
}

double evaluate_material(const Rules& rules, const Position& p) {
  const int kings = count(p.owned[0] & p.kings) - count(p.owned[1] & p.kings);
  const int pieces = count(p.owned[0]) - count(p.owned[1]);
  return logistic(0.5 * (pieces + (king_worth(rules) - 1) * kings));
}

}  // namespace tavlab::draughts
