#pragma once

#include <string>

#include "core/ruleset/parameter.h"

namespace tavlab {

/// A parameter's allowed values, default, conditions and first version:
/// "an integer from 2 to 20; default 6; needs dice.kind = parity or distance".
std::string parameter_facts(const ParameterSpec& spec);

/// All parameters of a family as the Markdown table in its RULES.md.
std::string parameter_table(const FamilySchema& schema);

}  // namespace tavlab
