#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiments/summary/summary.h"

namespace tavlab {

/// Columns of numbers, for both the terminal and the report.
struct Columns {
  std::vector<std::string> heads;                ///< empty if there is nothing to show
  std::function<bool(const CellSummary&)> show;  ///< whether a cell has anything to show
  std::function<std::vector<std::string>(const CellSummary&)> texts;  ///< of such a cell
};

/// Dice measures of the games; empty if no cell has dice.
Columns chance_columns(const Summary& summary);

/// The course of games by the agents' search values; empty if no cell has any.
Columns course_columns(const Summary& summary);

/// How often each roll came, in per cent.
Columns roll_columns(const Summary& summary);

/// How often the first agent wins, also in Elo; empty if no different agents exchange sides.
Columns agent_columns(const Summary& summary);

/// Why games ended, in games and per cent.
Columns reason_columns(const Summary& summary);

/// What the heads of `chance_columns` mean, sentence by sentence.
std::vector<std::string> chance_legend();

/// The same of `course_columns`.
std::vector<std::string> course_legend();

}  // namespace tavlab
