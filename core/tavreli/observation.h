#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/observation.h"
#include "core/tavreli/moves.h"

namespace tavlab::tavreli {

/// The encoding of tavreli for nets, from the view of the side to move, with its first rank at the
/// bottom.
///
/// Planes: the top piece of each tower by owner and kind; the owner and kind of each of the six
/// pieces below it; the number of each owner's pieces further down; the height; by owner, the
/// destinies of the tower's ratniks; top pieces that have turned over; pieces with the right to a
/// double step; the board; the en passant square. A piece's kind is how it moves on top. Globals:
/// check, castling rights, occurrences, remaining limits; then the rules. Not encoded: the order of
/// pieces below the seventh, and the place of a ratnik's destiny within a tower.
///
/// Policy: for each origin square, direction and distance (56, and the 8 jumps of the vsadnik), and
/// how many pieces move (a plane for the whole tower, one for each number); for each target square,
/// what a ratnik becomes if its player chooses.
class Observation {
 public:
  static constexpr bool mover_relative = true;
  static constexpr bool binary_planes = false;
  static ObservationShape shape(const ObservationOptions& options);

  Observation(const Rules& rules, const ObservationOptions& options);

  [[nodiscard]] static int rows() { return 8; }
  [[nodiscard]] static int columns() { return 8; }
  [[nodiscard]] static std::span<const int> symmetries() { return kIdentity; }

  void encode(const Position& position, int occurrences, int symmetry, std::span<float> planes,
              std::span<float> globals) const;
  static void policy_places(const Position& position, Move move, int symmetry,
                            PolicyPlaces& places);
  /// Moves of different numbers of pieces, and what a ratnik becomes.
  [[nodiscard]] std::uint32_t variants() const;
  static void final_squares(const Position& position, Side view, int symmetry,
                            std::span<std::uint8_t> squares);

 private:
  const Rules* rules_;
  std::vector<float> rule_inputs_;
};

}  // namespace tavlab::tavreli
