#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ruleset/check.h"
#include "core/ruleset/ruleset.h"

// Shared by the loader's files; internal to core/ruleset.
namespace tavlab::ruleset_values {

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
/// with the other parameters. If `strict`, also if its value is assumed and the default; if not,
/// only where the rule set is refused for that.
void require_effect(const RuleSet& rule_set, std::string_view key, std::string_view where,
                    bool strict);

/// Keys of all parameters of the family.
std::vector<std::string_view> keys(const FamilySchema& schema);

/// The faults of a document, for `check_rule_set`.
struct FaultList {
  std::vector<RuleSetFault> faults;
  std::map<std::string, std::size_t> lines;  ///< of the parameters stated
  std::size_t id_line = 0;

  void add(std::size_t line, std::string message) { faults.push_back({line, std::move(message)}); }
};

using LoadParent = std::function<RuleSet(const std::string& parent)>;

/// Reads one TOML document. `load_parent` supplies the rule set that it extends. `stored` is the
/// schema for a text that an earlier version may have written: missing parameters are neutral. Null
/// for a text written by hand: missing parameters have their defaults. With a list for its faults
/// it throws only for a syntax error; the rule set then has no schema if its parameters could not
/// be read at all.
RuleSet read_toml(std::string_view toml_text, std::string_view origin, const FamilySchema* stored,
                  const LoadParent& load_parent, FaultList* faults = nullptr);

// Parts of a TOML document.
std::string toml_string(const std::string& text);
std::string toml_value(const ParameterSpec& spec, const ParameterValue& value);
std::string toml_assumption(const ParameterSpec& spec, const ParameterValue& value,
                            const Assumption& assumption);

}  // namespace tavlab::ruleset_values
