#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "core/observation.h"
#include "core/tafl/position.h"
#include "core/tafl/symmetries.h"

namespace tavlab::tafl {

/// Input planes; the numbering is part of the encoding's first version.
enum Plane : std::size_t {
  kAttackers,  ///< without commanders
  kDefenders,
  kKing,
  kCommanders,
  kKnights,
  kMover,     ///< all pieces of the side to move
  kOpponent,  ///< all pieces of the other side
  kBoard,     ///< 1 on the board; all planes are 0 outside
  kThrone,
  kCorner,
  kAttackerCamp,
  kDefenderCamp,
  kEscape,  ///< cells where the king escapes
  kPlanes
};

/// The encoding of tafl for nets, always from the attackers' view.
///
/// Globals: side to move, whether a roll is due, whether the king is captured unless this reply
/// frees him, occurrences of the position, remaining limits, the roll; then the rules.
/// Policy: for each origin cell, direction (east, west, north, south) times distance; for each
/// target cell, the directions in which a capture is declined.
template <int Words>
class Observation {
 public:
  using Rules = tafl::Rules<Words>;
  using Position = tafl::Position<Words>;

  static constexpr bool mover_relative = false;
  static constexpr bool binary_planes = true;
  static ObservationShape shape(const ObservationOptions& options);

  Observation(const Rules& rules, const ObservationOptions& options);

  [[nodiscard]] int rows() const { return rules_->size; }
  [[nodiscard]] int columns() const { return rules_->size; }
  [[nodiscard]] std::span<const int> symmetries() const { return symmetries_; }

  void encode(const Position& position, int occurrences, int symmetry, std::span<float> planes,
              std::span<float> globals) const;
  /// Inline: asked for every legal move wherever moves are numbered or have priors.
  void policy_places(const Position& position, Move move, int symmetry,
                     PolicyPlaces& places) const {
    const auto s = static_cast<std::size_t>(symmetry);
    const auto from = static_cast<std::size_t>(move.from());
    const auto to = static_cast<std::size_t>(move.to());
    const int files = file_[to] - file_[from], ranks = rank_[to] - rank_[from];
    const auto direction = static_cast<std::size_t>(direction_of(files, ranks));
    places.clear();
    places.push(static_cast<std::uint32_t>(origin_place_[s][from] + side_place(position) +
                                           direction_place_[s][direction] +
                                           std::abs(files + ranks)));
    if (move.declined() != 0) add_declined_places(position, move, symmetry, places);
  }
  /// Subsets of up to three captures that are declined.
  [[nodiscard]] std::uint32_t variants() const {
    return rules_->parameters.capture_optional ? 8 : 1;
  }
  void final_squares(const Position& position, Side view, int symmetry,
                     std::span<std::uint8_t> squares) const;

 private:
  [[nodiscard]] std::size_t lies_at(int symmetry, int cell) const {
    return cell_map_[static_cast<std::size_t>(symmetry)][static_cast<std::size_t>(cell)];
  }

  /// The direction of a step by so many files and ranks, one of them 0.
  static constexpr Direction direction_of(int files, int ranks) {
    if (files != 0) return files > 0 ? kEast : kWest;
    return ranks > 0 ? kNorth : kSouth;
  }
  /// The first policy plane of the side to move.
  [[nodiscard]] int side_place(const Position& position) const {
    return options_.side_heads && position.side == Side::second ? side_planes_ : 0;
  }
  void add_declined_places(const Position& position, Move move, int symmetry,
                           PolicyPlaces& places) const;

  const Rules* rules_;
  ObservationOptions options_;
  int side_planes_ = 0;  ///< policy planes of one side
  int policy_planes_ = 0;
  std::vector<float> rule_inputs_;
  std::array<std::uint8_t, Rules::kCells> file_{};
  std::array<std::uint8_t, Rules::kCells> rank_{};
  std::array<std::array<std::uint16_t, Rules::kCells>, kSymmetries> cell_map_{};
  std::array<std::array<std::uint8_t, kDirections>, kSymmetries> direction_map_{};
  /// The place of a move is the sum of those of its origin and its direction, and its distance.
  std::array<std::array<std::int32_t, Rules::kCells>, kSymmetries> origin_place_{};
  std::array<std::array<std::int32_t, kDirections>, kSymmetries> direction_place_{};
  std::vector<int> symmetries_;
};

extern template class Observation<2>;
extern template class Observation<6>;

}  // namespace tavlab::tafl
