#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ruleset/ruleset.h"

// Shared by the loader's files; internal to core/ruleset.
namespace tavlab::ruleset_values {

/// The candidate with the smallest edit distance to `text`; empty without candidates.
std::string_view nearest(std::string_view text, const std::vector<std::string_view>& candidates);

/// The nearest candidate if its edit distance is at most half the length of `text`; else empty.
std::string_view similar(std::string_view text, const std::vector<std::string_view>& candidates);

/// Throws "WHERE: unknown key 'KEY', the nearest is 'NEAR'".
[[noreturn]] void throw_unknown_key(std::string_view where, std::string_view key,
                                    const std::vector<std::string_view>& known);

/// Throws "WHERE: KEY is GIVEN, but must be ALLOWED".
[[noreturn]] void throw_bad_value(std::string_view where, std::string_view key,
                                  std::string_view given, std::string_view allowed);

/// The value in canonical form (aliases and names for 0 resolved, choices in the schema's order).
/// Throws UserError if it is not allowed.
ParameterValue checked(const ParameterSpec& spec, const ParameterValue& given,
                       std::string_view where);

/// Throws UserError if a parameter that was just set differs from its default and has no effect
/// with the other parameters.
void require_effect(const RuleSet& rule_set, std::string_view key, std::string_view where);

/// Keys of all parameters of the family.
std::vector<std::string_view> keys(const FamilySchema& schema);

/// Reads one TOML document. `load_parent` supplies the rule set that it extends. `stored` is the
/// schema for a text that an earlier version may have written: missing parameters are neutral. Null
/// for a text written by hand: missing parameters have their defaults.
RuleSet read_toml(std::string_view toml_text, std::string_view origin, const FamilySchema* stored,
                  const std::function<RuleSet(const std::string& parent)>& load_parent);

}  // namespace tavlab::ruleset_values
