#include "experiments/report/html.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "core/version.h"
#include "experiments/report/boards_section.h"
#include "experiments/report/curve.h"
#include "experiments/report/curve_points.h"
#include "experiments/report/plot.h"
#include "experiments/report/rules_section.h"
#include "experiments/report/tables.h"
#include "experiments/report/web.h"
#include "experiments/summary/columns.h"
#include "experiments/summary/labels.h"
#include "experiments/summary/summary_text.h"
#include "experiments/text/player.h"
#include "experiments/text/table.h"

namespace tavlab {
namespace {

/// The experiment's notes on reading its results. Commands are in backticks, as shown on terminals.
std::vector<Fields> reading(std::string_view text) {
  std::vector<Fields> parts;
  bool code = false;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find('`'));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    parts.push_back({{"text", code ? "" : part}, {"code", code ? part : ""}});
    code = !code;
  }
  return parts;
}

std::string cell_list(const std::vector<const CellSummary*>& cells) {
  std::string list;
  for (const CellSummary* cell : cells) {
    list += fmt::format("{}{} ({:.2f})", list.empty() ? "" : "; ", short_label(cell->cell),
                        cell->score.mean);
  }
  return list;
}

/// The conclusions from the intervals in words, for each pair of agents.
Markup brief(const Summary& summary) {
  const std::string first_player = summary.player(Side::first);
  std::vector<Fields> pairs;
  for (const CellSection& section : sections(summary)) {
    std::vector<const CellSummary*> first;
    std::vector<const CellSummary*> second;
    std::vector<const CellSummary*> even;
    std::vector<const CellSummary*> repeating;
    for (const CellSummary* cell : section.cells) {
      if (cell->score.games == 0) continue;
      if (repeats_much(*cell)) {
        repeating.push_back(cell);
        continue;
      }
      const Interval& interval = cell->score.interval;
      (interval.low > 0.5 ? first : interval.high < 0.5 ? second : even).push_back(cell);
    }
    std::vector<Fields> items;
    const auto item = [&](const std::string& words, const std::vector<const CellSummary*>& cells) {
      if (!cells.empty()) items.push_back({{"words", words}, {"cells", cell_list(cells)}});
    };
    item(fmt::format("better for {}", first_player), first);
    item(fmt::format("better for {}", summary.player(Side::second)), second);
    item("an even game lies within the interval", even);
    item("games repeat each other, so that the interval is too narrow to tell", repeating);
    pairs.push_back({{"agents", section.agents}, {"items", std::move(items)}});
  }
  return filled("brief.html",
                {{"sections", std::move(pairs)}, {"first_player", in_sentence(first_player)}});
}

/// The balance points of each numeric parameter that the design varies.
std::vector<Fields> balance(const Summary& summary) {
  std::vector<Fields> rows;
  for (const std::string& key : numeric_keys(summary)) {
    for (const BalancePoint& each : balance_points(summary, key)) {
      rows.push_back(
          {{"rules", each.context},
           {"agents", each.agents},
           {"number", key},
           {"fitted", fmt::format("{:.0f} to {:.0f}", each.fitted.low, each.fitted.high)},
           {"even_at", balance_point_text(each)}});
    }
  }
  return rows;
}

/// Appended to captions of figures with proved values.
std::string_view proved_caption(const Summary& summary) {
  return summary.any_exact() ? " Hollow diamonds: proved, so without an interval." : "";
}

std::vector<Fields> curves(const Summary& summary) {
  std::vector<Fields> figures;
  const std::vector<Figure> wide = score_curves(summary, FigureWidth::wide);
  const std::vector<Figure> narrow = score_curves(summary, FigureWidth::narrow);
  for (std::size_t i = 0; i < wide.size(); ++i) {
    figures.push_back(
        figure_fields(wide[i].svg, narrow[i].svg,
                      wide[i].caption +
                          ". Bars: 95 % intervals; dashed: an even game, with the point at which "
                          "the curve crosses it and its interval." +
                          std::string(proved_caption(summary))));
  }
  return figures;
}

/// The figures and tables of the games.
Markup evidence(const Summary& summary) {
  const std::string first = summary.player(Side::first);
  const auto figure = [&](const auto& draw, const std::string& caption) {
    return std::vector<Fields>{figure_fields(draw(summary, FigureWidth::wide),
                                             draw(summary, FigureWidth::narrow), caption)};
  };
  const auto legend = [](const std::vector<std::string>& sentences) {
    return fmt::format("{}", fmt::join(sentences, " "));
  };
  Fields fields;
  fields.set("curves", curves(summary));
  fields.set("balance", balance(summary));
  fields.set(
      "score",
      figure(score_figure,
             fmt::format("Score of {} in every cell, with 95 % intervals. Dashed: an even game.{}",
                         in_sentence(first), proved_caption(summary))));
  fields.set("results", figure(results_figure, "Shares of all games, unfinished ones included. " +
                                                   repeats_text(summary)));
  fields.set("lengths",
             figure(lengths_figure, "Plies of finished games, the random opening included."));
  fields.set("numbers", results_table(summary));
  fields.set("course", course_table(summary)).set("course_legend", legend(course_legend()));
  fields.set("chance", chance_table(summary)).set("chance_legend", legend(chance_legend()));
  fields.set("throws", rolls_table(summary));
  fields.set("agents", agents_table(summary));
  fields.set("matches", matches_table(summary));
  fields.set("reasons", reasons_table(summary));
  return filled("evidence.html", fields);
}

}  // namespace

Fields figure_fields(std::string wide, std::string narrow, std::string_view caption) {
  return {{"wide", Markup(std::move(wide))},
          {"narrow", Markup(std::move(narrow))},
          {"caption", caption}};
}

std::string report_html(const Summary& summary, const ReportFrame& frame) {
  const StoredExperiment& experiment = summary.experiment;
  const bool has_verdict = !frame.verdict.empty();
  Fields fields = {{"title", experiment.title},
                   {"question", experiment.question},
                   {"id", experiment.id},
                   {"seed", experiment.seed},
                   {"played_by", experiment.tavlab_version},
                   {"games", grouped(summary.games())},
                   {"games_wanted", grouped(summary.games_wanted())},
                   {"cells", summary.cells.size()},
                   {"interim", !has_verdict && !summary.complete()},
                   {"caution", experiment.caution},
                   {"any_cells", !summary.cells.empty()}};
  if (!summary.cells.empty()) {
    const StoredCell& cell = summary.cells.front().cell;
    fields.set("verdict", has_verdict ? frame.verdict : brief(summary));
    fields.set("reading", reading(experiment.reading));
    fields.set("figures", frame.figures);
    fields.set("evidence", frame.cells && summary.games() > 0 ? evidence(summary) : Markup());
    fields.set("cells_shown", frame.cells);
    fields.set("replays", frame.replays);
    fields.set("boards", boards_section(summary));
    fields.set("rules", rules_section(summary));
    fields.set("command", summary.command("DIR"));
    fields.set("opening_plies", cell.opening_plies);
    fields.set("max_plies", cell.max_plies);
    std::vector<Fields> conditions;
    for (const auto& [name, value] : cell.conditions) {
      conditions.push_back({{"name", name}, {"value", value}});
    }
    fields.set("conditions", std::move(conditions));
    fields.set("match_mode", match_mode_text(cell.match));
    fields.set("reported_by", kVersion);
    fields.set("file", experiment.config_text);
    fields.set("first_player", in_sentence(cell.game.first_player));
  }
  return page_html(experiment.title, filled("experiment.html", fields));
}

}  // namespace tavlab
