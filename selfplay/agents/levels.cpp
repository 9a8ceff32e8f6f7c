#include "selfplay/agents/levels.h"

#include <fmt/format.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/io/embedded.h"
#include "core/io/toml_reader.h"
#include "core/near.h"
#include "core/text.h"

namespace tavlab {

std::span<const EmbeddedFile> embedded_levels();

namespace {

/// Ratings of the first levels on one rule set, in Elo above level 1.
struct RatedLevels {
  std::string rules;
  std::string family;
  std::vector<std::int64_t> elo;
  std::optional<LevelRating::Match> last;  ///< of the last of them
};

LevelRating::Match read_match(const toml::table& table) {
  const auto number = [&](const char* key) { return table[key].value_or(std::int64_t{0}); };
  return {number("low"), table["high"].value<std::int64_t>(), number("games"),
          table["at_least"].value_or(false)};
}

struct LevelFile {
  std::vector<Level> levels;
  std::vector<RatedLevels> rated;
};

LevelFile read_levels() {
  constexpr std::string_view kFile = "levels.toml";
  const toml::table file = parse_toml(find_embedded(embedded_levels(), "levels")->content, kFile);
  LevelFile all;
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
    RatedLevels ratings{table["rules"].value_or(std::string()), {}, {}, {}};
    ratings.family = load_rule_set(ratings.rules).family;
    for (const toml::node& elo : *table["elo"].as_array()) {
      ratings.elo.push_back(elo.value_or(std::int64_t{0}));
    }
    if (const toml::table* const last = table["last"].as_table()) ratings.last = read_match(*last);
    all.rated.push_back(std::move(ratings));
  }
  return all;
}

const LevelFile& level_file() {
  static const LevelFile all = read_levels();
  return all;
}

/// Those of the rule set itself, or else of another one of its family.
const RatedLevels* ratings_of(const RuleSet& rules) {
  const RatedLevels* found = nullptr;
  for (const RatedLevels& each : level_file().rated) {
    if (each.rules == rules.id) return &each;
    if (found == nullptr && each.family == rules.family) found = &each;
  }
  return found;
}

}  // namespace

std::span<const Level> levels() { return level_file().levels; }

const Level& level_named(std::string_view where, std::string_view text) {
  const std::optional<int> number = parse_number(text);
  std::string names;
  std::vector<std::string> known;
  for (std::size_t i = 0; i < levels().size(); ++i) {
    const Level& level = levels()[i];
    known.push_back(level.name);
    if (text == level.name || text == level.russian || number == static_cast<int>(i + 1))
      return level;
    names += fmt::format("{}{} {}", i == 0 ? "" : ", ", i + 1, level.name);
  }
  throw UserError(fmt::format("{}: there is no level {}{}; levels: {}", where, in_quotes(text),
                              near_note(text, known), names));
}

std::optional<LevelRating> rating_of_level(const RuleSet& rules, std::size_t index) {
  const RatedLevels* const rated = ratings_of(rules);
  if (rated == nullptr || index >= rated->elo.size()) return std::nullopt;
  LevelRating rating{rated->elo[index], rated->rules, {}};
  if (index + 1 == rated->elo.size()) rating.match = rated->last;
  return rating;
}

std::size_t distinct_levels(const RuleSet& rules) {
  const RatedLevels* const rated = ratings_of(rules);
  for (std::size_t i = 1; rated != nullptr && i < rated->elo.size(); ++i) {
    if (rated->elo[i] <= rated->elo[i - 1]) return i;
  }
  return levels().size();
}

}  // namespace tavlab
