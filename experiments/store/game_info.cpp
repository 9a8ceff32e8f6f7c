#include "experiments/store/game_info.h"

#include "core/families.h"

namespace tavlab {

GameInfo describe_game(const RuleSet& rule_set) {
  return visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    return GameInfo{std::string(G::first_player_name), std::string(G::second_player_name),
                    G::position_text(*rules, G::start(*rules))};
  });
}

}  // namespace tavlab
