#include "serve/api/levels.h"

#include <fmt/format.h>

#include <optional>
#include <span>
#include <vector>

#include "core/error.h"
#include "core/io/embedded.h"
#include "core/io/toml_reader.h"
#include "core/translation.h"

namespace tavlab {
std::span<const EmbeddedFile> embedded_api();
}  // namespace tavlab

namespace tavlab::serve {

namespace {

struct Level {
  std::string name;
  std::string russian;  ///< the name in Russian
  std::string agent;
};

/// Ratings of the first levels on one rule set, in Elo above level 1.
struct Rated {
  std::string rules;
  std::string family;
  std::vector<std::int64_t> elo;
};

struct Levels {
  std::vector<Level> levels;
  std::vector<Rated> rated;
};

Levels read_levels() {
  constexpr std::string_view kFile = "levels.toml";
  const toml::table file = parse_toml(find_embedded(embedded_api(), "levels")->content, kFile);
  Levels all;
  for (const toml::node& node : *file["level"].as_array()) {
    TomlReader reader(*node.as_table(), kFile, "a level");
    all.levels.push_back({reader.text("name", "a name"),
                          reader.text("name_ru", "a name in Russian"),
                          reader.text("agent", "an agent")});
    reader.finish();
  }
  const toml::array* const rated = file["rated"].as_array();
  if (rated == nullptr) return all;
  for (const toml::node& node : *rated) {
    const toml::table& table = *node.as_table();
    Rated ratings{table["rules"].value_or(std::string()), {}, {}};
    ratings.family = load_rule_set(ratings.rules).family;
    for (const toml::node& elo : *table["elo"].as_array()) {
      ratings.elo.push_back(elo.value_or(std::int64_t{0}));
    }
    all.rated.push_back(std::move(ratings));
  }
  return all;
}

const Levels& levels() {
  static const Levels all = read_levels();
  return all;
}

/// Those of the rule set itself, or else of another one of its family.
const Rated* ratings_of(const RuleSet& rules) {
  const Rated* found = nullptr;
  for (const Rated& each : levels().rated) {
    if (each.rules == rules.id) return &each;
    if (found == nullptr && each.family == rules.family) found = &each;
  }
  return found;
}

}  // namespace

Json levels_json(const RuleSet& rules, Language language) {
  const Rated* const rated = ratings_of(rules);
  Json list = Json::array();
  for (std::size_t i = 0; i < levels().levels.size(); ++i) {
    const Level& level = levels().levels[i];
    const bool is_rated = rated != nullptr && i < rated->elo.size();
    list.push_back(
        {{"level", i + 1},
         {"name", language == Language::russian ? level.russian : level.name},
         {"agent", level.agent},
         {"rating", is_rated ? Json(rated->elo[i]) : Json(nullptr)},
         {"rated_on", is_rated ? Json(rated->rules) : Json(nullptr)},
         {"rated_on_title",
          is_rated ? Json(title_in(language, load_rule_set(rated->rules))) : Json(nullptr)}});
  }
  return list;
}

std::string agent_of_level(int level) {
  const std::size_t count = levels().levels.size();
  if (level < 1 || static_cast<std::size_t>(level) > count) {
    throw UserError(fmt::format("'level' must be from 1 to {}", count));
  }
  return levels().levels[static_cast<std::size_t>(level) - 1].agent;
}

}  // namespace tavlab::serve
