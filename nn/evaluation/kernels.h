#pragma once

#include <cstddef>
#include <cstdint>

namespace tavlab {

// Integer arithmetic of learned evaluations. Activations from 0 to 127 stand for 0 to 1; weights
// after the first layer are multiples of 1/64. All kernels give the same results.
inline constexpr int kEvaluationOne = 127;        ///< an activation of 1
inline constexpr int kEvaluationWeightShift = 6;  ///< a weight of 1 is 1 << 6
inline constexpr std::size_t kEvaluationHidden1 = 16;
inline constexpr std::size_t kEvaluationHidden2 = 32;
/// The first layer's width is a multiple of this.
inline constexpr std::size_t kEvaluationLane = 32;
inline constexpr std::size_t kEvaluationMostWidth = 512;

/// The layers after the first one, for one bucket. Weights are packed by pairs of inputs:
/// [inputs / 2][outputs][2]. All pointers are aligned to 64 bytes.
struct EvaluationLayers {
  const std::int16_t* hidden1;
  const std::int32_t* hidden1_bias;
  const std::int16_t* hidden2;
  const std::int32_t* hidden2_bias;
  const std::int16_t* out;  ///< [kEvaluationHidden2]
  std::int32_t out_bias;
};

struct EvaluationKernels {
  /// Adds rows of `weights` (of `width` numbers each) to `sums`, and subtracts others.
  void (*update)(std::int16_t* sums, std::size_t width, const std::int16_t* weights,
                 const std::uint32_t* added, std::size_t added_count, const std::uint32_t* removed,
                 std::size_t removed_count);
  /// The output for the sums of one view or two (`second` is null for one), in units of
  /// 1 / (127 * 64) of a logit.
  std::int32_t (*forward)(const std::int16_t* first, const std::int16_t* second, std::size_t width,
                          const EvaluationLayers& layers);
};

// Only call what nn/cpu/isa.h reports as available.
const EvaluationKernels& plain_evaluation_kernels();
const EvaluationKernels& avx2_evaluation_kernels();
const EvaluationKernels& avx512_evaluation_kernels();

/// The kernels for the fastest instruction set of this machine, or the one that TAVLAB_CPU_ISA
/// names.
const EvaluationKernels& evaluation_kernels();

}  // namespace tavlab
