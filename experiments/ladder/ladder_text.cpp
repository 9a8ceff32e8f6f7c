#include "experiments/ladder/ladder_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "core/text.h"
#include "core/version.h"
#include "experiments/report/plot.h"
#include "experiments/report/svg.h"
#include "experiments/report/web.h"
#include "experiments/summary/labels.h"
#include "experiments/text/player.h"
#include "experiments/text/table.h"

namespace tavlab {
namespace {

using Json = nlohmann::ordered_json;
using Anchor = Svg::Anchor;

const GameInfo& game_of(const LadderResult& result) { return result.games.cells.front().cell.game; }

std::string elo(double value) { return fmt::format("{:+.0f}", value); }

std::string sides_sentence(const LadderResult& result) {
  const auto has_finished = [](const CellSummary& cell) { return cell.finished() > 0; };
  if (std::ranges::none_of(result.games.cells, has_finished)) {
    return "No game was finished: nothing is known about these agents.";
  }
  const GameInfo& game = game_of(result);
  std::string text =
      fmt::format("Between equals among these agents, the advantage of {} is {:.0f} ± {:.0f} Elo.",
                  in_sentence(result.advantage < 0 ? game.second_player : game.first_player),
                  std::abs(result.advantage), result.advantage_error);
  if (!result.sides) {
    return text +
           " Whether agents are equally strong on both sides cannot be tested: one won or lost "
           "everything on a side.";
  }
  return text + fmt::format(
                    " The hypothesis that agents are equally strong on both sides has a p-value of "
                    "{:.3g} (likelihood ratio {:.1f}, {} degrees of freedom).",
                    result.sides->p_value, result.sides->statistic, result.sides->degrees);
}

std::string next_text(const Rung& rung) {
  return rung.against_next.games == 0 ? std::string("–") : score_text(rung.against_next);
}

constexpr const char* kLegend =
    "Ratings by the Bradley-Terry model with an advantage of the first side, a draw counting as "
    "half a win, and as a prior one drawn game of each agent against an average one, which keeps "
    "the ratings of agents that never lost finite; in Elo relative to the mean, ± 1.96 standard "
    "errors; on each side: rated separately for the two sides. Against the next: its score against "
    "the agent below, on both sides. Mirror: score of the first side when the agent plays itself.";

/// Balance against strength: the rating of each rung and the score of its mirror match.
std::string balance_svg(const LadderResult& result, FigureWidth size) {
  const bool narrow = size == FigureWidth::narrow;
  const double width = narrow ? 380 : 760, left = narrow ? 44 : 58, right = width - 20;
  const double top = 16, bottom = narrow ? 230 : 290;
  double low = INFINITY, high = -INFINITY;
  for (const Rung& rung : result.rungs) {
    low = std::min(low, rung.rating - rung.error);
    high = std::max(high, rung.rating + rung.error);
  }
  const double margin = 0.04 * (high - low) + 1.0;
  const auto x = [&](double rating) {
    return left + (rating - low + margin) / (high - low + 2 * margin) * (right - left);
  };
  const auto y = [&](double score) { return bottom - score * (bottom - top); };
  const double legend = 22.0 * static_cast<double>(result.rungs.size()) + 14.0;
  Svg svg(width, bottom + 46 + legend, "Balance against strength",
          narrow ? "plot narrow" : "plot wide");
  for (const double score : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    svg.line(left, y(score), right, y(score), score == 0.5 ? "even" : "grid");
    svg.text(left - 7, y(score) + 4.5, fmt::format("{}", score), "small", Anchor::end);
  }
  const double step = high - low > 1500 ? 500 : high - low > 600 ? 200 : 100;
  for (double tick = std::ceil(low / step) * step; tick <= high; tick += step) {
    svg.line(x(tick), bottom, x(tick), bottom + 5, "axis");
    svg.text(x(tick), bottom + 19, elo(tick), "small", Anchor::middle);
  }
  svg.text((left + right) / 2, bottom + 38, "Elo", "small", Anchor::middle);
  std::vector<std::pair<double, double>> path;
  for (const Rung& rung : result.rungs) {
    if (rung.mirror.games > 0) path.emplace_back(x(rung.rating), y(rung.mirror.mean));
  }
  if (path.size() > 1) svg.polyline(path, "trend");
  for (std::size_t i = 0; i < result.rungs.size(); ++i) {
    const Rung& rung = result.rungs[i];
    const std::string css = fmt::format("s{}", i % 6);
    if (rung.mirror.games > 0) {
      const double at = x(rung.rating), mean = y(rung.mirror.mean);
      svg.line(at, y(rung.mirror.interval.low), at, y(rung.mirror.interval.high), "bar " + css);
      svg.line(x(rung.rating - rung.error), mean, x(rung.rating + rung.error), mean, "cap " + css);
      svg.circle(
          at, mean, 5, "dot " + css,
          fmt::format("{}: {} Elo, {}", rung.agent, elo(rung.rating), score_text(rung.mirror)));
    }
    const double line = bottom + 60 + 22.0 * static_cast<double>(i);
    svg.circle(left + 8, line, 5, "dot " + css);
    svg.text(left + 22, line + 4.5,
             shortened(fmt::format("{} ± {:.0f}  {}", elo(rung.rating), rung.error, rung.agent),
                       narrow ? 44 : 90));
  }
  return svg.str();
}

}  // namespace

std::string ladder_json(const LadderResult& result) {
  Json json = {{"format", "tavlab ladder"},
               {"format_version", 1},
               {"tavlab_version", kVersion},
               {"rules", result.rules_id},
               {"complete", !result.interrupted},
               {"advantage", {{"elo", result.advantage}, {"error", result.advantage_error}}},
               {"equal_on_both_sides", nullptr},
               {"rungs", Json::array()}};
  if (result.sides) {
    json["equal_on_both_sides"] = {{"p_value", result.sides->p_value},
                                   {"statistic", result.sides->statistic},
                                   {"degrees", result.sides->degrees}};
  }
  for (const Rung& rung : result.rungs) {
    json["rungs"].push_back(
        {{"agent", rung.agent},
         {"elo", rung.rating},
         {"error", rung.error},
         {"elo_first_side", rung.first},
         {"elo_second_side", rung.second},
         {"against_next",
          rung.against_next.games == 0 ? Json(nullptr) : Json(rung.against_next.mean)},
         {"mirror_games", rung.mirror.games},
         {"mirror_score", rung.mirror.games == 0 ? Json(nullptr) : Json(rung.mirror.mean)}});
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string ladder_markdown(const LadderResult& result) {
  const GameInfo& game = game_of(result);
  std::string text = fmt::format(
      "| {} | Elo | as {} | as {} | against the next | mirror score |\n|---|---|---|---|---|---|\n",
      result.rules_id, game.first_player, game.second_player);
  for (const Rung& rung : result.rungs) {
    text += fmt::format("| `{}` | {} ± {:.0f} | {} | {} | {} | {} |\n", rung.agent,
                        elo(rung.rating), rung.error, elo(rung.first), elo(rung.second),
                        next_text(rung), score_text(rung.mirror));
  }
  return text + fmt::format("\n{} {}\n", sides_sentence(result), kLegend);
}

std::string ladder_text(const LadderResult& result) {
  const GameInfo& game = game_of(result);
  TextTable table({"", "Elo", fmt::format("as {}", game.first_player),
                   fmt::format("as {}", game.second_player), "against the next [95 %]",
                   "mirror score [95 %]"});
  for (const Rung& rung : result.rungs) {
    table.add({rung.agent, fmt::format("{} ± {:.0f}", elo(rung.rating), rung.error),
               elo(rung.first), elo(rung.second), next_text(rung), score_text(rung.mirror)});
  }
  return fmt::format("{}\n\n{}\n{}{}", result.rules_id, table.text(),
                     wrap(sides_sentence(result), kTextWidth, 0), wrap(kLegend, kTextWidth, 0));
}

std::vector<NamedFigure> ladder_figures(const LadderResult& result) {
  return {{"balance", balance_svg(result, FigureWidth::wide)}};
}

ReportFrame ladder_frame(const LadderResult& result) {
  const GameInfo& game = game_of(result);
  std::vector<Fields> rungs;
  for (const Rung& rung : result.rungs) {
    rungs.push_back({{"agent", rung.agent},
                     {"elo", fmt::format("{} ± {:.0f}", elo(rung.rating), rung.error)},
                     {"as_first", elo(rung.first)},
                     {"as_second", elo(rung.second)},
                     {"against_next", next_text(rung)},
                     {"mirror", score_text(rung.mirror)}});
  }
  const Fields figure = figure_fields(
      balance_svg(result, FigureWidth::wide), balance_svg(result, FigureWidth::narrow),
      fmt::format("Score of {} when each agent plays itself, against its rating. Dashed: an "
                  "even game.",
                  in_sentence(game.first_player)));
  ReportFrame frame;
  frame.verdict = filled("ladder.html", {{"first_player", game.first_player},
                                         {"second_player", game.second_player},
                                         {"rungs", std::move(rungs)},
                                         {"sides", sides_sentence(result)},
                                         {"legend", kLegend}});
  frame.figures = filled("figures.html", {{"heading", "Balance against strength"},
                                          {"figures", std::vector<Fields>{figure}}});
  return frame;
}

}  // namespace tavlab
