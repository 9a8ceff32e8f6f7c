#include "experiments/report/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "experiments/report/web.h"
#include "experiments/summary/columns.h"
#include "experiments/summary/labels.h"
#include "experiments/text/player.h"
#include "experiments/text/table.h"

namespace tavlab {
namespace {

/// An entry of a table: one column of a cell of the experiment.
struct Entry {
  std::string text;
  std::string quiet = {};  ///< after it, less visible
  bool proved = false;     ///< marked as such
};

bool every_cell(const CellSummary& /*cell*/) { return true; }

/// A table with a row for each cell that `show` accepts; `entries` gives its columns after the
/// first. If there are several sections, each has a heading.
Markup table(std::string_view id, const std::vector<std::string>& heads, const Summary& summary,
             const std::function<std::vector<Entry>(const CellSummary&)>& entries,
             const std::function<bool(const CellSummary&)>& show = every_cell) {
  std::vector<Fields> all_heads;
  all_heads.reserve(heads.size());
  for (const std::string& head : heads) all_heads.push_back({{"head", head}});
  std::vector<Fields> all_sections;
  const std::vector<CellSection> found = sections(summary);
  for (const CellSection& section : found) {
    std::vector<Fields> rows;
    for (const CellSummary* cell : section.cells) {
      if (!show(*cell)) continue;
      std::vector<Fields> row;
      for (Entry& entry : entries(*cell)) {
        row.push_back({{"text", std::move(entry.text)},
                       {"quiet", std::move(entry.quiet)},
                       {"proved", entry.proved}});
      }
      rows.push_back({{"label", cell->cell.label},
                      {"name", short_label(cell->cell)},
                      {"cells", std::move(row)}});
    }
    const bool named = found.size() > 1 && !rows.empty();
    all_sections.push_back({{"agents", named ? section.agents : ""},
                            {"columns", heads.size() - 1},
                            {"rows", std::move(rows)}});
  }
  return filled(
      "table.html",
      {{"id", id}, {"heads", std::move(all_heads)}, {"sections", std::move(all_sections)}});
}

/// Empty if there are no columns.
Markup columns_table(std::string_view id, const Summary& summary, const Columns& columns) {
  if (columns.heads.empty()) return {};
  std::vector<std::string> heads = {"cell"};
  heads.insert(heads.end(), columns.heads.begin(), columns.heads.end());
  const auto entries = [&columns](const CellSummary& cell) {
    std::vector<Entry> row;
    for (std::string& text : columns.texts(cell)) row.push_back({std::move(text)});
    return row;
  };
  return table(id, heads, summary, entries, columns.show);
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

Markup results_table(const Summary& summary) {
  const std::string first = summary.player(Side::first), second = summary.player(Side::second);
  std::vector<std::string> heads = {"cell",
                                    "games",
                                    first,
                                    "draws",
                                    second,
                                    "unfinished",
                                    fmt::format("score of {} [95 %]", in_sentence(first)),
                                    "mean plies",
                                    "5 · 25 · 50 · 75 · 95 %",
                                    fmt::format("captures by {}", first),
                                    fmt::format("by {}", second),
                                    "legal moves",
                                    "distinct games"};
  // Beside the measured scores, if there are any.
  constexpr std::ptrdiff_t kExactColumn = 7;
  const bool any_exact = summary.any_exact();
  if (any_exact) heads.insert(heads.begin() + kExactColumn, "by optimal play");
  return table("results", heads, summary, [any_exact](const CellSummary& cell) {
    const Interval& interval = cell.score.interval;
    const bool has_error = std::isfinite(cell.mean_plies_error);
    std::vector<Entry> entries = {
        {grouped(cell.games())},
        {grouped(cell.tally.wins)},
        {grouped(cell.tally.draws)},
        {grouped(cell.tally.losses)},
        {grouped(cell.tally.unfinished)},
        cell.score.games == 0 ? Entry{"–"}
                              : Entry{fmt::format("{:.3f} ", cell.score.mean),
                                      fmt::format("[{:.3f}, {:.3f}]", interval.low, interval.high)},
        {number_text(cell.mean_plies, 1),
         has_error ? fmt::format(" ± {:.1f}", kNormal95 * cell.mean_plies_error) : ""},
        {quantile_text(cell)},
        {number_text(cell.captures_by_first, 2)},
        {number_text(cell.captures_by_second, 2)},
        {number_text(cell.mean_legal_moves, 1)},
        {grouped(cell.distinct_games)}};
    if (any_exact) {
      entries.insert(entries.begin() + kExactColumn - 1,
                     cell.exact ? Entry{exact_text(*cell.exact), "", true} : Entry{"–"});
    }
    return entries;
  });
}

Markup chance_table(const Summary& summary) {
  return columns_table("chance", summary, chance_columns(summary));
}

Markup rolls_table(const Summary& summary) {
  return columns_table("throws", summary, roll_columns(summary));
}

Markup course_table(const Summary& summary) {
  return columns_table("course", summary, course_columns(summary));
}

Markup agents_table(const Summary& summary) {
  return columns_table("agents", summary, agent_columns(summary));
}

Markup reasons_table(const Summary& summary) {
  return columns_table("reasons", summary, reason_columns(summary));
}

Markup matches_table(const Summary& summary) {
  const bool any = std::ranges::any_of(
      summary.cells, [](const CellSummary& cell) { return cell.matches.has_value(); });
  if (!any) return {};
  const std::vector<std::string> heads = {"cell",
                                          "matches",
                                          "first agent: by points",
                                          "by captures",
                                          "second agent: by points",
                                          "by captures",
                                          "tied",
                                          "unfinished"};
  return table("matches", heads, summary, [](const CellSummary& cell) {
    const TwoGameSummary matches = cell.matches.value_or(TwoGameSummary{});
    return std::vector<Entry>{{grouped(matches.matches)},
                              {grouped(matches.first_by_points)},
                              {grouped(matches.first_by_captures)},
                              {grouped(matches.second_by_points)},
                              {grouped(matches.second_by_captures)},
                              {grouped(matches.tied)},
                              {grouped(matches.unfinished)}};
  });
}

}  // namespace tavlab
