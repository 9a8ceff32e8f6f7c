#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/ur/solve/layer_store.h"
#include "core/ur/solve/table_shape.h"

namespace tavlab::ur {

/// Recomputes the values of a tile from those of the positions after one roll and move.
///
/// The legal moves depend on the middle and on the player's own lane, not on the other player's:
/// one own lane state with all of the other player's is computed at once, each move reading values
/// of a tile where the same player rolls again, or where the other player rolls.
class TileUpdate {
 public:
  TileUpdate(const TableShape& shape, LayerStore& store);

  /// A tile's values while they are recomputed, plane by plane, separate from its layer.
  using Values = LayerStore::Layer;

  /// Prepares for the tile of a middle in the layer (own, other): finds the targets of its moves.
  /// Values are recomputed in `mine`; the mirrored tile is read from `opposite`, all other tiles
  /// from their layers.
  void prepare(const PositionIndex::Middle& middle, int own, int other, const Values& mine,
               const Values& opposite);

  /// Prepares only for `load` and `store`.
  void attach(const PositionIndex::Middle& middle, int own, int other, const Values& mine);

  /// Copies the tile's values from its layer to `mine`, and back.
  void load() const;
  void store() const;

  [[nodiscard]] std::uint32_t own_states() const { return tile_.own_states; }

  /// Recomputes the win probabilities for a state of the player's own lane in all planes; returns
  /// the largest change.
  double update_win(std::uint32_t state);

  /// Recomputes its expected rolls, with the best moves by win probability (the first among
  /// equals); returns the largest change.
  double update_rolls(std::uint32_t state);

 private:
  /// The tile that a move leads to.
  struct Target {
    enum class Kind : std::uint8_t { other_rolls, same_rolls, win };  ///< win: all are home
    const double* win = nullptr;
    const double* rolls = nullptr;
    std::uint32_t stride = 0;  ///< of the tile's rows
    Kind kind = Kind::win;
    std::uint8_t from = 0;  ///< path index
  };
  static constexpr std::size_t kMaxTargets = 2 * kMaxPieces;

  [[nodiscard]] Target target(int from, int to) const;
  [[nodiscard]] Target lane_target(int from, int to) const;
  void add_middle_moves(int roll);

  /// Calls f(target, own lane state after the move) for each move; returns their number.
  template <typename F>
  int for_each_move(std::uint32_t state, int roll, int barred, F&& f) const;

  using UpdatePlane = double (TileUpdate::*)(std::uint32_t state, std::size_t plane);
  double update_planes(std::uint32_t state, UpdatePlane update_plane);
  double update_win_plane(std::uint32_t state, std::size_t plane);
  double update_rolls_plane(std::uint32_t state, std::size_t plane);
  void evaluate_deadlocks(std::uint32_t state);
  [[nodiscard]] bool has_barred_piece(std::uint32_t state, int barred) const;

  const TableShape* shape_;
  LayerStore* store_;
  const Rules* rules_;
  const PositionIndex* index_;

  PositionIndex::Middle middle_;
  PositionIndex::Tile tile_;
  int own_ = 0, other_ = 0;
  int in_lane_ = 0;  ///< own pieces in the lane and in hand
  Masks masks_;
  LayerStore::Layer layer_;
  std::uint64_t plane_size_ = 0;  ///< in the layer
  Values mine_;
  std::size_t tile_size_ = 0;  ///< a plane of `mine_`
  Target passed_;              ///< of a passed turn

  std::array<std::array<Target, kMaxTargets>, kMaxRoll + 1> middle_moves_;
  std::array<std::size_t, kMaxRoll + 1> middle_move_count_{};
  /// By path index: the target of a piece that moves there from the lane or the hand.
  std::array<Target, 32> entry_;
  PathMask entries_ = 0;     ///< those that are allowed
  PathMask lane_extra_ = 0;  ///< path indices of the lane that give an extra roll

  /// The values read by the moves of one roll, for one own lane state.
  struct Reads {
    std::array<const double*, kMaxTargets> other;                           ///< other_rolls
    std::array<std::pair<const double*, std::uint32_t>, kMaxTargets> same;  ///< with the stride
    std::size_t others = 0;
    std::size_t own = 0;
    bool wins = false;
  };
  using Lanes [[gnu::vector_size(kLayerPadding * sizeof(double))]] = double;
  std::array<Reads, kMaxRoll + 1> reads_;

  std::vector<double> sum_, highest_, lowest_;
};

}  // namespace tavlab::ur
