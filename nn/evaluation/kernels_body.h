#pragma once

#include "nn/evaluation/kernels.h"

namespace tavlab {

/// The kernels for products V, which defines
///
///   Sums<N>     N sums of 32 bits
///   load(sums, bias), add(sums, pair, weights): for each output o adds pair[0] * weights[2 * o] +
///   pair[1] * weights[2 * o + 1]; store(sums, out)
///
/// V is local to its source file, and so are the instances of these templates: the linker must not
/// use a function compiled for one instruction set in place of another's. The standard library must
/// not be used here for the same reason.
template <typename V>
struct EvaluationKernelsOf {
  /// As many 16-bit numbers as the widest registers hold; the compiler splits them for others.
  using Chunk [[gnu::vector_size(2 * kEvaluationLane)]] = std::int16_t;

  static void update(std::int16_t* sums, std::size_t width, const std::int16_t* weights,
                     const std::uint32_t* added, std::size_t added_count,
                     const std::uint32_t* removed, std::size_t removed_count) {
    for (std::size_t at = 0; at < width; at += kEvaluationLane) {
      auto* const out = reinterpret_cast<Chunk*>(sums + at);
      Chunk sum = *out;
      for (std::size_t i = 0; i < added_count; ++i) {
        sum += *reinterpret_cast<const Chunk*>(weights + added[i] * width + at);
      }
      for (std::size_t i = 0; i < removed_count; ++i) {
        sum -= *reinterpret_cast<const Chunk*>(weights + removed[i] * width + at);
      }
      *out = sum;
    }
  }

  static std::int32_t forward(const std::int16_t* first, const std::int16_t* second,
                              std::size_t width, const EvaluationLayers& layers) {
    alignas(64) std::int16_t inputs[kEvaluationMostWidth];
    alignas(64) std::int32_t wide[kEvaluationHidden2];
    typename V::template Sums<kEvaluationHidden1> sums1;
    V::load(sums1, layers.hidden1_bias);
    const std::int16_t* weights = layers.hidden1;
    const std::int16_t* const views[2] = {first, second};
    for (const std::int16_t* const sums : views) {
      if (sums == nullptr) break;
      for (std::size_t at = 0; at < width; at += kEvaluationLane) {
        *reinterpret_cast<Chunk*>(inputs + at) =
            clamped(*reinterpret_cast<const Chunk*>(sums + at));
      }
      for (std::size_t i = 0; i < width; i += 2, weights += 2 * kEvaluationHidden1) {
        V::add(sums1, inputs + i, weights);
      }
    }
    V::store(sums1, wide);
    activate(wide, kEvaluationHidden1, inputs);
    typename V::template Sums<kEvaluationHidden2> sums2;
    V::load(sums2, layers.hidden2_bias);
    weights = layers.hidden2;
    for (std::size_t i = 0; i < kEvaluationHidden1; i += 2, weights += 2 * kEvaluationHidden2) {
      V::add(sums2, inputs + i, weights);
    }
    V::store(sums2, wide);
    activate(wide, kEvaluationHidden2, inputs);
    std::int32_t out = layers.out_bias;
    for (std::size_t i = 0; i < kEvaluationHidden2; ++i) out += inputs[i] * layers.out[i];
    return out;
  }

  static constexpr EvaluationKernels kKernels = {update, forward};

 private:
  static Chunk clamped(Chunk x) {
    const Chunk zero{}, one = zero + static_cast<std::int16_t>(kEvaluationOne);
    x = x > zero ? x : zero;
    return x < one ? x : one;
  }
  static void activate(const std::int32_t* sums, std::size_t count, std::int16_t* out) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::int32_t scaled = sums[i] >> kEvaluationWeightShift;
      const std::int32_t capped = scaled < kEvaluationOne ? scaled : kEvaluationOne;
      out[i] = static_cast<std::int16_t>(capped > 0 ? capped : 0);
    }
  }
};

}  // namespace tavlab
