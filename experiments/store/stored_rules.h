#pragma once

#include <optional>

#include "core/ruleset/ruleset.h"
#include "experiments/store/store.h"

namespace tavlab {

/// The rule set of a stored cell, from the parameters in the store: even if its file is gone or has
/// changed since. Without source and assumptions. nullopt if this program no longer has such
/// parameters, or computes another hash.
std::optional<RuleSet> stored_rules(const StoredCell& cell);
/// The same with the parameters of this schema, which must outlive the rule set: parameters that
/// the cell does not have are neutral.
std::optional<RuleSet> stored_rules(const StoredCell& cell, const FamilySchema& schema);

}  // namespace tavlab
