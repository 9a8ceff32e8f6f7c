#pragma once

#include <string>

#include "experiments/summary/summary.h"

namespace tavlab {

/// Start positions drawn, one for each board, with the rule sets that begin there.
std::string boards_section(const Summary& summary);

/// The rule sets with their content hashes, what differs between them, and all parameters.
std::string rules_section(const Summary& summary);

}  // namespace tavlab
