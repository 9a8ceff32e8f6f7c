#include "experiments/report/rules_section.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "experiments/report/board_svg.h"
#include "experiments/report/svg.h"

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
        escaped(game.first_player), escaped(game.second_player));
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
      escaped(marks));
}

std::string differences(const std::vector<const StoredCell*>& all) {
  if (all.size() < 2 || all.size() > kMaxCompared) return {};
  std::map<std::string, std::vector<std::string>> values;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const auto& [key, value] : all[i]->parameters) {
      values[key].resize(all.size());
      values[key][i] = value;
    }
  }
  std::string rows;
  for (const auto& [key, row] : values) {
    if (std::ranges::adjacent_find(row, std::ranges::not_equal_to{}) == row.end()) continue;
    rows += fmt::format("<tr><td>{}</td>", escaped(key));
    for (const std::string& value : row) {
      // A layout of one's own is several lines of rows: too long for a table.
      rows += fmt::format("<td class=\"left\">{}</td>",
                          value.size() > 60 ? std::string("(see below)") : escaped(value));
    }
    rows += "</tr>\n";
  }
  std::string html =
      "<h3>What differs</h3>\n<div class=\"scroll\"><table id=\"differences\"><thead><tr>"
      "<th>parameter</th>";
  for (const StoredCell* cell : all) {
    html += fmt::format("<th class=\"left\">{}</th>", escaped(cell->rules_id));
  }
  return html + "</tr></thead><tbody>\n" + rows + "</tbody></table></div>\n";
}

}  // namespace

std::string boards_section(const Summary& summary) {
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
  std::string drawn;
  for (const Board& board : all) {
    std::string names;
    for (const std::string& name : board.names) names += (names.empty() ? "" : ", ") + name;
    const std::string svg = board_svg(*board.game, board.family, "Start position of " + names);
    if (svg.empty()) continue;
    drawn += fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n", svg, escaped(names));
  }
  if (drawn.empty()) return {};
  std::string legends;
  for (const Board& board : all) {
    const std::string text = legend(*board.game, board.family);
    if (legends.find(text) == std::string::npos) legends += (legends.empty() ? "" : " ") + text;
  }
  return fmt::format(
      "<h2>Start positions</h2>\n<p class=\"quiet\">{}</p>\n<div class=\"boards\">\n{}</div>\n",
      legends, drawn);
}

std::string rules_section(const Summary& summary) {
  const std::vector<const StoredCell*> all = distinct_rules(summary);
  std::string html =
      "<h2>Rules</h2>\n<div class=\"scroll\"><table id=\"rules\"><thead><tr><th>rule set</th>"
      "<th class=\"left\">title</th><th class=\"left\">content hash</th></tr></thead><tbody>\n";
  for (const StoredCell* cell : all) {
    html += fmt::format(
        "<tr><td>{}</td><td class=\"left\">{}</td><td class=\"left hash\">{}</td></tr>\n",
        escaped(cell->rules_id), escaped(cell->rules_title), escaped(cell->rules_hash));
  }
  html += "</tbody></table></div>\n" + differences(all);
  html += "<details><summary>All parameters</summary>\n";
  for (const StoredCell* cell : all) {
    html += fmt::format("<details><summary>{}</summary>\n<div class=\"scroll\"><table><tbody>\n",
                        escaped(cell->rules_id));
    for (const auto& [key, value] : cell->parameters) {
      html += fmt::format("<tr><td>{}</td><td class=\"left\">{}</td></tr>\n", escaped(key),
                          escaped(value));
    }
    html += "</tbody></table></div></details>\n";
  }
  return html + "</details>\n";
}

}  // namespace tavlab
