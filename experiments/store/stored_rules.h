#pragma once

#include <optional>

#include "core/ruleset/ruleset.h"
#include "experiments/store/store.h"

namespace tavlab {

/// The rule set that a stored cell was played by, from the parameters in the store: also where it
/// came from a file that is gone or says something else by now. Without source and assumptions.
/// Nothing where this program no longer has such parameters.
std::optional<RuleSet> stored_rules(const StoredCell& cell);
/// The same with the parameters of this schema, which must outlive the rule set: those that the
/// cell does not have are neutral.
std::optional<RuleSet> stored_rules(const StoredCell& cell, const FamilySchema& schema);

}  // namespace tavlab
