#include "experiments/store/game_info.h"

#include <string_view>
#include <variant>

#include "core/families.h"

namespace tavlab {

GameInfo describe_game(const RuleSet& rule_set) {
  return visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    GameInfo info;
    info.first_player = G::first_player_name;
    info.second_player = G::second_player_name;
    info.position = G::position_text(*rules, G::start(*rules));
    // Families whose boards have special squares declare them in their parameters.
    if constexpr (requires { rules->parameters.throne; }) {
      const auto& parameters = rules->parameters;
      info.throne = parameters.throne;
      info.corners = parameters.corners;
      info.camps = parameters.attacker_camps;
      info.camps.insert(info.camps.end(), parameters.defender_camps.begin(),
                        parameters.defender_camps.end());
    }
    constexpr std::string_view kSquares = "squares.";
    for (const auto& [key, value] : rule_set.parameters) {
      const auto* names = std::get_if<std::vector<std::string>>(&value);
      if (names == nullptr || names->empty() || !key.starts_with(kSquares)) continue;
      info.squares.emplace_back(key.substr(kSquares.size()), *names);
    }
    return info;
  });
}

}  // namespace tavlab
