#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "experiments/config/config.h"
#include "experiments/run/shard.h"
#include "experiments/store/store.h"

namespace tavlab {

class Progress;

/// Plays games: `play_games` of selfplay/match/match.h, or a stand-in with the same contract.
using GamePlayer = std::function<void(
    const MatchSettings&, std::span<const std::uint64_t> numbers, int threads,
    const std::function<void(const GameRecord&)>& finished, const std::stop_token& stop)>;

struct RunnerOptions {
  int threads = 1;
  /// Null: each thread plays in its own lane (selfplay/match/match_lane.h), whose agents are made
  /// anew only for another cell.
  GamePlayer player;
  Shard shard;  ///< games of other shards are left alone
  /// Called for every game that this run stores, in any order of their numbers.
  std::function<void(std::size_t cell, const GameRecord&)> stored;
  /// Polled several times a second: whether a cell needs more games. Null: all that are wanted.
  std::function<bool(std::size_t cell)> needs;
  /// As Schedule::set_turn. Null: all cells have the same.
  std::function<int(std::size_t cell)> turn;
  /// Polled several times a second; when true, games in progress are finished and no more begun.
  std::function<bool()> finishing;
  /// Polled several times a second; when true, games in progress are abandoned, finished ones
  /// stored.
  std::function<bool()> interrupted;
};

struct RunnerResult {
  std::uint64_t played = 0;
  bool complete = false;  ///< every game that was wanted and needed is stored
};

/// Plays the games that the store lacks. Each thread plays its own batches, so that none waits for
/// another at the end of a round; a game does not depend on the thread that plays it.
/// `config.cells` are the cells of the store, in the same order. Throws what the player throws (for
/// agents that do not fit the rules: before any game starts) and UserErrors of the store, after
/// writing everything finished so far if possible.
RunnerResult run_games(Store& store, const ExperimentConfig& config, const RunnerOptions& options,
                       Progress& progress);

}  // namespace tavlab
