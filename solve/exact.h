#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>

#include "core/error.h"
#include "core/game.h"

namespace tavlab {

/// The exact solver of a family, if there is one: specialized in solve/<family>/exact.h. Generic
/// code tests `Exact<G>::available`. The solver's benchmark is `benchmark_rules` with the override
/// `benchmark_override`: large enough to be typical, small enough to wait for.
template <Game G>
struct Exact {
  static constexpr bool available = false;
};

/// Opens an exact table. Throws UserError if the family has no solver or the file is not for these
/// rules.
template <Game G>
auto open_table(const std::string& file, const typename G::Rules& rules) {
  if constexpr (Exact<G>::available) {
    return Exact<G>::Table::open(file, rules);
  } else {
    throw UserError(
        fmt::format("table '{}': the family {} has no exact tables", file, family_of<G>()));
    return std::shared_ptr<const int>();
  }
}

}  // namespace tavlab

#include "solve/solvers.h"  // IWYU pragma: export (the specializations; written by CMake)
