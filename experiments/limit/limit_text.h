#pragma once

#include <string>
#include <vector>

#include "experiments/limit/limit.h"
#include "experiments/report/figure_files.h"
#include "experiments/report/html.h"

namespace tavlab {

/// Output formats of the result of `tavlab limit`.
std::string limit_json(const LimitResult& result);
std::string limit_markdown(const LimitResult& result);
/// For a terminal.
std::string limit_text(const LimitResult& result);
/// For the report: what it says in words, the curves, and the tables.
ReportFrame limit_frame(const LimitResult& result);
/// "limit": the value, if there are several agents; "limit-agents": each agent against itself.
std::vector<NamedFigure> limit_figures(const LimitResult& result);

}  // namespace tavlab
