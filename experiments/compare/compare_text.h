#pragma once

#include <string>

#include "experiments/compare/compare.h"
#include "experiments/report/html.h"

namespace tavlab {

/// Output formats of a comparison.
std::string compare_json(const CompareResult& result);
std::string compare_markdown(const CompareResult& result);
/// For a terminal.
std::string compare_text(const CompareResult& result);
/// For the report: tables, and boards of positions in which the rules differ.
ReportFrame compare_frame(const CompareResult& result);

}  // namespace tavlab
