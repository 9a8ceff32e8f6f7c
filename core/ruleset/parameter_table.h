#pragma once

#include <string>

#include "core/ruleset/parameter.h"

namespace tavlab {

/// What rule sets may state for a parameter, where it means something, and since when it is there:
/// "an integer from 2 to 20; default 6; needs dice.kind = parity or distance".
std::string parameter_facts(const ParameterSpec& spec);

/// All parameters of a family as a table in Markdown, as its RULES.md has it.
std::string parameter_table(const FamilySchema& schema);

}  // namespace tavlab
