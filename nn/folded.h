#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "nn/net.h"

namespace tavlab {

/// A layer ready to run, with its batch normalization folded in: for each offset of the kernel, a
/// matrix of inputs by outputs (outputs contiguous).
struct FoldedLayer {
  std::size_t inputs = 0;
  std::size_t outputs = 0;
  std::size_t offsets = 1;     ///< 9 for a 3x3 convolution, row by row
  std::vector<float> weights;  ///< [offsets][inputs][outputs]
  std::vector<float> bias;     ///< [outputs]
};

/// A convolution NAME.weight followed by the batch normalization NAME.norm.
FoldedLayer folded_convolution(const Net& net, const std::string& name);
/// A layer NAME.weight, NAME.bias.
FoldedLayer folded_linear(const Net& net, const std::string& name);
/// A layer NAME.weight whose result is added to that of the convolution `onto` before its
/// normalization.
FoldedLayer folded_addition(const Net& net, const std::string& name, const std::string& onto);

}  // namespace tavlab
