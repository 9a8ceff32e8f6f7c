#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "selfplay/dataset/stored_game.h"
#include "selfplay/result_counts.h"

namespace tavlab {

/// What games of self-play amount to.
struct GameTotals {
  ResultCounts results;
  std::uint64_t resigned = 0;   ///< games that ended so
  std::uint64_t events = 0;     ///< moves and throws
  std::uint64_t decisions = 0;  ///< that were searched
  std::uint64_t positions = 0;  ///< of them, to learn from

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

}  // namespace tavlab
