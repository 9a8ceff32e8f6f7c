#pragma once

#include <cstddef>
#include <vector>

#include "nn/cpu/kernels.h"
#include "nn/folded.h"

namespace tavlab {

/// A 3x3 convolution by Winograd's minimal filtering (Lavin and Gray 2015, "Fast algorithms for
/// convolutional neural networks", section 4): the cells of a tile and those around it are
/// transformed to values of polynomials at points, and multiplied by the weights' values there. A
/// tile of four cells a side needs 36 products instead of 144, one of three 25 instead of 81.
///
/// The points are 0, 1, -1, 2, -2 and infinity for four cells, and all but -2 for three, so that
/// both sizes share the weights' values. Tiles of three and four cover boards of 3, 4, 6 and more
/// cells a side exactly: 11 = 4 + 4 + 3, 9 = 3 + 3 + 3, 7 = 4 + 3.

/// Sizes of the tiles along a side of so many cells, those of four first; empty if there is no
/// tiling.
std::vector<std::size_t> tile_sizes(std::size_t cells);

/// The share of the definition's products that this takes, on a board with a tiling.
double winograd_share(std::size_t rows, std::size_t columns);

/// The values of a 3x3 layer's weights at the points: [point of rows][point of
/// columns][inputs][outputs].
std::vector<float> winograd_weights(const FoldedLayer& layer);

}  // namespace tavlab
