#include "core/ur/observation.h"

#include <algorithm>
#include <array>

#include "core/ur/board.h"

namespace tavlab::ur {
namespace {

constexpr std::size_t kSteps = kMaxPath + 2;  ///< path indices, including hand and home

// Offsets of the planes.
constexpr std::size_t kCounts = 0;                   ///< pieces by path index: own, opponent's
constexpr std::size_t kTops = kCounts + 2 * kSteps;  ///< the same for pieces on top
constexpr std::size_t kLevelInputs = 3;              ///< own, opponent's, on its second visit
constexpr std::size_t kLevels = kTops + 2 * kSteps;
constexpr std::size_t kRoll = kLevels + kLevelInputs * kMaxSquares * kMaxCapacity;
constexpr std::size_t kAwaited = kRoll + kMaxRoll + 1;
constexpr std::size_t kBarred = kAwaited + 1;
constexpr std::size_t kPlanes = kBarred + kSteps;

constexpr std::size_t kMostRuleInputs = 512;

}  // namespace

std::vector<float> rule_inputs(const Parameters& p) {
  std::array<float, kMostRuleInputs> numbers{};
  InputWriter out(numbers);
  const auto choice = [&](auto value, std::size_t count) {
    out.one_of(static_cast<std::size_t>(value), count);
  };
  choice(p.board, 2);
  out.number(static_cast<double>(p.path.size()) / kMaxPath);
  for (std::size_t i = 0; i < kMaxPath; ++i) {
    const bool there = i < p.path.size();
    out.number(there ? (1.0 + p.path[i]) / kMaxSquares : 0.0);
    const auto square = static_cast<std::size_t>(there ? p.path[i] : 0);
    out.one_of(there ? static_cast<std::size_t>(p.classes[square]) : 6, 6);
  }
  out.number(p.pieces / 7.0);
  out.number(p.pieces_to_win / 7.0);
  int weights = 0;
  for (const int weight : p.dice_weights) weights += weight;
  for (const int weight : p.dice_weights) out.number(static_cast<double>(weight) / weights);
  choice(p.opening, 3);
  out.flag(p.rosette_extra);
  out.flag(p.rosette_safe);
  out.flag(p.capture_extra);
  out.flag(p.capture_backward);
  choice(p.extra_roll, 2);
  out.number(p.turned_from / 30.0);
  choice(p.cross_kind, 2);
  out.number(p.capacity / 5.0);
  choice(p.access, 2);
  choice(p.finish, 3);
  choice(p.exit, 2);
  choice(p.deadlock, 2);
  return {numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(out.written())};
}

ObservationShape Observation::shape(const ObservationOptions&) {
  // Any valid parameters will do: the number of inputs does not depend on them.
  Parameters any;
  any.dice_weights[1] = 1;
  ObservationShape shape;
  shape.name = "ur-1";
  shape.planes = kPlanes;
  shape.globals = static_cast<int>(rule_inputs(any).size());
  shape.policy_planes = 2 * kSteps;
  return shape;
}

Observation::Observation(const Rules& rules, const ObservationOptions&)
    : rules_(&rules), rule_inputs_(rule_inputs(rules.parameters)) {}

void Observation::encode(const Position& p, int, int, std::span<float> planes,
                         std::span<float> globals) const {
  const Rules& rules = *rules_;
  std::ranges::fill(planes, 0.0F);
  const auto me = static_cast<std::size_t>(p.side);
  const double all = rules.parameters.pieces;
  const auto exit = static_cast<std::size_t>(rules.exit);
  for (std::size_t who = 0; who < 2; ++who) {
    const std::size_t side = me ^ who;
    planes[kCounts + who * kSteps] = static_cast<float>(p.hand[side] / all);
    planes[kCounts + who * kSteps + exit] = static_cast<float>(p.home[side] / all);
  }
  for (int square = 0; square < kMaxSquares; ++square) {
    const auto s = static_cast<std::size_t>(square);
    const Stack stack = p.stacks[s];
    const auto seen = static_cast<std::size_t>(
        p.side == Side::first ? square : mirrored(rules.parameters.board, square));
    for (int level = 0; level < height(stack); ++level) {
      const Piece piece = piece_at(stack, level);
      const auto side = static_cast<std::size_t>(owner(piece));
      const auto visit = static_cast<std::size_t>(visit_of(piece));
      const std::size_t who = side ^ me;
      const std::size_t step = rules.index[s][side][visit];
      planes[kCounts + who * kSteps + step] += static_cast<float>(1.0 / all);
      if (level + 1 == height(stack)) planes[kTops + who * kSteps + step] = 1.0F;
      float* const at =
          &planes[kLevels + kLevelInputs * (seen * kMaxCapacity + static_cast<std::size_t>(level))];
      at[who] = 1.0F;
      at[2] = static_cast<float>(visit);
    }
  }
  if (p.node == NodeKind::decision) planes[kRoll + p.roll] = 1.0F;
  if (p.node == NodeKind::chance) planes[kAwaited] = 1.0F;
  if (p.barred > 0) planes[kBarred + p.barred] = 1.0F;
  std::ranges::copy(rule_inputs_, globals.begin());
}

void Observation::policy_places(const Position&, Move move, int, PolicyPlaces& places) {
  places.clear();
  const auto from = static_cast<std::uint32_t>(move.from());
  places.push(move.to() > move.from() ? from : static_cast<std::uint32_t>(kSteps) + from);
}

}  // namespace tavlab::ur
