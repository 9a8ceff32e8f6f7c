#include "experiments/report/rules_section.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/report/board_svg.h"
#include "experiments/report/web.h"

namespace tavlab {
namespace {

/// More columns than this nobody reads; the parameters of each rule set are listed anyway.
constexpr std::size_t kMaxCompared = 12;

/// One cell for each set of rules.
std::vector<const StoredCell*> distinct_rules(const Summary& summary) {
  std::vector<const StoredCell*> all;
  std::set<std::string> seen;
  for (const CellSummary& cell : summary.cells) {
    if (seen.insert(cell.cell.rules_hash).second) all.push_back(&cell.cell);
  }
  return all;
}

/// Variants made by overrides share their parent's name: the id up to the brace.
std::string base_name(const StoredCell& cell) {
  return cell.rules_id.substr(0, cell.rules_id.find('{'));
}

/// What the signs of a drawn board mean.
std::string legend(const GameInfo& game, std::string_view family) {
  if (family == "tafl") {
    return fmt::format(
        "Dark: {}. Light: {}, the king with a cross. A diamond in a piece marks a leader, a "
        "diamond "
        "on the board the throne, an x a corner or fort, a darker cell a camp.",
        game.first_player, game.second_player);
  }
  if (family == "tavreli") {
    return "Light: white, dark: black. Letters name the figure on top (a small one behind P the "
           "ratnik's destiny, a plus a figure that has turned over), numbers the height of a "
           "tower.";
  }
  std::string marks;
  for (const auto& [kind, names] : game.squares) {
    std::string words = kind;
    std::ranges::replace(words, '_', ' ');
    marks += fmt::format("{}{} {}", marks.empty() ? "" : ", ", square_mark(kind), words);
  }
  return fmt::format(
      "Light: white, dark: black; a ring marks a piece that has turned, a number the height of a "
      "stack. Squares: {}.",
      marks);
}

/// The parameters in which the rule sets differ, a row each.
std::vector<Fields> differences(const std::vector<const StoredCell*>& all) {
  if (all.size() < 2 || all.size() > kMaxCompared) return {};
  std::map<std::string, std::vector<std::string>> values;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const auto& [key, value] : all[i]->parameters) {
      values[key].resize(all.size());
      values[key][i] = value;
    }
  }
  std::vector<Fields> rows;
  for (const auto& [key, row] : values) {
    if (std::ranges::adjacent_find(row, std::ranges::not_equal_to{}) == row.end()) continue;
    std::vector<Fields> texts;
    for (const std::string& value : row) {
      // A layout of one's own is several lines of rules: too long for a table.
      texts.push_back({{"value", value.size() > 60 ? "(see below)" : value}});
    }
    rows.push_back({{"key", key}, {"values", std::move(texts)}});
  }
  return rows;
}

}  // namespace

Markup boards_section(const Summary& summary) {
  struct Board {
    const GameInfo* game;
    std::string family;
    std::vector<std::string> names;
  };
  std::vector<Board> all;
  for (const CellSummary& cell : summary.cells) {
    const GameInfo& game = cell.cell.game;
    auto board = std::ranges::find_if(all, [&](const Board& other) { return *other.game == game; });
    if (board == all.end()) board = all.insert(all.end(), Board{&game, cell.cell.family, {}});
    const std::string name = base_name(cell.cell);
    if (std::ranges::count(board->names, name) == 0) board->names.push_back(name);
  }
  std::vector<Fields> drawn;
  for (const Board& board : all) {
    std::string names;
    for (const std::string& name : board.names) names += (names.empty() ? "" : ", ") + name;
    std::string svg = board_svg(*board.game, board.family, "Start position of " + names);
    if (svg.empty()) continue;
    drawn.push_back({{"board", Markup(std::move(svg))}, {"names", names}});
  }
  if (drawn.empty()) return {};
  std::string legends;
  for (const Board& board : all) {
    const std::string text = legend(*board.game, board.family);
    if (legends.find(text) == std::string::npos) legends += (legends.empty() ? "" : " ") + text;
  }
  return filled("boards.html", {{"legend", legends}, {"boards", std::move(drawn)}});
}

Markup rules_section(const Summary& summary) {
  const std::vector<const StoredCell*> all = distinct_rules(summary);
  std::vector<Fields> rules, ids, parameters;
  for (const StoredCell* cell : all) {
    rules.push_back(
        {{"id", cell->rules_id}, {"title", cell->rules_title}, {"hash", cell->rules_hash}});
    ids.push_back({{"id", cell->rules_id}});
    std::vector<Fields> values;
    for (const auto& [key, value] : cell->parameters) {
      values.push_back({{"key", key}, {"value", value}});
    }
    parameters.push_back({{"id", cell->rules_id}, {"values", std::move(values)}});
  }
  return filled("rules.html", {{"rules", std::move(rules)},
                               {"ids", std::move(ids)},
                               {"differences", differences(all)},
                               {"parameters", std::move(parameters)}});
}

}  // namespace tavlab
