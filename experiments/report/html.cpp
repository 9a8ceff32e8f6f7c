#include "experiments/report/html.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "experiments/report/board_svg.h"
#include "experiments/report/curve.h"
#include "experiments/report/labels.h"
#include "experiments/report/plot.h"
#include "experiments/report/style.h"
#include "experiments/report/svg.h"
#include "experiments/report/table.h"
#include "experiments/version.h"

namespace tavlab {
namespace {

void figure(std::string& page, const std::string& svg, const std::string& caption) {
  page +=
      fmt::format("<figure><div class=\"scroll\">\n{}</div><figcaption>{}</figcaption></figure>\n",
                  svg, escaped(caption));
}

const GameInfo& game_of(const Summary& summary) { return summary.cells.front().cell.game; }

void head(std::string& page, const Summary& summary) {
  const StoredExperiment& experiment = summary.experiment;
  page += fmt::format("<header><h1>{}</h1>\n<p class=\"question\">{}</p>\n",
                      escaped(experiment.title), escaped(experiment.question));
  page += fmt::format(
      "<ul class=\"facts\"><li><b>{}</b> games in <b>{}</b> cells</li>"
      "<li>seed <b>{}</b></li><li>tavlab <b>{}</b></li>"
      "<li>experiment <b>{}</b></li></ul></header>\n",
      grouped(summary.games()), summary.cells.size(), experiment.seed,
      escaped(experiment.tavlab_version), escaped(experiment.id));
  if (!summary.complete()) {
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

void results_table(std::string& page, const Summary& summary) {
  const GameInfo& game = game_of(summary);
  page += fmt::format(
      "<h2>Numbers</h2>\n<div class=\"scroll\"><table id=\"results\"><thead><tr><th>cell</th>"
      "<th>games</th><th>{0}</th><th>draws</th><th>{1}</th><th>unfinished</th>"
      "<th>score of the {0}</th><th>95 % interval</th><th>plies (mean)</th><th>5 %</th><th>25 "
      "%</th>"
      "<th>50 %</th><th>75 %</th><th>95 %</th><th>captures by {0}</th><th>by {1}</th>"
      "<th>legal moves</th><th>distinct games</th></tr></thead><tbody>\n",
      escaped(game.first_player), escaped(game.second_player));
  const std::vector<CellSection> all = sections(summary);
  for (const CellSection& section : all) {
    if (all.size() > 1) {
      page += fmt::format("<tr class=\"section\"><td colspan=\"18\">{}</td></tr>\n",
                          escaped(section.agents));
    }
    for (const CellSummary* cell : section.cells) {
      const Interval& interval = cell->score.interval;
      page += fmt::format(
          "<tr><td title=\"{}\">{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>"
          "<td>{}</td><td class=\"interval\">{}</td>",
          escaped(cell->cell.label), escaped(short_label(cell->cell)), grouped(cell->games()),
          grouped(cell->tally.first_wins), grouped(cell->tally.draws),
          grouped(cell->tally.second_wins), grouped(cell->tally.unfinished),
          number_text(cell->score.mean, 3),
          cell->score.games == 0 ? std::string("–")
                                 : fmt::format("{:.3f} – {:.3f}", interval.low, interval.high));
      page += fmt::format("<td>{}{}</td>", number_text(cell->mean_plies, 1),
                          std::isfinite(cell->mean_plies_error)
                              ? fmt::format(" ± {:.1f}", kNormal95 * cell->mean_plies_error)
                              : std::string());
      for (const double plies : cell->ply_quantiles) {
        page += fmt::format("<td>{}</td>", number_text(plies, 0));
      }
      page += fmt::format("<td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                          number_text(cell->captures_by_first, 2),
                          number_text(cell->captures_by_second, 2),
                          number_text(cell->mean_legal_moves, 1), grouped(cell->distinct_games));
    }
  }
  page += "</tbody></table></div>\n";
}

void reasons_table(std::string& page, const Summary& summary) {
  std::map<std::string, std::uint64_t> totals;
  for (const CellSummary& cell : summary.cells) {
    for (const auto& [reason, games] : cell.reasons) totals[reason] += games;
  }
  if (totals.empty()) return;
  page +=
      "<h2>How games ended</h2>\n<div class=\"scroll\"><table id=\"reasons\"><thead><tr>"
      "<th>cell</th>";
  for (const auto& [reason, games] : totals) page += fmt::format("<th>{}</th>", escaped(reason));
  page += "</tr></thead><tbody>\n";
  for (const CellSummary& cell : summary.cells) {
    page += fmt::format("<tr><td>{}</td>", escaped(cell.cell.label));
    for (const auto& [reason, all] : totals) {
      const auto found = cell.reasons.find(reason);
      const std::uint64_t games = found == cell.reasons.end() ? 0 : found->second;
      page +=
          games == 0
              ? std::string("<td class=\"interval\">–</td>")
              : fmt::format("<td>{} <span class=\"quiet\">{:.0f} %</span></td>", grouped(games),
                            100.0 * static_cast<double>(games) / static_cast<double>(cell.games()));
    }
    page += "</tr>\n";
  }
  page += "</tbody></table></div>\n";
}

void matches_table(std::string& page, const Summary& summary) {
  const bool any = std::ranges::any_of(
      summary.cells, [](const CellSummary& cell) { return cell.matches.has_value(); });
  if (!any) return;
  page +=
      "<h2>Matches of two games with sides exchanged</h2>\n<p>Game points decide; where they are "
      "equal, captured men.</p>\n<div class=\"scroll\"><table id=\"matches\"><thead><tr>"
      "<th>cell</th><th>matches</th><th>first agent: by points</th><th>by men</th><th>tied</th>"
      "<th>second agent: by points</th><th>by men</th><th>unfinished</th></tr></thead><tbody>\n";
  for (const CellSummary& cell : summary.cells) {
    if (!cell.matches) continue;
    const TwoGameSummary& m = *cell.matches;
    page += fmt::format(
        "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>"
        "<td>{}</td><td>{}</td></tr>\n",
        escaped(cell.cell.label), grouped(m.matches), grouped(m.first_by_points),
        grouped(m.first_by_captures), grouped(m.tied), grouped(m.second_by_points),
        grouped(m.second_by_captures), grouped(m.unfinished));
  }
  page += "</tbody></table></div>\n";
}

/// One board for each start position, with the rule sets that begin there.
void boards(std::string& page, const Summary& summary) {
  struct Board {
    const GameInfo* game;
    std::vector<std::string> names;
  };
  std::vector<Board> all;
  for (const CellSummary& cell : summary.cells) {
    const GameInfo& game = cell.cell.game;
    auto board = std::ranges::find_if(all, [&](const Board& other) {
      return other.game->position == game.position && other.game->throne == game.throne &&
             other.game->corners == game.corners && other.game->camps == game.camps;
    });
    if (board == all.end()) board = all.insert(all.end(), Board{&game, {}});
    // Variants made by overrides share their parent's board: the id up to the brace names it.
    const std::string name = cell.cell.rules_id.substr(0, cell.cell.rules_id.find('{'));
    if (std::ranges::count(board->names, name) == 0) board->names.push_back(name);
  }
  std::string drawn;
  for (const Board& board : all) {
    std::string names;
    for (const std::string& name : board.names) names += (names.empty() ? "" : ", ") + name;
    const std::string svg = board_svg(*board.game, "Start position of " + names);
    if (svg.empty()) continue;
    drawn += fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n", svg, escaped(names));
  }
  if (drawn.empty()) return;
  const GameInfo& game = game_of(summary);
  page += fmt::format(
      "<h2>Start positions</h2>\n<p class=\"quiet\">Dark: {}. Light: {}, the king with a cross. A "
      "diamond marks the throne, an x a corner or fort, a darker cell a camp.</p>\n"
      "<div class=\"boards\">\n{}</div>\n",
      escaped(game.first_player), escaped(game.second_player), drawn);
}

void rules_section(std::string& page, const Summary& summary) {
  page +=
      "<h2>Rules</h2>\n<div class=\"scroll\"><table id=\"rules\"><thead><tr><th>rule set</th>"
      "<th class=\"left\">title</th><th class=\"left\">content hash</th></tr></thead><tbody>\n";
  std::set<std::string> seen;
  std::string details;
  for (const CellSummary& summary_cell : summary.cells) {
    const StoredCell& cell = summary_cell.cell;
    if (!seen.insert(cell.rules_hash).second) continue;
    page += fmt::format(
        "<tr><td>{}</td><td class=\"left\">{}</td><td class=\"left hash\">{}</td></tr>\n",
        escaped(cell.rules_id), escaped(cell.rules_title), escaped(cell.rules_hash));
    details += fmt::format(
        "<details><summary>All parameters of {}</summary>\n<div class=\"scroll\">"
        "<table><tbody>\n",
        escaped(cell.rules_id));
    for (const auto& [key, value] : cell.parameters) {
      details += fmt::format("<tr><td>{}</td><td class=\"left\">{}</td></tr>\n", escaped(key),
                             escaped(value));
    }
    details += "</tbody></table></div></details>\n";
  }
  page += "</tbody></table></div>\n" + details;
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

}  // namespace

std::string report_html(const Summary& summary) {
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<title>{}</title>\n<style>{}</style></head>\n<body><main>\n",
      escaped(summary.experiment.title), report_style());
  head(page, summary);
  if (!summary.cells.empty()) {
    const std::string& first = game_of(summary).first_player;
    brief(page, summary);
    page += "<h2>Balance</h2>\n";
    for (const Figure& curve : score_curves(summary)) {
      figure(page, curve.svg, curve.caption + ". Bars: 95 % intervals; dashed: an even game.");
    }
    figure(page, score_figure(summary),
           fmt::format("Score of the {} in every cell, with 95 % intervals. Dashed: an even game.",
                       first));
    page += "<h2>Results</h2>\n";
    figure(page, results_figure(summary), "Shares of all games, unfinished ones included.");
    page += "<h2>Length</h2>\n";
    figure(page, lengths_figure(summary), "Plies of finished games, the random opening included.");
    results_table(page, summary);
    matches_table(page, summary);
    reasons_table(page, summary);
    boards(page, summary);
    rules_section(page, summary);
    again(page, summary);
    method(page, summary);
  }
  return page + "</main></body></html>\n";
}

}  // namespace tavlab
