#pragma once

#include <cstddef>

#include "nn/cpu/kernels.h"

namespace tavlab {

/// The kernels for vectors V, which defines
///
///   Reg                        a register of floats, with operators + - *
///   lanes                      how many
///   block                      maximum width of a product's block, in registers
///   accumulators               maximum number of registers for a block's sums
///   load, store, broadcast, zero, multiply_add(a, b, c) = a * b + c, larger(a, b), which is `a` if
///   one is NaN, like std::max, so that rectifying does not hide NaNs
///
/// V is local to its source file, and so are the instances of these templates: the linker must not
/// use a function compiled for one instruction set in place of another's. The standard library must
/// not be used here for the same reason.
template <typename V>
struct VectorKernels {
  using Reg = typename V::Reg;
  static constexpr std::size_t L = V::lanes;

  /// The width in registers of the next block of a product, of `left`; blocks are as even as
  /// possible.
  static std::size_t block_of(std::size_t left) {
    const std::size_t blocks = (left + V::block - 1) / V::block;
    return (left + blocks - 1) / blocks;
  }

  static void pack(const float* weights, std::size_t inputs, std::size_t outputs, float* packed) {
    for (std::size_t first = 0; first < outputs;) {
      const std::size_t width = block_of((outputs - first) / L) * L;
      for (std::size_t i = 0; i < inputs; ++i) {
        for (std::size_t o = 0; o < width; ++o) *packed++ = weights[i * outputs + first + o];
      }
      first += width;
    }
  }

  /// A block of R rows and N registers. The first block of a strip prefetches the weights of the
  /// next strip or point, since all weights do not fit the cache.
  template <std::size_t R, std::size_t N, bool First>
  static void block(const float* in, std::size_t in_stride, const float* weights,
                    std::size_t inputs, const float* bias, float* out, std::size_t out_stride,
                    bool rectify) {
    Reg sums[R][N];
    for (std::size_t n = 0; n < N; ++n) {
      const Reg first = bias == nullptr ? V::zero() : V::load_any(bias + n * L);
      for (std::size_t r = 0; r < R; ++r) sums[r][n] = first;
    }
    const std::size_t ahead = inputs * N * L;
#pragma GCC unroll 4
    for (std::size_t i = 0; i < inputs; ++i, weights += N * L) {
      Reg row[N];
      if constexpr (First) {
        for (std::size_t n = 0; n < N; ++n) V::prefetch(weights + ahead + n * L);
      }
      for (std::size_t n = 0; n < N; ++n) row[n] = V::load(weights + n * L);
      for (std::size_t r = 0; r < R; ++r) {
        const Reg each = V::broadcast(in[r * in_stride + i]);
        for (std::size_t n = 0; n < N; ++n) sums[r][n] = V::multiply_add(each, row[n], sums[r][n]);
      }
    }
    for (std::size_t r = 0; r < R; ++r) {
      for (std::size_t n = 0; n < N; ++n) {
        V::store(out + r * out_stride + n * L,
                 rectify ? V::larger(sums[r][n], V::zero()) : sums[r][n]);
      }
    }
  }

  /// The remaining rows, fewer than a whole block.
  template <std::size_t R, std::size_t N>
  static void rest(const CpuProduct& p, const float* in, const float* weights, const float* bias,
                   float* out, std::size_t rows) {
    if constexpr (R > 0) {
      if (rows == R) {
        block<R, N, false>(in, p.in_stride, weights, p.inputs, bias, out, p.out_stride, p.rectify);
      } else {
        rest<R - 1, N>(p, in, weights, bias, out, rows);
      }
    }
  }

  template <std::size_t N>
  static void strip(const CpuProduct& p, const float* weights, const float* bias, float* out) {
    constexpr std::size_t R = V::accumulators / N;
    const float* in = p.in;
    std::size_t left = p.rows;
    if (left >= R) {
      block<R, N, true>(in, p.in_stride, weights, p.inputs, bias, out, p.out_stride, p.rectify);
      left -= R, in += R * p.in_stride, out += R * p.out_stride;
    }
    for (; left >= R; left -= R, in += R * p.in_stride, out += R * p.out_stride) {
      block<R, N, false>(in, p.in_stride, weights, p.inputs, bias, out, p.out_stride, p.rectify);
    }
    rest<R - 1, N>(p, in, weights, bias, out, left);
  }

