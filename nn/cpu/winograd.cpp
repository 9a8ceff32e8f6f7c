#include "nn/cpu/winograd.h"

#include <array>

namespace tavlab {
namespace {

/// Lavin and Gray's G for F(4, 3). That for F(3, 3) has the same rows up to factors, which the
/// transform of the cells compensates.
constexpr std::array<std::array<double, 3>, kWinogradPoints> kG = {{
    {1.0 / 4, 0, 0},
    {-1.0 / 6, -1.0 / 6, -1.0 / 6},
    {-1.0 / 6, 1.0 / 6, -1.0 / 6},
    {1.0 / 24, 1.0 / 12, 1.0 / 6},
    {1.0 / 24, -1.0 / 12, 1.0 / 6},
    {0, 0, 1},
}};

}  // namespace

std::vector<std::size_t> tile_sizes(std::size_t cells) {
  for (std::size_t threes = 0; 3 * threes <= cells; ++threes) {
    if ((cells - 3 * threes) % 4 != 0) continue;
    std::vector<std::size_t> sizes((cells - 3 * threes) / 4, 4);
    sizes.resize(sizes.size() + threes, 3);
    return sizes;
  }
  return {};
}

double winograd_share(std::size_t rows, std::size_t columns) {
  const auto points = [](std::size_t cells) {
    std::size_t sum = 0;
    for (const std::size_t size : tile_sizes(cells)) sum += size + 2;
    return static_cast<double>(sum);
  };
  return points(rows) * points(columns) / static_cast<double>(9 * rows * columns);
}

std::vector<float> winograd_weights(const FoldedLayer& layer) {
  const std::size_t matrix = layer.inputs * layer.outputs;
  std::vector<float> weights(kWinogradPoints * kWinogradPoints * matrix);
  for (std::size_t p = 0; p < kWinogradPoints; ++p) {
    for (std::size_t q = 0; q < kWinogradPoints; ++q) {
      for (std::size_t at = 0; at < matrix; ++at) {
        double value = 0;
        for (std::size_t k = 0; k < 9; ++k) {
          value += kG[p][k / 3] * kG[q][k % 3] * double{layer.weights[k * matrix + at]};
        }
        weights[(p * kWinogradPoints + q) * matrix + at] = static_cast<float>(value);
      }
    }
  }
  return weights;
}

}  // namespace tavlab
