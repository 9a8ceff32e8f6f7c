#pragma once

#include <string>

#include "experiments/summary/summary.h"

namespace tavlab {

/// The width of a figure: a page has both, and its style sheet shows the one that fits.
enum class FigureWidth { wide, narrow };

/// Figures of a report as inline SVG, with a row per cell, in sections by agents. A wide figure has
/// its labels at the left, a narrow one above the rows.

/// The first side's score with its interval, and the line of an even game.
std::string score_figure(const Summary& summary, FigureWidth width);

/// Shares of wins, draws and unfinished games as stacked bars.
std::string results_figure(const Summary& summary, FigureWidth width);

/// Lengths of finished games: histogram, 5 to 95 %, quartiles, median.
std::string lengths_figure(const Summary& summary, FigureWidth width);

}  // namespace tavlab
