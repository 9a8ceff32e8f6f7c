#pragma once

#include "experiments/report/fields.h"
#include "experiments/summary/summary.h"

namespace tavlab {

/// Start positions drawn, one for each board, with the rule sets that begin there.
Markup boards_section(const Summary& summary);

/// The rule sets with their content hashes, what differs between them, and all parameters.
Markup rules_section(const Summary& summary);

}  // namespace tavlab
