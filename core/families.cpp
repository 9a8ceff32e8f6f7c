#include "core/families.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "core/error.h"
#include "core/move_kinds.h"
#include "core/russian_words_of_families.h"
#include "core/words_languages.h"

namespace tavlab {
namespace {

/// What a family provides without a rule set.
struct Family {
  std::string_view name;
  const FamilySchema& (*schema)();
  ObservationShape (*shape)(const ObservationOptions& options);
  std::string_view (*notation)();
  std::span<const std::string_view> (*benchmarks)();
  std::vector<std::string_view> (*move_kinds)();
};

template <typename... G>
std::vector<Family> families_of(GameList<G...>) {
  std::vector<Family> all;
  const auto add = [&](const Family& family) {
    if (all.empty() || all.back().name != family.name) all.push_back(family);
  };
  (add({G::family, G::schema, G::Observation::shape, G::notation, G::benchmarks,
        move_kind_names<G>}),
   ...);
  return all;
}

const std::vector<Family>& families() {
  static const std::vector<Family> all = families_of(Games{});
  return all;
}

const Family* find_family(std::string_view name) {
  const auto found = std::ranges::find(families(), name, &Family::name);
  return found == families().end() ? nullptr : &*found;
}

}  // namespace

const FamilySchema* find_family_schema(std::string_view family) {
  const Family* const found = find_family(family);
  return found == nullptr ? nullptr : &found->schema();
}

std::vector<std::string_view> family_names() {
  std::vector<std::string_view> names;
  for (const Family& family : families()) names.push_back(family.name);
  return names;
}

void throw_unknown_family(std::string_view where, std::string_view family) {
  throw UserError(fmt::format("{}: unknown family '{}'; families: {}", where, family,
                              fmt::join(family_names(), ", ")));
}

Words words_of(const RuleSet& rule_set) {
  return visit_game(rule_set,
                    [](auto game, const auto& rules) { return decltype(game)::words(*rules); });
}

Words words_of(const RuleSet& rule_set, Language language) {
  if (language == Language::english) return words_of(rule_set);
  return visit_game(rule_set, [](auto, const auto& rules) { return words_in_russian(*rules); });
}

std::vector<std::string_view> benchmark_rule_sets() {
  std::vector<std::string_view> ids;
  for (const Family& family : families()) {
    const auto more = family.benchmarks();
    ids.insert(ids.end(), more.begin(), more.end());
  }
  return ids;
}

std::vector<std::string_view> all_move_kinds() {
  std::vector<std::string_view> all;
  for (const Family& family : families()) {
    for (const std::string_view kind : family.move_kinds()) {
      if (std::ranges::find(all, kind) == all.end()) all.push_back(kind);
    }
  }
  return all;
}

std::string_view family_notation(std::string_view family) {
  const Family* const found = find_family(family);
  if (found == nullptr) throw_unknown_family("notation", family);
  return found->notation();
}

ObservationShape observation_shape(std::string_view family, const ObservationOptions& options) {
  const Family* const found = find_family(family);
  if (found == nullptr) throw_unknown_family("net", family);
  return found->shape(options);
}

}  // namespace tavlab
