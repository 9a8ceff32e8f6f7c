#pragma once

#include <string>

#include "experiments/calibrate/calibrate.h"
#include "experiments/report/html.h"

namespace tavlab {

/// Output formats of a calibration.
std::string calibration_json(const CalibrateResult& result);
std::string calibration_markdown(const CalibrateResult& result);
/// For a terminal.
std::string calibration_text(const CalibrateResult& result);
/// For the report: what it says in words, the matrix, and the ratings.
ReportFrame calibration_frame(const CalibrateResult& result);

}  // namespace tavlab
