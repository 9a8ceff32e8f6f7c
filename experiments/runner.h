#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "experiments/config.h"
#include "experiments/store.h"

namespace tavlab {

class Progress;

/// What plays games: `play_games` of selfplay/match.h, or a stand-in with the same contract.
using GamePlayer = std::function<void(
    const MatchSettings&, std::span<const std::uint64_t> numbers, int threads,
    const std::function<void(const GameRecord&)>& finished, const std::stop_token& stop)>;

struct RunnerOptions {
  int threads = 1;
  GamePlayer player;
  /// Asked several times a second; when true, games in flight are given up, finished ones stored.
  std::function<bool()> interrupted;
};

struct RunnerResult {
  std::uint64_t played = 0;
  bool complete = false;  ///< every game that was wanted is stored
};

/// Plays the games that the store lacks. Each thread plays batches of its own, so that none waits
/// for another at the end of a round; which thread plays a game decides nothing about the game.
/// `config.cells` are the cells of the store, in the same order. Throws what the player throws
/// (for agents that do not fit the rules: before any game starts) and UserErrors of the store,
/// after everything finished until then has been written where that can be done.
RunnerResult run_games(Store& store, const ExperimentConfig& config, const RunnerOptions& options,
                       Progress& progress);

}  // namespace tavlab
