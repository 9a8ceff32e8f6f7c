#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/result_counts.h"
#include "selfplay/dataset/stored_game.h"
#include "selfplay/rule_variants.h"

namespace tavlab {

/// Totals over games of self-play.
struct GameTotals {
  ResultCounts results;
  std::uint64_t resigned = 0;   ///< games that ended by resignation
  std::uint64_t events = 0;     ///< moves and rolls
  std::uint64_t decisions = 0;  ///< searched ones
  std::uint64_t positions = 0;  ///< decisions that are training data

  void add(std::span<const StoredGame> games) {
    for (const StoredGame& game : games) {
      results.add(game.result);
      resigned += game.reason == "resigned" ? 1 : 0;
      events += game.events.size();
      decisions += game.decisions.size();
      positions += static_cast<std::uint64_t>(
          std::ranges::count(game.decisions, true, &SearchedDecision::full));
    }
  }
};

/// Results of games, by the config entry of their rules.
inline std::vector<ResultCounts> results_by_entry(std::span<const StoredGame> games,
                                                  const RuleVariants& variants) {
  std::vector<ResultCounts> results(variants.entries());
  for (const StoredGame& game : games) results[variants.entry_of(game.rules)].add(game.result);
  return results;
}

}  // namespace tavlab
