#pragma once

#include "experiments/report/fields.h"
#include "experiments/summary/summary.h"

namespace tavlab {

/// The rule sets: content hashes, rules in words, differences, and all parameters.
Markup rules_section(const Summary& summary);

}  // namespace tavlab
