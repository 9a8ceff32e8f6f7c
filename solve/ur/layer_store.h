#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "solve/ur/table_shape.h"

namespace tavlab::ur {

/// Values are computed in whole vectors of this many, so layers have as many to spare at their end.
inline constexpr std::uint32_t kLayerPadding = 8;

/// The layers' values while they are solved: all stay in memory, as the layers above read them.
class LayerStore {
 public:
  /// The values of one layer, plane by plane; `throws` is null where they are not wanted.
  struct Layer {
    double* win = nullptr;
    double* throws = nullptr;
  };

  /// What all values begin with.
  static constexpr double kFirstWin = 0.5;
  static constexpr double kFirstThrows = 0.0;

  LayerStore(const TableShape& shape, bool throws);

  /// Takes the memory for a layer and fills in what its values begin with.
  Layer add(int own, int other);

  [[nodiscard]] const Layer& at(int own, int other) const { return layers_[place(own, other)]; }

 private:
  double* take(std::size_t size, double value);
  [[nodiscard]] std::size_t place(int own, int other) const;

  const TableShape* shape_;
  bool throws_;
  std::vector<Layer> layers_;
  std::vector<std::unique_ptr<double[]>> blocks_;
};

}  // namespace tavlab::ur
