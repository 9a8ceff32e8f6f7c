#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tavlab::tafl {

/// A named start position. Cells are letters, top rank first: a attacker, d defender, k king,
/// c commander, n knight, x marked corner or fort cell, '.' empty.
struct Layout {
  std::string_view name;
  std::string_view description;
  int size;
  std::string_view cells;  ///< size * size letters
};

/// All named layouts.
std::span<const Layout> layouts();

/// The layout with this name, or null.
const Layout* find_layout(std::string_view name);

/// The layout's rows, top rank first.
std::vector<std::string> rows_of(const Layout& layout);

}  // namespace tavlab::tafl
