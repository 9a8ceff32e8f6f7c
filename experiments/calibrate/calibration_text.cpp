#include "experiments/calibrate/calibration_text.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "core/text.h"
#include "core/version.h"
#include "experiments/claim/stored_calibration.h"
#include "experiments/human/human_check.h"
#include "experiments/report/html.h"
#include "experiments/report/scale.h"
#include "experiments/report/web.h"
#include "experiments/text/player.h"
#include "experiments/text/table.h"

namespace tavlab {
namespace {

using Json = nlohmann::ordered_json;

const GameInfo& game_of(const CalibrateResult& result) {
  return result.games.cells.front().cell.game;
}

std::string elo(const SideRating& rating) {
  return fmt::format("{:+.0f} ± {:.0f}", rating.elo, rating.error);
}

std::string bounds(const Interval& interval) {
  return fmt::format("[{:.2f}, {:.2f}]", std::floor(100.0 * interval.low) / 100.0,
                     std::ceil(100.0 * interval.high) / 100.0);
}

std::string sentence(const CalibrateResult& result) {
  const Calibration& found = result.calibration;
  return fmt::format(
      "Between the best of these agents the score of {} is {:.2f}; with 95 % confidence, whenever "
      "play stopped, in {}.",
      in_sentence(game_of(result).first_player), found.equilibrium.value,
      bounds(found.value_interval));
}

std::string band_sentence(const CalibrateResult& result) {
  const Calibration& found = result.calibration;
  const GameInfo& game = game_of(result);
  return fmt::format(
      "With one agent each, {} can secure {:.2f}, and {} can keep it to {:.2f}: the band, within "
      "{} "
      "with the same confidence.",
      in_sentence(game.first_player), found.band.low, in_sentence(game.second_player),
      found.band.high, bounds(found.band_interval));
}

std::string strongest_sentence(const CalibrateResult& result) {
  const Calibration& found = result.calibration;
  const GameInfo& game = game_of(result);
  if (found.band.row == found.band.column && found.band.row == found.strongest()) {
    return fmt::format("One agent secures most on both sides, and has the highest rating: {}.",
                       result.agents[found.strongest()]);
  }
  return fmt::format("Secures most as {}: {}; as {}: {}. Highest rating: {}.",
                     in_sentence(game.first_player), result.agents[found.band.row],
                     in_sentence(game.second_player), result.agents[found.band.column],
                     result.agents[found.strongest()]);
}

std::vector<std::string> misleading_mirrors(const CalibrateResult& result) {
  std::vector<std::string> agents;
  for (std::size_t i = 0; i < result.agents.size(); ++i) {
    if (result.calibration.mirror_misleads(i)) agents.push_back(result.agents[i]);
  }
  return agents;
}

/// Agents whose games against themselves give another answer; empty if there are none.
std::string mirrors_sentence(const CalibrateResult& result) {
  const Calibration& found = result.calibration;
  std::string text;
  for (std::size_t i = 0; i < found.agents; ++i) {
    if (!found.mirror_misleads(i)) continue;
    text += fmt::format("{}{} ({:.2f})", text.empty() ? "" : ", ", result.agents[i],
                        found.games(i, i).score());
  }
  return text.empty() ? text
                      : fmt::format("Games of an agent against itself mislead here: {}.", text);
}

/// Games without a result, and games that repeat others move for move; empty if there are none.
std::string cautions(const CalibrateResult& result) {
  std::uint64_t games = 0, unfinished = 0, distinct = 0;
  for (const CellSummary& cell : result.games.cells) {
    games += cell.games();
    unfinished += cell.tally.unfinished;
    distinct += cell.distinct_games;
  }
  std::string text;
  if (result.interrupted) text += " The run was interrupted; the same command continues it.";
  if (unfinished > 0) {
    text += fmt::format(" {} of {} games {} not finished after {} plies, and {} not count.",
                        unfinished, games, unfinished == 1 ? "was" : "were",
                        result.games.cells.front().cell.max_plies, unfinished == 1 ? "does" : "do");
  }
  if (distinct < games) {
    text += fmt::format(
        " {} of {} games repeat others of the same agents move for move, so that the intervals are "
        "too narrow; use more openings.",
        games - distinct, games);
  }
  return text;
}

/// The sentences that follow the first.
std::string more_sentences(const CalibrateResult& result) {
  const std::string mirrors = mirrors_sentence(result);
  const PlayedRules* const people = result.people();
  return band_sentence(result) + " " + strongest_sentence(result) +
         (people == nullptr ? "" : " " + people_sentence(*result.human, *people)) +
         (mirrors.empty() ? "" : " " + mirrors) + cautions(result);
}

constexpr const char* kLegend =
    "Rows play the first side, columns the second; the scores are those of the first side. An "
    "estimate counts two virtual games with the score that the ratings predict, so that cells with "
    "few games decide little; games are played where they decide most. The band goes from what the "
    "first side secures with one agent, whichever agent the second side chooses, to what the "
    "second "
    "side holds it to with one agent. Ratings are per side, in Elo relative to the mean, by the "
    "model of Bradley and Terry, ± 1.96 standard errors. Share: how often the agent is chosen in "
    "the "
    "equilibrium.";

Scale scale_of(const CalibrateResult& result) {
  const Calibration& found = result.calibration;
  Scale scale;
  scale.title = fmt::format("Score of {}", in_sentence(game_of(result).first_player));
  scale.range = {0.0, 1.0};
  scale.even = 0.5;
  scale.note =
      "bar: the band of the strongest agents, by who plays; dot: in equilibrium; lines: the "
      "uncertainty";
  scale.short_note = "bar: band; dot: equilibrium; lines: uncertainty";
  scale.rows.push_back({"the strongest agents",
                        found.equilibrium.value,
                        found.band_interval,
                        {found.band.low, found.band.high},
                        "s0",
                        sentence(result)});
  if (const PlayedRules* const people = result.people()) {
    scale.rows.push_back(people_row(*result.human, *people));
  }
  return scale;
}

Json interval_json(const Interval& interval) { return {interval.low, interval.high}; }

Json rows_json(const Calibration& found, auto&& entry) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < found.agents; ++i) {
    Json row = Json::array();
    for (std::size_t j = 0; j < found.agents; ++j) row.push_back(entry(i, j));
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string cell_text(const Calibration& found, std::size_t i, std::size_t j) {
  const std::uint64_t games = found.games(i, j).finished();
  return games == 0 ? std::string("–") : fmt::format("{:.2f} ({})", found.score.at(i, j), games);
}

}  // namespace

std::string calibration_json(const CalibrateResult& result) {
  const Calibration& found = result.calibration;
  const GameInfo& game = game_of(result);
  const std::vector<std::string> players = players_of(result.agents, result.limits);
  const auto side_json = [&](const std::vector<SideRating>& ratings) {
    Json json = Json::array();
    for (const SideRating& each : ratings)
      json.push_back({{"elo", each.elo}, {"error", each.error}});
    return json;
  };
  const PlayedRules* const people = result.people();
  const Json json = {
      {"format", "tavlab calibration"},
      {"format_version", 1},
      {"tavlab_version", kVersion},
      {"rules", result.rules_id},
      {"set", result.overrides},
      {"rules_hash", result.games.cells.front().cell.rules_hash},
      {"first_player", game.first_player},
      {"second_player", game.second_player},
      {"agents", result.agents},
      {"players", players.empty() ? Json(nullptr) : Json(players)},
      {"nets", result.nets},
      {"attackers_score",
       rows_json(found, [&](std::size_t i, std::size_t j) { return found.score.at(i, j); })},
      {"games", rows_json(found, [&](std::size_t i,
                                     std::size_t j) { return found.games(i, j).finished(); })},
      {"points",
       rows_json(found, [&](std::size_t i, std::size_t j) { return found.games(i, j).points(); })},
      {"unfinished", rows_json(found, [&](std::size_t i,
                                          std::size_t j) { return found.games(i, j).unfinished; })},
      {"value", found.equilibrium.value},
      {"value_interval", interval_json(found.value_interval)},
      {"band", {found.band.low, found.band.high}},
      {"band_interval", interval_json(found.band_interval)},
      {"resampled",
       {{"value", interval_json(found.value_resampled)},
        {"low", interval_json(found.low_resampled)},
        {"high", interval_json(found.high_resampled)}}},
      {"equilibrium", {{"first", found.equilibrium.rows}, {"second", found.equilibrium.columns}}},
      {"ratings",
       {{"first", side_json(found.first)},
        {"second", side_json(found.second)},
        {"overall", found.rating}}},
      {"misleading_mirrors", misleading_mirrors(result)},
      {"strongest",
       {{"attackers", result.agents[found.band.row]},
        {"defenders", result.agents[found.band.column]},
        {"overall", result.agents[found.strongest()]}}},
      {"people", people == nullptr ? Json(nullptr) : people_json(*result.human, *people)},
      {"complete", !result.interrupted},
      {"hash", result.hash()}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string calibration_markdown(const CalibrateResult& result) {
  const Calibration& found = result.calibration;
  const GameInfo& game = game_of(result);
  std::string text =
      fmt::format("{}\n\n{}\n\n| {} |", sentence(result), in_markdown_cell(more_sentences(result)),
                  in_markdown_cell(game.first_player + " \\ " + game.second_player));
  for (const std::string& agent : result.agents)
    text += fmt::format(" `{}` |", in_markdown_cell(agent));
  text += "\n|---|";
  for (std::size_t j = 0; j < found.agents; ++j) text += "---|";
  for (std::size_t i = 0; i < found.agents; ++i) {
    text += fmt::format("\n| `{}` |", in_markdown_cell(result.agents[i]));
    for (std::size_t j = 0; j < found.agents; ++j)
      text += fmt::format(" {} |", cell_text(found, i, j));
  }
  text += fmt::format(
      "\n\n| agent | Elo | as {} | share | as {} | share |\n|---|---|---|---|---|---|\n",
      game.first_player, game.second_player);
  for (std::size_t i = 0; i < found.agents; ++i) {
    text +=
        fmt::format("| `{}` | {:+.0f} | {} | {:.2f} | {} | {:.2f} |\n",
                    in_markdown_cell(result.agents[i]), found.rating[i], elo(found.first[i]),
                    found.equilibrium.rows[i], elo(found.second[i]), found.equilibrium.columns[i]);
  }
  return text + fmt::format("\n{}\n", kLegend);
}

std::string calibration_text(const CalibrateResult& result) {
  const Calibration& found = result.calibration;
  const GameInfo& game = game_of(result);
  std::vector<std::string> heads = {fmt::format("{} \\ {}", game.first_player, game.second_player)};
  for (std::size_t j = 0; j < found.agents; ++j) heads.push_back(fmt::format("{}", j + 1));
  TextTable scores(std::move(heads));
  TextTable ratings({"", "Elo", fmt::format("as {}", game.first_player), "share",
                     fmt::format("as {}", game.second_player), "share"});
  for (std::size_t i = 0; i < found.agents; ++i) {
    const std::string name = fmt::format("{} {}", i + 1, result.agents[i]);
    std::vector<std::string> row = {name};
    for (std::size_t j = 0; j < found.agents; ++j) row.push_back(cell_text(found, i, j));
    scores.add(std::move(row));
    ratings.add({name, fmt::format("{:+.0f}", found.rating[i]), elo(found.first[i]),
                 fmt::format("{:.2f}", found.equilibrium.rows[i]), elo(found.second[i]),
                 fmt::format("{:.2f}", found.equilibrium.columns[i])});
  }
  return fmt::format("{}\n\n{}\n{}\n{}{}\n{}", result.rules_id, scores.text(), ratings.text(),
                     wrap(sentence(result), kTextWidth, 0),
                     wrap(more_sentences(result), kTextWidth, 0), wrap(kLegend, kTextWidth, 0));
}

ReportFrame calibration_frame(const CalibrateResult& result) {
  const Calibration& found = result.calibration;
  const GameInfo& game = game_of(result);
  std::vector<Fields> heads, rows, ratings;
  for (std::size_t i = 0; i < found.agents; ++i) {
    heads.push_back({{"number", i + 1}, {"agent", result.agents[i]}});
    std::vector<Fields> cells;
    for (std::size_t j = 0; j < found.agents; ++j) {
      const std::uint64_t games = found.games(i, j).finished();
      cells.push_back({{"score", games == 0 ? "–" : fmt::format("{:.2f}", found.score.at(i, j))},
                       {"games", games}});
    }
    rows.push_back({{"number", i + 1}, {"agent", result.agents[i]}, {"cells", std::move(cells)}});
    ratings.push_back({{"number", i + 1},
                       {"agent", result.agents[i]},
                       {"elo", fmt::format("{:+.0f}", found.rating[i])},
                       {"first", elo(found.first[i])},
                       {"first_share", fmt::format("{:.2f}", found.equilibrium.rows[i])},
                       {"second", elo(found.second[i])},
                       {"second_share", fmt::format("{:.2f}", found.equilibrium.columns[i])}});
  }
  ReportFrame frame;
  frame.verdict = filled("calibration.html", {{"sentence", sentence(result)},
                                              {"strongest", more_sentences(result)},
                                              {"first_player", game.first_player},
                                              {"second_player", game.second_player},
                                              {"heads", std::move(heads)},
                                              {"rows", std::move(rows)},
                                              {"ratings", std::move(ratings)},
                                              {"legend", kLegend}});
  const Scale scale = scale_of(result);
  const Fields figure =
      figure_fields(scale_svg(scale, FigureWidth::wide), scale_svg(scale, FigureWidth::narrow),
                    fmt::format("Score of {}; 0.5 is even.", in_sentence(game.first_player)));
  frame.figures = filled("figures.html", {{"heading", "How even the game is"},
                                          {"figures", std::vector<Fields>{figure}}});
  return frame;
}

}  // namespace tavlab
