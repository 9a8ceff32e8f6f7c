#pragma once

#include <string>

#include "core/ruleset/ruleset.h"

namespace tavlab {

/// Throws UserError if the agent cannot play the rules.
void check_agent(const RuleSet& rules, const std::string& agent);

}  // namespace tavlab
