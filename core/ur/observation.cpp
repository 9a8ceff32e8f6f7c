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

}  // namespace

ObservationShape Observation::shape(const ObservationOptions& options) {
  ObservationShape shape;
  shape.name = "ur-1";
  shape.head = "ur-1";
  shape.planes = kPlanes;
  shape.globals = static_cast<int>(rule_input_count(schema(), options));
  shape.policy_planes = 2 * kSteps;
  return shape;
}

Observation::Observation(const Rules& rules, const ObservationOptions& options)
    : rules_(&rules), rule_inputs_(select_rule_inputs(named_inputs(rules.parameters), options)) {}

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
