#include "experiments/ladder/ladder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <nlohmann/json.hpp>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "core/error.h"
#include "experiments/compare/design_toml.h"
#include "experiments/compare/pair_choice.h"
#include "experiments/ladder/ladder_text.h"
#include "experiments/report/figure_files.h"
#include "experiments/run/interrupt.h"
#include "experiments/stats/elo.h"
#include "experiments/summary/summary_text.h"
#include "experiments/text/command_text.h"
#include "experiments/text/table.h"

namespace tavlab {
namespace {

/// A weak prior, so that agents that won or lost everything are rated too.
constexpr double kPriorGames = 1.0;

// Of the adaptive schedule: initial games of each pair, and rounds for the others.
constexpr std::uint64_t kFirstGames = 20;
constexpr std::uint64_t kRounds = 8;

DesignToml design_of(const LadderOptions& options, const RuleSet& rules,
                     const std::vector<std::string>& agents) {
  DesignToml design;
  design.id = "ladder";
  design.title = "A ladder of agents for " + rules.id;
  design.question =
      "How strong are these agents, on each side, and how does the balance of the game change with "
      "strength?";
  design.two_game = true;
  for (const std::string& agent : agents) design.agents.emplace_back(agent, agent);
  for (std::size_t i = 0; i < agents.size(); ++i) {
    std::size_t last = agents.size();
    if (options.schedule == LadderOptions::Schedule::neighbours) {
      last = std::min(last, i + 1 + static_cast<std::size_t>(options.neighbours));
    }
    for (std::size_t j = i + 1; j < last; ++j) design.agents.emplace_back(agents[i], agents[j]);
  }
  design.add_arm(rules.id, options.rules, options.overrides);
  return design;
}

std::string command_of(const LadderOptions& options) {
  std::string command = "tavlab ladder";
  add_word(command, options.rules);
  add_settings(command, options.overrides);
  command += " --agents";
  for (const std::string& each : options.agents) add_word(command, each);
  if (options.schedule == LadderOptions::Schedule::adaptive) command += " --schedule adaptive";
  if (options.schedule == LadderOptions::Schedule::neighbours) {
    command += fmt::format(" --schedule neighbours --neighbours {}", options.neighbours);
  }
  return command;
}

std::size_t number_of(const std::vector<std::string>& agents, const std::string& agent) {
  return static_cast<std::size_t>(std::ranges::find(agents, agent) - agents.begin());
}

/// The games of a pair by who played which side.
void add_pairings(std::vector<Pairing>& games, std::size_t a, std::size_t b,
                  const ResultCounts& a_as_first, const ResultCounts& b_as_first) {
  games.push_back({a, b, 0, a_as_first});
  games.push_back({b, a, 0, b_as_first});
}

/// The games of all cells except mirror matches, which inform only about the advantage: rules may
/// favour a side more the better it is played.
std::vector<Pairing> pairings(const Summary& summary, const std::vector<std::string>& agents) {
  std::vector<Pairing> games;
  for (const CellSummary& cell : summary.cells) {
    if (!cell.agents) continue;
    // The results of each agent on the first side; those on the second are the same games.
    add_pairings(games, number_of(agents, cell.cell.agents.first),
                 number_of(agents, cell.cell.agents.second), cell.agents->tallies[0][0],
                 cell.agents->tallies[1][0]);
  }
  return games;
}

BradleyTerryModel weak_prior() {
  BradleyTerryModel model;
  model.prior_games = kPriorGames;
  return model;
}

double mean_of(const std::vector<LogitEstimate>& ratings) {
  double sum = 0.0;
  for (const LogitEstimate& each : ratings) sum += each.value;
  return sum / static_cast<double>(ratings.size());
}

/// The ratings while games are played, from those stored so far.
class LiveTable {
 public:
  LiveTable(const std::vector<std::string>& agents, const ExperimentConfig& config)
      : agents_(agents), tallies_(config.cells.size()) {
    for (const ExperimentCell& cell : config.cells) {
      pairs_.emplace_back(number_of(agents, cell.agents.first),
                          number_of(agents, cell.agents.second));
    }
  }

