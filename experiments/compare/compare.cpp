#include "experiments/compare/compare.h"

#include <fmt/format.h>

#include "core/error.h"
#include "experiments/compare/compare_text.h"
#include "experiments/compare/design_toml.h"
#include "experiments/file_output.h"
#include "experiments/fill_store.h"
#include "experiments/interrupt.h"
#include "experiments/report/html.h"
#include "experiments/summary_text.h"

namespace tavlab {
namespace {

std::vector<RuleSet> load_all(const std::vector<std::string>& names) {
  if (names.size() < 2) throw UserError("compare: name two rule sets or more");
  std::vector<RuleSet> rules;
  for (const std::string& name : names) {
    rules.push_back(load_rule_set(name));
    if (rules.back().family != rules.front().family) {
      throw UserError(fmt::format("{} is of the family {}, {} of {}: there is nothing to compare",
                                  rules.front().id, rules.front().family, rules.back().id,
                                  rules.back().family));
    }
  }
  return rules;
}

std::string experiment_toml(const CompareOptions& options, const std::vector<RuleSet>& rules) {
  std::string ids;
  for (const RuleSet& each : rules) ids += (ids.empty() ? "" : ", ") + each.id;
  DesignToml design;
  design.id = "compare";
  design.title = "Comparison of " + ids;
  design.question =
      "What do these rule sets differ in: as texts, in the positions of each other's games, and in "
      "the games that equals play by them?";
  design.agents = {{options.agent, options.agent}};
  design.games = options.games;
  design.seed = options.seed;
  design.opening_plies = options.opening_plies;
  design.max_plies = options.max_plies;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    design.arms.push_back({rules[i].id, options.rules[i], {}});
  }
  return design.text();
}

std::vector<ParameterDifference> parameter_differences(const RuleSet& a, const RuleSet& b) {
  std::vector<ParameterDifference> found;
  for (const ParameterSpec& spec : find_family_schema(a.family)->parameters) {
    if (a.at(spec.key) == b.at(spec.key)) continue;
    found.push_back({std::string(spec.key), a.value_text(spec.key), b.value_text(spec.key)});
  }
  return found;
}

}  // namespace

CompareResult run_compare(const CompareOptions& options, const std::filesystem::path& folder) {
  const InterruptGuard guard;
  CompareResult result;
  result.rules = load_all(options.rules);
  const std::string toml = experiment_toml(options, result.rules);
  const std::filesystem::path file = folder / "experiment.toml";
  const ExperimentConfig config = parse_experiment(toml, file.string());
  FillOptions fill;
  fill.threads = options.threads;
  fill.quiet = options.quiet;
  fill.log = options.log;
  fill.player = options.player;
  FilledStore filled = fill_store(config, file.string(), folder, fill);
  write_file(file, toml);

  result.agent = config.cells.front().agents.name;
  result.interrupted = !filled.complete;
  result.games = summarize(filled.store);
  const std::vector<StoredCell> cells = filled.store.cells();
  for (std::size_t i = 0; i < cells.size() && !result.interrupted; ++i) {
    for (std::size_t j = i + 1; j < cells.size(); ++j) {
      RulesComparison pair;
      pair.first = i;
      pair.second = j;
      pair.parameters = parameter_differences(result.rules[i], result.rules[j]);
      pair.in_first = compare_positions(filled.store, cells[i].id, result.rules[i], result.rules[j],
                                        options.agent, options.sample);
      pair.in_second = compare_positions(filled.store, cells[j].id, result.rules[j],
                                         result.rules[i], options.agent, options.sample);
      pair.games = differences(result.games.cells[i], result.games.cells[j]);
      result.pairs.push_back(std::move(pair));
    }
  }
  write_file(folder / "summary.csv", summary_csv(result.games));
  write_file(folder / "summary.json", summary_json(result.games));
  write_file(folder / "compare.json", compare_json(result));
  write_file(folder / "compare.md", compare_markdown(result));
  write_file(folder / "report.html", report_html(result.games, compare_frame(result)));
  if (options.output != nullptr && !result.interrupted) {
    const std::string text = options.json ? compare_json(result) : compare_text(result);
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
