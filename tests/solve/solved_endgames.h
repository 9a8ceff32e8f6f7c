#pragma once

#include <gtest/gtest.h>

#include "core/tafl/solve/endgame_solver.h"
#include "core/tafl/tafl.h"

namespace tavlab::test {

/// The table of all endgames with at most these pieces.
inline tafl::EndgameTable<2> solved_endgames(const Tafl<2>::Rules& rules, tafl::Material most,
                                             int threads = 1) {
  tafl::EndgameTable<2> table(rules, most);
  for (const tafl::Material material : tafl::EndgameTable<2>::order(most)) {
    EXPECT_TRUE(tafl::solve_endgame(rules, table, material, {threads, {}, {}}));
  }
  return table;
}

}  // namespace tavlab::test
