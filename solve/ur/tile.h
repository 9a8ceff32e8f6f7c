#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "solve/ur/layer_store.h"
#include "solve/ur/table_shape.h"

namespace tavlab::ur {

/// Recomputes the values of a tile from those of the positions that one throw and move lead to.
///
/// What a throw allows depends on the middle and on the own lane, not on the other player's: a row
/// of the tile (one own lane state, all of the other's) is computed at once, each move reading a
/// row of a tile where the same player throws again, or a column of one where the other player
/// does.
class TileUpdate {
 public:
  TileUpdate(const TableShape& shape, LayerStore& store);

  /// A tile's values while they are recomputed, plane by plane, apart from its layer.
  using Values = LayerStore::Layer;

  /// Prepares for the tile of a middle in the layer (own, other): finds where its moves lead. It is
  /// recomputed in `mine`; the tile seen from the other side is read in `opposite`. All other tiles
  /// are read in their layers.
  void prepare(const PositionIndex::Middle& middle, int own, int other, const Values& mine,
               const Values& opposite);

  /// Prepares for `load` and `store` only.
  void attach(const PositionIndex::Middle& middle, int own, int other, const Values& mine);

  /// Copies the tile's values from its layer to `mine`, and back.
  void load() const;
  void store() const;

  [[nodiscard]] std::uint32_t own_states() const { return tile_.own_states; }

  /// Recomputes the win probabilities of an own lane state in all planes; returns the largest
  /// change.
  double update_win(std::uint32_t state);

  /// Recomputes its expected throws, with the moves that are best by the win probabilities (the
  /// first of equals); returns the largest change.
  double update_throws(std::uint32_t state);

 private:
  /// Where a move leads: a tile to read.
  struct Target {
    enum class Kind : std::uint8_t { other_throws, same_throws, win };  ///< win: all are home
    const double* win = nullptr;
    const double* throws = nullptr;
    std::uint32_t stride = 0;  ///< of the tile's rows
    Kind kind = Kind::win;
    std::uint8_t from = 0;  ///< path index
  };
  static constexpr std::size_t kMaxTargets = 2 * kMaxPieces;

  [[nodiscard]] Target target(int from, int to) const;
  [[nodiscard]] Target lane_target(int from, int to) const;
  void add_middle_moves(int thrown);

  /// Calls f(target, own lane state after the move) for each move; returns their number.
  template <typename F>
  int for_each_move(std::uint32_t state, int thrown, int barred, F&& f) const;

  using UpdatePlane = double (TileUpdate::*)(std::uint32_t state, std::size_t plane);
  double update_planes(std::uint32_t state, UpdatePlane update_plane);
  double update_win_plane(std::uint32_t state, std::size_t plane);
  double update_throws_plane(std::uint32_t state, std::size_t plane);
  void judge_deadlocks(std::uint32_t state);
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
  Target passed_;              ///< where a turn that passes leads

  std::array<std::array<Target, kMaxTargets>, kMaxThrow + 1> middle_moves_;
  std::array<std::size_t, kMaxThrow + 1> middle_move_count_{};
  /// By path index: what a piece does that leaves the lane or the hand for it.
  std::array<Target, 32> entry_;
  PathMask entries_ = 0;     ///< those that are allowed
  PathMask lane_extra_ = 0;  ///< path indices of the lane that give another throw

  /// What the moves of one throw read, for one own lane state.
  struct Reads {
    std::array<const double*, kMaxTargets> other;                           ///< other_throws
    std::array<std::pair<const double*, std::uint32_t>, kMaxTargets> same;  ///< with the stride
    std::size_t others = 0;
    std::size_t own = 0;
    bool wins = false;
  };
  using Lanes [[gnu::vector_size(kLayerPadding * sizeof(double))]] = double;
  std::array<Reads, kMaxThrow + 1> reads_;

  std::vector<double> sum_, highest_, lowest_;
};

}  // namespace tavlab::ur