  static void product(const CpuProduct& p) {
    const float* weights = p.weights;
    for (std::size_t first = 0; first < p.outputs;) {
      const std::size_t width = block_of((p.outputs - first) / L);
      const float* const bias = p.bias == nullptr ? nullptr : p.bias + first;
      float* const out = p.out + first;
      if constexpr (V::block >= 4) {
        if (width == 4) strip<4>(p, weights, bias, out);
      }
      if constexpr (V::block >= 3) {
        if (width == 3) strip<3>(p, weights, bias, out);
      }
      if (width == 2) strip<2>(p, weights, bias, out);
      if (width == 1) strip<1>(p, weights, bias, out);
      weights += p.inputs * width * L;
      first += width * L;
    }
  }

  // The transforms along one axis: nn/cpu/winograd.h says where they come from. The fifth of the
  // points (index 4) is that of tiles of four alone.

  /// The points from the cells d: B^T d.
  template <std::size_t Size>
  static void forward(const Reg* d, Reg* v) {
    const Reg two = V::broadcast(2.0F), four = V::broadcast(4.0F);
    if constexpr (Size == 4) {
      const Reg five = V::broadcast(5.0F);
      v[0] = four * d[0] - five * d[2] + d[4];
      const Reg a = d[4] - four * d[2], b = d[3] - four * d[1];
      v[1] = a + b;
      v[2] = a - b;
      const Reg c = d[4] - d[2], e = two * (d[3] - d[1]);
      v[3] = c + e;
      v[4] = c - e;
      v[5] = four * d[1] - five * d[3] + d[5];
    } else {
      const Reg three = V::broadcast(3.0F), six = V::broadcast(6.0F);
      v[0] = four * (d[0] - d[2]) - two * (d[1] - d[3]);
      v[1] = three * (d[3] - d[2]) - six * d[1];
      v[2] = two * d[1] - three * d[2] + d[3];
      v[3] = four * (d[3] - d[1]);
      v[5] = two * (d[1] - d[3]) + d[4] - d[2];
    }
  }

  /// The cells from the points m: A^T m.
  template <std::size_t Size>
  static void backward(const Reg* m, Reg* y) {
    const Reg two = V::broadcast(2.0F), four = V::broadcast(4.0F);
    const Reg sum = m[1] + m[2], difference = m[1] - m[2];
    if constexpr (Size == 4) {
      const Reg sum2 = m[3] + m[4], difference2 = m[3] - m[4];
      y[0] = m[0] + sum + sum2;
      y[1] = difference + two * difference2;
      y[2] = sum + four * sum2;
      y[3] = difference + V::broadcast(8.0F) * difference2 + m[5];
    } else {
      y[0] = m[0] + sum + m[3];
      y[1] = difference + two * m[3];
      y[2] = sum + four * m[3] + m[5];
    }
  }

  /// Whether a tile of this size has a point.
  static constexpr bool has_point(std::size_t size, std::size_t point) {
    return size == 4 || point != 4;
  }

  template <std::size_t Height, std::size_t Width>
  static void to_points_of(const CpuTiles& t, const float* cells) {
    constexpr std::size_t P = kWinogradPoints;
    const std::size_t row = t.row * t.channels;
    std::size_t at = 0;  // of the tile's values
    for (std::size_t board = 0; board < t.boards; ++board, cells += t.board * t.channels) {
      for (std::size_t tile = 0; tile < t.count; ++tile, at += t.channels) {
        const float* const corner = cells + t.corners[tile] * t.channels - row - t.channels;
        for (std::size_t c = 0; c < t.channels; c += L) {
          Reg half[P][P];  // rows are points, columns cells
          for (std::size_t j = 0; j < Width + 2; ++j) {
            Reg d[Height + 2], v[P];
            for (std::size_t i = 0; i < Height + 2; ++i) {
              d[i] = V::load(corner + i * row + j * t.channels + c);
            }
            forward<Height>(d, v);
            for (std::size_t p = 0; p < P; ++p) {
              if (has_point(Height, p)) half[p][j] = v[p];
            }
          }
          for (std::size_t p = 0; p < P; ++p) {
            if (!has_point(Height, p)) continue;
            Reg v[P];
            forward<Width>(half[p], v);
            for (std::size_t q = 0; q < P; ++q) {
              if (has_point(Width, q)) V::store(t.points[p * P + q] + at + c, v[q]);
            }
          }
        }
      }
    }
  }

