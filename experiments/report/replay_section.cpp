#include "experiments/report/replay_section.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "experiments/report/replays.h"
#include "experiments/store/stored_rules.h"
#include "experiments/summary/labels.h"

namespace tavlab {
namespace {

constexpr std::size_t kMostGames = 6;

Replay replay_of(const StoredCell& cell, const GameRecord& game, const RuleSet& rules) {
  const std::string title = fmt::format("Game {} of {}", game.number + 1, short_label(cell));
  const std::string winner = game.result == Result::draw         ? "draw"
                             : game.result == Result::first_wins ? cell.game.first_player + " win"
                                                                 : cell.game.second_player + " win";
  const std::string result = fmt::format("{} ({}) after {} plies", winner, game.reason, game.plies);
  return {rules, cell.game, game.moves, title, cell.agents.name, result, {}};
}

}  // namespace

Markup replay_section(Store& store, const Summary& summary) {
  if (summary.cells.empty()) return {};
  const std::vector<CellSection> all = sections(summary);
  const std::vector<const CellSummary*>& cells = all.back().cells;
  std::vector<Replay> replays;
  const std::size_t step = (cells.size() + kMostGames - 1) / kMostGames;
  for (std::size_t i = 0; i < cells.size(); i += step) {
    const StoredCell& cell = cells[i]->cell;
    const auto game = store.first_finished(cell.id);
    if (!game) continue;
    if (const std::optional<RuleSet> rules = stored_rules(cell)) {
      replays.push_back(replay_of(cell, *game, *rules));
    }
  }
  return replays_html("Games",
                      "The first finished game of each. Coloured squares are those that the last "
                      "move changed.",
                      replays);
}

}  // namespace tavlab
