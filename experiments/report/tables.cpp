#include "experiments/report/tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "experiments/report/svg.h"
#include "experiments/summary/columns.h"
#include "experiments/summary/labels.h"
#include "experiments/text/table.h"

namespace tavlab {
namespace {

std::string open_table(std::string_view id, const std::vector<std::string>& head) {
  std::string html = fmt::format("<div class=\"scroll\"><table id=\"{}\"><thead><tr>", id);
  for (const std::string& name : head) html += fmt::format("<th>{}</th>", escaped(name));
  return html + "</tr></thead><tbody>\n";
}

bool every_cell(const CellSummary& /*cell*/) { return true; }

/// A row for each cell that `show` lets pass, whose texts after the first `texts` gives as HTML; a
/// line above each section where there are several.
std::string rows(const Summary& summary, std::size_t columns,
                 const std::function<std::vector<std::string>(const CellSummary&)>& texts,
                 const std::function<bool(const CellSummary&)>& show = every_cell) {
  std::string html;
  const std::vector<CellSection> all = sections(summary);
  for (const CellSection& section : all) {
    std::string shown;
    for (const CellSummary* cell : section.cells) {
      if (!show(*cell)) continue;
      shown += fmt::format("<tr><td title=\"{}\">{}</td>", escaped(cell->cell.label),
                           escaped(short_label(cell->cell)));
      for (const std::string& text : texts(*cell)) shown += fmt::format("<td>{}</td>", text);
      shown += "</tr>\n";
    }
    if (all.size() > 1 && !shown.empty()) {
      html += fmt::format("<tr class=\"section\"><td>{}</td><td colspan=\"{}\"></td></tr>\n",
                          escaped(section.agents), columns - 1);
    }
    html += shown;
  }
  return html + "</tbody></table></div>\n";
}

std::string columns_table(std::string_view id, const Summary& summary, const Columns& columns) {
  std::vector<std::string> head = {"cell"};
  head.insert(head.end(), columns.heads.begin(), columns.heads.end());
  const auto texts = [&columns](const CellSummary& cell) {
    std::vector<std::string> row = columns.texts(cell);
    for (std::string& text : row) text = escaped(text);
    return row;
  };
  return open_table(id, head) + rows(summary, head.size(), texts, columns.show);
}

std::string quiet(const std::string& text) {
  return fmt::format("<span class=\"quiet\">{}</span>", text);
}

std::string quantile_text(const CellSummary& cell) {
  if (cell.finished() == 0) return "–";
  std::string text;
  for (const double plies : cell.ply_quantiles) {
    text += fmt::format("{}{:.0f}", text.empty() ? "" : " · ", plies);
  }
  return text;
}

}  // namespace

std::string results_table(const Summary& summary) {
  const GameInfo& game = summary.cells.front().cell.game;
  const std::vector<std::string> head = {"cell",
                                         "games",
                                         game.first_player,
                                         "draws",
                                         game.second_player,
                                         "unfinished",
                                         fmt::format("score of the {} [95 %]", game.first_player),
                                         "mean plies",
                                         "5 · 25 · 50 · 75 · 95 %",
                                         fmt::format("captures by {}", game.first_player),
                                         fmt::format("by {}", game.second_player),
                                         "legal moves",
                                         "distinct games"};
  return "<h2>Numbers</h2>\n" + open_table("results", head) +
         rows(summary, head.size(), [](const CellSummary& cell) {
           const Interval& interval = cell.score.interval;
           return std::vector<std::string>{
               grouped(cell.games()),
               grouped(cell.tally.wins),
               grouped(cell.tally.draws),
               grouped(cell.tally.losses),
               grouped(cell.tally.unfinished),
               cell.score.games == 0 ? std::string("–")
                                     : fmt::format("{:.3f} {}", cell.score.mean,
                                                   quiet(fmt::format("[{:.3f}, {:.3f}]",
                                                                     interval.low, interval.high))),
               number_text(cell.mean_plies, 1) +
                   (std::isfinite(cell.mean_plies_error)
                        ? quiet(fmt::format(" ± {:.1f}", kNormal95 * cell.mean_plies_error))
                        : std::string()),
               quantile_text(cell),
               number_text(cell.captures_by_first, 2),
               number_text(cell.captures_by_second, 2),
               number_text(cell.mean_legal_moves, 1),
               grouped(cell.distinct_games)};
         });
}

std::string chance_table(const Summary& summary) {
  const Columns chance = chance_columns(summary);
  if (chance.heads.empty()) return {};
  return "<h2>Dice and turns</h2>\n" + columns_table("chance", summary, chance) +
         fmt::format("<p class=\"small-print\">{}</p>\n",
                     escaped(fmt::format("{}", fmt::join(chance_legend(), " ")))) +
         "<h3>How often each throw came</h3>\n" +
         columns_table("throws", summary, throw_columns(summary));
}

std::string course_table(const Summary& summary) {
  const Columns course = course_columns(summary);
  if (course.heads.empty()) return {};
  return "<h2>The course of the games</h2>\n" + columns_table("course", summary, course) +
         fmt::format("<p class=\"small-print\">{}</p>\n",
                     escaped(fmt::format("{}", fmt::join(course_legend(), " "))));
}

std::string agents_table(const Summary& summary) {
  const Columns agents = agent_columns(summary);
  if (agents.heads.empty()) return {};
  return "<h2>Agent against agent</h2>\n<p>How often the first agent of a pair wins, sides "
         "exchanged in every second game: how much skill there is to show. Draws count one "
         "half.</p>\n" +
         columns_table("agents", summary, agents);
}

std::string reasons_table(const Summary& summary) {
  const Columns reasons = reason_columns(summary);
  if (reasons.heads.empty()) return {};
  return "<h2>How games ended</h2>\n" + columns_table("reasons", summary, reasons);
}

std::string matches_table(const Summary& summary) {
  const bool any = std::ranges::any_of(
      summary.cells, [](const CellSummary& cell) { return cell.matches.has_value(); });
  if (!any) return {};
  const std::vector<std::string> head = {
      "cell", "matches",   "first agent: by points", "by men", "second agent: by points", "by men",
      "tied", "unfinished"};
  return "<h2>Matches of two games with sides exchanged</h2>\n<p>Game points decide; where they "
         "are "
         "equal, captured men.</p>\n" +
         open_table("matches", head) + rows(summary, head.size(), [](const CellSummary& cell) {
           const TwoGameSummary matches = cell.matches.value_or(TwoGameSummary{});
           return std::vector<std::string>{grouped(matches.matches),
                                           grouped(matches.first_by_points),
                                           grouped(matches.first_by_captures),
                                           grouped(matches.second_by_points),
                                           grouped(matches.second_by_captures),
                                           grouped(matches.tied),
                                           grouped(matches.unfinished)};
         });
}

}  // namespace tavlab
