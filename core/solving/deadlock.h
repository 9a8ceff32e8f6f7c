#pragma once

#include "core/game.h"

namespace tavlab {

/// A family's search for positions in which neither side can move, whatever is rolled; specialized
/// in core/<family>/solve/deadlock_search.h if there is one. `find(rules)` returns such a
/// `position`, if any, and the number of `nodes` searched.
template <Game G>
struct DeadlockSearch {
  static constexpr bool available = false;
};

}  // namespace tavlab

#include "core/solving/deadlock_of_families.h"  // IWYU pragma: export (the specializations; written by CMake)