  void add(std::size_t cell, const GameRecord& game) {
    tallies_[cell][game.swapped ? 1 : 0].add(game.result);
  }

  /// All games of a store, in place of those counted before.
  void take(Store& store) {
    const std::vector<StoredCell> cells = store.cells();
    for (std::size_t i = 0; i < tallies_.size(); ++i) {
      tallies_[i] = {};
      store.each_game(
          cells[i].id, [&](const GameRecord& game) { add(i, game); }, cells[i].games);
    }
  }

  /// The strongest first.
  [[nodiscard]] std::vector<std::string> lines() const {
    std::vector<Pairing> games;
    std::uint64_t finished = 0;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const auto [first, second] = pairs_[i];
      if (first == second) continue;
      add_pairings(games, first, second, tallies_[i][0], tallies_[i][1]);
      finished += tallies_[i][0].finished() + tallies_[i][1].finished();
    }
    if (finished == 0) return {};
    const BradleyTerryFit fit = fit_bradley_terry(games, weak_prior());
    std::vector<std::size_t> order(agents_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [&](std::size_t i) { return fit.first[i].value; });
    std::size_t width = 0;
    for (const std::string& agent : agents_) width = std::max(width, display_width(agent));
    std::vector<std::string> lines;
    lines.reserve(order.size());
    for (const std::size_t i : order) {
      const LogitEstimate rating = fit.first_from_mean(i, 0, fit.first.size());
      lines.push_back(fmt::format("  {}  Elo {:+5.0f} ± {:.0f}", padded(agents_[i], width),
                                  kEloPerLogit * rating.value,
                                  kEloPerLogit * kNormal95 * rating.standard_error));
    }
    return lines;
  }

