#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/report/labels.h"
#include "experiments/summary.h"

namespace tavlab {

/// Figures of a report as inline SVG. Every one has a row for each cell, sections by agents.

/// The first side's score with its interval, against the line of an even game.
std::string score_figure(const Summary& summary);

/// Shares of wins, draws and unfinished games as stacked bars.
std::string results_figure(const Summary& summary);

/// Lengths of finished games: histogram, 5 to 95 %, quartiles, median.
std::string lengths_figure(const Summary& summary);

/// Horizontal and vertical extent of the rows that all of them share.
namespace row_layout {
inline constexpr double kWidth = 760;
inline constexpr double kLabel = 270;  ///< labels to the left of this
inline constexpr double kRight = 744;  ///< data up to here
inline constexpr double kTop = 34;
inline constexpr double kRow = 28;
inline constexpr double kHead = 26;  ///< a section's line
}  // namespace row_layout

}  // namespace tavlab
