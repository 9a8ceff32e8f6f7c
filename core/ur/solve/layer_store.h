#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/ur/solve/table_shape.h"

namespace tavlab::ur {

/// Values are computed in vectors of this size, so layers are padded by as many at their end.
inline constexpr std::uint32_t kLayerPadding = 8;

/// The layers' values during solving; all stay in memory because later layers read them.
class LayerStore {
 public:
  /// The values of one layer, plane by plane; `rolls` is null if not requested.
  struct Layer {
    double* win = nullptr;
    double* rolls = nullptr;
  };

  /// The initial values.
  static constexpr double kFirstWin = 0.5;
  static constexpr double kFirstRolls = 0.0;

  LayerStore(const TableShape& shape, bool rolls);

  /// Allocates a layer and fills in the initial values.
  Layer add(int own, int other);

  [[nodiscard]] const Layer& at(int own, int other) const { return layers_[place(own, other)]; }

 private:
  double* take(std::size_t size, double value);
  [[nodiscard]] std::size_t place(int own, int other) const;

  const TableShape* shape_;
  bool rolls_;
  std::vector<Layer> layers_;
  std::vector<std::unique_ptr<double[]>> blocks_;
};

}  // namespace tavlab::ur
