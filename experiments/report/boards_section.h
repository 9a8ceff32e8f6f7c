#pragma once

#include "experiments/report/fields.h"
#include "experiments/summary/summary.h"

namespace tavlab {

/// Drawings of the start positions with their rule sets and a legend of pieces and squares. Start
/// positions of rules that are no longer playable are shown as texts.
Markup boards_section(const Summary& summary);

}  // namespace tavlab
