#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ruleset/ruleset.h"

namespace tavlab {

/// A rule set that a net was trained for.
struct NetRules {
  std::string id;
  std::uint64_t hash = 0;  ///< RuleSet::content_hash
  /// RulesIdentity::parameters; nets of version 0.1 do not have them.
  std::optional<std::map<std::string, std::string>> parameters = {};
};

/// All rules that a net was trained for, and the inputs by which it tells them apart.
struct TrainedRules {
  std::string family;
  /// Names of its rule inputs; a net without any was trained for a single rule set.
  std::vector<std::string> rule_inputs;
  std::vector<NetRules> rules;
};

/// The parameters of a rule set that a net was trained for: as stored, or for nets of version 0.1
/// those of the built-in rule set with that id and hash; empty if there is none.
std::optional<std::map<std::string, std::string>> known_parameters(const NetRules& known);

/// Throws UserError if the net cannot play these rules: either it has no input for a parameter that
/// is not neutral in them (the message names it with its value), or it was not trained for them
/// (the message names the nearest rules it was trained for, and the differences).
void check_rules(const TrainedRules& trained, const RulesIdentity& rules, std::string_view file);

}  // namespace tavlab
