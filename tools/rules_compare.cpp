// tavlab rules diff|nearest
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/error.h"
#include "core/language.h"
#include "core/translation.h"
#include "experiments/text/command_text.h"
#include "experiments/text/table.h"
#include "tools/cli.h"
#include "tools/rules_parts.h"

namespace tavlab::cli {
namespace {

/// The order of a list says nothing, as in the hash of a rule set.
ParameterValue sorted(ParameterValue value) {
  if (auto* const list = std::get_if<std::vector<std::string>>(&value)) std::ranges::sort(*list);
  return value;
}

bool has_effect(const RuleSet& rules, const ParameterSpec& spec) {
  return spec.lacking(rules).empty();
}

/// The parameters with an effect under at least one of the rule sets, and another value or none
/// under the other.
std::vector<const ParameterSpec*> differences(const RuleSet& a, const RuleSet& b) {
  std::vector<const ParameterSpec*> found;
  for (const ParameterSpec& spec : a.schema->parameters) {
    if (!has_effect(a, spec) && !has_effect(b, spec)) continue;
    if (sorted(a.at(spec.key)) != sorted(b.at(spec.key))) found.push_back(&spec);
  }
  return found;
}

void diff_rules(const RuleSet& a, const RuleSet& b, bool json) {
  if (a.family != b.family) {
    throw UserError(fmt::format(
        "{} is of the family {}, but {} of {}: they have no parameters in common; `tavlab compare` "
        "compares their games",
        a.id, a.family, b.id, b.family));
  }
  const bool same = a.content_hash() == b.content_hash();
  const std::vector<const ParameterSpec*> different = differences(a, b);
  if (json) {
    Json values = Json::object();
    for (const ParameterSpec* const spec : different) {
      values[std::string(spec->key)] = {value_json(a.at(spec->key)), value_json(b.at(spec->key))};
    }
    return print_json({{"a", a.id}, {"b", b.id}, {"same_game", same}, {"differences", values}});
  }
  if (same) {
    fmt::print("The two are the same game.\n");
    return;
  }
  const auto value = [](const RuleSet& rules, const ParameterSpec& spec) {
    return has_effect(rules, spec) ? rules.value_text(spec.key) : std::string("(no effect)");
  };
  fmt::print("{:<34} {:<28} {}\n", "", a.id, b.id);
  for (const ParameterSpec* const spec : different) {
    const std::string of_a = value(a, *spec), of_b = value(b, *spec);
    const std::string line = fmt::format("{:<34} {:<28} {}", spec->key, of_a, of_b);
    if (display_width(line) <= text_width()) {
      fmt::print("{}\n", line);
    } else {  // of many cells, or the rows of a board
      fmt::print("{}\n{}{}", spec->key, wrap(fmt::format("{}: {}", a.id, of_a), text_width(), 4),
                 wrap(fmt::format("{}: {}", b.id, of_b), text_width(), 4));
    }
  }
}

struct Neighbour {
  RuleSet rules;
  std::size_t differences;
};

/// The built-in rule sets of the family, by how many parameters are different. One that has an
/// effect under one of the two only does not count: the parameter that makes it so does.
std::vector<Neighbour> neighbours_of(const RuleSet& rules) {
  std::vector<Neighbour> found;
  for (const std::string& id : builtin_rule_set_ids()) {
    if (id == rules.id) continue;
    RuleSet other = load_rule_set(id);
    if (other.family != rules.family) continue;
    const auto different = differences(rules, other);
    const auto count = std::ranges::count_if(different, [&](const ParameterSpec* spec) {
      return has_effect(rules, *spec) && has_effect(other, *spec);
    });
    found.push_back({std::move(other), static_cast<std::size_t>(count)});
  }
  std::ranges::stable_sort(found, {}, &Neighbour::differences);
  return found;
}

void show_nearest(const RulesArguments& named, std::size_t count, Language language, bool json) {
  const RuleSet rules = named.load();
  std::vector<Neighbour> found = neighbours_of(rules);
  if (found.size() > count)
    found.erase(found.begin() + static_cast<std::ptrdiff_t>(count), found.end());
  Json list = Json::array();
  for (const auto& [other, different] : found) {
    const bool same = other.content_hash() == rules.content_hash();
    if (json) {
      list.push_back({{"id", other.id},
                      {"title", title_in(language, other)},
                      {"same_game", same},
                      {"differences", different}});
    } else {
      fmt::print("{:>3}  {:<28} {}{}\n", different, other.id, title_in(language, other),
                 same ? " (the same game)" : "");
    }
  }
  if (json) return print_json({{"rules", rules.id}, {"nearest", list}});
  if (found.empty()) return;
  // A built-in rule set is loaded by its id with what was set; itself unchanged is its neighbour.
  const std::string& nearest = found.front().rules.id;
  const bool is_file = rules.origin.ends_with(".toml");
  const std::string command = named.overrides.empty()
                                  ? fmt::format("{} {}", shell_quoted(named.name), nearest)
                              : nearest == named.name ? named.words()
                              : is_file               ? std::string()
                                        : fmt::format("{} {}", shell_quoted(rules.id), nearest);
  fmt::print("The number of parameters that differ{}.\n",
             command.empty() ? "" : fmt::format("; `tavlab rules diff {}` names them", command));
}

}  // namespace

void add_rules_compare(App& rules) {
  struct Options {
    RulesArguments rules;
    std::string second;
    std::size_t count = 5;
    std::optional<Language> language;
    bool json = false;
  };
  const auto diff = std::make_shared<Options>();
  App* command = rules.add_subcommand("diff", "Compare the parameters of two rule sets");
  command->add_option("A", diff->rules.name, "A rule set's id or path")->required();
  command->add_option("B", diff->second, "Another, by default A; --set changes it");
  add_set_option(*command, diff->rules.overrides);
  add_json_flag(*command, diff->json);
  command->callback([diff] {
    const auto& [name, overrides] = diff->rules;
    if (diff->second.empty() && overrides.empty()) {
      throw UserError("rules diff: name another rule set, or what to change with --set");
    }
    const std::string& second = diff->second.empty() ? name : diff->second;
    diff_rules(load_rule_set(name), load_rule_set(second, overrides), diff->json);
  });

  const auto nearest = std::make_shared<Options>();
  command = rules.add_subcommand("nearest", "List the built-in rule sets that are most like one");
  nearest->rules.add_to(*command);
  command->add_option("--count", nearest->count, "How many")
      ->check(in_range(1, 1000))
      ->capture_default_str();
  add_language_option(*command, nearest->language);
  add_json_flag(*command, nearest->json);
  command->callback([nearest] {
    show_nearest(nearest->rules, nearest->count,
                 nearest->language.value_or(language_of_environment()), nearest->json);
  });
}

}  // namespace tavlab::cli
