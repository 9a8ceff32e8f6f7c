#pragma once

#include <string>

#include "experiments/summary.h"

namespace tavlab {

/// Tables of a report, as HTML with their headings. Cells stand in sections by agents.

/// All numbers of each cell.
std::string results_table(const Summary& summary);

/// Why games ended, in games and per cent.
std::string reasons_table(const Summary& summary);

/// Two-game matches; empty where the experiment has none.
std::string matches_table(const Summary& summary);

}  // namespace tavlab
