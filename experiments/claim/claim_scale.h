#pragma once

#include <cstddef>
#include <string>

#include "experiments/claim/claim_run.h"
#include "experiments/report/plot.h"

namespace tavlab {

/// What the strongest agents say about a hypothesis, on one scale: the claimed region, the band of
/// the agents, its uncertainty, and the same for every other reading of the rules. A score is drawn
/// from 0 to 1. Empty if it has no games.
std::string scale_svg(const ClaimResult& result, std::size_t hypothesis, FigureWidth width);

}  // namespace tavlab
