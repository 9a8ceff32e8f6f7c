#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/observation.h"
#include "core/ur/moves.h"

namespace tavlab::ur {

/// The encoding of the Royal Game of Ur for nets, from the view of the side to move or roll. One
/// cell, whose planes are: for own and opponent's pieces, their number at each path index
/// (including hand and home) and whether they are on top; the piece on each level of each square;
/// the roll, or that it is due; and the piece that may not use an extra roll. Globals are the
/// rules. Policy: path indices of forward moves, then of backward moves.
class Observation {
 public:
  static constexpr bool mover_relative = true;
  static constexpr bool binary_planes = false;
  static ObservationShape shape(const ObservationOptions& options);

  Observation(const Rules& rules, const ObservationOptions& options);

  [[nodiscard]] static int rows() { return 1; }
  [[nodiscard]] static int columns() { return 1; }
  [[nodiscard]] static std::span<const int> symmetries() { return kIdentity; }

  void encode(const Position& position, int occurrences, int symmetry, std::span<float> planes,
              std::span<float> globals) const;
  static void policy_places(const Position& position, Move move, int symmetry,
                            PolicyPlaces& places);
  [[nodiscard]] static std::uint32_t variants() { return 1; }
  static void final_squares(const Position&, Side, int, std::span<std::uint8_t>) {}

 private:
  const Rules* rules_;
  std::vector<float> rule_inputs_;
};

}  // namespace tavlab::ur
