#pragma once

#include "core/game.h"

namespace tavlab {

/// The search of a family for positions in which neither side can move, whatever is rolled, if
/// there is one: specialized in solve/<family>/deadlock_search.h. `find(rules)` gives such a
/// `position`, if there is any, and the `nodes` that it looked at.
template <Game G>
struct DeadlockSearch {
  static constexpr bool available = false;
};

}  // namespace tavlab

#include "solve/deadlocks.h"  // IWYU pragma: export (the specializations; written by CMake)
