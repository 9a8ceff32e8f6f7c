#pragma once

#include <torch/types.h>

namespace tavlab {

/// Floats in pinned memory, which a CUDA device copies while it computes. The memory comes from a
/// pool of the program and returns there, never to CUDA: after an error CUDA refuses to take it
/// back, which would end the program in a destructor.
class PinnedRows {
 public:
  PinnedRows() = default;
  PinnedRows(PinnedRows&& that) noexcept;
  PinnedRows& operator=(PinnedRows&&) = delete;
  ~PinnedRows();

  /// Rows of this shape; they are valid until the next call. No work of the device may still use
  /// the memory then, or when this is destroyed.
  torch::Tensor rows(at::IntArrayRef shape);

 private:
  torch::Tensor memory_;
};

}  // namespace tavlab
