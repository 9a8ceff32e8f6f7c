#include "experiments/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "experiments/compare/compare_text.h"
#include "experiments/compare/design_toml.h"
#include "experiments/report/html.h"
#include "experiments/run/interrupt.h"
#include "experiments/run/progress.h"
#include "experiments/summary/summary_text.h"
#include "experiments/text/command_text.h"

namespace tavlab {
namespace {

std::vector<RuleSet> load_all(const CompareOptions& options) {
  if (!options.overrides.empty()) {
    if (options.rules.size() != 1) {
      throw UserError("compare: --set compares one rule set with itself changed; name one");
    }
    const std::string& name = options.rules.front();
    return {load_rule_set(name), load_rule_set(name, options.overrides)};
  }
  if (options.rules.size() < 2) {
    throw UserError("compare: name at least two rule sets, or one and what to change with --set");
  }
  std::vector<RuleSet> rules;
  for (const std::string& name : options.rules) {
    rules.push_back(load_rule_set(name));
    for (std::size_t i = 0; i + 1 < rules.size(); ++i) {
      if (rules[i].id == rules.back().id) {
        throw UserError(fmt::format("{} is named twice; name different rule sets", rules[i].id));
      }
    }
  }
  return rules;
}

DesignToml design_of(const CompareOptions& options, const std::vector<RuleSet>& rules) {
  std::string ids;
  for (const RuleSet& each : rules) ids += (ids.empty() ? "" : ", ") + each.id;
  DesignToml design;
  design.id = "compare";
  design.title = "Comparison of " + ids;
  design.question =
      "How do these rule sets differ: in their parameters, in the positions of each other's games, "
      "and in games between equals?";
  design.agents = {{options.agent, options.agent}};
  const bool changed = !options.overrides.empty();  // the second is the first with overrides
  for (std::size_t i = 0; i < rules.size(); ++i) {
    design.add_arm(rules[i].id, options.rules[changed ? 0 : i],
                   changed && i == 1 ? options.overrides : std::vector<std::string>());
  }
  return design;
}

std::string command_of(const CompareOptions& options) {
  std::string command = "tavlab compare";
  for (const std::string& each : options.rules) add_word(command, each);
  add_settings(command, options.overrides);
  command += " --agent";
  add_word(command, options.agent);
  return command + fmt::format(" --positions {} --analyzed {}", options.sample.positions,
                               options.sample.asked);
}

std::vector<ParameterDifference> parameter_differences(const RuleSet& a, const RuleSet& b) {
  // Families have no parameters in common.
  if (a.family != b.family) return {{"family", a.family, b.family}};
  std::vector<ParameterDifference> found;
  for (const ParameterSpec& spec : a.schema->parameters) {
    if (a.at(spec.key) == b.at(spec.key)) continue;
    found.push_back({std::string(spec.key), a.value_text(spec.key), b.value_text(spec.key)});
  }
  return found;
}

/// Compares the positions of each pair of one family; false if a signal ended that. A pair whose
/// positions were looked at in part only has none, for they would be those of the first games.
bool compare_all_positions(CompareResult& result, Store& store, const CompareOptions& options) {
  const std::vector<StoredCell> cells = store.cells();
  const auto same_family = [&](const RulesComparison& pair) {
    return result.rules[pair.first].family == result.rules[pair.second].family;
  };
  const auto positions_of = [&](std::size_t i) {
    const CellSummary& cell = result.games.cells[i];
    const double plies = cell.mean_plies * static_cast<double>(cell.tally.games());
    return std::min(options.sample.positions, static_cast<std::uint64_t>(std::llround(plies)));
  };
  std::uint64_t wanted = 0, done = 0;
  for (const RulesComparison& pair : result.pairs) {
    if (same_family(pair)) wanted += positions_of(pair.first) + positions_of(pair.second);
  }
  Progress progress("positions", wanted, options.log == nullptr ? stderr : options.log);
  if (options.quiet || options.log == nullptr) progress.silence();
  const auto looked = [&] { progress.update(std::min(++done, wanted), "comparing positions"); };
  for (RulesComparison& pair : result.pairs) {
    if (!same_family(pair)) continue;
    const auto compare = [&](std::size_t own, std::size_t other) {
      return compare_positions(store, cells[own], result.rules[own], result.rules[other],
                               options.agent, options.sample, looked);
    };
    pair.in_first = compare(pair.first, pair.second);
    pair.in_second = compare(pair.second, pair.first);
    if (!InterruptGuard::asked_to_stop()) continue;
    pair.in_first = pair.in_second = {};
    progress.finish();
    return false;
  }
  progress.finish();
  return true;
}

}  // namespace

CompareResult run_compare(const CompareOptions& options, const std::filesystem::path& folder) {
  const InterruptGuard guard;
  CompareResult result;
  result.rules = load_all(options);
  const GeneratedRun run =
      prepare_run(design_of(options, result.rules), command_of(options), folder, options);
  FilledStore filled = run.play();
  tell_left_out(filled.store, options.games, options.log);

  result.interrupted = !filled.complete;
  result.games = summarize(filled.store);
  result.agent = result.games.cells.front().cell.agents.name;
  const std::vector<StoredCell> cells = filled.store.cells();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    for (std::size_t j = i + 1; j < cells.size(); ++j) {
      RulesComparison pair;
      pair.first = i;
      pair.second = j;
      pair.parameters = parameter_differences(result.rules[i], result.rules[j]);
      pair.games = differences(result.games.cells[i], result.games.cells[j]);
      result.pairs.push_back(std::move(pair));
    }
  }
  if (!result.interrupted)
    result.interrupted = !compare_all_positions(result, filled.store, options);
  filled.complete = !result.interrupted;
  write_generated_run("compare",
                      {compare_json(result), compare_markdown(result), compare_text(result)},
                      result.games, compare_frame(result), filled, folder, options);
  return result;
}

}  // namespace tavlab
