#pragma once

#include "nn/net.h"

namespace tavlab {

/// Multiply-adds per position, by the definition of the layers.
struct NetCost {
  double convolutions = 0;  ///< in the 3x3 convolutions
  double rest = 0;          ///< in all other layers that policy and value need

  [[nodiscard]] double all() const { return convolutions + rest; }
};

/// The cost per position on a board of this size; 1 x 1 for nets without a board.
NetCost cost_of(const Net& net, int rows, int columns);

}  // namespace tavlab
