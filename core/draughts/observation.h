#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/draughts/position.h"
#include "core/observation.h"

namespace tavlab::draughts {

/// The encoding of draughts for nets, from the view of the side to move, with its first row at the
/// bottom. Boards of an odd size may be mirrored.
///
/// Planes: the pieces, or tops of columns, by owner and rank; owner and rank of each of the six
/// pieces below the top; the number of each owner's pieces further down; the height; the playable
/// squares. Globals: occurrences, remaining limits, then the rules. Not encoded: the order of
/// pieces below the seventh.
///
/// Policy: for steps, direction and distance at the origin square; for captures, the origin, the
/// target and the jumped squares; with columns, the first jumped square has its own plane. Jumped
/// squares beyond the sixth are not encoded.
class Observation {
 public:
  static constexpr bool mover_relative = true;
  static constexpr bool binary_planes = false;
  static ObservationShape shape(const ObservationOptions& options);

  Observation(const Rules& rules, const ObservationOptions& options);

  [[nodiscard]] int rows() const { return rules_->parameters.size; }
  [[nodiscard]] int columns() const { return rules_->parameters.size; }
  [[nodiscard]] std::span<const int> symmetries() const;

  void encode(const Position& position, int occurrences, int symmetry, std::span<float> planes,
              std::span<float> globals) const;
  void policy_places(const Position& position, Move move, int symmetry, PolicyPlaces& places) const;
  /// Captures that begin on the same square. Games do not come near this.
  [[nodiscard]] static std::uint32_t variants() { return 64; }
  void final_squares(const Position& position, Side view, int symmetry,
                     std::span<std::uint8_t> squares) const;

 private:
  /// The cell at which a square is encoded.
  [[nodiscard]] std::size_t seen_by(Side side, int square, int symmetry) const;
  void encode_piece(Piece piece, Side mover, int depth, float* cell) const;

  const Rules* rules_;
  std::vector<float> rule_inputs_;
};

}  // namespace tavlab::draughts
