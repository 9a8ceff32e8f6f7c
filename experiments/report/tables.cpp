#include "experiments/report/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <vector>

#include "experiments/report/labels.h"
#include "experiments/report/svg.h"
#include "experiments/report/table.h"

namespace tavlab {
namespace {

std::string open_table(std::string_view id, const std::vector<std::string>& head) {
  std::string html = fmt::format("<div class=\"scroll\"><table id=\"{}\"><thead><tr>", id);
  for (const std::string& name : head) html += fmt::format("<th>{}</th>", escaped(name));
  return html + "</tr></thead><tbody>\n";
}

/// A row for each cell, whose texts after the first `texts` gives as HTML; a line above each
/// section where there are several.
std::string rows(const Summary& summary, std::size_t columns,
                 const std::function<std::vector<std::string>(const CellSummary&)>& texts) {
  std::string html;
  const std::vector<CellSection> all = sections(summary);
  for (const CellSection& section : all) {
    if (all.size() > 1) {
      html += fmt::format("<tr class=\"section\"><td>{}</td><td colspan=\"{}\"></td></tr>\n",
                          escaped(section.agents), columns - 1);
    }
    for (const CellSummary* cell : section.cells) {
      html += fmt::format("<tr><td title=\"{}\">{}</td>", escaped(cell->cell.label),
                          escaped(short_label(cell->cell)));
      for (const std::string& text : texts(*cell)) html += fmt::format("<td>{}</td>", text);
      html += "</tr>\n";
    }
  }
  return html + "</tbody></table></div>\n";
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
               grouped(cell.tally.first_wins),
               grouped(cell.tally.draws),
               grouped(cell.tally.second_wins),
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

std::string reasons_table(const Summary& summary) {
  std::map<std::string, std::uint64_t> totals;
  for (const CellSummary& cell : summary.cells) {
    for (const auto& [reason, games] : cell.reasons) totals[reason] += games;
  }
  if (totals.empty()) return {};
  std::vector<std::string> head = {"cell"};
  for (const auto& [reason, games] : totals) head.push_back(reason);
  return "<h2>How games ended</h2>\n" + open_table("reasons", head) +
         rows(summary, head.size(), [&totals](const CellSummary& cell) {
           std::vector<std::string> texts;
           for (const auto& [reason, all] : totals) {
             const auto found = cell.reasons.find(reason);
             if (found == cell.reasons.end()) {
               texts.push_back(quiet("–"));
               continue;
             }
             const double share =
                 static_cast<double>(found->second) / static_cast<double>(cell.games());
             texts.push_back(fmt::format("{} {}", grouped(found->second),
                                         quiet(fmt::format("{:.0f} %", 100.0 * share))));
           }
           return texts;
         });
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
