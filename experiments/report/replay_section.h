#pragma once

#include <string>

#include "experiments/store.h"
#include "experiments/summary.h"

namespace tavlab {

/// Games to step through on a drawn board, with the script that does it: the first finished game of
/// some cells, those of the last (strongest) agents. Empty where there is none that can be
/// replayed, as when rules came from a file that is gone or says something else by now.
std::string replay_section(Store& store, const Summary& summary);

}  // namespace tavlab
