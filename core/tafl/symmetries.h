#pragma once

#include <vector>

#include "core/tafl/rules.h"

namespace tavlab::tafl {

/// The symmetries of a square: 0 to 3 rotate by that many right angles, 4 to 7 mirror the files
/// first.
inline constexpr int kSymmetries = 8;

/// The image of a cell under a symmetry.
int transformed(int symmetry, int cell, int size);

/// The symmetries that map cells to cells of the same class, regions to regions, and escapes to
/// escapes, the identity first. The start position need not be symmetric: play from a position does
/// not depend on it.
template <int Words>
std::vector<int> symmetries_of(const Rules<Words>& rules);

extern template std::vector<int> symmetries_of<2>(const Rules<2>&);
extern template std::vector<int> symmetries_of<6>(const Rules<6>&);

}  // namespace tavlab::tafl
