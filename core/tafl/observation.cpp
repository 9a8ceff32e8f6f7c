#include "core/tafl/observation.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"

namespace tavlab::tafl {
namespace {

constexpr std::size_t kPositionInputs = 5 + 3 * kLimitInputs + 3;

/// Planes of one side's policy: moves by direction and distance, then declined directions.
int planes_of_side(const ObservationOptions& options) {
  return kDirections * (options.max_size - 1) + kDirections;
}

}  // namespace

template <int Words>
ObservationShape Observation<Words>::shape(const ObservationOptions& options) {
  ObservationShape shape;
  shape.name = "tafl-1";
  shape.head = "tafl-1";
  shape.planes = kPlanes;
  shape.globals = static_cast<int>(kPositionInputs + rule_input_count(schema(), options));
  shape.policies = options.side_heads ? 2 : 1;
  shape.policy_planes = planes_of_side(options) * shape.policies;
  shape.directions = kDirections;
  shape.board = true;
  shape.largest_side = options.max_size;
  shape.square_classes = 3;  // empty, attackers, defenders
  return shape;
}

template <int Words>
Observation<Words>::Observation(const Rules& rules, const ObservationOptions& options)
    : rules_(&rules),
      options_(options),
      side_planes_(planes_of_side(options)),
      policy_planes_(shape(options).policy_planes),
      rule_inputs_(select_rule_inputs(named_inputs(rules.parameters), options)),
      symmetries_(symmetries_of(rules)) {
  if (rules.size > options.max_size) {
    throw UserError(fmt::format("the net's policy covers boards up to {0}x{0}, not {1}x{1}",
                                options.max_size, rules.size));
  }
  for (int cell = 0; cell < rules.cells; ++cell) {
    file_[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(cell % rules.size);
    rank_[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(cell / rules.size);
  }
  const int middle = rules.size / 2 * rules.size + rules.size / 2;
  for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    const auto s = static_cast<std::size_t>(symmetry);
    for (int cell = 0; cell < rules.cells; ++cell) {
      cell_map_[s][static_cast<std::size_t>(cell)] =
          static_cast<std::uint16_t>(transformed(symmetry, cell, rules.size));
      origin_place_[s][static_cast<std::size_t>(cell)] =
          static_cast<std::int32_t>(lies_at(symmetry, cell)) * policy_planes_;
    }
    for (std::size_t d = 0; d < kDirections; ++d) {
      const int beside = rules.next[static_cast<std::size_t>(middle)][d];
      const int seen = transformed(symmetry, beside, rules.size);
      direction_map_[s][d] = static_cast<std::uint8_t>(direction_of(
          seen % rules.size - middle % rules.size, seen / rules.size - middle / rules.size));
      direction_place_[s][d] = direction_map_[s][d] * (options.max_size - 1) - 1;
    }
  }
}

template <int Words>
void Observation<Words>::encode(const Position& p, int occurrences, int symmetry,
                                std::span<float> planes, std::span<float> globals) const {
  const Rules& rules = *rules_;
  std::ranges::fill(planes, 0.0F);
  const auto mark = [&](const Bitboard<Words>& cells, Plane plane) {
    cells.for_each([&](int cell) { planes[lies_at(symmetry, cell) * kPlanes + plane] = 1.0F; });
  };
  const auto& attackers = p.pieces[0];
  const auto& defenders = p.pieces[1];
  Bitboard<Words> king{};
  if (p.king != kNoCell) king.set(p.king);
  mark(attackers & ~p.leaders, kAttackers);
  mark(defenders & ~p.leaders & ~king, kDefenders);
  mark(king, kKing);
  mark(attackers & p.leaders, kCommanders);
  mark(defenders & p.leaders & ~king, kKnights);
  mark(p.own(), kMover);
  mark(p.pieces[static_cast<std::size_t>(other(p.side))], kOpponent);
  mark(rules.all, kBoard);
  const auto of_class = [&](CellClass c) -> const Bitboard<Words>& {
    return rules.class_cells[static_cast<std::size_t>(c)];
  };
  mark(of_class(CellClass::throne), kThrone);
  mark(of_class(CellClass::corner), kCorner);
  mark(of_class(CellClass::attacker_camp), kAttackerCamp);
  mark(of_class(CellClass::defender_camp), kDefenderCamp);
  mark(rules.escape, kEscape);

  InputWriter out(globals);
  out.flag(p.side == Side::second);
  out.flag(p.node == NodeKind::chance);
  out.flag(p.pending);
  out.flag(occurrences >= 2);
  out.flag(occurrences >= 3);
  const Parameters& limits = rules.parameters;
  out.limit(limits.king_side_moves, p.king_moves);
  out.limit(limits.quiet_plies, p.quiet);
  out.limit(limits.total_plies, p.plies);
  out.flag(p.roll > 0);
  out.number(p.roll / 10.0);
  out.number(p.roll > 0 ? 1.0 / p.roll : 0.0);
  std::ranges::copy(rule_inputs_, globals.begin() + kPositionInputs);
}

template <int Words>
void Observation<Words>::add_declined_places(const Position& position, Move move, int symmetry,
                                             PolicyPlaces& places) const {
  const auto s = static_cast<std::size_t>(symmetry);
  const auto target = lies_at(symmetry, move.to()) * static_cast<std::size_t>(policy_planes_);
  const int declines = side_place(position) + kDirections * (options_.max_size - 1);
  for (std::size_t d = 0; d < kDirections; ++d) {
    if ((move.declined() >> d & 1U) == 0) continue;
    places.push(static_cast<std::uint32_t>(
        target + static_cast<std::size_t>(declines + direction_map_[s][d])));
  }
}

template <int Words>
void Observation<Words>::final_squares(const Position& p, Side, int symmetry,
                                       std::span<std::uint8_t> squares) const {
  std::ranges::fill(squares, std::uint8_t{0});
  for (std::size_t side = 0; side < 2; ++side) {
    p.pieces[side].for_each(
        [&](int cell) { squares[lies_at(symmetry, cell)] = static_cast<std::uint8_t>(1 + side); });
  }
}

template class Observation<2>;
template class Observation<6>;

}  // namespace tavlab::tafl
