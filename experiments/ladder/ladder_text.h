#pragma once

#include <string>

#include "experiments/ladder/ladder.h"
#include "experiments/report/figure_files.h"
#include "experiments/report/html.h"

namespace tavlab {

/// Output formats of a ladder.
std::string ladder_json(const LadderResult& result);
std::string ladder_markdown(const LadderResult& result);
/// For a terminal.
std::string ladder_text(const LadderResult& result);
/// For the report: the table, ratings as a plot, and balance against strength in one figure.
ReportFrame ladder_frame(const LadderResult& result);

/// Its figure as a file: "balance".
std::vector<NamedFigure> ladder_figures(const LadderResult& result);

}  // namespace tavlab
