#include "experiments/report/html.h"

#include <fmt/format.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "core/version.h"
#include "experiments/report/curve.h"
#include "experiments/report/curve_points.h"
#include "experiments/report/plot.h"
#include "experiments/report/rules_section.h"
#include "experiments/report/style.h"
#include "experiments/report/svg.h"
#include "experiments/report/tables.h"
#include "experiments/summary/labels.h"
#include "experiments/text/table.h"

namespace tavlab {
namespace {

const GameInfo& game_of(const Summary& summary) { return summary.cells.front().cell.game; }

void head(std::string& page, const Summary& summary, bool wants_all_games) {
  const StoredExperiment& experiment = summary.experiment;
  page += fmt::format("<header><h1>{}</h1>\n<p class=\"question\">{}</p>\n",
                      escaped(experiment.title), escaped(experiment.question));
  page += fmt::format(
      "<ul class=\"facts\"><li><b>{}</b> games in <b>{}</b> cells</li>"
      "<li>seed <b>{}</b></li><li>tavlab <b>{}</b></li>"
      "<li>experiment <b>{}</b></li></ul></header>\n",
      grouped(summary.games()), summary.cells.size(), experiment.seed,
      escaped(experiment.tavlab_version), escaped(experiment.id));
  if (wants_all_games && !summary.complete()) {
    page += fmt::format(
        "<p class=\"notice\">This is an interim report: {} of {} games are played. "
        "Intervals that are looked at while games come in are too narrow to decide "
        "by.</p>\n",
        grouped(summary.games()), grouped(summary.games_wanted()));
  }
}

std::string cell_list(const std::vector<const CellSummary*>& cells) {
  std::string list;
  for (const CellSummary* cell : cells) {
    list += fmt::format("{}{} ({:.2f})", list.empty() ? "" : "; ", escaped(short_label(cell->cell)),
                        cell->score.mean);
  }
  return list;
}

/// What the experiment's file says of how far its games tell.
std::string reading(const Summary& summary) {
  const std::string& text = summary.experiment.reading;
  if (text.empty()) return text;
  // Commands stand between backticks, as terminals show them.
  std::string html;
  bool code = false;
  for (const char c : escaped(text)) {
    if (c != '`') html += c;
    if (c == '`') html += (code = !code) ? "<code>" : "</code>";
  }
  if (code) html += "</code>";
  return fmt::format("<p class=\"notice\" id=\"reading\">{}</p>\n", html);
}

/// Where the game is even along each number that the design varies.
std::string balance_table(const Summary& summary) {
  std::string rows;
  for (const std::string& key : numeric_keys(summary)) {
    for (const BalancePoint& each : balance_points(summary, key)) {
      rows += fmt::format(
          "<tr><td>{}</td><td class=\"left\">{}</td><td class=\"left\">{}</td>"
          "<td>{:.0f} to {:.0f}</td><td>{}</td></tr>\n",
          escaped(each.context), escaped(each.agents), escaped(key), each.fitted.low,
          each.fitted.high, escaped(balance_point_text(each)));
    }
  }
  if (rows.empty()) return rows;
  return "<div class=\"scroll\"><table id=\"even\"><thead><tr><th>rules</th><th "
         "class=\"left\">agents</th><th class=\"left\">number</th><th>fitted</th><th>even at [95 "
         "%]</th></tr>"
         "</thead><tbody>\n" +
         rows +
         "</tbody></table></div>\n<p class=\"small-print\">Even at: where the score is one half by "
         "logistic regression over the values fitted (all, or those nearest to the point where one "
         "curve does not fit all: Pearson's test at 20 %), with its profile-likelihood interval "
         "for "
         "a "
         "number of games fixed beforehand; then between which values the scores themselves pass "
         "one half.</p>\n";
}

/// What the intervals say, in words, for each pair of agents.
void brief(std::string& page, const Summary& summary) {
  const GameInfo& game = game_of(summary);
  page += "<section class=\"brief\"><b>In brief</b>\n";
  for (const CellSection& section : sections(summary)) {
    std::vector<const CellSummary*> first;
    std::vector<const CellSummary*> second;
    std::vector<const CellSummary*> even;
    for (const CellSummary* cell : section.cells) {
      if (cell->score.games == 0) continue;
      const Interval& interval = cell->score.interval;
      (interval.low > 0.5 ? first : interval.high < 0.5 ? second : even).push_back(cell);
    }
    page += fmt::format("<p>Played by <code>{}</code>:</p>\n<ul>\n", escaped(section.agents));
    const auto item = [&](const std::string& words, const std::vector<const CellSummary*>& cells) {
      if (!cells.empty()) page += fmt::format("<li>{}: {}</li>\n", words, cell_list(cells));
    };
    item(fmt::format("the {} win more", escaped(game.first_player)), first);
    item(fmt::format("the {} win more", escaped(game.second_player)), second);
    item("an even game lies within the interval", even);
    if (first.empty() && second.empty() && even.empty()) page += "<li>no finished games yet</li>\n";
    page += "</ul>\n";
  }
  page += fmt::format(
      "<p class=\"small-print\">In brackets the score of the {}: share of wins, draws "
      "counted one half, unfinished games left out. Each 95 % interval stands for its "
      "cell alone and for a number of games fixed beforehand; among twenty cells of an "
      "even game one is expected to look uneven.</p></section>\n",
      escaped(game.first_player));
}

void again(std::string& page, const Summary& summary) {
  const StoredExperiment& experiment = summary.experiment;
  const StoredCell& cell = summary.cells.front().cell;
  page += fmt::format("<h2>Run it again</h2>\n<pre id=\"command\">{}</pre>\n",
                      escaped(summary.command("DIR")));
  page += fmt::format(
      "<p>Seed {}; {} random plies at the start; games are cut off after {} plies; match mode {}; "
      "played by tavlab {}, reported by tavlab {}. The same command gives the same games on any "
      "machine and any number of threads, as long as the rules' hashes above are the same and no "
      "agent "
      "is limited by the clock.</p>\n",
      experiment.seed, cell.opening_plies, cell.max_plies, match_mode_text(cell.match),
      escaped(experiment.tavlab_version), kVersion);
  page +=
      fmt::format("<details><summary>The experiment's file</summary>\n<pre>{}</pre></details>\n",
                  escaped(experiment.config_text));
}

void method(std::string& page, const Summary& summary) {
  page += fmt::format(
      "<h2>How to read this</h2>\n<p class=\"small-print\">Score: (wins + draws/2) / finished "
      "games of "
      "the {}. Interval: Wilson's score interval at 95 % (Wilson 1927); a score with draws varies "
      "less "
      "than wins and losses alone, so with draws the interval errs on the wide side. Unfinished "
      "games "
      "(cut off at the cap on plies) are a class of their own: they count in no score, mean or "
      "quantile; where there are many, the finished ones are the short ones. Quantiles interpolate "
      "linearly between order statistics (definition 7 of Hyndman and Fan 1996). Mean plies with "
      "1.96 "
      "standard errors. Legal moves: mean over all decisions. Strengths are never pooled: each "
      "pair of "
      "agents is a cell of its own.</p>\n",
      escaped(game_of(summary).first_player));
}

/// The figures and tables of the games.
void evidence(std::string& page, const Summary& summary) {
  const std::string& first = game_of(summary).first_player;
  page += "<h2>Balance</h2>\n";
  const std::vector<Figure> wide = score_curves(summary, FigureWidth::wide);
  const std::vector<Figure> narrow = score_curves(summary, FigureWidth::narrow);
  for (std::size_t i = 0; i < wide.size(); ++i) {
    page += figure_html(wide[i].svg, narrow[i].svg,
                        wide[i].caption +
                            ". Bars: 95 % intervals; dashed: an even game; on it, where "
                            "the curve passes it, with its interval.");
  }
  page += balance_table(summary);
  const auto both = [&](const auto& draw, const std::string& caption) {
    page +=
        figure_html(draw(summary, FigureWidth::wide), draw(summary, FigureWidth::narrow), caption);
  };
  both(score_figure,
       fmt::format("Score of the {} in every cell, with 95 % intervals. Dashed: an even game.",
                   first));
  page += "<h2>Results</h2>\n";
  both(results_figure, "Shares of all games, unfinished ones included.");
  page += "<h2>Length</h2>\n";
  both(lengths_figure, "Plies of finished games, the random opening included.");
  page += results_table(summary) + course_table(summary) + chance_table(summary);
  page += agents_table(summary);
  page += matches_table(summary) + reasons_table(summary);
}

}  // namespace

std::string page_start(const std::string& title) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<title>{}</title>\n<style>{}</style></head>\n<body><main>\n",
      escaped(title), report_style());
}

std::string figure_html(const std::string& wide, const std::string& narrow,
                        const std::string& caption) {
  return fmt::format(
      "<figure><div class=\"scroll\">\n{}{}</div><figcaption>{}</figcaption></figure>\n", wide,
      narrow, escaped(caption));
}

std::string report_html(const Summary& summary, const ReportFrame& frame) {
  std::string page = page_start(summary.experiment.title);
  head(page, summary, frame.verdict.empty());
  if (!summary.cells.empty()) {
    if (frame.verdict.empty()) {
      brief(page, summary);
    } else {
      page += frame.verdict;
    }
    page += reading(summary);
    page += frame.figures;
    if (summary.games() > 0) evidence(page, summary);
    page += frame.games + boards_section(summary) + rules_section(summary);
    again(page, summary);
    method(page, summary);
  }
  return page.append(kPageEnd);
}

}  // namespace tavlab
