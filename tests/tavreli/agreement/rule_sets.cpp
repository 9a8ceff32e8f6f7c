#include "tests/tavreli/agreement/rule_sets.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "core/error.h"
#include "core/tavreli/parameters.h"
#include "tests/support/draws.h"

namespace tavlab::tavreli_agreement {
namespace {

using Texts = std::vector<std::string>;

const Texts& built_in_ids() {
  static const Texts ids = [] {
    Texts found;
    for (const std::string& id : builtin_rule_set_ids()) {
      if (load_rule_set(id).family == "tavreli") found.push_back(id);
    }
    return found;
  }();
  return ids;
}

/// What a parameter may be set to, as an override writes it.
Texts values_of(const ParameterSpec& spec) {
  if (spec.type == ParameterSpec::Type::boolean) return {"true", "false"};
  if (spec.type == ParameterSpec::Type::choice) return {spec.choices.begin(), spec.choices.end()};
  if (spec.key == "repetition.count") return {"2", "3", "4"};
  return {"3", "20", "none"};  // of the limits
}

/// The rule set with each parameter changed, or only with one that means nothing elsewhere.
void add_changes(const std::string& base, std::vector<RuleSet>& all, std::string_view only = "") {
  const RuleSet unchanged = load_rule_set(base);
  for (const ParameterSpec& spec : tavreli::schema().parameters) {
    if (!only.empty() && spec.key != only) continue;
    for (const std::string& value : values_of(spec)) {
      if (value == unchanged.value_text(spec.key)) continue;
      try {
        const RuleSet changed = load_rule_set(base, Texts{fmt::format("{}={}", spec.key, value)});
        tavreli::read_parameters(changed);
        all.push_back(changed);
      } catch (const UserError&) {
      }
    }
  }
}

ParameterValue random_value(Random& random, const ParameterSpec& spec) {
  switch (spec.type) {
    case ParameterSpec::Type::boolean:
      return chance(random, 0.5);
    case ParameterSpec::Type::choice:
      return std::string(any_of(random, spec.choices));
    default:
      break;
  }
  if (spec.key == "repetition.count") return std::int64_t{between(random, 2, 4)};
  return std::int64_t{chance(random, 0.5) ? 0 : between(random, 1, 100)};
}

}  // namespace

const std::vector<RuleSet>& chosen_rule_sets() {
  static const std::vector<RuleSet> chosen = [] {
    std::vector<RuleSet> all;
    for (const std::string& id : built_in_ids()) all.push_back(load_rule_set(id));
    for (const char* base : {"tavreli", "chess"}) add_changes(base, all);
    add_changes("tavreli-capture", all, "volkhv.into_attack");
    return all;
  }();
  return chosen;
}

RuleSet drawn_rule_set(std::uint64_t seed) {
  Random random(seed);
  RuleSet rule_set = load_rule_set(any_of(random, built_in_ids()));
  const double changed = std::array{0.1, 0.3, 0.6, 1.0}[random.below(4)];
  for (const ParameterSpec& spec : tavreli::schema().parameters) {
    if (!chance(random, changed)) continue;
    rule_set.parameters[std::string(spec.key)] = random_value(random, spec);
  }
  rule_set.origin = rule_set.id;
  rule_set.id = fmt::format("drawn-{}", seed);
  return rule_set;
}

}  // namespace tavlab::tavreli_agreement
