#pragma once

#include "experiments/claim/claim_run.h"
#include "experiments/report/figure_files.h"
#include "experiments/report/html.h"

namespace tavlab {

/// The part of a claim's report above the numbers of its games: the verdict as a sentence and as a
/// table; for each hypothesis its confidence sequences as the games came in, one per strength,
/// against the claimed region; and the trend over the strengths.
ReportFrame claim_frame(const ClaimResult& result);

/// Its figures: "sequence-1" and "trend-1" of the first hypothesis, and so on.
std::vector<NamedFigure> claim_figures(const ClaimResult& result);

}  // namespace tavlab
