#pragma once

#include "experiments/report/fields.h"
#include "experiments/summary/summary.h"

namespace tavlab {

/// The rule sets with their content hashes, in words, what differs between them, and all
/// parameters.
Markup rules_section(const Summary& summary);

}  // namespace tavlab
