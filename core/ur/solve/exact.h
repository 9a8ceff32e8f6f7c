#pragma once

#include <string_view>

#include "core/solving/exact.h"
#include "core/ur/solve/solver.h"
#include "core/ur/solve/table.h"
#include "core/ur/ur.h"

namespace tavlab {

template <>
struct Exact<Ur> {
  static constexpr bool available = true;
  static constexpr bool whole_games = true;
  static constexpr std::string_view benchmark_rules = "ur-finkel";
  static constexpr std::string_view benchmark_override = "pieces=4";
  using Table = ur::Table;

  /// Pieces of both players that are home, and the maximum while the game is not over.
  static int pieces_home(const Ur::Position& p) { return p.home[0] + p.home[1]; }
  static int pieces_to_bring_home(const Ur::Rules& rules) {
    return 2 * rules.parameters.pieces_to_win - 1;
  }
};

// The only solver of whole games so far; generic code uses these names.
using ur::estimate;
using ur::LayerHeader;
using ur::read_table_info;
using ur::solve;
using ur::SolveEstimate;
using ur::SolveOptions;
using ur::SolveProgress;
using ur::SolveResult;
using SolveStopped = ur::Stopped;
using ur::TableHeader;
using ur::TableInfo;

}  // namespace tavlab
