#include "experiments/measure/event_names.h"

#include <algorithm>

#include "core/families.h"
#include "core/game.h"

namespace tavlab {

std::vector<std::string> ending_names(const RuleSet& rule_set) {
  return visit_game(rule_set, [](auto game, const auto& /*rules*/) {
    using G = decltype(game);
    std::vector<std::string> names;
    for (const std::string_view reason : G::reasons()) names.emplace_back(reason);
    for (const char* name : {"no legal move", "repetition"}) {  // what GameState adds
      if (names.end() == std::find(names.begin(), names.end(), name)) names.emplace_back(name);
    }
    return names;
  });
}

std::vector<std::string> roll_names(const RuleSet& rule_set) {
  return visit_game(rule_set, [](auto game, const auto& rules) {
    using G = decltype(game);
    std::vector<std::string> names;
    if (!G::has_chance(*rules)) return names;
    ChanceList<G> outcomes;
    G::chance_outcomes(*rules, G::start(*rules), outcomes);
    for (const ChanceOutcome& each : outcomes) names.push_back(G::chance_text(*rules, each.value));
    return names;
  });
}

}  // namespace tavlab
