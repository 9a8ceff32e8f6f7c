#pragma once

#include "nn/net.h"

namespace tavlab {

/// Products of two numbers (each with an addition) that a position takes, layer by layer as they
/// are defined.
struct NetCost {
  double convolutions = 0;  ///< of the 3x3 convolutions
  double rest = 0;          ///< of all other layers that policy and value need

  [[nodiscard]] double all() const { return convolutions + rest; }
};

/// The cost of a position on a board of this size; 1 x 1 for nets without a board.
NetCost cost_of(const Net& net, int rows, int columns);

}  // namespace tavlab
