#pragma once

#include <cstddef>

namespace tavlab {

/// An enumerator, or a number known to be non-negative, as an array index.
template <typename T>
constexpr std::size_t at(T value) {
  return static_cast<std::size_t>(value);
}

}  // namespace tavlab
