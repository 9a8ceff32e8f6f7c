#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "core/ruleset/ruleset.h"

/// Numbers that two independent programs computed (tests/data/ur-oracle.json).
namespace tavlab::ur_oracle {

using Json = nlohmann::json;
using Texts = std::vector<std::string>;

inline const Json& oracle() {
  static const Json json = [] {
    std::ifstream file(std::string(TAVLAB_TEST_DATA) + "/ur-oracle.json");
    return Json::parse(file);
  }();
  return json;
}

/// The oracle's rule sets and options in terms of the built-in ones.
inline RuleSet rule_set_of(const std::string& rules, const std::string& options, int pieces) {
  struct Variant {
    std::string base;
    Texts overrides;
  };
  static const std::map<std::string, Variant> rule_sets = {
      {"finkel", {"ur-finkel", {}}},
      {"bell_nosafe", {"ur-finkel", {"rosette.safe=false"}}},
      {"bell_plain", {"ur-finkel", {"rosette.safe=false", "rosette.extra_throw=false"}}},
      {"finkel_3d0is4", {"ur-finkel", {"dice.kind=3d2_zero4"}}},
      {"finkel_capextra", {"ur-finkel", {"capture.extra_throw=true"}}},
      {"masters", {"ur-masters", {}}},
      {"masters4d", {"ur-masters-4d", {}}},
      {"blitz", {"ur-blitz", {}}},
      {"aseb", {"ur-aseb", {}}},
      {"skiryuk", {"ur-skiryuk", {"opening=free"}}}};
  static const std::map<std::string, Texts> option_overrides = {
      {"default", {}},
      {"access=any_g2", {"stack.access=any_in_depot"}},
      {"finish=normal", {"finish.rule=normal"}},
      {"dice=d4", {"dice.kind=d4"}},
      {"maxh=3", {"stack.capacity=3"}},
      {"maxh=1", {"stack.capacity=1"}}};
  const Variant& variant = rule_sets.at(rules);
  Texts overrides = variant.overrides;
  for (const std::string& more : option_overrides.at(options)) overrides.push_back(more);
  overrides.push_back(fmt::format("pieces={}", pieces));
  return load_rule_set(variant.base, overrides);
}

/// One entry of the oracle's lists.
struct Entry {
  Json json;
  [[nodiscard]] std::string rules() const { return json.at("rules"); }
  [[nodiscard]] std::string options() const { return json.value("options", "default"); }
  [[nodiscard]] int pieces() const { return json.at("pieces"); }
  [[nodiscard]] RuleSet rule_set() const { return rule_set_of(rules(), options(), pieces()); }
};

inline void PrintTo(const Entry& entry, std::ostream* out) { *out << entry.json; }

inline std::string name_of(const testing::TestParamInfo<Entry>& tested) {
  const Entry& entry = tested.param;
  std::string name = fmt::format("{}_{}_{}", entry.rules(), entry.options(), entry.pieces());
  std::replace(name.begin(), name.end(), '=', '_');
  return name;
}

}  // namespace tavlab::ur_oracle
