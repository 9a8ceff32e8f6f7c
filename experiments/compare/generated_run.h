#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/result_counts.h"
#include "experiments/compare/design_toml.h"
#include "experiments/compare/play_conditions.h"
#include "experiments/config/config.h"
#include "experiments/report/html.h"
#include "experiments/run/fill_store.h"
#include "experiments/run/runner.h"
#include "experiments/summary/summary.h"

namespace tavlab {

/// Options common to the commands that generate an experiment.
struct GeneratedRunOptions {
  std::uint64_t games = 200;  ///< of each cell
  std::uint64_t seed = 1;
  int opening_plies = 2;  ///< without openings in the conditions
  int max_plies = 2000;
  PlayConditions conditions;
  int threads = 0;     ///< 0: all hardware threads
  bool force = false;  ///< as in FillOptions
  bool quiet = false;
  bool json = false;
  std::FILE* output = stdout;  ///< results; null prints nothing
  std::FILE* log = stderr;
  GamePlayer player;  ///< null: as in RunnerOptions
};

/// The canonical texts of the agents of a command, in their order. Throws UserError for fewer than
/// `least`, and for one that is named twice; `command` begins its message.
std::vector<std::string> canonical_agents(std::string_view command,
                                          const std::vector<std::string>& agents,
                                          std::size_t least);

/// A generated experiment, ready to be played, possibly in several rounds with more games each.
struct GeneratedRun {
  std::string toml;
  std::filesystem::path folder;
  ExperimentConfig config;
  FillOptions fill;

  /// Plays the games that the folder lacks, and writes the experiment there as experiment.toml,
  /// which `tavlab experiment run` can read. Throws UserError.
  [[nodiscard]] FilledStore play() const;

  /// The results of each cell, up to the first game that is missing: an interrupted run stores the
  /// games that were finished, which are the shorter ones. And only of the games that are wanted so
  /// far: a resumed run may hold more.
  [[nodiscard]] std::vector<ResultCounts> counts(Store& store) const;
};

/// With the games, seed and limits of the options. `command` is the command line up to those
/// options and the folder. Throws UserError.
GeneratedRun prepare_run(DesignToml design, std::string command,
                         const std::filesystem::path& folder, const GeneratedRunOptions& options);

/// The output formats of a result besides the report.
struct GeneratedRunTexts {
  std::string json;
  std::string markdown;
  std::string terminal;
};

/// Writes NAME.json, NAME.md, the summaries and report.html, and prints the result or, if the run
/// is incomplete, that it can be resumed.
void write_generated_run(std::string_view name, const GeneratedRunTexts& texts,
                         const Summary& games, ReportFrame frame, FilledStore& filled,
                         const std::filesystem::path& folder, const GeneratedRunOptions& options);

}  // namespace tavlab
