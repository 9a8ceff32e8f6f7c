#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>

#include "core/error.h"
#include "core/game.h"

namespace tavlab {

/// The exact solver of a family; specialized in core/<family>/solve/exact.h if there is one.
/// Generic code tests `Exact<G>::available` and `whole_games`: whether tables cover whole games,
/// with expected scores, or only endgames, with winners. The benchmark of a solver of whole games
/// is `benchmark_rules` with the override `benchmark_override`: large enough to be typical, small
/// enough to wait for.
///
/// A `Table` reports which positions it `has`; for which of these it `knows` the `value` (the first
/// player's expected score), that is, where rules that it ignores cannot change it; a `preference`,
/// which increases with the value and, among equal values, favours shorter wins and longer losses;
/// whether it `has_moves`, which the latter needs; and what it `covers`, in words. A table of
/// endgames also reports whether a side wins (`decided`) and, if it has moves, in how many `plies`.
template <Game G>
struct Exact {
  static constexpr bool available = false;
  static constexpr bool whole_games = false;
  using Table = int;  // so that pointers to tables, which are null, compile
};

/// A table, which searches and threads may share; null if there is none.
template <Game G>
using SharedTable = std::shared_ptr<const typename Exact<G>::Table>;

/// Opens an exact table. Throws UserError if the family has no solver or the file is not for these
/// rules.
template <Game G>
SharedTable<G> open_table(const std::string& file, const typename G::Rules& rules) {
  if constexpr (Exact<G>::available) {
    return Exact<G>::Table::open(file, rules);
  } else {
    throw UserError(
        fmt::format("table '{}': the family {} has no exact tables", file, family_of<G>()));
  }
}

/// The same for a table of whole games, which comparisons of agents with perfect play need.
template <Game G>
SharedTable<G> open_table_of_games(const std::string& file, const typename G::Rules& rules) {
  if constexpr (Exact<G>::available && !Exact<G>::whole_games) {
    throw UserError(
        fmt::format("table '{}': the family {} has endgame tables only", file, family_of<G>()));
  } else {
    return open_table<G>(file, rules);
  }
}

}  // namespace tavlab

#include "core/solving/exact_of_families.h"  // IWYU pragma: export (the specializations; written by CMake)
