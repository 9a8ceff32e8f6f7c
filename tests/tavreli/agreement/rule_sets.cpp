#include "tests/tavreli/agreement/rule_sets.h"

#include <fmt/format.h>

#include <string_view>

#include "core/tavreli/parameters.h"
#include "core/tavreli/tavreli.h"
#include "tests/support/agreement.h"
#include "tests/support/draws.h"

namespace tavlab::tavreli_agreement {
namespace {

using Texts = std::vector<std::string>;

/// What a parameter may be set to, as an override writes it.
Texts values_of(const ParameterSpec& spec) {
  if (spec.type == ParameterSpec::Type::boolean) return {"true", "false"};
  if (spec.type == ParameterSpec::Type::choice) return {spec.choices.begin(), spec.choices.end()};
  if (spec.key == "repetition.count") return {"2", "3", "4"};
  return {"3", "20", "none"};  // of the limits
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
    for (const std::string& id : built_in_ids("tavreli")) all.push_back(load_rule_set(id));
    for (const char* base : {"tavreli", "chess"}) {
      add_changes<Tavreli>(base, {}, values_of, all);
    }
    // It has no effect elsewhere.
    const auto into_attack = [](const ParameterSpec& spec) {
      return spec.key == "volkhv.into_attack" ? values_of(spec) : Texts{};
    };
    add_changes<Tavreli>("tavreli-capture", {}, into_attack, all);
    return all;
  }();
  return chosen;
}

RuleSet drawn_rule_set(std::uint64_t seed) {
  Random random(seed);
  RuleSet rule_set = load_rule_set(any_of(random, built_in_ids("tavreli")));
  draw_parameters(
      random, tavreli::schema(), [](std::string_view) { return true; }, random_value, rule_set);
  name_by_seed(rule_set, seed);
  return rule_set;
}

}  // namespace tavlab::tavreli_agreement
