#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/ur/solve/layer_store.h"
#include "core/ur/solve/table_shape.h"
#include "core/ur/solve/tile.h"

namespace tavlab::ur {

/// How often a pair of tiles is swept before the next one: moves within the lanes converge while
/// the tiles are in the cache.
inline constexpr int kInnerSweeps = 2;

/// Sweeps a layer and its mirror from the other side, on several threads. The values do not depend
/// on the number of threads: a block of tiles is recomputed before any of it is written back.
class Sweeper {
 public:
  /// Both must outlive the sweeper. `rolls`: whether expected rolls will be swept, too.
  Sweeper(const TableShape& shape, LayerStore& store, int threads, bool rolls);

  void start_layer(int own, int other);

  /// One sweep of the win probabilities or of the expected rolls; returns the largest change.
  double sweep(bool rolls);

 private:
  struct Worker {
    TileUpdate tile, mirror;
    Worker(const TableShape& shape, LayerStore& store) : tile(shape, store), mirror(shape, store) {}
  };

  void make_schedule();
  /// Recomputes the pair of tiles of middle `number` in slot `place` of the block; returns the
  /// largest change.
  double sweep_pair(Worker& worker, std::size_t number, std::size_t place, bool rolls);
  /// Writes the pair back.
  void store_pair(Worker& worker, std::size_t number, std::size_t place);

  [[nodiscard]] TileUpdate::Values slot(std::size_t number);
  [[nodiscard]] bool is_itself(const PositionIndex::Middle& middle) const;
  [[nodiscard]] PositionIndex::Middle middle_at(std::size_t number) const;

  const TableShape* shape_;
  std::vector<std::uint32_t> states_;               ///< lane states in the order of a sweep
  std::size_t block_ = 1;                           ///< maximum pairs of tiles in a block
  std::vector<std::vector<double>> win_, lasting_;  ///< of the tiles of a block, two per pair
  std::vector<Worker> workers_;

  std::size_t threads_ = 1;  ///< for this layer
  int own_ = 0, other_ = 0;
  std::vector<std::uint16_t> digits_;    ///< middles in the order of a sweep, groups() for each
  std::vector<std::size_t> block_ends_;  ///< numbers of middles
};

}  // namespace tavlab::ur
