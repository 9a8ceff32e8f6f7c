#include "experiments/calibrate/calibration_text.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "core/version.h"
#include "experiments/report/web.h"
#include "experiments/text/player.h"
#include "experiments/text/table.h"

namespace tavlab {
namespace {

using Json = nlohmann::ordered_json;

const GameInfo& game_of(const CalibrateResult& result) {
  return result.games.cells.front().cell.game;
}

std::string range(const Interval& interval) {
  return fmt::format("{:.2f} to {:.2f}", interval.low, interval.high);
}

std::string of_100(double score) { return fmt::format("{:.0f}", 100.0 * score); }

std::string elo(const SideRating& rating) {
  return fmt::format("{:+.0f} ± {:.0f}", rating.elo, rating.error);
}

/// "48 to 61"; "50" if both are the same.
std::string band_of_100(const PureBand& band) {
  const std::string low = of_100(band.low), high = of_100(band.high);
  return low == high ? low : fmt::format("{} to {}", low, high);
}

std::string sentence(const CalibrateResult& result) {
  const Calibration& found = result.calibration;
  return fmt::format(
      "Between the best of these agents, {} score {} of 100 games. If both sides choose their "
      "agents "
      "as well as they can, {:.2f} (95 %: {}; valid whenever play stopped: {}).",
      in_sentence(game_of(result).first_player), band_of_100(found.band), found.equilibrium.value,
      range(found.value_resampled), range(found.value_interval));
}

std::string strongest_sentence(const CalibrateResult& result) {
  const Calibration& found = result.calibration;
  const GameInfo& game = game_of(result);
  if (found.strongest_first == found.strongest_second && found.strongest_first == found.strongest) {
    return fmt::format("Strongest on both sides: {}.", result.agents[found.strongest]);
  }
  return fmt::format("Strongest as {}: {}; as {}: {}; overall: {}.", in_sentence(game.first_player),
                     result.agents[found.strongest_first], in_sentence(game.second_player),
                     result.agents[found.strongest_second], result.agents[found.strongest]);
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
                        found.score.at(i, i));
  }
  return text.empty() ? text
                      : fmt::format("Games of an agent against itself mislead here: {}.", text);
}

/// The sentences that follow the first.
std::string more_sentences(const CalibrateResult& result) {
  const std::string mirrors = mirrors_sentence(result);
  return strongest_sentence(result) + (mirrors.empty() ? "" : " " + mirrors);
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
  return fmt::format("{:.2f} ({})", found.score.at(i, j), found.games(i, j).finished());
}

}  // namespace

std::string calibration_json(const CalibrateResult& result) {
  const Calibration& found = result.calibration;
  const GameInfo& game = game_of(result);
  const auto side_json = [&](const std::vector<SideRating>& ratings) {
    Json json = Json::array();
    for (const SideRating& each : ratings)
      json.push_back({{"elo", each.elo}, {"error", each.error}});
    return json;
  };
  const Json json = {
      {"format", "tavlab calibration"},
      {"format_version", 1},
      {"tavlab_version", kVersion},
      {"rules", result.rules_id},
      {"rules_hash", result.rules_hash},
      {"first_player", game.first_player},
      {"second_player", game.second_player},
      {"agents", result.agents},
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
       {{"attackers", result.agents[found.strongest_first]},
        {"defenders", result.agents[found.strongest_second]},
        {"overall", result.agents[found.strongest]}}},
      {"hash", result.hash()}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string calibration_markdown(const CalibrateResult& result) {
  const Calibration& found = result.calibration;
  const GameInfo& game = game_of(result);
  std::string text = fmt::format("{}\n\n{}\n\n| {} |", sentence(result), more_sentences(result),
                                 in_markdown_cell(game.first_player + " \\ " + game.second_player));
  for (const std::string& agent : result.agents) text += fmt::format(" `{}` |", agent);
  text += "\n|---|";
  for (std::size_t j = 0; j < found.agents; ++j) text += "---|";
  for (std::size_t i = 0; i < found.agents; ++i) {
    text += fmt::format("\n| `{}` |", result.agents[i]);
    for (std::size_t j = 0; j < found.agents; ++j)
      text += fmt::format(" {} |", cell_text(found, i, j));
  }
  text += fmt::format(
      "\n\n| agent | Elo | as {} | share | as {} | share |\n|---|---|---|---|---|---|\n",
      game.first_player, game.second_player);
  for (std::size_t i = 0; i < found.agents; ++i) {
    text += fmt::format("| `{}` | {:+.0f} | {} | {:.2f} | {} | {:.2f} |\n", result.agents[i],
                        found.rating[i], elo(found.first[i]), found.equilibrium.rows[i],
                        elo(found.second[i]), found.equilibrium.columns[i]);
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
  return fmt::format("{}\n\n{}\n{}\n{}\n{}\n\n{}\n", result.rules_id, scores.text(), ratings.text(),
                     sentence(result), more_sentences(result), kLegend);
}

ReportFrame calibration_frame(const CalibrateResult& result) {
  const Calibration& found = result.calibration;
  const GameInfo& game = game_of(result);
  std::vector<Fields> heads, rows, ratings;
  for (std::size_t i = 0; i < found.agents; ++i) {
    heads.push_back({{"number", i + 1}, {"agent", result.agents[i]}});
    std::vector<Fields> cells;
    for (std::size_t j = 0; j < found.agents; ++j) {
      cells.push_back({{"score", fmt::format("{:.2f}", found.score.at(i, j))},
                       {"games", found.games(i, j).finished()}});
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
  return frame;
}

}  // namespace tavlab
