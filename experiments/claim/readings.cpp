#include "experiments/claim/readings.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "core/error.h"
#include "experiments/config/agent_nets.h"
#include "experiments/store/game_info.h"

namespace tavlab {
namespace {

/// A parameter and one of its alternatives.
using Alternative = std::pair<std::string, std::string>;

std::vector<Alternative> alternatives_of(const RuleSet& rules) {
  std::vector<Alternative> all;
  for (const Assumption& assumption : rules.assumptions) {
    const ParameterSpec* const spec = rules.schema->find(assumption.key);
    for (const ParameterValue& value : assumption.alternatives) {
      all.emplace_back(assumption.key, value_text(*spec, value));
    }
  }
  return all;
}

/// The arms of hypotheses that games decide, with a cell of each.
std::map<std::string, const ExperimentCell*> arms_in_question(
    const Claim& claim, const std::vector<ExperimentCell>& cells) {
  std::map<std::string, const ExperimentCell*> arms;
  for (const Hypothesis& hypothesis : claim.hypotheses) {
    if (hypothesis.exact()) continue;
    for (const ExperimentCell& cell : cells) {
      const std::string arm = cell.arm();
      if (std::ranges::find(hypothesis.arms, arm) != hypothesis.arms.end()) arms[arm] = &cell;
    }
  }
  return arms;
}

/// The alternatives of all arms, or each two of them, in the order of the arms.
std::vector<std::vector<Alternative>> changes_of(
    const std::map<std::string, const ExperimentCell*>& arms, ReadingMode mode) {
  std::vector<Alternative> singles;
  for (const auto& [arm, cell] : arms) {
    for (const Alternative& each : alternatives_of(cell->rule_set)) {
      if (std::ranges::find(singles, each) == singles.end()) singles.push_back(each);
    }
  }
  std::vector<std::vector<Alternative>> changes;
  changes.reserve(singles.size());
  for (const Alternative& each : singles) changes.push_back({each});
  if (mode != ReadingMode::pairs) return changes;
  for (std::size_t i = 0; i < singles.size(); ++i) {
    for (std::size_t j = i + 1; j < singles.size(); ++j) {
      if (singles[i].first != singles[j].first) changes.push_back({singles[i], singles[j]});
    }
  }
  return changes;
}

/// A cell under changed rules; empty if it does not make all of the assumptions. Its openings are
/// enumerated again if it is to be played, which takes a while. Throws UserError if the rules
/// contradict each other.
std::optional<ExperimentCell> changed_cell(const ExperimentCell& cell,
                                           const std::vector<Alternative>& changes,
                                           const std::filesystem::path& folder, bool played) {
  const std::vector<Alternative> own = alternatives_of(cell.rule_set);
  std::vector<std::string> overrides;
  ExperimentCell changed = cell;
  for (const Alternative& each : changes) {
    if (std::ranges::find(own, each) == own.end()) continue;
    overrides.push_back(fmt::format("{}={}", each.first, each.second));
    changed.settings.push_back(each);
  }
  if (overrides.size() < changes.size()) return std::nullopt;
  changed.rule_set = with_overrides(cell.rule_set, overrides);
  describe_game(changed.rule_set);  // refuses rules that contradict each other
  if (cell.openings != nullptr && played) {
    changed.openings = load_openings(cell.openings->source, changed.rule_set, cell.seed, folder);
  }
  if (!cell.evaluation.empty()) changed.evaluation = shipped_evaluation_text(changed.rule_set);
  if (!cell.net.empty()) changed.net = shipped_net_text(changed.rule_set);
  return changed;
}

}  // namespace

void add_readings(Claim& claim, ReadingMode mode) {
  if (mode == ReadingMode::none) return;
  const std::vector<ExperimentCell> cells = claim.experiment.cells;
  const auto arms = arms_in_question(claim, cells);
  const std::string strongest = claim.strength_of(cells.back());
  for (const std::vector<Alternative>& changes : changes_of(arms, mode)) {
    ClaimReading reading;
    for (const auto& [key, value] : changes) {
      reading.name += fmt::format("{}{}={}", reading.name.empty() ? "" : " ", key, value);
    }
    std::vector<ExperimentCell> added;
    try {
      for (const auto& [arm, any] : arms) {
        const std::optional<ExperimentCell> changed =
            changed_cell(*any, changes, claim.experiment.folder, !claim.wants_players());
        if (!changed) continue;
        reading.arms[arm] = changed->arm();
        for (const ExperimentCell& cell : cells) {
          if (cell.arm() != arm || claim.strength_of(cell) != strongest) continue;
          added.push_back(*changed);
          added.back().agents = cell.agents;
          added.back().label = changed->arm() + " | " + cell.agents.name;
        }
      }
    } catch (const UserError& error) {
      claim.unplayable.push_back(fmt::format("{}: {}", reading.name, error.what()));
      continue;
    }
    if (reading.arms.empty()) continue;
    for (ExperimentCell& cell : added) claim.experiment.cells.push_back(std::move(cell));
    claim.readings.push_back(std::move(reading));
  }
}

}  // namespace tavlab
