#include "experiments/report/replay_section.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "core/families.h"
#include "experiments/report/pictures.h"
#include "experiments/report/replays.h"
#include "experiments/store/stored_rules.h"
#include "experiments/summary/labels.h"

namespace tavlab {
namespace {

constexpr std::size_t kMaxReplays = 6;

/// How a game ended, in the words of its rules.
std::string result_of(const GameRecord& game, const RuleSet& rules) {
  const Words words = words_of(rules);
  const std::string who =
      game.result == Result::draw
          ? "draw"
          : words.sides[game.result == Result::first_wins ? 0 : 1].name + " win";
  return fmt::format("{} ({}) after {} plies", who, game.reason, game.plies);
}

Replay replay_of(const StoredCell& cell, const GameRecord& game, const RuleSet& rules) {
  const std::string title = fmt::format("Game {} of {}", game.number + 1, short_label(cell));
  return {rules, game.moves, title, cell.agents.name, result_of(game, rules), {}};
}

}  // namespace

Markup replay_section(Store& store, const Summary& summary) {
  if (summary.cells.empty()) return {};
  const std::vector<CellSection> all = sections(summary);
  const std::vector<const CellSummary*>& cells = all.back().cells;
  std::vector<Replay> replays;
  const std::size_t step = (cells.size() + kMaxReplays - 1) / kMaxReplays;
  for (std::size_t i = 0; i < cells.size(); i += step) {
    const StoredCell& cell = cells[i]->cell;
    const auto game = store.first_finished(cell.id);
    if (!game) continue;
    const std::optional<RuleSet> rules = stored_rules(cell);
    if (rules && start_picture(*rules)) replays.push_back(replay_of(cell, *game, *rules));
  }
  return replays_html("Games",
                      "The first finished game of each. Coloured squares: the path of the last "
                      "move; dashed edges: other squares that it changed.",
                      replays);
}

}  // namespace tavlab
