#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "nn/cpu/bfloat_convolution.h"
#include "nn/cpu/bfloat_kernels.h"
#include "nn/cpu/kernels.h"
#include "nn/cpu/vector_kernels.h"

namespace tavlab {

/// A vector that every machine has.
struct PlainVector {
  struct Reg {
    std::array<float, 16> lane;

    template <typename F>
    static Reg each(F&& f) {
      Reg made;
      for (std::size_t i = 0; i < 16; ++i) made.lane[i] = f(i);
      return made;
    }
    Reg operator+(const Reg& b) const {
      return each([&](std::size_t i) { return lane[i] + b.lane[i]; });
    }
    Reg operator-(const Reg& b) const {
      return each([&](std::size_t i) { return lane[i] - b.lane[i]; });
    }
    Reg operator*(const Reg& b) const {
      return each([&](std::size_t i) { return lane[i] * b.lane[i]; });
    }
  };
  static constexpr std::size_t lanes = 16;
  static constexpr std::size_t block = 4;
  static constexpr std::size_t accumulators = 24;

  static Reg load(const float* from) {
    return Reg::each([&](std::size_t i) { return from[i]; });
  }
  static Reg load_any(const float* from) { return load(from); }
  static void store(float* to, const Reg& value) { std::ranges::copy(value.lane, to); }
  static Reg broadcast(float value) {
    return Reg::each([&](std::size_t) { return value; });
  }
  static void prefetch(const float*) {}
  static Reg zero() { return broadcast(0.0F); }
  /// Rounded once, whatever the compiler makes of it.
  static Reg multiply_add(const Reg& a, const Reg& b, const Reg& c) {
    return Reg::each([&](std::size_t i) { return std::fma(a.lane[i], b.lane[i], c.lane[i]); });
  }
  static Reg larger(const Reg& a, const Reg& b) {
    return Reg::each([&](std::size_t i) { return std::max(a.lane[i], b.lane[i]); });
  }
  static void store_bfloat16(std::uint16_t* to, const Reg& value) {
    std::ranges::transform(value.lane, to, tavlab::to_bfloat16);
  }
};

/// Tiles as Intel's manual describes them, computed one number at a time.
struct PlainTiles {
  static constexpr std::size_t kRows = 16, kBytes = 64;
  using Tile = std::array<std::array<std::byte, kBytes>, kRows>;
  alignas(kBytes) static inline std::array<Tile, 8> tiles;

  static void begin() {}
  static void end() {}
  template <int t>
  static void zero() {
    tiles[t] = {};
  }
  template <int t>
  static void load(const void* from, std::size_t bytes) {
    for (std::size_t r = 0; r < kRows; ++r) {
      std::memcpy(tiles[t][r].data(), static_cast<const std::byte*>(from) + r * bytes, kBytes);
    }
  }
  template <int t>
  static void store(void* to, std::size_t bytes) {
    for (std::size_t r = 0; r < kRows; ++r) {
      std::memcpy(static_cast<std::byte*>(to) + r * bytes, tiles[t][r].data(), kBytes);
    }
  }
  template <int sum, int a, int b>
  static void multiply_add() {
    for (std::size_t i = 0; i < 16; ++i) {
      for (std::size_t j = 0; j < 16; ++j) {
        float value = 0;
        std::memcpy(&value, &tiles[sum][i][4 * j], 4);
        for (std::size_t k = 0; k < 16; ++k) {
          value += number(a, i, 2 * k) * number(b, k, 2 * j);
          value += number(a, i, 2 * k + 1) * number(b, k, 2 * j + 1);
        }
        std::memcpy(&tiles[sum][i][4 * j], &value, 4);
      }
    }
  }

 private:
  static float number(std::size_t tile, std::size_t row, std::size_t at) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, &tiles[tile][row][2 * at], 2);
    return std::bit_cast<float>(std::uint32_t{bits} << 16U);
  }
};

/// The kernels of the vector sets, and those of the sets with tiles, for machines without them.
inline CpuKernels plain_vector_kernels() { return VectorKernels<PlainVector>::table(); }
inline CpuKernels plain_tile_kernels() {
  CpuKernels kernels = plain_vector_kernels();
  kernels.to_bfloat16 = BfloatKernels<PlainVector, PlainTiles>::to_bfloat16;
  kernels.convolve_bfloat16 = BfloatKernels<PlainVector, PlainTiles>::convolve;
  kernels.multiply_adds = BfloatKernels<PlainVector, PlainTiles>::multiply_adds;
  return kernels;
}

}  // namespace tavlab
