#pragma once

#include <string>
#include <vector>

#include "core/families.h"
#include "selfplay/dataset/shard.h"
#include "selfplay/generate/self_play.h"
#include "tests/support/small_nets.h"

namespace tavlab {

/// A shard of some short games that a small net has played against itself, the same every time.
inline DatasetShard small_shard(const char* rules_id, std::uint64_t games) {
  const RuleSet rules = load_rule_set(rules_id);
  DatasetShard shard;
  shard.info = {rules.family, 7, "gumbel=4,simulations=8", "round 3", {rules}};
  SelfPlayOptions options;
  options.simulations = 8;
  options.gumbel_moves = 4;
  options.full_share = 0.5;
  options.fast_simulations = 3;
  options.games_in_flight = 4;
  options.max_plies = 30;
  options.opening_plies = 3;
  options.resign_below = 0.3;
  const RuleVariants variants(std::vector<RuleSet>{rules});
  visit_game(rules, [&](auto game, const auto&) {
    using G = decltype(game);
    SelfPlay<G> play(options, variants, 7);
    play.take_nets(untrained_net(rules, 2), std::nullopt, {"eigen", "cpu"});
    shard.games = play.round(games, games, {}, {}, 2, {});
  });
  return shard;
}

}  // namespace tavlab
