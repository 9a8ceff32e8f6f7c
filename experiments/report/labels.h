#pragma once

#include <string>
#include <vector>

#include "experiments/summary.h"

namespace tavlab {

/// Cells that stand together in tables and figures: those of one pair of agents.
struct CellSection {
  std::string agents;
  std::vector<const CellSummary*> cells;
};

/// The cells by agents, in their order.
std::vector<CellSection> sections(const Summary& summary);

/// "king side moves = 13" for ("limits.king_side_moves", "13").
std::string setting_text(const std::string& key, const std::string& value);

/// What tells a cell from the others of its section: its group and settings.
std::string short_label(const StoredCell& cell);

/// "0.512 [0.481, 0.543]", or "no finished games".
std::string score_text(const ScoreEstimate& score);

/// A number with so many digits, or a dash when it is unknown.
std::string number_text(double value, int digits);

}  // namespace tavlab
