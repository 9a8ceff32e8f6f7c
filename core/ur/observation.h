#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/observation.h"
#include "core/ur/moves.h"

namespace tavlab::ur {

/// The Royal Game of Ur as a net sees it: from the side to move or to throw, one cell whose planes
/// are, for the own pieces and the other's, how many stand at each index of their path (the hand
/// and home too) and where they are on top; what stands on each level of each square, as seen by
/// the mover; the throw, or that one is awaited; and the piece that may not use an extra throw.
/// Globals are the rules. Policy: path indices that move forwards, then those that move backwards.
class Observation {
 public:
  static constexpr bool mover_relative = true;
  static ObservationShape shape(const ObservationOptions& options);

  Observation(const Rules& rules, const ObservationOptions& options);

  [[nodiscard]] static int rows() { return 1; }
  [[nodiscard]] static int columns() { return 1; }
  [[nodiscard]] static std::span<const int> symmetries() { return kIdentity; }

  void encode(const Position& position, int occurrences, int symmetry, std::span<float> planes,
              std::span<float> globals) const;
  static void policy_places(const Position& position, Move move, int symmetry,
                            PolicyPlaces& places);
  static void final_squares(const Position&, Side, int, std::span<std::uint8_t>) {}

 private:
  const Rules* rules_;
  std::vector<float> rule_inputs_;
};

}  // namespace tavlab::ur
