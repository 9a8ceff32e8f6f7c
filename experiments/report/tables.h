#pragma once

#include "experiments/report/fields.h"
#include "experiments/summary/summary.h"

namespace tavlab {

/// Tables of a report, without their headings. Cells stand in sections by agents.

/// All numbers of each cell.
Markup results_table(const Summary& summary);

/// Turns and the lead; empty where nothing is known of them.
Markup course_table(const Summary& summary);

/// Dice, and how often each roll came up; empty where no cell has dice.
Markup chance_table(const Summary& summary);
Markup rolls_table(const Summary& summary);

/// How often the first agent of a pair wins; empty where no different agents exchange sides.
Markup agents_table(const Summary& summary);

/// Why games ended, in games and per cent.
Markup reasons_table(const Summary& summary);

/// Two-game matches; empty where the experiment has none.
Markup matches_table(const Summary& summary);

}  // namespace tavlab
