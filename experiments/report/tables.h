#pragma once

#include <string>

#include "experiments/summary/summary.h"

namespace tavlab {

/// Tables of a report, as HTML with their headings. Cells stand in sections by agents.

/// All numbers of each cell.
std::string results_table(const Summary& summary);

/// Dice, turns and the lead; empty where no cell has dice.
std::string course_table(const Summary& summary);
std::string chance_table(const Summary& summary);

/// How often the first agent of a pair wins; empty where no different agents exchange sides.
std::string agents_table(const Summary& summary);

/// Why games ended, in games and per cent.
std::string reasons_table(const Summary& summary);

/// Two-game matches; empty where the experiment has none.
std::string matches_table(const Summary& summary);

}  // namespace tavlab
