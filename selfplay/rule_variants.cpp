#include "selfplay/rule_variants.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <typeindex>

#include "core/error.h"
#include "core/families.h"

namespace tavlab {
namespace {

constexpr std::uint64_t kMaxVariants = 10'000;

std::uint64_t combinations(const VariedRules& entry) {
  std::uint64_t count = 1;
  for (const auto& [key, values] : entry.vary) {
    count = std::min(kMaxVariants + 1, count * values.size());
  }
  return count;
}

std::type_index game_type(const RuleSet& rule_set) {
  return visit_game(rule_set,
                    [](auto game, const auto&) { return std::type_index(typeid(decltype(game))); });
}

/// The rule set of a combination; empty if its values contradict each other.
std::optional<RuleSet> combined(const VariedRules& entry, std::uint64_t combination) {
  std::vector<std::string> overrides = entry.overrides;
  for (const auto& [key, values] : entry.vary) {
    overrides.push_back(fmt::format("{}={}", key, values[combination % values.size()]));
    combination /= values.size();
  }
  try {
    RuleSet rule_set = load_rule_set(entry.name, overrides);
    game_type(rule_set);
    return rule_set;
  } catch (const UserError&) {
    if (entry.vary.empty()) throw;
    return std::nullopt;
  }
}

/// Throws UserError for an unknown key or value, independent of the others.
void check_values(const VariedRules& entry) {
  for (const auto& [key, values] : entry.vary) {
    for (const std::string& value : values) {
      std::vector<std::string> overrides = entry.overrides;
      overrides.push_back(fmt::format("{}={}", key, value));
      load_rule_set(entry.name, overrides);
    }
  }
}

}  // namespace

RuleVariants::RuleVariants(const std::vector<VariedRules>& entries) {
  if (entries.empty()) throw UserError("no rule set is given");
  for (const VariedRules& entry : entries) {
    check_values(entry);
    first_.push_back(size());
    const std::uint64_t count = combinations(entry);
    if (size() + count > kMaxVariants) {
      throw UserError(fmt::format("there may be at most {} variants of rules", kMaxVariants));
    }
    for (std::uint64_t i = 0; i < count; ++i) {
      if (std::optional<RuleSet> rule_set = combined(entry, i)) add(*std::move(rule_set));
    }
    if (size() == first_.back()) {
      throw UserError(
          fmt::format("rules '{}': every combination of values is contradictory", entry.name));
    }
  }
  first_.push_back(size());
}

RuleVariants::RuleVariants(std::vector<RuleSet> rule_sets) {
  if (rule_sets.empty()) throw UserError("no rule set is given");
  for (RuleSet& rule_set : rule_sets) {
    first_.push_back(size());
    add(std::move(rule_set));
  }
  first_.push_back(size());
}

void RuleVariants::add(RuleSet rule_set) {
  if (!all_.empty() && rule_set.family != family()) {
    throw UserError(
        fmt::format("rules '{}' are of the family {}, the others of {}; a net plays only one "
                    "family",
                    rule_set.id, rule_set.family, family()));
  }
  if (!all_.empty() && game_type(rule_set) != game_type(all_.front())) {
    throw UserError(
        fmt::format("rules '{}' and '{}' cannot be played by one net: boards of up to 11 cells a "
                    "side and larger ones need separate nets",
                    rule_set.id, all_.front().id));
  }
  all_.push_back(std::move(rule_set));
}

std::uint32_t RuleVariants::entry_of(std::uint32_t variant) const {
  const auto after = std::ranges::upper_bound(first_, variant);
  return static_cast<std::uint32_t>(after - first_.begin() - 1);
}

std::uint32_t RuleVariants::draw(Random& random) const {
  const std::uint32_t entry = random.below(entries());
  return first_[entry] + random.below(first_[entry + 1] - first_[entry]);
}

}  // namespace tavlab
