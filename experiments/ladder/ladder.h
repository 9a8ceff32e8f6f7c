#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/compare/generated_run.h"
#include "experiments/stats/bradley_terry.h"
#include "experiments/summary/summary.h"

namespace tavlab {

/// Options of `tavlab ladder`.
struct LadderOptions : GeneratedRunOptions {
  /// Of each pair of agents, both sides together, and of each mirror match.
  LadderOptions() { games = 200; }

  /// Who plays whom: all pairs, only the next `neighbours` in the given order, or, with the same
  /// total number of games as all pairs, the most informative pairs (see pair_choice.h).
  enum class Schedule : std::uint8_t { round_robin, neighbours, adaptive };

  std::string rules;
  std::vector<std::string> overrides;
  std::vector<std::string> agents;  ///< weakest first, as far as that is known
  Schedule schedule = Schedule::round_robin;
  int neighbours = 2;
};

/// One agent on the ladder, in Elo (400 / ln 10 times the logits), relative to the mean of all.
struct Rung {
  std::string agent;
  double rating = 0.0;
  double error = 0.0;  ///< 1.96 standard errors
  /// On the first and the second side, rated separately; relative to the mean of all on that side.
  double first = 0.0;
  double second = 0.0;
  ScoreEstimate mirror;  ///< the first side's score against itself: the balance at this strength
  /// Its score against the agent below, if they met: the gain of the step between them.
  ScoreEstimate against_next;
};

struct LadderResult {
  std::string rules_id;
  std::vector<Rung> rungs;  ///< strongest first
  double advantage = 0.0;   ///< of the first side, in Elo
  double advantage_error = 0.0;
  /// Are agents equally strong on both sides? nullopt if one won or lost everything on a side.
  std::optional<LikelihoodRatioTest> sides;
  Summary games;
  bool interrupted = false;
};

/// Plays agents against each other with sides exchanged, and each against itself, and rates them by
/// the model of Bradley and Terry with an advantage of the first side (stats/bradley_terry.h), with
/// a weak prior of one game so that an agent that lost everything has a rating. Writes
/// experiment.toml, games.sqlite, the summaries, ladder.json, ladder.md and report.html into the
/// folder; resumes an existing run. Throws UserError.
LadderResult run_ladder(const LadderOptions& options, const std::filesystem::path& folder);

}  // namespace tavlab
