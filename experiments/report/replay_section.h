#pragma once

#include "experiments/report/fields.h"
#include "experiments/store/store.h"
#include "experiments/summary/summary.h"

namespace tavlab {

/// Games to step through on a board, with the script: the first finished game of some cells of the
/// last (strongest) agents. Empty if no game is finished, or if the rules can no longer be played
/// or drawn.
Markup replay_section(Store& store, const Summary& summary);

}  // namespace tavlab