  template <std::size_t Height, std::size_t Width>
  static void from_points_of(const CpuTiles& t, float* cells, const float* bias,
                             std::size_t bias_stride, bool add) {
    constexpr std::size_t P = kWinogradPoints;
    const std::size_t row = t.row * t.channels;
    std::size_t at = 0;  // of the tile's values
    for (std::size_t board = 0; board < t.boards;
         ++board, cells += t.board * t.channels, bias += bias_stride) {
      for (std::size_t tile = 0; tile < t.count; ++tile, at += t.channels) {
        float* const corner = cells + t.corners[tile] * t.channels;
        for (std::size_t c = 0; c < t.channels; c += L) {
          Reg half[Height][P];  // rows are cells, columns points
          for (std::size_t q = 0; q < P; ++q) {
            if (!has_point(Width, q)) continue;
            Reg m[P], y[Height];
            for (std::size_t p = 0; p < P; ++p) {
              if (has_point(Height, p)) m[p] = V::load(t.points[p * P + q] + at + c);
            }
            backward<Height>(m, y);
            for (std::size_t i = 0; i < Height; ++i) half[i][q] = y[i];
          }
          const Reg shift = V::load_any(bias + c);
          for (std::size_t i = 0; i < Height; ++i) {
            Reg y[Width];
            backward<Width>(half[i], y);
            for (std::size_t j = 0; j < Width; ++j) {
              float* const cell = corner + i * row + j * t.channels + c;
              const Reg sum = add ? y[j] + shift + V::load(cell) : y[j] + shift;
              V::store(cell, V::larger(sum, V::zero()));
            }
          }
        }
      }
    }
  }

  static void to_points(const CpuTiles& t, const float* cells) {
    if (t.height == 4) {
      t.width == 4 ? to_points_of<4, 4>(t, cells) : to_points_of<4, 3>(t, cells);
    } else {
      t.width == 4 ? to_points_of<3, 4>(t, cells) : to_points_of<3, 3>(t, cells);
    }
  }

  static void from_points(const CpuTiles& t, float* cells, const float* bias,
                          std::size_t bias_stride, bool add) {
    if (t.height == 4) {
      t.width == 4 ? from_points_of<4, 4>(t, cells, bias, bias_stride, add)
                   : from_points_of<4, 3>(t, cells, bias, bias_stride, add);
    } else {
      t.width == 4 ? from_points_of<3, 4>(t, cells, bias, bias_stride, add)
                   : from_points_of<3, 3>(t, cells, bias, bias_stride, add);
    }
  }

  static void pool(const CpuPool& p) {
    for (std::size_t c = 0; c < p.channels; c += L) {
      Reg sum = V::zero(), most = V::load(p.in + c);
      for (std::size_t r = 0; r < p.rows; ++r) {
        const float* cell = p.in + r * p.row_stride + c;
        for (std::size_t j = 0; j < p.columns; ++j, cell += p.channels) {
          const Reg here = V::load(cell);
          sum = sum + here;
          most = V::larger(most, here);
        }
      }
      V::store(p.sums + c, sum);
      V::store(p.maxima + c, most);
    }
  }

  static std::size_t multiply_adds(std::size_t rounds, float* sink) {
    constexpr std::size_t kChains = 12;  // for two units with a latency of up to six cycles
    Reg sums[kChains];
    for (Reg& sum : sums) sum = V::zero();
    const Reg factor = V::broadcast(0.5F), summand = V::broadcast(1.0F);
    for (std::size_t i = 0; i < rounds; ++i) {
      for (Reg& sum : sums) sum = V::multiply_add(sum, factor, summand);
    }
    for (std::size_t k = 1; k < kChains; ++k) sums[0] = sums[0] + sums[k];
    alignas(kCpuWidth * sizeof(float)) float all[L];
    V::store(all, sums[0]);
    *sink = all[0];
    return rounds * kChains * L;
  }

  static constexpr CpuKernels table() {
    return {pack, product, to_points, from_points, pool, multiply_adds, nullptr, nullptr};
  }
};

}  // namespace tavlab
