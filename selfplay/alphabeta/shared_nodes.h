#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>

namespace tavlab {

/// A node limit shared by several searches of one position, taken in small portions.
class SharedNodes {
 public:
  /// A limit of 0 means none.
  SharedNodes(std::uint64_t limit, int searches)
      : limit_(limit != 0 ? limit : std::numeric_limits<std::uint64_t>::max()),
        portion_(std::clamp<std::uint64_t>(limit_ / (64 * static_cast<std::uint64_t>(searches)), 1,
                                           1024)) {}

  /// Takes a portion; 0 if none is left.
  std::uint64_t take() {
    const std::uint64_t before = taken_.fetch_add(portion_, std::memory_order_relaxed);
    return before >= limit_ ? 0 : std::min(portion_, limit_ - before);
  }

  /// The nodes taken so far: slightly more than were visited.
  [[nodiscard]] std::uint64_t taken() const {
    return std::min(limit_, taken_.load(std::memory_order_relaxed));
  }

 private:
  std::uint64_t limit_;
  std::uint64_t portion_;
  std::atomic<std::uint64_t> taken_{0};
};

}  // namespace tavlab
