#pragma once

#include "experiments/report/fields.h"
#include "experiments/summary/summary.h"

namespace tavlab {

/// Tables of a report, without headings. Cells are in sections by agents.

/// All numbers of each cell.
Markup results_table(const Summary& summary);

/// Course of the game: drama, lead and so on; empty without such values.
Markup course_table(const Summary& summary);

/// Dice, and how often each roll came up; empty if no cell has dice.
Markup chance_table(const Summary& summary);
Markup rolls_table(const Summary& summary);

/// How often the first agent of a pair wins; empty unless different agents exchange sides.
Markup agents_table(const Summary& summary);

/// Why games ended, in games and per cent.
Markup reasons_table(const Summary& summary);

/// Two-game matches; empty if the experiment has none.
Markup matches_table(const Summary& summary);

}  // namespace tavlab