 private:
  std::vector<std::string> agents_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;  ///< agents of each cell
  /// Of the first side: without and with the sides exchanged.
  std::vector<std::array<ResultCounts, 2>> tallies_;
};

/// Of one agent against another, on both sides; without games if they did not meet.
ScoreEstimate score_between(const Summary& summary, const std::string& agent,
                            const std::string& other) {
  for (const CellSummary& cell : summary.cells) {
    const AgentPair& both = cell.cell.agents;
    if (!cell.agents || (both.first != agent && both.second != agent)) continue;
    if (both.first != other && both.second != other) continue;
    const auto& sides = cell.agents->tallies[both.first == agent ? 0 : 1];
    return estimate_score(sides[0] + sides[1]);
  }
  return {};
}

void rate(LadderResult& result, const std::vector<std::string>& agents) {
  const std::vector<Pairing> games = pairings(result.games, agents);
  BradleyTerryModel model = weak_prior();
  const BradleyTerryFit fit = fit_bradley_terry(games, model);
  model.rating_per_side = true;
  const BradleyTerryFit apart = fit_bradley_terry(games, model);
  for (std::size_t i = 0; i < agents.size(); ++i) {
    Rung rung;
    rung.agent = agents[i];
    const LogitEstimate rating = fit.first_from_mean(i, 0, agents.size());
    rung.rating = kEloPerLogit * rating.value;
    rung.error = kEloPerLogit * kNormal95 * rating.standard_error;
    rung.first = kEloPerLogit * (apart.first[i].value - mean_of(apart.first));
    rung.second = kEloPerLogit * (apart.second[i].value - mean_of(apart.second));
    for (const CellSummary& cell : result.games.cells) {
      if (!cell.agents && cell.cell.agents.first == agents[i]) rung.mirror = cell.score;
    }
    result.rungs.push_back(std::move(rung));
  }
  result.advantage = kEloPerLogit * fit.advantage.front().value;
  result.advantage_error = kEloPerLogit * kNormal95 * fit.advantage.front().standard_error;
  try {
    result.sides = test_equal_on_both_sides(games, BradleyTerryModel{});
  } catch (const std::invalid_argument&) {
    // An agent won or lost everything on a side: no maximum without a prior.
  }
  std::ranges::stable_sort(result.rungs, std::ranges::greater{}, &Rung::rating);
  for (std::size_t i = 0; i + 1 < result.rungs.size(); ++i) {
    result.rungs[i].against_next =
        score_between(result.games, result.rungs[i].agent, result.rungs[i + 1].agent);
  }
}

/// The adaptive schedule: a few games of every pair, then round by round more of the most
/// informative ones. A round depends only on the games of earlier rounds, so a stopped run resumes
/// as it would have continued. Sets the number of games of each cell in `run`.
FilledStore play_adaptively(GeneratedRun& run, const std::vector<std::string>& agents) {
  std::vector<std::size_t> cells;  // of pairs; the others are mirror matches
  std::vector<AgentsPair> pairs;
  for (std::size_t i = 0; i < run.config.cells.size(); ++i) {
    const AgentPair& both = run.config.cells[i].agents;
    if (both.first == both.second) continue;
    cells.push_back(i);
    pairs.push_back({number_of(agents, both.first), number_of(agents, both.second)});
  }
  const std::uint64_t of_pair = run.config.cells[cells.front()].games;
  std::uint64_t left = of_pair * cells.size();
  const std::uint64_t round = std::max<std::uint64_t>(2, left / kRounds / 2 * 2);
  for (const std::size_t cell : cells) {
    run.config.cells[cell].games = std::min(of_pair, kFirstGames);
    left -= run.config.cells[cell].games;
  }
  while (true) {
    run.fill.later_games = left;
    FilledStore filled = run.play();
    run.fill.is_later_round = true;
    if (!filled.complete || left == 0) return filled;
    const std::vector<StoredCell> stored = filled.store.cells();
    std::vector<Pairing> games;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      // Only those of this round: a resumed run may hold more.
      MatchSummary tally;
      filled.store.each_game(
          stored[cells[i]].id, [&](const GameRecord& game) { tally.add(game); },
          run.config.cells[cells[i]].games);
      add_pairings(games, pairs[i].first, pairs[i].second, tally.agent_as(0, 0),
                   tally.agent_as(1, 0));
    }
    const std::uint64_t now = std::min(left, round);
    const std::vector<std::uint64_t> shares =
        allocate_games(fit_bradley_terry(games, weak_prior()), pairs, now);
    for (std::size_t i = 0; i < cells.size(); ++i) run.config.cells[cells[i]].games += shares[i];
    left -= now;
  }
}

}  // namespace

LadderResult run_ladder(const LadderOptions& options, const std::filesystem::path& folder) {
  const InterruptGuard guard;
  const RuleSet rules = load_rule_set(options.rules, options.overrides);
  const std::vector<std::string> agents = canonical_agents("ladder", options.agents, 2);
  if (options.games % 2 != 0) {
    throw UserError(
        fmt::format("ladder: --games must be even, half on each side, not {}", options.games));
  }
  GeneratedRun run =
      prepare_run(design_of(options, rules, agents), command_of(options), folder, options);
  LiveTable table(agents, run.config);
  run.fill.opened = [&](Store& store) { table.take(store); };
  run.fill.stored = [&](std::size_t cell, const GameRecord& game) { table.add(cell, game); };
  run.fill.table = [&] { return table.lines(); };
  FilledStore filled = options.schedule == LadderOptions::Schedule::adaptive
                           ? play_adaptively(run, agents)
                           : run.play();

  LadderResult result;
  result.rules_id = rules.id;
  result.interrupted = !filled.complete;
  result.games = summarize(filled.store);
  rate(result, agents);
  write_figures(ladder_figures(result), folder);
  write_generated_run("ladder", {ladder_json(result), ladder_markdown(result), ladder_text(result)},
                      result.games, ladder_frame(result), filled, folder, options);
  return result;
}

}  // namespace tavlab
