#include "experiments/calibrate/calibrate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "core/error.h"
#include "core/random.h"
#include "core/version.h"
#include "experiments/calibrate/calibration_text.h"
#include "experiments/claim/stored_calibration.h"
#include "experiments/human/human_check.h"
#include "experiments/run/interrupt.h"
#include "experiments/text/command_text.h"

namespace tavlab {
namespace {

/// Games of each cell before any are chosen; more of mirrors, which decide little but are what
/// people look at.
constexpr std::uint64_t kFirstGames = 4, kMirrorGames = 24;
/// Later rounds, with as many games each.
constexpr std::uint64_t kRounds = 12;

DesignToml design_of(const CalibrateOptions& options, const RuleSet& rules,
                     const std::vector<std::string>& agents) {
  DesignToml design;
  design.id = "calibration";
  design.title = "Agents of " + rules.id + ", each against each";
  design.question =
      "Which of these agents is strongest on each side, and how even is the game between them?";
  for (const std::string& first : agents) {
    for (const std::string& second : agents) design.agents.emplace_back(first, second);
  }
  design.add_arm(rules.id, options.rules, options.overrides);
  return design;
}

std::string command_of(const CalibrateOptions& options) {
  std::string command = "tavlab calibrate";
  add_word(command, options.rules);
  add_settings(command, options.overrides);
  command += " --agents";
  for (const std::string& each : options.agents) add_word(command, each);
  if (options.precision > 0.0) command += fmt::format(" --precision {}", options.precision);
  return command;
}

bool has_finished(const std::vector<ResultCounts>& counts) {
  return std::ranges::any_of(counts, [](const ResultCounts& each) { return each.finished() > 0; });
}

/// How far the value's interval extends from it.
double imprecision(const Calibration& found) {
  return std::max(found.equilibrium.value - found.value_interval.low,
                  found.value_interval.high - found.equilibrium.value);
}

/// The most games of a cell: from an opening that came before, agents without chance would play the
/// same game again, which tells nothing new and would narrow the intervals.
std::uint64_t most_games(const ExperimentCell& cell) {
  return cell.openings == nullptr ? std::numeric_limits<std::uint64_t>::max()
                                  : cell.openings->lines.size();
}

/// The rounds. Sets the number of games of each cell in `run`.
FilledStore play_rounds(GeneratedRun& run, const CalibrateOptions& options, std::size_t agents) {
  std::uint64_t left = options.games * run.config.cells.size();
  for (ExperimentCell& cell : run.config.cells) {
    const bool mirror = cell.agents.first == cell.agents.second;
    cell.games = std::min({options.games, mirror ? kMirrorGames : kFirstGames, most_games(cell)});
    left -= cell.games;
  }
  const std::uint64_t round = std::max<std::uint64_t>(1, (left + kRounds - 1) / kRounds);
  for (std::uint64_t number = 0;; ++number) {
    run.fill.later_games = left;
    FilledStore filled = run.play();
    run.fill.is_later_round = true;
    if (!filled.complete || left == 0) return filled;
    const std::vector<ResultCounts> counts = run.counts(filled.store);
    const std::uint64_t now = std::min(left, round);
    const std::uint64_t seed = derive_seed({options.seed, number});
    const Calibration found = calibrate_from(agents, counts, options.seed);
    if (options.precision > 0.0 && imprecision(found) <= options.precision) return filled;
    const std::vector<std::uint64_t> shares = choose_games(found, now, seed);
    for (std::size_t i = 0; i < shares.size(); ++i) {
      ExperimentCell& cell = run.config.cells[i];
      cell.games = std::min(cell.games + shares[i], most_games(cell));
    }
    left -= now;
  }
}

}  // namespace

std::string CalibrateResult::hash() const {
  std::string text = fmt::format("{} {}", kVersion, games.experiment.nets);
  for (const CellSummary& each : games.cells) text += "\n" + each.cell.identity;
  for (const ResultCounts& each : calibration.counts) {
    text += fmt::format("\n{} {} {} {}", each.wins, each.draws, each.losses, each.unfinished);
  }
  return fmt::format("{:016x}", hash_text(text));
}

CalibrateResult run_calibration(const CalibrateOptions& options,
                                const std::filesystem::path& folder) {
  const InterruptGuard guard;
  const RuleSet rules = load_rule_set(options.rules, options.overrides);
  CalibrateResult result;
  result.agents = canonical_agents("calibrate", options.agents, 2);
  result.rules_id = rules.id;
  result.overrides = options.overrides;
  result.human = human_play_for(options.human, folder, options.force, {&rules, 1});
  GeneratedRun run =
      prepare_run(design_of(options, rules, result.agents), command_of(options), folder, options);
  FilledStore filled = play_rounds(run, options, result.agents.size());
  if (result.human) keep_human_play(*result.human, folder);
  result.interrupted = !filled.complete;
  result.limits = run.config.cells.front().limits;
  result.nets = nets_of_agents(result.agents, run.config.cells.front().rule_set);
  result.games = summarize(filled.store);
  const std::vector<ResultCounts> counts = run.counts(filled.store);
  if (filled.complete && !has_finished(counts)) {
    throw UserError(fmt::format(
        "calibrate: none of the {} games was finished within {} plies; raise --max-plies",
        result.games.games(), options.max_plies));
  }
  result.calibration = calibrate_from(result.agents.size(), counts, options.seed);
  write_generated_run(
      "calibration",
      {calibration_json(result), calibration_markdown(result), calibration_text(result)},
      result.games, calibration_frame(result), filled, folder, options);
  return result;
}

}  // namespace tavlab
