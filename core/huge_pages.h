#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <new>

namespace tavlab {

/// An allocator for large tables read at random places: asks for huge pages, since otherwise most
/// reads also miss the TLB.
template <typename T>
struct HugePageAllocator {
  using value_type = T;

  HugePageAllocator() = default;
  template <typename U>
  HugePageAllocator(const HugePageAllocator<U>&) {}  // NOLINT: implicit, as allocators must be

  T* allocate(std::size_t n) {
    constexpr std::size_t kPage = std::size_t{2} << 20;
    const std::size_t wanted = n * sizeof(T);
    const std::size_t unit = wanted < kPage ? alignof(T) : kPage;
    const std::size_t bytes = (wanted + unit - 1) / unit * unit;
    void* memory = std::aligned_alloc(unit, bytes);
    if (memory == nullptr) throw std::bad_alloc();
    if (unit == kPage) ::madvise(memory, bytes, MADV_HUGEPAGE);  // a hint: failing does no harm
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t) { std::free(memory); }

  template <typename U>
  bool operator==(const HugePageAllocator<U>&) const {
    return true;
  }
};

}  // namespace tavlab
