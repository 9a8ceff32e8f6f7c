#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/ruleset/ruleset.h"

/// A future version of tavlab, whose families have two more parameters.
namespace tavlab::later_version {

inline constexpr std::string_view kFlag = "imagined.flag";
/// Its default is something new; rule sets before it meant `old`.
inline constexpr std::string_view kChoice = "imagined.choice";

inline const FamilySchema& schema(std::string_view family) {
  static std::map<std::string, FamilySchema, std::less<>> made;
  if (const auto found = made.find(family); found != made.end()) return found->second;
  FamilySchema later = *find_family_schema(family);
  using Type = ParameterSpec::Type;
  later.parameters.push_back({.key = kFlag,
                              .type = Type::boolean,
                              .fallback = false,
                              .help = "New.",
                              .since = "9.1",
                              .inputs = {std::string(kFlag)}});
  later.parameters.push_back({.key = kChoice,
                              .type = Type::choice,
                              .fallback = std::string("new"),
                              .help = "New, too.",
                              .choices = {"old", "new"},
                              .since = "9.1",
                              .neutral_value = std::string("old"),
                              .inputs = {"imagined.choice=old", "imagined.choice=new"}});
  return made.emplace(family, std::move(later)).first->second;
}

/// A rule set of this version as the later one has it.
inline RuleSet upgraded(RuleSet rule_set) {
  complete(rule_set, schema(rule_set.family));
  return rule_set;
}

}  // namespace tavlab::later_version
