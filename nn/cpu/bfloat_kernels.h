#pragma once

#include <cstddef>
#include <cstdint>

#include "nn/cpu/kernels.h"

namespace tavlab {

/// Kernels for tiles T of bfloat16, 16 rows of 64 bytes each, numbered from 0 to 7:
///
///   begin(), end()             configures and releases the tiles
///   zero<t>(), load<t>(from, bytes from row to row), store<t>(to, bytes from row to row)
///   multiply_add<sum, a, b>()  sum[i][j] += a[i][2k] * b[k][2j] + a[i][2k + 1] * b[k][2j + 1],
///                              sums in float, for the 16 values of k
///
/// and for vectors V as in VectorKernels, with
///
///   store_bfloat16(to, value)  stores the rounded lanes
///
/// Both are local to their source file, as nn/cpu/vector_kernels.h explains.
template <typename V, typename T>
struct BfloatKernels {
  static void to_bfloat16(const float* from, std::size_t cells, std::size_t channels,
                          std::uint16_t* to, std::size_t width) {
    for (std::size_t cell = 0; cell < cells; ++cell, from += channels, to += width) {
      for (std::size_t c = 0; c < width; c += V::lanes) {
        V::store_bfloat16(to + c, c < channels ? V::load(from + c) : V::zero());
      }
    }
  }

  /// The sums of 32 cells by 16 or 32 outputs.
  template <bool Two>
  static void sum(const CpuBfloatConvolution& c, std::size_t cell, const std::uint16_t* weights,
                  float* sums) {
    constexpr std::size_t kBlock = 16 * kBfloatInputs;  // weights per tile
    const std::size_t bytes = c.inputs * sizeof(std::uint16_t);
    const std::uint16_t* const second = weights + 9 * c.inputs * kCpuWidth;
    T::template zero<0>();
    T::template zero<1>();
    if constexpr (Two) {
      T::template zero<2>();
      T::template zero<3>();
    }
    std::size_t at = 0;
    for (std::size_t k = 0; k < 9; ++k) {
      // The neighbours row by row, from the upper left.
      const std::uint16_t* const from =
          c.in + (cell + k / 3 * c.row + k % 3) * c.inputs - (c.row + 1) * c.inputs;
      for (std::size_t i = 0; i < c.inputs; i += kBfloatInputs, at += kBlock) {
        T::template load<4>(from + i, bytes);
        T::template load<5>(from + 16 * c.inputs + i, bytes);
        T::template load<6>(weights + at, 64);
        T::template multiply_add<0, 4, 6>();
        T::template multiply_add<1, 5, 6>();
        if constexpr (Two) {
          T::template load<7>(second + at, 64);
          T::template multiply_add<2, 4, 7>();
          T::template multiply_add<3, 5, 7>();
        }
      }
    }
    constexpr std::size_t kRow = 2 * kCpuWidth * sizeof(float);
    T::template store<0>(sums, kRow);
    T::template store<1>(sums + 16 * 2 * kCpuWidth, kRow);
    if constexpr (Two) {
      T::template store<2>(sums + kCpuWidth, kRow);
      T::template store<3>(sums + 16 * 2 * kCpuWidth + kCpuWidth, kRow);
    }
  }

  /// Writes the results of cells that are on boards.
  static void settle(const CpuBfloatConvolution& c, std::size_t cell, std::size_t output,
                     std::size_t outputs, const float* sums) {
    const std::size_t cells = c.cells - cell < kBfloatCells ? c.cells - cell : kBfloatCells;
    for (std::size_t i = 0; i < cells; ++i, sums += 2 * kCpuWidth) {
      const std::int32_t board = c.board_of[cell + i];
      if (board < 0) continue;
      const float* const bias = c.bias + static_cast<std::size_t>(board) * c.bias_stride + output;
      float* const out = c.out + (cell + i) * c.outputs + output;
      for (std::size_t o = 0; o < outputs; o += V::lanes) {
        typename V::Reg value = V::load(sums + o) + V::load_any(bias + o);
        if (c.add) value = value + V::load(out + o);
        V::store(out + o, V::larger(value, V::zero()));
      }
    }
  }

  static std::size_t multiply_adds(std::size_t rounds, float* sink) {
    constexpr std::size_t kSums = 4;
    alignas(64) std::uint16_t numbers[16 * kBfloatInputs] = {};
    alignas(64) float sums[16 * kCpuWidth];
    T::begin();
    T::template zero<0>();
    T::template zero<1>();
    T::template zero<2>();
    T::template zero<3>();
    T::template load<4>(numbers, 64);
    T::template load<5>(numbers, 64);
    T::template load<6>(numbers, 64);
    T::template load<7>(numbers, 64);
    for (std::size_t i = 0; i < rounds; ++i) {
      T::template multiply_add<0, 4, 6>();
      T::template multiply_add<1, 5, 6>();
      T::template multiply_add<2, 4, 7>();
      T::template multiply_add<3, 5, 7>();
    }
    T::template store<0>(sums, 64);
    T::end();
    *sink = sums[0];
    return rounds * kSums * 16 * kBfloatInputs * kCpuWidth;
  }

  static void convolve(const CpuBfloatConvolution& c) {
    alignas(64) float sums[kBfloatCells * 2 * kCpuWidth];
    T::begin();
    // The weights of 32 outputs stay in the first-level cache for all cells.
    for (std::size_t output = 0; output < c.outputs; output += 2 * kCpuWidth) {
      const bool two = output + kCpuWidth < c.outputs;
      const std::uint16_t* const weights = c.weights + output * 9 * c.inputs;
      for (std::size_t cell = 0; cell < c.cells; cell += kBfloatCells) {
        two ? sum<true>(c, cell, weights, sums) : sum<false>(c, cell, weights, sums);
        settle(c, cell, output, two ? 2 * kCpuWidth : kCpuWidth, sums);
      }
    }
    T::end();
  }
};

}  // namespace tavlab
