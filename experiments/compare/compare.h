#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "experiments/compare/difference.h"
#include "experiments/compare/generated_run.h"
#include "experiments/compare/positions.h"
#include "experiments/summary/summary.h"

namespace tavlab {

/// Options of `tavlab compare`.
struct CompareOptions : GeneratedRunOptions {
  CompareOptions() { games = 400; }  // of each rule set

  std::vector<std::string> rules;      ///< ids or paths of at least two rule sets, or of one
  std::vector<std::string> overrides;  ///< of one: it is compared with itself, changed like this
  std::string agent = "mcts:cutoff=20,sims=100";
  PositionSample sample;
};

/// A parameter in which two rule sets differ.
struct ParameterDifference {
  std::string key;
  std::string first;
  std::string second;
};

/// How two rule sets differ.
struct RulesComparison {
  std::size_t first = 0;   ///< index of the rule set
  std::size_t second = 0;  ///< greater than `first`
  std::vector<ParameterDifference> parameters;
  /// Positions of games by the first rules, under the second, and the other way round; without
  /// positions where the rules are of different families.
  PositionComparison in_first, in_second;
  std::vector<Difference> games;  ///< second minus first, for every measure
};

struct CompareResult {
  std::vector<RuleSet> rules;
  std::string agent;
  std::vector<RulesComparison> pairs;  ///< each pair once
  Summary games;
  bool interrupted = false;
};

/// Plays each rule set between equals and compares them pair by pair: in their parameters, in
/// positions and in games. Writes experiment.toml, games.sqlite, the summaries, compare.json,
/// compare.md and report.html into the folder; resumes an existing run. Rule sets of different
/// families are compared in their games only. Throws UserError.
CompareResult run_compare(const CompareOptions& options, const std::filesystem::path& folder);

}  // namespace tavlab
