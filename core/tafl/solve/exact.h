#pragma once

#include "core/solving/exact.h"
#include "core/tafl/solve/endgame_solver.h"
#include "core/tafl/solve/endgame_table.h"
#include "core/tafl/tafl.h"

namespace tavlab {

template <int Words>
struct Exact<Tafl<Words>> {
  static constexpr bool available = true;
  static constexpr bool whole_games = false;
  using Table = tafl::EndgameTable<Words>;
  using Material = tafl::Material;
  using Options = tafl::EndgameOptions;
  using Progress = tafl::EndgameProgress;
};

// Generic code uses these names.
using tafl::count_endgames;
using tafl::EndgameCounts;
using tafl::EndgameInfo;
using tafl::is_endgame_table;
using tafl::read_endgame_info;

}  // namespace tavlab
