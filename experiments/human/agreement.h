#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "core/side.h"
#include "experiments/human/collected_game.h"

namespace tavlab {

/// A decision of a recorded game.
struct RecordedDecision {
  std::uint32_t word = 0;  ///< index in WrittenGame::moves
  Side mover = Side::first;
  bool choice = false;  ///< there was more than one legal move
};

/// The decisions of each game, in order. The games must count, and be under these rules.
std::vector<std::vector<RecordedDecision>> decisions_of(
    const RuleSet& rules, std::span<const CollectedGame* const> games);

/// The limit of the second side's moves in a rule set: 0 for none, nothing if its family has no
/// such limit.
std::optional<int> second_side_limit(const RuleSet& rules);

/// A position to look at: a game of a list, and a move of it.
struct SampledPosition {
  std::uint32_t game = 0;
  std::uint32_t word = 0;
};

/// What an agent did in a position.
struct AgentLook {
  bool seen = false;       ///< false: stopped before
  bool agreed = false;     ///< chose the move that was played, or one symmetric to it
  double by_chance = 0.0;  ///< the probability that a random legal move does
};

/// Lets an agent choose in each position, with the history of its game. The result does not depend
/// on the number of threads if the agent is deterministic. `progress` is called with the number of
/// positions seen, from one thread at a time.
std::vector<AgentLook> look_at_positions(const RuleSet& rules,
                                         std::span<const CollectedGame* const> games,
                                         std::span<const SampledPosition> positions,
                                         const std::string& agent, std::uint64_t seed, int threads,
                                         const std::function<void(std::uint64_t)>& progress,
                                         const std::stop_token& stop);

}  // namespace tavlab
