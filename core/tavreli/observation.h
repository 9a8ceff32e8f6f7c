#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/observation.h"
#include "core/tavreli/moves.h"

namespace tavlab::tavreli {

/// Tavreli as a net sees it: from the side to move, whose own first rank lies below.
///
/// Planes: the top figure of each tower by owner and kind; the owner and kind of each of the six
/// figures below it; how many of each owner lie deeper; the height; by owner, what the ratniks of
/// the tower are to become; top figures that have turned over; figures with the right to a double
/// step; the board; the square where a ratnik may be taken in passing. Kinds are how a figure moves
/// when it is on top. Globals: check, rights to castle, occurrences, limits left; then the rules.
/// The order of figures deeper than the seventh is not told apart, nor where in a tower a ratnik of
/// some destiny lies.
///
/// Policy: for each square from which figures go, direction and distance (56 and the 8 jumps of the
/// vsadnik), and how many go (a plane for all of the tower, one for each number); for each square
/// where they come to, what a ratnik becomes by its player's choice.
class Observation {
 public:
  static constexpr bool mover_relative = true;
  static ObservationShape shape(const ObservationOptions& options);

  Observation(const Rules& rules, const ObservationOptions& options);

  [[nodiscard]] static int rows() { return 8; }
  [[nodiscard]] static int columns() { return 8; }
  [[nodiscard]] static std::span<const int> symmetries() { return kIdentity; }

  void encode(const Position& position, int occurrences, int symmetry, std::span<float> planes,
              std::span<float> globals) const;
  static void policy_places(const Position& position, Move move, int symmetry,
                            PolicyPlaces& places);
  static void final_squares(const Position& position, Side view, int symmetry,
                            std::span<std::uint8_t> squares);

 private:
  const Rules* rules_;
  std::vector<float> rule_inputs_;
};

}  // namespace tavlab::tavreli
