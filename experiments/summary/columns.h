#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiments/summary/summary.h"

namespace tavlab {

/// Some columns of numbers, for the terminal and the report alike.
struct Columns {
  std::vector<std::string> heads;                ///< empty where there is nothing to show
  std::function<bool(const CellSummary&)> show;  ///< whether a cell has anything to show
  std::function<std::vector<std::string>(const CellSummary&)> texts;  ///< of such a cell
};

/// What dice made of the games; empty where no cell has any.
Columns chance_columns(const Summary& summary);

/// How the fortunes of games went by the agents' own searches; empty where no cell has any.
Columns course_columns(const Summary& summary);

/// How often each throw came, in per cent.
Columns throw_columns(const Summary& summary);

/// How often the first agent wins, and what that is in Elo; empty where no different agents
/// exchange sides.
Columns agent_columns(const Summary& summary);

/// Why games ended, in games and per cent.
Columns reason_columns(const Summary& summary);

/// What the heads of `chance_columns` mean, sentence by sentence.
std::vector<std::string> chance_legend();

/// The same of `course_columns`.
std::vector<std::string> course_legend();

}  // namespace tavlab
