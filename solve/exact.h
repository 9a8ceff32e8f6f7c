#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>

#include "core/error.h"
#include "core/game.h"
#include "core/ur/ur.h"
#include "solve/ur/solver.h"
#include "solve/ur/table.h"

namespace tavlab {

/// What a family offers whose games can be solved exactly; most cannot. Generic code asks
/// `Exact<G>::available` and names no family.
template <Game G>
struct Exact {
  static constexpr bool available = false;
};

template <>
struct Exact<Ur> {
  static constexpr bool available = true;
  using Table = ur::Table;

  /// Pieces of both players that are home, and how many could be when the game is over.
  static int pieces_home(const Ur::Position& p) { return p.home[0] + p.home[1]; }
  static int pieces_to_bring_home(const Ur::Rules& rules) {
    return 2 * rules.parameters.pieces_to_win - 1;
  }
};

/// Opens an exact table. Throws UserError where the family has none, or the file
/// is not for these rules.
template <Game G>
auto open_table(const std::string& file, const typename G::Rules& rules) {
  if constexpr (Exact<G>::available) {
    return Exact<G>::Table::open(file, rules);
  } else {
    throw UserError(fmt::format("table '{}': there are tables of the Royal Game of Ur only", file));
    return std::shared_ptr<const int>();
  }
}

// The only solver so far is Ur's; the command line calls it by these names.
using ur::estimate;
using ur::LayerHeader;
using ur::read_table_info;
using ur::solve;
using ur::SolveEstimate;
using ur::SolveOptions;
using ur::SolveProgress;
using ur::SolveResult;
using ur::TableHeader;
using ur::TableInfo;

}  // namespace tavlab
