#include "experiments/config/config_design.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "core/error.h"
#include "core/ruleset/parameter.h"
#include "experiments/config/agent_nets.h"

namespace tavlab {
namespace {

/// A rule set as the config names it: ids unchanged, relative paths below the config's folder.
std::string resolve_rules(const ExperimentDesign& design, const std::string& rules) {
  const bool is_path = rules.find('/') != std::string::npos || rules.ends_with(".toml");
  if (!is_path || design.folder.empty()) return rules;
  const std::string path = (design.folder / rules).string();
  return path.find('/') == std::string::npos ? "./" + path : path;
}

/// Advances the values chosen on each axis like an odometer, the last axis fastest.
bool next_point(const std::vector<GridAxis>& grid, std::vector<std::size_t>& point) {
  for (std::size_t i = grid.size(); i-- > 0;) {
    if (++point[i] < grid[i].values.size()) return true;
    point[i] = 0;
  }
  return false;
}

/// Before any rule set is loaded: a mistake in a grid can ask for millions.
void refuse_too_many_cells(const ExperimentDesign& design) {
  std::uint64_t cells = 0;
  for (const ExperimentArm& arm : design.arms) {
    std::uint64_t points = arm.rules.size() * design.agents.size();
    for (const GridAxis& axis : arm.grid)
      points = std::min(points * axis.values.size(), kMaxCells + 1);
    cells += points;
  }
  if (cells > kMaxCells) {
    throw UserError(fmt::format("{}: the design has more than {} cells; make the grid smaller",
                                design.origin, kMaxCells));
  }
}

ExperimentCell make_cell(const ExperimentDesign& design, const ExperimentArm& arm,
                         const std::string& rules, const std::vector<std::size_t>& point) {
  ExperimentCell cell;
  std::vector<std::string> overrides;
  for (const auto& [key, value] : arm.set) overrides.push_back(fmt::format("{}={}", key, value));
  for (std::size_t i = 0; i < arm.grid.size(); ++i) {
    const std::string& value = arm.grid[i].values[point[i]];
    cell.settings.emplace_back(arm.grid[i].key, value);
    overrides.push_back(fmt::format("{}={}", arm.grid[i].key, value));
  }
  cell.group = arm.name.empty()        ? rules
               : arm.rules.size() == 1 ? arm.name
                                       : fmt::format("{} ({})", arm.name, rules);
  try {
    cell.rule_set = load_rule_set(resolve_rules(design, rules), overrides);
  } catch (const UserError& error) {
    throw UserError(fmt::format("{}: {}", design.origin, error.what()));
  }
  cell.match = design.match;
  cell.games = design.games;
  cell.seed = design.seed;
  cell.opening_plies = design.opening_plies;
  cell.max_plies = design.max_plies;
  cell.limits = design.limits;
  cell.adjudication = design.adjudication;
  if (!design.openings.empty()) {
    cell.openings = load_openings(design.openings, cell.rule_set, cell.seed, design.folder);
  }
  const auto any_agent = [&design](bool (*names)(const std::string&)) {
    return std::ranges::any_of(design.agents, [names](const AgentPair& agents) {
      return names(agents.first) || names(agents.second);
    });
  };
  if (any_agent(names_shipped)) cell.evaluation = shipped_evaluation_text(cell.rule_set);
  if (any_agent(names_shipped_net)) cell.net = shipped_net_text(cell.rule_set);
  return cell;
}

}  // namespace

std::string ExperimentCell::arm() const {
  std::string text = group;
  for (const auto& [key, value] : settings) text += fmt::format(" {}={}", key, value);
  return text;
}

MatchSettings ExperimentCell::match_settings() const {
  MatchSettings settings;
  settings.rule_set = rule_set;
  settings.first_agent = agents.first;
  settings.second_agent = agents.second;
  settings.swap = match == MatchMode::two_game;
  settings.opening_plies = opening_plies;
  settings.max_plies = max_plies;
  settings.seed = seed;
  settings.openings = openings;
  settings.limits = limits;
  settings.adjudication = adjudication;
  return settings;
}

std::string ExperimentCell::identity() const {
  // Spelt out and versioned: stores outlive the program that made them.
  std::string text =
      fmt::format("cell 1\nrules {}\nfirst {}\nsecond {}\nswap {}\nopening {}\ncap {}\nseed {}\n",
                  rule_set.hash_text(), agents.first, agents.second, match == MatchMode::two_game,
                  opening_plies, max_plies, seed);
  // Cells without these keep the identity that they had before these existed.
  if (openings) text += fmt::format("openings {}\n", openings->hash_text());
  if (limits.any()) text += fmt::format("time {}\n", limits.text());
  if (adjudication) text += fmt::format("adjudicate {}\n", adjudication->text());
  if (!evaluation.empty() && (names_shipped(agents.first) || names_shipped(agents.second))) {
    text += fmt::format("auto {}\n", evaluation);
  }
  if (!net.empty() && (names_shipped_net(agents.first) || names_shipped_net(agents.second))) {
    text += fmt::format("auto net {}\n", net);
  }
  return fmt::format("{:016x}", hash_text(text));
}

std::vector<ExperimentCell> expand_design(const ExperimentDesign& design) {
  refuse_too_many_cells(design);
  std::vector<ExperimentCell> arms;  // without agents: rule sets are loaded once
  for (const ExperimentArm& arm : design.arms) {
    for (const std::string& rules : arm.rules) {
      std::vector<std::size_t> point(arm.grid.size(), 0);
      do {
        arms.push_back(make_cell(design, arm, rules, point));
      } while (next_point(arm.grid, point));
    }
  }

  std::vector<ExperimentCell> cells;
  std::map<std::string, std::string> labels;      // label to identity
  std::map<std::string, std::string> identities;  // identity to label
  for (const AgentPair& agents : design.agents) {
    for (const ExperimentCell& arm : arms) {
      ExperimentCell cell = arm;
      cell.agents = agents;
      cell.label = cell.arm() + " | " + cell.agents.name;
      const std::string identity = cell.identity();
      if (!labels.emplace(cell.label, identity).second) {
        throw UserError(
            fmt::format("{}: two cells would have the label '{}'; give their arms names",
                        design.origin, cell.label));
      }
      const auto [known, fresh] = identities.emplace(identity, cell.label);
      if (!fresh) {
        throw UserError(fmt::format(
            "{}: the cells '{}' and '{}' have the same rules and agents and would play the same "
            "games; remove one",
            design.origin, known->second, cell.label));
      }
      cells.push_back(std::move(cell));
    }
  }
  return cells;
}

}  // namespace tavlab
