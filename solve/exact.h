#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>

#include "core/error.h"
#include "core/game.h"

namespace tavlab {

/// The exact solver of a family, if there is one: specialized in solve/<family>/exact.h. Generic
/// code tests `Exact<G>::available`, and `whole_games`: whether tables have whole games, with
/// expected scores, or endgames alone, with winners. The benchmark of a solver of whole games is
/// `benchmark_rules` with the override `benchmark_override`: large enough to be typical, small
/// enough to wait for.
///
/// A `Table` says which positions it `has`, of which it `knows` the `value` (the first player's
/// expected score), unless rules that it leaves aside may change it; a
/// `preference` that grows with the value and, where it is the same, with the way to it (the winner
/// would like it to be short), whether it `has_moves`, which that takes, and in words what it
/// `covers`. One of endgames also says whether a side wins (`decided`), and where it has moves in
/// how many `plies`.
template <Game G>
struct Exact {
  static constexpr bool available = false;
  static constexpr bool whole_games = false;
  using Table = int;  // so that a pointer to a table, which is null, can be written
};

/// A table, which searches and threads may share; null where there is none.
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

/// The same for a table of whole games: what compares agents with perfect play needs one.
template <Game G>
SharedTable<G> open_table_of_games(const std::string& file, const typename G::Rules& rules) {
  if constexpr (Exact<G>::available && !Exact<G>::whole_games) {
    throw UserError(fmt::format("table '{}': the family {} has tables of endgames alone", file,
                                family_of<G>()));
  } else {
    return open_table<G>(file, rules);
  }
}

}  // namespace tavlab

#include "solve/solvers.h"  // IWYU pragma: export (the specializations; written by CMake)
