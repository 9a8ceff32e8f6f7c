#include "experiments/review/review_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "core/version.h"
#include "core/words.h"
#include "experiments/report/html.h"
#include "experiments/report/line_chart.h"
#include "experiments/report/replays.h"
#include "experiments/report/web.h"

namespace tavlab {
namespace {

using Json = nlohmann::ordered_json;

const std::string& side_name(const GameReview& review, const ReviewedMove& move) {
  return review.sides[static_cast<std::size_t>(move.side)];
}

std::string number(std::optional<double> value) {
  return value ? fmt::format("{:.3f}", *value) : std::string("-");
}

std::string loss_text(const ReviewedMove& move) {
  return move.forced ? "forced" : number(move.loss);
}

/// "a4-a2, then d5-d8 b5-b3"
std::string better(const ReviewedMove& move) {
  if (move.line.size() < 2) return move.best;
  return fmt::format("{}, then {}", move.best,
                     fmt::join(move.line.begin() + 1, move.line.end(), " "));
}

Json move_json(const GameReview& review, const ReviewedMove& move) {
  Json json = {{"ply", move.ply}, {"side", side_name(review, move)}, {"move", move.move}};
  if (move.value) json["value"] = *move.value;
  if (move.loss) json["loss"] = *move.loss;
  json["forced"] = move.forced;
  json["best"] = move.best;
  json["line"] = move.line;
  return json;
}

std::vector<Fields> chart_of(const GameReview& review) {
  LineChart chart{fmt::format("Expected score of the {}", review.sides[0]),
                  "plies played",
                  {{"value", {}}},
                  Interval{0, 1},
                  0.5};
  for (const ReviewedMove& move : review.plies) {
    if (move.value) chart.series[0].points.push_back({move.ply - 1.0, *move.value, {}});
  }
  std::string wide = line_chart_svg(chart, FigureWidth::wide);
  if (wide.empty() || chart.series[0].points.size() < 2) return {};
  return {figure_fields(std::move(wide), line_chart_svg(chart, FigureWidth::narrow),
                        fmt::format("Expected score of the {} before each move, by the reviewer's "
                                    "search. Dashed: even.",
                                    review.sides[0]))};
}

Fields game_fields(const GameReview& review) {
  std::vector<Fields> turns, moves;
  for (const std::size_t i : review.turning_points) {
    const ReviewedMove& move = review.plies[i];
    turns.push_back({{"ply", move.ply},
                     {"side", side_name(review, move)},
                     {"move", move.move},
                     {"loss", loss_text(move)},
                     {"better", better(move)}});
  }
  for (const ReviewedMove& move : review.plies) {
    moves.push_back({{"ply", move.ply},
                     {"side", side_name(review, move)},
                     {"move", move.move},
                     {"value", number(move.value)},
                     {"loss", loss_text(move)},
                     {"best", move.best}});
  }
  return {{"name", review.title},
          {"result", capitalized(review.result)},
          {"first", review.sides[0]},
          {"second", review.sides[1]},
          {"first_loss", fmt::format("{:.3f}", review.mean_loss[0])},
          {"second_loss", fmt::format("{:.3f}", review.mean_loss[1])},
          {"first_moves", review.evaluated_moves[0]},
          {"second_moves", review.evaluated_moves[1]},
          {"least", fmt::format("{:.2f}", kTurningLoss)},
          {"chart", chart_of(review)},
          {"turns", std::move(turns)},
          {"moves", std::move(moves)}};
}

/// The game on a board, with what each move lost beside it.
Replay replay_of(const GameReview& review) {
  Replay replay{*review.rule_set, review.moves,   review.title,   {},
                review.result,    {ReplayNote{}}, review.position};
  for (const ReviewedMove& move : review.plies) {
    ReplayNote note;
    note.text = move.loss.value_or(0.0) < 0.005
                    ? fmt::format("value before it {}", number(move.value))
                    : fmt::format("value before it {}, lost {}; better was {}", number(move.value),
                                  number(move.loss), better(move));
    replay.notes.push_back(std::move(note));
  }
  replay.notes.front().text = "What the last move lost is shown here.";
  return replay;
}

}  // namespace

std::string review_text(const GameReview& review) {
  std::string text = fmt::format("{}, {}: {}; reviewed by {}\n", review.title, review.rule_set->id,
                                 review.result, review.agent);
  std::size_t width = 8, best = 4;
  for (const ReviewedMove& move : review.plies) {
    width = std::max(width, move.move.size());
    best = std::max(best, move.best.size());
  }
  const std::set<std::size_t> turns(review.turning_points.begin(), review.turning_points.end());
  text += fmt::format("  {:>4}  {:<10} {:<{}}  {:>6}  {:>6}  {}\n", "ply", "side", "move", width,
                      "value", "loss", "best");
  for (std::size_t i = 0; i < review.plies.size(); ++i) {
    const ReviewedMove& move = review.plies[i];
    text += fmt::format("  {:>4}  {:<10} {:<{}}  {:>6}  {:>6}  {:<{}}{}\n", move.ply,
                        side_name(review, move), move.move, width, number(move.value),
                        loss_text(move), move.best, best, turns.contains(i) ? "  <-" : "");
    while (text.ends_with(" \n")) text.erase(text.size() - 2, 1);
  }
  for (std::size_t side = 0; side < 2; ++side) {
    text += fmt::format("{} {} lost {:.3f} a move ({} moves)", side == 0 ? "" : ",",
                        review.sides[side], review.mean_loss[side], review.evaluated_moves[side]);
  }
  text += "\n";
  for (const std::size_t i : review.turning_points) {
    const ReviewedMove& move = review.plies[i];
    text += fmt::format("  turning point: ply {}, {} {} loses {}; better was {}\n", move.ply,
                        side_name(review, move), move.move, number(move.loss), better(move));
  }
  return text;
}

std::string reviews_json(std::span<const GameReview> reviews) {
  Json games = Json::array();
  for (const GameReview& review : reviews) {
    Json game = {{"title", review.title},
                 {"rules", review.rule_set->id},
                 {"agent", review.agent},
                 {"result", review.result},
                 {"mean_loss",
                  {{review.sides[0], review.mean_loss[0]}, {review.sides[1], review.mean_loss[1]}}},
                 {"moves", Json::array()},
                 {"turning_points", Json::array()}};
    if (!review.position.empty()) game["position"] = review.position;
    for (const ReviewedMove& move : review.plies) game["moves"].push_back(move_json(review, move));
    for (const std::size_t i : review.turning_points) {
      game["turning_points"].push_back(review.plies[i].ply);
    }
    games.push_back(std::move(game));
  }
  return Json{{"games", games}}.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string reviews_html(std::span<const GameReview> reviews, std::uint64_t seed,
                         const std::string& command) {
  std::vector<Fields> games;
  std::vector<Replay> replays;
  std::set<std::string> rules;
  for (const GameReview& review : reviews) {
    games.push_back(game_fields(review));
    replays.push_back(replay_of(review));
    rules.insert(review.rule_set->id);
  }
  const std::string title = reviews.size() == 1 ? reviews.front().title + ", reviewed"
                                                : fmt::format("{} games, reviewed", reviews.size());
  Fields page{
      {"title", title},
      {"agent", reviews.empty() ? "" : reviews.front().agent},
      {"rules", fmt::format("{}", fmt::join(rules, ", "))},
      {"seed", seed},
      {"version", kVersion},
      {"legend",
       "A move's loss is what it costs its side in expected score, from 0 to 1, against the best "
       "move in the same search. It is one agent's estimate, not the truth: a stronger agent may "
       "disagree."},
      {"games", std::move(games)},
      {"replays", replays_html("The games, move by move",
                               "Below each board: what the last move lost.", replays)},
      {"command", command}};
  return page_html(title, filled("review.html", page));
}

}  // namespace tavlab
