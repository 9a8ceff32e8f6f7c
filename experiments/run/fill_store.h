#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/config/config.h"
#include "experiments/folder/output_folder.h"
#include "experiments/run/runner.h"
#include "experiments/run/shard.h"
#include "experiments/store/store.h"

namespace tavlab {

/// The number of threads, with 0 meaning all hardware threads.
int threads_or_all(int threads);

/// How games are played and how progress is shown.
struct FillOptions {
  int threads = 0;                     ///< 0: all hardware threads
  std::optional<std::uint64_t> games;  ///< the --games of the command line, to be stored
  std::string command;                 ///< as in StoredExperiment
  Shard shard;                         ///< which of the games to play
  std::uint64_t later_games = 0;       ///< of later rounds, for the progress
  bool is_later_round = false;         ///< this process played earlier ones
  std::vector<std::string> writes;     ///< files that the caller writes beside those of all runs
  bool force = false;                  ///< replace files of those names that tavlab did not write
  bool quiet = false;                  ///< no progress
  std::FILE* log = stderr;             ///< progress and messages; null: neither
  GamePlayer player;                   ///< null: as in RunnerOptions
  /// Called with the store before games are played.
  std::function<void(Store&)> opened;
  std::function<void(std::size_t cell, const GameRecord&)> stored;  ///< as in RunnerOptions
  std::function<bool(std::size_t cell)> needs;                      ///< as in RunnerOptions
  std::function<int(std::size_t cell)> turn;                        ///< as in RunnerOptions
  std::function<std::string()> status;                              ///< shown with the progress
  std::function<std::vector<std::string>()> table;                  ///< in its place on a terminal
  std::function<bool()> out_of_time;  ///< polled; when true, games in progress are abandoned
};

/// The copy of statistics of human play that a run keeps (human/human_check.h).
inline constexpr const char* kHumanFile = "human.json";

/// The files that every run writes in addition to its store.
std::vector<std::string> report_files();
/// Those of a claim's run.
std::vector<std::string> claim_files();

/// Tells that --games leaves stored games out of the report, if it does.
void tell_left_out(Store& store, std::uint64_t games, std::FILE* log);

/// A folder's store after its games were played, still locked.
struct FilledStore {
  std::unique_ptr<OutputFolder> folder;
  Store store;
  bool complete = false;  ///< every requested game, or the shard's share, is stored
};

/// Plays the games of an experiment that `folder` lacks, also after an interrupted run. Ends early
/// on a signal (an InterruptGuard must be alive). `name` is the config's name on the command line.
/// Throws UserError; for agents that do not fit the rules, before the folder is touched.
FilledStore fill_store(const ExperimentConfig& config, std::string_view name,
                       const std::filesystem::path& folder, const FillOptions& options);

}  // namespace tavlab
