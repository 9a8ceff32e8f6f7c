#pragma once

#include <string>

#include "experiments/compare/compare.h"
#include "experiments/report/html.h"

namespace tavlab {

/// The forms in which a comparison leaves the program.
std::string compare_json(const CompareResult& result);
std::string compare_markdown(const CompareResult& result);
/// For a terminal.
std::string compare_text(const CompareResult& result);
/// For the report: tables, and drawn positions in which the rules part.
ReportFrame compare_frame(const CompareResult& result);

}  // namespace tavlab
