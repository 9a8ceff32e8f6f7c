#include "experiments/summary/columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "experiments/summary/labels.h"
#include "experiments/text/table.h"
#include "selfplay/record/chance_measures.h"

namespace tavlab {
namespace {

constexpr const char* kNothing = "–";

std::string percent(double share, int digits) {
  return fmt::format("{:.{}f} %", 100.0 * share, digits);
}

std::string with_most(double mean, int most) {
  return fmt::format("{} ({})", number_text(mean, 1), most);
}

bool has_dice(const CellSummary& cell) { return cell.chance.has_value(); }
bool has_course(const CellSummary& cell) { return cell.measure("drama").count() > 0; }
bool agents_differ(const CellSummary& cell) { return cell.agents.has_value(); }
bool has_games(const CellSummary& cell) { return cell.games() > 0; }

}  // namespace

Columns chance_columns(const Summary& summary) {
  if (std::ranges::none_of(summary.cells, has_dice)) return {};
  Columns columns;
  columns.heads = {"rolls",      "passes",      "choices",     "captures",
                   "run (most)", "turn (most)", "lead changes"};
  columns.show = [](const CellSummary& cell) { return has_dice(cell) && cell.finished() > 0; };
  columns.texts = [](const CellSummary& cell) {
    const ChanceSummary& chance = *cell.chance;
    return std::vector<std::string>{
        number_text(chance.rolls, 1),
        number_text(chance.passes, 1),
        number_text(cell.mean_choices, 1),
        number_text(cell.captures_by_first + cell.captures_by_second, 2),
        with_most(chance.longest_run, chance.highest_run),
        with_most(chance.longest_turn, chance.highest_turn),
        number_text(chance.lead_changes, 2)};
  };
  return columns;
}

Columns course_columns(const Summary& summary) {
  if (std::ranges::none_of(summary.cells, has_course)) return {};
  Columns columns;
  columns.heads = {"complexity",  "coverage",   "drama",       "lead changes",
                   "killer move", "permanence", "decisiveness"};
  columns.show = has_course;
  columns.texts = [](const CellSummary& cell) {
    const auto mean = [&cell](std::string_view name, int digits) {
      return number_text(cell.measure(name).mean(), digits);
    };
    return std::vector<std::string>{mean("complexity", 1),  mean("coverage", 3),
                                    mean("drama", 3),       mean("value_lead_changes", 2),
                                    mean("killer_move", 3), mean("permanence", 3),
                                    mean("decisiveness", 3)};
  };
  return columns;
}

Columns roll_columns(const Summary& summary) {
  Columns columns;
  for (const CellSummary& cell : summary.cells) {
    if (!cell.chance) continue;
    for (const RollCount& each : cell.chance->roll_counts) {
      if (std::ranges::count(columns.heads, each.name) == 0) columns.heads.push_back(each.name);
    }
  }
  std::ranges::sort(columns.heads, {},
                    [](const std::string& name) { return std::pair(name.size(), name); });
  columns.show = has_dice;
  columns.texts = [heads = columns.heads](const CellSummary& cell) {
    std::vector<std::string> texts(heads.size(), kNothing);
    for (const RollCount& each : cell.chance->roll_counts) {
      const auto column = std::ranges::find(heads, each.name) - heads.begin();
      texts[static_cast<std::size_t>(column)] = percent(cell.chance->share(each), 2);
    }
    return texts;
  };
  return columns;
}

Columns agent_columns(const Summary& summary) {
  if (std::ranges::none_of(summary.cells, agents_differ)) return {};
  Columns columns;
  columns.heads = {"first agent's score [95 %]", fmt::format("as {}", summary.player(Side::first)),
                   fmt::format("as {}", summary.player(Side::second)), "Elo [95 %]", "LOS"};
  columns.show = agents_differ;
  columns.texts = [](const CellSummary& cell) {
    const AgentSummary& agents = *cell.agents;
    return std::vector<std::string>{
        score_text(agents.score), number_text(agents.as_side[0].mean, 3),
        number_text(agents.as_side[1].mean, 3), elo_text(agents.elo), superiority_text(agents.elo)};
  };
  return columns;
}

Columns reason_columns(const Summary& summary) {
  std::map<std::string, std::uint64_t> totals;
  for (const CellSummary& cell : summary.cells) {
    for (const auto& [reason, games] : cell.reasons) totals[reason] += games;
  }
  Columns columns;
  for (const auto& [reason, games] : totals) columns.heads.push_back(reason);
  columns.show = has_games;
  columns.texts = [heads = columns.heads](const CellSummary& cell) {
    std::vector<std::string> texts;
    for (const std::string& reason : heads) {
      const auto found = cell.reasons.find(reason);
      if (found == cell.reasons.end()) {
        texts.emplace_back(kNothing);
        continue;
      }
      const double share = static_cast<double>(found->second) / static_cast<double>(cell.games());
      texts.push_back(fmt::format("{} ({})", grouped(found->second), percent(share, 1)));
    }
    return texts;
  };
  return columns;
}

std::vector<std::string> course_legend() {
  return {"Means over finished games; values are the expected score by the agents' own searches.",
          "Complexity: plies times the decimal logarithm of the mean number of legal moves, an "
          "estimate of game-tree size.",
          "Drama: how far behind the eventual winner was, over the moves at which it was behind (0 "
          "to 1). Lead changes: how often the lead passed from one side to the other.",
          "Killer move: the largest change of the value by one move. Permanence: the share of "
          "changes by 0.05 or more of which at least half remained after the next move.",
          "Decisiveness: the share of the game left once the winner's value had passed 0.9 for "
          "good."};
}

std::vector<std::string> chance_legend() {
  return {"Means over finished games.",
          "Passes: rolls without a legal move. Choices: decisions with more than one legal move.",
          "Run: the most moves that a side made in a row. Turn: the most moves of one turn, by "
          "extra rolls.",
          fmt::format("Lead changes: how often the lead passed from one side to the other; a side "
                      "leads with {:.2f} or more by the handcrafted evaluation.",
                      0.5 + kLeadMargin)};
}

}  // namespace tavlab
