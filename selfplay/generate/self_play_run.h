#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>

#include "nn/backends.h"
#include "selfplay/generate/self_play.h"

namespace tavlab {

/// A run of self-play only; another process may train the net.
struct SelfPlayRun {
  std::vector<VariedRules> rules;
  SelfPlayOptions options;
  std::uint64_t seed = 1;
  std::filesystem::path net;                   ///< reread before each round
  std::shared_ptr<const SharedNet> evaluator;  ///< in place of a net's file; its name is then `net`
  std::uint64_t games = 100;
  std::uint64_t games_per_round = 200;
  BackendChoice backend;
  int threads = 1;
};

/// Progress callbacks of a run; each may be empty.
struct SelfPlayHooks {
  /// `before` games were finished before the current round.
  std::function<void(std::uint64_t before, const SelfPlayProgress&)> playing;
  std::function<void(std::span<const StoredGame> games, const SelfPlayCounts&)> round;
  std::stop_token stop;  ///< ends the run within seconds; it can be resumed
};

/// Plays games 0 to games - 1 of the run and writes them to shards games-NNNNNN.h5 in a folder, one
/// per round. A folder with a part of the same run is resumed exactly as if it had never stopped.
/// Returns the number of games in the folder. Throws UserError if the folder holds another run, if
/// the net cannot play these rules, or if something cannot be written.
std::uint64_t run_self_play(const SelfPlayRun& run, const std::filesystem::path& folder,
                            const SelfPlayHooks& hooks);
/// The same by these rules instead of the run's.
std::uint64_t run_self_play(const SelfPlayRun& run, const RuleVariants& variants,
                            const std::filesystem::path& folder, const SelfPlayHooks& hooks);

}  // namespace tavlab
