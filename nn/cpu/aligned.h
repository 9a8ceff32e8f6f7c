#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <utility>

#include "nn/cpu/kernels.h"

namespace tavlab {

/// A width in memory: the next multiple of kCpuWidth.
constexpr std::size_t padded_width(std::size_t width) {
  return (width + kCpuWidth - 1) / kCpuWidth * kCpuWidth;
}

/// Floats on a boundary that vectors of every width can be loaded from.
class AlignedFloats {
 public:
  AlignedFloats() = default;
  /// All 0.
  explicit AlignedFloats(std::size_t size) { grow(size); }

  [[nodiscard]] float* data() { return floats_.get(); }
  [[nodiscard]] const float* data() const { return floats_.get(); }
  [[nodiscard]] std::size_t size() const { return size_; }

  /// Makes room for at least so many; if there was not, all are 0.
  void grow(std::size_t size) {
    if (size <= size_) return;
    floats_.reset(new (kAlignment) float[size]());
    size_ = size;
  }

 private:
  static constexpr std::align_val_t kAlignment{kCpuWidth * sizeof(float)};
  struct Free {
    void operator()(float* floats) const { ::operator delete[](floats, kAlignment); }
  };

  std::unique_ptr<float[], Free> floats_;
  std::size_t size_ = 0;
};

}  // namespace tavlab
