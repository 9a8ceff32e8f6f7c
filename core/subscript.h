#pragma once

#include <cstddef>

namespace tavlab {

/// An enumerator, or a number known not to be negative, as a subscript.
template <typename T>
constexpr std::size_t at(T value) {
  return static_cast<std::size_t>(value);
}

}  // namespace tavlab
