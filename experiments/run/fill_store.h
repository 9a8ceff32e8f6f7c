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

/// A number of threads, 0 being as many as the machine has.
int threads_or_all(int threads);

/// How games are played and shown while they are.
struct FillOptions {
  int threads = 0;                     ///< 0: as many as the machine has
  std::optional<std::uint64_t> games;  ///< the --games of the command line, to be stored
  std::string command;                 ///< as StoredExperiment has it
  Shard shard;                         ///< which of the games are to be played
  std::vector<std::string> writes;     ///< files that the caller writes beside those of all runs
  bool force = false;                  ///< replace files of those names that tavlab did not write
  bool quiet = false;                  ///< no progress
  std::FILE* log = stderr;             ///< progress and messages; null: neither
  GamePlayer player;                   ///< null: play_games
  /// Sees the store before games are played.
  std::function<void(Store&)> opened;
  std::function<void(std::size_t cell, const GameRecord&)> stored;  ///< as in RunnerOptions
  std::function<bool(std::size_t cell)> needs;                      ///< as in RunnerOptions
  std::function<std::string()> status;                              ///< shown with the progress
  std::function<bool()> out_of_time;  ///< asked often; when true, games in flight are given up
};

/// The files that every run writes beside its store.
std::vector<std::string> report_files();
/// Those of a claim's run.
std::vector<std::string> claim_files();

/// A folder's store after its games were played, still locked.
struct FilledStore {
  std::unique_ptr<OutputFolder> folder;
  Store store;
  bool complete = false;  ///< every game that was asked for, or the shard's share, is stored
};

/// Plays the games of an experiment that `folder` lacks, also after a run that stopped anyhow. Ends
/// early when a signal asks for it (an InterruptGuard must live). `name` is what the command line
/// called the config. Throws UserError; for agents that do not fit the rules before the folder is
/// touched.
FilledStore fill_store(const ExperimentConfig& config, std::string_view name,
                       const std::filesystem::path& folder, const FillOptions& options);

}  // namespace tavlab
