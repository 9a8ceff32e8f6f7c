#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <utility>

#include "nn/cpu/kernels.h"

namespace tavlab {

/// A width padded to the next multiple of kCpuWidth.
constexpr std::size_t padded_width(std::size_t width) {
  return (width + kCpuWidth - 1) / kCpuWidth * kCpuWidth;
}

/// An array aligned for vectors of every width.
template <typename T>
class AlignedArray {
 public:
  AlignedArray() = default;
  /// Zero-initialised.
  explicit AlignedArray(std::size_t size) { grow(size); }

  [[nodiscard]] T* data() { return numbers_.get(); }
  [[nodiscard]] const T* data() const { return numbers_.get(); }
  [[nodiscard]] std::size_t size() const { return size_; }

  /// Grows to at least this size; if it has to grow, all elements become 0.
  void grow(std::size_t size) {
    if (size <= size_) return;
    numbers_.reset(new (kAlignment) T[size]());
    size_ = size;
  }

 private:
  static constexpr std::align_val_t kAlignment{kCpuWidth * sizeof(float)};
  struct Free {
    void operator()(T* numbers) const { ::operator delete[](numbers, kAlignment); }
  };

  std::unique_ptr<T[], Free> numbers_;
  std::size_t size_ = 0;
};

using AlignedFloats = AlignedArray<float>;

}  // namespace tavlab
