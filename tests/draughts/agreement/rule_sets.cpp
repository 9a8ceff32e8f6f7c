#include "tests/draughts/agreement/rule_sets.h"

#include <fmt/format.h>

#include <string_view>

#include "core/draughts/draughts.h"
#include "core/draughts/parameters.h"
#include "tests/support/agreement.h"
#include "tests/support/draws.h"

namespace tavlab::draughts_agreement {
namespace {

using Texts = std::vector<std::string>;

/// Kings of both players, and men that soon reach the last row.
const Texts kRows = {".b...B..", "b.b...w.", "........", "..b...b.",
                     ".w...w..", "........", ".b...w.w", "w...W..."};

/// The values of a parameter, as in an override; none for start positions, which are added below.
Texts values_of(const ParameterSpec& spec) {
  if (spec.key == "rows") return {};
  if (spec.type == ParameterSpec::Type::boolean) return {"true", "false"};
  if (spec.type == ParameterSpec::Type::choice) return {spec.choices.begin(), spec.choices.end()};
  if (spec.key == "board.size") return {"6", "7", "9", "10", "11", "12"};
  if (spec.key == "board.men_rows") return {"1", "2", "3"};
  if (spec.key == "repetition.count") return {"2", "3", "4"};
  if (spec.key == "limits.total_plies") return {"7", "60", "none"};
  return {"2", "15", "none"};  // of the limits of draws
}

/// The rule set with its own start position.
RuleSet with_rows(const char* base) {
  RuleSet rule_set = load_rule_set(base);
  rule_set.parameters["rows"] = kRows;
  rule_set.id += "{rows}";
  return rule_set;
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
  if (spec.key == "board.size") return std::int64_t{between(random, 4, 12)};
  if (spec.key == "board.men_rows") return std::int64_t{between(random, 1, 4)};
  if (spec.key == "repetition.count") return std::int64_t{between(random, 2, 4)};
  return std::int64_t{chance(random, 0.5) ? 0 : between(random, 1, 40)};
}

}  // namespace

const std::vector<RuleSet>& chosen_rule_sets() {
  static const std::vector<RuleSet> chosen = [] {
    std::vector<RuleSet> all;
    for (const std::string& id : built_in_ids("draughts")) all.push_back(load_rule_set(id));
    for (const char* base : {"russian-draughts", "bashni", "lasca", "italian-draughts"}) {
      add_changes<Draughts>(base, {}, values_of, all);
    }
    // Captured pieces that leave the board at once, and larger boards.
    add_changes<Draughts>("bashni", {"removal=at_once"}, values_of, all);
    add_changes<Draughts>("brazilian-draughts", {"board.size=10", "board.men_rows=4"}, values_of,
                          all);
    add_changes<Draughts>("russian-draughts", {"board.size=12", "board.men_rows=5"}, values_of,
                          all);
    all.push_back(with_rows("russian-draughts"));
    all.push_back(with_rows("bashni"));
    return all;
  }();
  return chosen;
}

RuleSet drawn_rule_set(std::uint64_t seed) {
  Random random(seed);
  RuleSet rule_set = load_rule_set(any_of(random, built_in_ids("draughts")));
  draw_parameters(
      random, draughts::schema(), [](std::string_view key) { return key != "rows"; }, random_value,
      rule_set);
  if (rule_set.integer("board.size") == 8 && chance(random, 0.1)) {
    rule_set.parameters["rows"] = kRows;
  }
  name_by_seed(rule_set, seed);
  return rule_set;
}

}  // namespace tavlab::draughts_agreement
