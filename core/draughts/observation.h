#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/draughts/position.h"
#include "core/observation.h"

namespace tavlab::draughts {

/// Everything in Parameters as numbers, but for the start position.
std::vector<float> rule_inputs(const Parameters& parameters);

/// Draughts as a net sees it: from the side to move, whose own first row lies below; Black sees the
/// board turned round. Boards of an odd size may be mirrored.
///
/// Planes: the pieces, or tops of columns, by owner and rank; owner and rank of each of the six
/// pieces below the top; how many of each owner lie deeper; the height; the squares to play on.
/// Globals: occurrences, limits left; then the rules. The order of pieces deeper than the seventh
/// is not told apart.
///
/// Policy: for each square from which a piece steps, direction and distance; for captures the
/// square where they begin, the one where they end, and those jumped, of which with columns the
/// first has a plane of its own. Of more than six jumped squares the rest is not told apart.
class Observation {
 public:
  static constexpr bool mover_relative = true;
  static ObservationShape shape(const ObservationOptions& options);

  Observation(const Rules& rules, const ObservationOptions& options);

  [[nodiscard]] int rows() const { return rules_->parameters.size; }
  [[nodiscard]] int columns() const { return rules_->parameters.size; }
  [[nodiscard]] std::span<const int> symmetries() const;

  void encode(const Position& position, int occurrences, int symmetry, std::span<float> planes,
              std::span<float> globals) const;
  void policy_places(const Position& position, Move move, int symmetry, PolicyPlaces& places) const;
  void final_squares(const Position& position, Side view, int symmetry,
                     std::span<std::uint8_t> squares) const;

 private:
  /// The cell that a square is shown as.
  [[nodiscard]] std::size_t seen_by(Side side, int square, int symmetry) const;
  void encode_piece(Piece piece, Side mover, int depth, float* cell) const;

  const Rules* rules_;
  std::vector<float> rule_inputs_;
};

}  // namespace tavlab::draughts
