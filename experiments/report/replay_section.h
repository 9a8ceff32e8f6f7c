#pragma once

#include "experiments/report/fields.h"
#include "experiments/store/store.h"
#include "experiments/summary/summary.h"

namespace tavlab {

/// Games to step through on a drawn board, with the script that does it: the first finished game of
/// some cells, those of the last (strongest) agents. Empty where there is none to show: none
/// finished, or rules that this program no longer knows or cannot draw.
Markup replay_section(Store& store, const Summary& summary);

}  // namespace tavlab
