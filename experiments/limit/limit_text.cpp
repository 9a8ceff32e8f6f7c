#include "experiments/limit/limit_text.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <utility>

#include "core/text.h"
#include "core/version.h"
#include "experiments/human/human_check.h"
#include "experiments/limit/limit_figure.h"
#include "experiments/limit/limit_view.h"
#include "experiments/report/web.h"
#include "experiments/text/player.h"
#include "experiments/text/table.h"

namespace tavlab {
namespace {

using Json = nlohmann::ordered_json;

const GameInfo& game_of_limits(const LimitResult& result) {
  return result.games.cells.front().cell.game;
}

/// What is found of the best of the agents, or of the only one.
std::string even_sentence(const LimitResult& result, const LimitView& view) {
  const GameInfo& game = game_of_limits(result);
  const std::string first = in_sentence(game.first_player),
                    second = in_sentence(game.second_player);
  const EvenPlaces& even = view.even;
  std::string text = view.agent
                         ? fmt::format("When {} plays both sides", result.agents[*view.agent])
                         : std::string("Between the best of these programs");
  if (!even.ordered) {
    text += fmt::format(
        ", {} does not simply get better for {} with a longer limit: {} moves are better for {}, "
        "{} for {}, and {} may be even",
        result.rules_id, second, limits_text(result, even.above), first,
        limits_text(result, even.below), second, limits_text(result, even.even));
  } else if (!even.even.empty() && even.open_before() && even.open_after()) {
    text += fmt::format(", it is not known at which limit on the moves of {} {} is even", second,
                        result.rules_id);
  } else if (!even.even.empty()) {
    text += fmt::format(", {} may be even only if {} must win within {} of their own moves",
                        result.rules_id, second, even_text(result, view));
    if (!even.open_before()) text += fmt::format("; a shorter limit is better for {}", first);
    if (!even.open_after()) text += fmt::format("; a longer one is better for {}", second);
  } else if (!even.open_before() && !even.open_after()) {
    text += fmt::format(
        ", no limit on the moves of {} makes {} even: {} are better for {}, and {} for {}", second,
        result.rules_id, result.limits[even.above.back()], first, result.limits[even.below.front()],
        second);
  } else if (even.open_after()) {
    text +=
        fmt::format(", every limit on the moves of {} that was played, up to {}, is better for {}",
                    second, result.limits.back(), first);
  } else {
    text += fmt::format(
        ", every limit on the moves of {} that was played, from {} on, is better for {}", second,
        result.limits.front(), second);
  }
  return text + " (with 95 % confidence at all limits together, whenever play stopped).";
}

std::string bid_sentence(const LimitResult& result, const LimitView& view) {
  const std::string second = in_sentence(game_of_limits(result).second_player);
  std::string text = fmt::format(
      "If both players bid for {} (each names a number of moves, the lower bid plays that side "
      "with it as the limit, and a coin decides between equal bids), ",
      second);
  const std::size_t last = result.limits.size() - 1;
  const auto has_last = [&](const std::vector<std::size_t>& bids) {
    return !bids.empty() && bids.back() == last;
  };
  if (!view.bids.empty()) {
    text += fmt::format("no other bid does better against {} by these games; ",
                        limits_text(result, view.bids));
  }
  if (view.possible_bids.size() == result.limits.size()) {
    text += "with 95 % confidence that may be true of any limit that was played.";
  } else {
    text += fmt::format("with 95 % confidence it is true of {}{}.",
                        view.possible_bids.size() > 1 ? "one of " : "",
                        limits_text(result, view.possible_bids));
  }
  if (has_last(view.bids) || has_last(view.possible_bids)) {
    text +=
        fmt::format(" {} is the longest limit that was played; a longer one may be a better bid.",
                    result.limits.back());
  }
  return text;
}

/// Empty if nothing was to be proved.
std::string proved_sentence(const LimitResult& result) {
  const ProvedLimits& proved = result.proved;
  const GameInfo& game = game_of_limits(result);
  if (!proved.refused.empty()) return fmt::format(" Nothing is proved: {}.", proved.refused);
  std::string text;
  if (proved.held > 0) {
    text += fmt::format(
        " Proved: from the start position {} win against any play if the limit is "
        "{} or less.",
        in_sentence(game.first_player), proved.held);
  }
  if (proved.won) {
    text += fmt::format(
        " Proved: from the start position {} win against any play if the limit is "
        "{} or more.",
        in_sentence(game.second_player), *proved.won);
  }
  if (proved.held_without_repetition > proved.held) {
    text += fmt::format(" If rules on repetition are ignored, {} win up to {}.",
                        in_sentence(game.first_player), proved.held_without_repetition);
  }
  return text;
}

/// Pairs of agents whose games say that a longer limit helped the first side.
std::string rises_sentence(const LimitResult& result) {
  std::string text;
  for (std::size_t i = 0; i < result.agents.size(); ++i) {
    for (std::size_t j = 0; j < result.agents.size(); ++j) {
      const std::optional<Rise>& rise = result.curves.pair(i, j).rise;
      if (!rise) continue;
      text += fmt::format(
          " Contradicted: {} against {} scores at least {:.2f} more at a limit of {} than at {}; "
          "their bands do without the assumption.",
          result.agents[i], result.agents[j], rise->by, result.limits[rise->longer],
          result.limits[rise->shorter]);
    }
  }
  return text.empty() ? " The games do not contradict it." : text;
}

/// What limits the result: an interruption, games without a result.
std::string limit_cautions(const LimitResult& result) {
  std::uint64_t games = 0, unfinished = 0;
  for (const CellSummary& cell : result.games.cells) {
    games += cell.games();
    unfinished += cell.tally.unfinished;
  }
  std::string text;
  if (result.interrupted) text += " The run was interrupted; the same command continues it.";
  if (unfinished > 0) {
    text += fmt::format(" {} of {} games {} not finished, and {} not count.", unfinished, games,
                        unfinished == 1 ? "was" : "were", unfinished == 1 ? "does" : "do");
  }
  return text;
}

/// How people play without a limit, and what they would score with one; empty if not known.
std::string people_text(const LimitResult& result) {
  const PlayedRules* const people = result.people();
  if (people == nullptr) return {};
  std::string text = " " + people_sentence(*result.human, *people), points;
  for (const LimitPoint& point : people->limits) {
    const ScoreEstimate score = estimate_score(point.results);
    if (score.games == 0) continue;
    points += fmt::format("{}{}: {:.2f}", points.empty() ? "" : ", ", point.limit, score.mean);
  }
  if (points.empty()) return text;
  return text + fmt::format(" With a limit imposed afterwards, which nobody played for, it is {}.",
                            points);
}

std::string more_about(const LimitResult& result, const LimitView& view) {
  return fmt::format("Best estimate: {}. {}{}{}{}", crossing_text(result, view),
                     bid_sentence(result, view), proved_sentence(result), people_text(result),
                     limit_cautions(result));
}

std::string legend_of(const LimitResult& result) {
  const GameInfo& game = game_of_limits(result);
  return fmt::format(
             "Scores are those of {}: an estimate that falls with the limit (isotonic regression), "
             "and its band. All bands hold together, at all limits, with 95 %, whatever was "
             "looked at and whenever play stopped (confidence sequences by betting). The best of "
             "all agents: the value of the game in which each side chooses its agent. One agent "
             "each: what either side secures with one agent, whichever the other chooses. All "
             "agents and limits play the same openings; proofs are about the start position and "
             "optimal play, and bound no agent's score. The bands assume that a longer limit "
             "never helps {}, which is true of optimal play, and an assumption about these "
             "agents.",
             in_sentence(game.first_player), in_sentence(game.first_player)) +
         rises_sentence(result);
}

Json people_of(const LimitResult& result) {
  const PlayedRules* const people = result.people();
  if (people == nullptr) return nullptr;
  Json json = people_json(*result.human, *people);
  json["limits"] = Json::array();
  for (const LimitPoint& point : people->limits) {
    const ScoreEstimate score = estimate_score(point.results);
    json["limits"].push_back({{"limit", point.limit},
                              {"games", score.games},
                              {"score", std::isnan(score.mean) ? Json() : Json(score.mean)},
                              {"low", score.interval.low},
                              {"high", score.interval.high}});
  }
  return json;
}

std::string proved_text(const LimitResult& result, std::size_t limit) {
  const auto score = result.proved.score(result.limits[limit]);
  return score ? fmt::format("{:.0f}", *score) : "";
}

Json interval_or_null(const Interval& interval) {
  return {std::isfinite(interval.low) ? Json(interval.low) : Json(),
          std::isfinite(interval.high) ? Json(interval.high) : Json()};
}

Json limits_json(const LimitResult& result, std::span<const std::size_t> indices) {
  Json json = Json::array();
  for (const std::size_t each : indices) json.push_back(result.limits[each]);
  return json;
}

Json estimates_json(std::span<const double> estimate) {
  Json json = Json::array();
  for (const double each : estimate) json.push_back(std::isnan(each) ? Json() : Json(each));
  return json;
}

Json band_json(std::span<const Interval> band) {
  Json json = Json::array();
  for (const Interval& each : band) json.push_back({each.low, each.high});
  return json;
}

Json view_json(const LimitResult& result, const LimitView& view) {
  return {{"agent", view.agent ? Json(result.agents[*view.agent]) : Json()},
          {"score", estimates_json(view.estimate)},
          {"band", band_json(view.band)},
          {"even",
           {{"limits", limits_json(result, view.even.even)},
            {"better_for_first", limits_json(result, view.even.above)},
            {"better_for_second", limits_json(result, view.even.below)},
            {"open_before", view.even.open_before()},
            {"open_after", view.even.open_after()},
            {"estimate", interval_or_null(view.crossing)}}},
          {"bids",
           {{"estimate", limits_json(result, view.bids)},
            {"possible", limits_json(result, view.possible_bids)}}}};
}

Json pair_json(const LimitResult& result, std::size_t i, std::size_t j) {
  const FallingCurve& pair = result.curves.pair(i, j);
  Json json = {{"first", result.agents[i]},
               {"second", result.agents[j]},
               {"score", estimates_json(pair.estimate)},
               {"band", band_json(pair.band)},
               {"games", Json::array()},
               {"points", Json::array()},
               {"rise", nullptr}};
  for (std::size_t n = 0; n < result.limits.size(); ++n) {
    json["games"].push_back(result.curves.games(n, i, j).finished());
    json["points"].push_back(result.curves.games(n, i, j).points());
  }
  if (pair.rise) {
    json["rise"] = {{"from", result.limits[pair.rise->shorter]},
                    {"to", result.limits[pair.rise->longer]},
                    {"by", pair.rise->by}};
  }
  return json;
}

Json proved_json(const LimitResult& result) {
  const ProvedLimits& proved = result.proved;
  Json scores = Json::array();
  for (const int limit : result.limits) {
    const auto score = proved.score(limit);
    scores.push_back(score ? Json(*score) : Json());
  }
  return {{"first_side_up_to", proved.held},
          {"first_side_up_to_without_repetition", proved.held_without_repetition},
          {"second_side_from", proved.won ? Json(*proved.won) : Json()},
          {"score", std::move(scores)},
          {"nodes", proved.nodes},
          {"refused", proved.refused.empty() ? Json() : Json(proved.refused)}};
}

}  // namespace

std::string limit_json(const LimitResult& result) {
  const GameInfo& game = game_of_limits(result);
  Json json = {{"format", "tavlab limit"},          {"format_version", 1},
               {"tavlab_version", kVersion},        {"rules", result.rules_id},
               {"first_player", game.first_player}, {"second_player", game.second_player},
               {"agents", result.agents},           {"limits", result.limits},
               {"games", result.games.games()},     {"curves", Json::array()},
               {"pure_band", Json::array()},        {"pairs", Json::array()},
               {"proved", proved_json(result)},     {"people", people_of(result)},
               {"complete", !result.interrupted}};
  for (const LimitView& view : limit_views(result)) {
    json["curves"].push_back(view_json(result, view));
  }
  const ValueCurve& value = result.curves.value;
  for (std::size_t n = 0; n < result.limits.size(); ++n) {
    const PureBand& pure = value.pure[n];
    json["pure_band"].push_back({{"low", std::isnan(pure.low) ? Json() : Json(pure.low)},
                                 {"high", std::isnan(pure.high) ? Json() : Json(pure.high)},
                                 {"interval", {value.pure_band[n].low, value.pure_band[n].high}}});
  }
  for (std::size_t i = 0; i < result.agents.size(); ++i) {
    for (std::size_t j = 0; j < result.agents.size(); ++j) {
      json["pairs"].push_back(pair_json(result, i, j));
    }
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string limit_markdown(const LimitResult& result) {
  const std::vector<LimitView> views = limit_views(result);
  std::string text = fmt::format("{}\n\n{}\n\n", even_sentence(result, views.front()),
                                 in_markdown_cell(more_about(result, views.front())));
  text += "| played by | even at | estimate | bid | possible bids |\n|---|---|---|---|---|\n";
  for (const LimitView& view : views) {
    text += fmt::format("| {} | {} | {} | {} | {} |\n", in_markdown_cell(view.name),
                        even_text(result, view), crossing_text(result, view),
                        limits_text(result, view.bids), limits_text(result, view.possible_bids));
  }
  text += "\n| limit |";
  for (const LimitView& view : views) text += fmt::format(" {} |", in_markdown_cell(view.name));
  text += " one agent each | proved |\n|---|";
  for (std::size_t i = 0; i < views.size(); ++i) text += "---|";
  text += "---|---|\n";
  for (std::size_t n = 0; n < result.limits.size(); ++n) {
    text += fmt::format("| {} |", result.limits[n]);
    for (const LimitView& view : views) text += fmt::format(" {} |", estimate_text(view, n));
    text += fmt::format(" {} | {} |\n", pure_text(result, n), proved_text(result, n));
  }
  return text + fmt::format("\n{}\n", legend_of(result));
}

std::string limit_text(const LimitResult& result) {
  const std::vector<LimitView> views = limit_views(result);
  TextTable even({"", "even at", "estimate", "bid", "possible bids"});
  std::vector<std::string> heads = {"limit"};
  for (std::size_t i = 0; i < views.size(); ++i) {
    const std::string name = fmt::format("{} {}", i + 1, views[i].name);
    even.add({name, even_text(result, views[i]), crossing_text(result, views[i]),
              limits_text(result, views[i].bids), limits_text(result, views[i].possible_bids)});
    heads.push_back(fmt::format("{}", i + 1));
  }
  heads.emplace_back("one agent each");
  heads.emplace_back("proved");
  TextTable curves(std::move(heads));
  for (std::size_t n = 0; n < result.limits.size(); ++n) {
    std::vector<std::string> row = {fmt::format("{}", result.limits[n])};
    for (const LimitView& view : views) row.push_back(estimate_text(view, n));
    row.push_back(pure_text(result, n));
    row.push_back(proved_text(result, n));
    curves.add(std::move(row));
  }
  return fmt::format("{}\n\n{}\n{}\n{}{}\n{}", result.rules_id, even.text(), curves.text(),
                     wrap(even_sentence(result, views.front()), kTextWidth, 0),
                     wrap(more_about(result, views.front()), kTextWidth, 0),
                     wrap(legend_of(result), kTextWidth, 0));
}

std::vector<NamedFigure> limit_figures(const LimitResult& result) {
  const std::vector<LimitView> views = limit_views(result);
  const std::span<const LimitView> all(views);
  if (views.size() == 1) return {{"limit", limit_figure(result, all, FigureWidth::wide)}};
  return {{"limit", limit_figure(result, all.first(1), FigureWidth::wide)},
          {"limit-agents", limit_figure(result, all.subspan(1), FigureWidth::wide)}};
}

ReportFrame limit_frame(const LimitResult& result) {
  const std::vector<LimitView> views = limit_views(result);
  const std::span<const LimitView> all(views);
  const std::string first = in_sentence(game_of_limits(result).first_player);
  std::vector<Fields> figures, even, heads, rows;
  const auto add_figure = [&](std::span<const LimitView> shown, const std::string& who) {
    figures.push_back(figure_fields(
        limit_figure(result, shown, FigureWidth::wide),
        limit_figure(result, shown, FigureWidth::narrow),
        fmt::format("Score of {} against the limit, {}, with bands that hold at all limits "
                    "together with 95 %. Thick line: the limits that may be even.",
                    first, who)));
  };
  add_figure(all.first(1),
             views.front().agent ? "the agent against itself" : "between the best of all agents");
  if (views.size() > 1) add_figure(all.subspan(1), "each agent against itself");
  for (std::size_t i = 0; i < views.size(); ++i) {
    const LimitView& view = views[i];
    even.push_back({{"number", i + 1},
                    {"name", view.name},
                    {"even", even_text(result, view)},
                    {"estimate", crossing_text(result, view)},
                    {"bid", limits_text(result, view.bids)},
                    {"possible", limits_text(result, view.possible_bids)}});
    heads.push_back({{"number", i + 1}, {"name", view.name}});
  }
  for (std::size_t n = 0; n < result.limits.size(); ++n) {
    std::vector<Fields> cells;
    cells.reserve(views.size());
    for (const LimitView& view : views) {
      cells.push_back({{"score", estimate_text(view, n)}, {"games", view.games(result, n)}});
    }
    rows.push_back({{"limit", result.limits[n]},
                    {"cells", std::move(cells)},
                    {"pure", pure_text(result, n)},
                    {"proved", proved_text(result, n)}});
  }
  ReportFrame frame;
  frame.cells = false;
  frame.verdict = filled("limit.html", {{"sentence", even_sentence(result, views.front())},
                                        {"more", more_about(result, views.front())}});
  frame.figures = filled("limit_curves.html", {{"figures", std::move(figures)},
                                               {"even", std::move(even)},
                                               {"heads", std::move(heads)},
                                               {"rows", std::move(rows)},
                                               {"legend", legend_of(result)}});
  return frame;
}

}  // namespace tavlab
