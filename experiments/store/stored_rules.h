#pragma once

#include <optional>

#include "core/ruleset/ruleset.h"
#include "experiments/store/store.h"

namespace tavlab {

/// The rule set that a stored cell was played by, from the parameters in the store: also where it
/// came from a file that is gone or says something else by now. Without source and assumptions.
/// Nothing where this program no longer has such parameters.
std::optional<RuleSet> stored_rules(const StoredCell& cell);

}  // namespace tavlab
