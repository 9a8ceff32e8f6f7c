#include "experiments/compare/ladder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/error.h"
#include "experiments/compare/design_toml.h"
#include "experiments/compare/ladder_text.h"
#include "experiments/file_output.h"
#include "experiments/fill_store.h"
#include "experiments/interrupt.h"
#include "experiments/report/html.h"
#include "experiments/stats/elo.h"
#include "experiments/summary_text.h"
#include "selfplay/agent_spec.h"

namespace tavlab {
namespace {

/// A weak prior: who won or lost everything is rated all the same.
constexpr double kPriorGames = 1.0;

std::string experiment_toml(const LadderOptions& options, const RuleSet& rules,
                            const std::vector<std::string>& agents) {
  DesignToml design;
  design.id = "ladder";
  design.title = "A ladder of agents for " + rules.id;
  design.question =
      "How strong are these agents, on each side, and how does the balance of the game change with "
      "strength?";
  design.games = options.games;
  design.seed = options.seed;
  design.opening_plies = options.opening_plies;
  design.max_plies = options.max_plies;
  design.two_game = true;
  for (const std::string& agent : agents) design.agents.emplace_back(agent, agent);
  for (std::size_t i = 0; i < agents.size(); ++i) {
    std::size_t last = agents.size();
    if (options.schedule == LadderOptions::Schedule::neighbours) {
      last = std::min(last, i + 1 + static_cast<std::size_t>(options.neighbours));
    }
    for (std::size_t j = i + 1; j < last; ++j) design.agents.emplace_back(agents[i], agents[j]);
  }
  DesignToml::Arm arm{rules.id, options.rules};
  for (const std::string& each : options.overrides) {
    const std::size_t equals = each.find('=');
    arm.set.emplace_back(each.substr(0, equals), each.substr(equals + 1));
  }
  design.arms.push_back(std::move(arm));
  return design.text();
}

std::vector<std::string> canonical(const std::vector<std::string>& agents) {
  if (agents.size() < 2) throw UserError("ladder: name two agents or more with --agents");
  std::vector<std::string> found;
  for (const std::string& agent : agents) {
    found.push_back(AgentSpec::parse(agent).canonical());
    if (std::ranges::count(found, found.back()) > 1) {
      throw UserError(fmt::format("ladder: the agent '{}' is named twice", agent));
    }
  }
  return found;
}

GameCounts counts(const Tally& tally) {
  return {static_cast<double>(tally.wins), static_cast<double>(tally.draws),
          static_cast<double>(tally.losses)};
}

/// The games of all cells by who played which side. Mirror matches tell of the advantage alone, and
/// stay out: rules may favour a side more the better it is played.
std::vector<Pairing> pairings(const Summary& summary, const std::vector<std::string>& agents) {
  std::vector<Pairing> games;
  const auto number = [&](const std::string& agent) {
    return static_cast<std::size_t>(std::ranges::find(agents, agent) - agents.begin());
  };
  for (const CellSummary& cell : summary.cells) {
    if (!cell.agents) continue;
    const std::size_t a = number(cell.cell.agents.first), b = number(cell.cell.agents.second);
    // As the first side each of them once; the other's results are the same games.
    games.push_back({a, b, 0, counts(cell.agents->tallies[0][0])});
    games.push_back({b, a, 0, counts(cell.agents->tallies[1][0])});
  }
  return games;
}

double mean_of(const std::vector<LogitEstimate>& ratings) {
  double sum = 0.0;
  for (const LogitEstimate& each : ratings) sum += each.value;
  return sum / static_cast<double>(ratings.size());
}

/// The standard error of a rating less the mean of all. From those of the differences, for with a
/// weak prior the level of all ratings together is uncertain, and means nothing:
/// Var(x_i - mean) = sum_j Var(x_i - x_j) / n - sum_jk Var(x_j - x_k) / (2 n^2).
double error_from_mean(const BradleyTerryFit& fit, std::size_t player) {
  const std::size_t players = fit.first.size();
  const auto n = static_cast<double>(players);
  const auto variance = [&fit](std::size_t i, std::size_t j) {
    const double error = i == j ? 0.0 : fit.first_difference(i, j).standard_error;
    return error * error;
  };
  double own = 0.0, all = 0.0;
  for (std::size_t j = 0; j < players; ++j) {
    own += variance(player, j);
    for (std::size_t k = 0; k < players; ++k) all += variance(j, k);
  }
  return std::sqrt(std::max(0.0, own / n - all / (2.0 * n * n)));
}

void rate(LadderResult& result, const std::vector<std::string>& agents) {
  const std::vector<Pairing> games = pairings(result.games, agents);
  BradleyTerryModel model;
  model.prior_games = kPriorGames;
  const BradleyTerryFit fit = fit_bradley_terry(games, model);
  model.rating_per_side = true;
  const BradleyTerryFit apart = fit_bradley_terry(games, model);
  for (std::size_t i = 0; i < agents.size(); ++i) {
    Rung rung;
    rung.agent = agents[i];
    rung.rating = kEloPerLogit * (fit.first[i].value - mean_of(fit.first));
    rung.error = kEloPerLogit * kNormal95 * error_from_mean(fit, i);
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
    // Somebody won or lost everything on a side: no maximum without a prior.
  }
  std::ranges::stable_sort(result.rungs, std::ranges::greater{}, &Rung::rating);
}

}  // namespace

LadderResult run_ladder(const LadderOptions& options, const std::filesystem::path& folder) {
  const InterruptGuard guard;
  const RuleSet rules = load_rule_set(options.rules, options.overrides);
  const std::vector<std::string> agents = canonical(options.agents);
  if (options.games % 2 != 0) {
    throw UserError(
        fmt::format("ladder: --games must be even, half on each side, not {}", options.games));
  }
  const std::string toml = experiment_toml(options, rules, agents);
  const std::filesystem::path file = folder / "experiment.toml";
  const ExperimentConfig config = parse_experiment(toml, file.string());
  FillOptions fill;
  fill.threads = options.threads;
  fill.quiet = options.quiet;
  fill.log = options.log;
  fill.player = options.player;
  FilledStore filled = fill_store(config, file.string(), folder, fill);
  write_file(file, toml);

  LadderResult result;
  result.rules_id = rules.id;
  result.interrupted = !filled.complete;
  result.games = summarize(filled.store);
  rate(result, agents);
  write_file(folder / "summary.csv", summary_csv(result.games));
  write_file(folder / "summary.json", summary_json(result.games));
  write_file(folder / "ladder.json", ladder_json(result));
  write_file(folder / "ladder.md", ladder_markdown(result));
  write_file(folder / "report.html", report_html(result.games, ladder_frame(result)));
  if (options.output != nullptr && !result.interrupted) {
    const std::string text = options.json ? ladder_json(result) : ladder_text(result);
    std::fwrite(text.data(), 1, text.size(), options.output);
    if (!options.json) {
      fmt::print(options.output, "report: {}\n", (folder / "report.html").string());
    }
    std::fflush(options.output);
  }
  if (result.interrupted && options.log != nullptr) {
    fmt::print(options.log, "stopped; nothing finished is lost. The same command continues.\n");
  }
  return result;
}

}  // namespace tavlab
