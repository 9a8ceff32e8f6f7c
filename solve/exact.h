#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>

#include "core/error.h"
#include "core/game.h"

namespace tavlab {

/// What a family offers whose games can be solved exactly; most cannot. A family that can has
/// solve/<family>/exact.h with a specialization. Generic code asks `Exact<G>::available`.
template <Game G>
struct Exact {
  static constexpr bool available = false;
};

/// Opens an exact table. Throws UserError where the family has none, or the file
/// is not for these rules.
template <Game G>
auto open_table(const std::string& file, const typename G::Rules& rules) {
  if constexpr (Exact<G>::available) {
    return Exact<G>::Table::open(file, rules);
  } else {
    throw UserError(fmt::format("table '{}': there are no exact tables of the family {}", file,
                                family_of<G>()));
    return std::shared_ptr<const int>();
  }
}

}  // namespace tavlab

#include "solve/solvers.h"  // IWYU pragma: export (the specializations; written by CMake)
