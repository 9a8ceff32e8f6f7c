#pragma once

#include <string>
#include <vector>

#include "experiments/store/cell_label.h"
#include "experiments/summary/summary.h"

namespace tavlab {

/// Cells that are grouped in tables and figures: those of one pair of agents.
struct CellSection {
  std::string agents;
  std::vector<const CellSummary*> cells;
};

/// The cells by agents, in their order.
std::vector<CellSection> sections(const Summary& summary);

/// "0.512 [0.481, 0.543]", or "no finished games".
std::string score_text(const ScoreEstimate& score);

/// An exact value: "1", "0.492115568". Callers mark it as proved.
std::string exact_text(double value);

/// A difference in Elo with its 95 % error, "+35.2 ± 12.3"; if that is not finite, with its
/// interval, "+inf [+166, +inf]"; a dash without games.
std::string elo_text(const EloEstimate& estimate);

/// The likelihood of superiority in per cent, "99.7 %"; a dash where it is unknown.
std::string superiority_text(const EloEstimate& estimate);

/// A number with a given number of digits, or a dash if it is unknown.
std::string number_text(double value, int digits);

}  // namespace tavlab
