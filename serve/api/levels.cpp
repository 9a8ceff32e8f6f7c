#include "serve/api/levels.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>

#include "core/error.h"
#include "core/translation.h"
#include "selfplay/agents/levels.h"

namespace tavlab::serve {

Json levels_json(const RuleSet& rules, Language language) {
  Json list = Json::array();
  for (std::size_t i = 0; i < distinct_levels(rules); ++i) {
    const Level& level = levels()[i];
    const std::optional<LevelRating> rating = rating_of_level(rules, i);
    Json match = nullptr;
    if (rating && rating->match) {
      match = {{"low", rating->match->low},
               {"high", rating->match->high ? Json(*rating->match->high) : Json(nullptr)},
               {"games", rating->match->games},
               {"at_least", rating->match->at_least}};
    }
    list.push_back(
        {{"level", i + 1},
         {"name", language == Language::russian ? level.russian : level.name},
         {"agent", level.agent},
         {"rating", rating ? Json(rating->elo) : Json(nullptr)},
         {"rating_match", std::move(match)},
         {"rated_on", rating ? Json(rating->rules) : Json(nullptr)},
         {"rated_on_title",
          rating ? Json(title_in(language, load_rule_set(rating->rules))) : Json(nullptr)}});
  }
  return list;
}

std::string agent_of_level(int level) {
  const std::size_t count = levels().size();
  if (level < 1 || static_cast<std::size_t>(level) > count) {
    throw UserError(fmt::format("'level' must be from 1 to {}", count));
  }
  return levels()[static_cast<std::size_t>(level) - 1].agent;
}

}  // namespace tavlab::serve
