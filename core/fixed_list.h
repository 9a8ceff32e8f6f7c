#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>

namespace tavlab {

/// An array of fixed capacity on the stack; elements are left uninitialised until pushed.
template <typename T, std::size_t Capacity>
class FixedList {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  FixedList() {}  // NOLINT(modernize-use-equals-default): the array must stay uninitialised
  FixedList(const FixedList& that) { *this = that; }
  FixedList& operator=(const FixedList& that) {
    size_ = that.size_;
    std::copy_n(that.items_, size_, items_);
    return *this;
  }
  void push(const T& item) { items_[size_++] = item; }
  void clear() { size_ = 0; }
  void resize(std::size_t size) { size_ = size; }  ///< only to shrink
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }
  T* begin() { return items_; }
  T* end() { return items_ + size_; }
  const T* begin() const { return items_; }
  const T* end() const { return items_ + size_; }
  operator std::span<const T>() const { return {items_, size_}; }  // NOLINT: implicit by design

 private:
  std::size_t size_ = 0;
  union {
    T items_[Capacity];
  };
};

}  // namespace tavlab
