#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <type_traits>
#include <utility>

namespace tavlab {

/// A growing array of uninitialised plain data. It grows by realloc, which moves large blocks by
/// remapping their pages; a std::vector holds the old and the new copy at once, so that a tree's
/// memory would peak at twice its size.
template <typename T>
class PodArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  PodArray() = default;
  PodArray(PodArray&& that) noexcept
      : items_(std::exchange(that.items_, nullptr)), capacity_(std::exchange(that.capacity_, 0)) {}
  PodArray& operator=(PodArray&& that) noexcept {
    std::swap(items_, that.items_);
    std::swap(capacity_, that.capacity_);
    return *this;
  }
  PodArray(const PodArray&) = delete;
  PodArray& operator=(const PodArray&) = delete;
  ~PodArray() { std::free(items_); }  // NOLINT: the counterpart of realloc

  /// Sets the capacity and keeps as many of the first elements as fit.
  void resize_capacity(std::size_t capacity) {
    void* items = std::realloc(static_cast<void*>(items_), capacity * sizeof(T));  // NOLINT
    if (items == nullptr && capacity > 0) throw std::bad_alloc();
    items_ = static_cast<T*>(items);
    capacity_ = capacity;
  }

  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  [[nodiscard]] std::size_t bytes() const { return capacity_ * sizeof(T); }
  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }
  [[nodiscard]] T* data() { return items_; }
  [[nodiscard]] const T* data() const { return items_; }

 private:
  T* items_ = nullptr;
  std::size_t capacity_ = 0;
};

}  // namespace tavlab
