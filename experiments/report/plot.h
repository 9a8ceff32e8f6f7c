#pragma once

#include <string>
#include <string_view>

#include "experiments/report/svg.h"
#include "experiments/summary/summary.h"

namespace tavlab {

/// The width of a figure: a page has both, and its style sheet shows the one that fits.
enum class FigureWidth { wide, narrow };

/// The mark of a proved value, a hollow diamond: it has no error bar, and a measured point stays
/// visible within it. The class is "proved", or "proved s1" in the colour of a series.
void draw_proved(Svg& svg, double x, double y, std::string_view css_class,
                 std::string_view hint = {});

/// Its text in legends.
inline constexpr std::string_view kProvedLegend = "proved, by optimal play";

/// Figures of a report as inline SVG, with a row per cell, in sections by agents. A wide figure has
/// its labels at the left, a narrow one above the rows.

/// The first side's score with its interval, and the line of an even game.
std::string score_figure(const Summary& summary, FigureWidth width);

/// Shares of wins, draws and unfinished games as stacked bars.
std::string results_figure(const Summary& summary, FigureWidth width);

/// Lengths of finished games: histogram, 5 to 95 %, quartiles, median.
std::string lengths_figure(const Summary& summary, FigureWidth width);

}  // namespace tavlab
