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

/// What plays games: `play_games` of selfplay/match/match.h, or a stand-in with the same contract.
using GamePlayer = std::function<void(
    const MatchSettings&, std::span<const std::uint64_t> numbers, int threads,
    const std::function<void(const GameRecord&)>& finished, const std::stop_token& stop)>;

struct RunnerOptions {
  int threads = 1;
  GamePlayer player;
  Shard shard;  ///< games of others are left alone
  /// Hears of every game that this run stores, in any order of their numbers.
  std::function<void(std::size_t cell, const GameRecord&)> stored;
  /// Asked several times a second: whether a cell needs any more games. Null: all that are wanted.
  std::function<bool(std::size_t cell)> needs;
  /// Asked several times a second; when true, the games in hand are finished and no more begun.
  std::function<bool()> finishing;
  /// Asked several times a second; when true, games in flight are given up, finished ones stored.
  std::function<bool()> interrupted;
};

struct RunnerResult {
  std::uint64_t played = 0;
  bool complete = false;  ///< every game that was wanted and needed is stored
};

/// Plays the games that the store lacks. Each thread plays batches of its own, so that none waits
/// for another at the end of a round; which thread plays a game decides nothing about the game.
/// `config.cells` are the cells of the store, in the same order. Throws what the player throws
/// (for agents that do not fit the rules: before any game starts) and UserErrors of the store,
/// after everything finished until then has been written where that can be done.
RunnerResult run_games(Store& store, const ExperimentConfig& config, const RunnerOptions& options,
                       Progress& progress);

}  // namespace tavlab
