#include "experiments/match/match_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/text.h"
#include "experiments/stats/interval.h"
#include "experiments/summary/json_values.h"
#include "experiments/summary/labels.h"
#include "experiments/text/table.h"

namespace tavlab {
namespace {

using Json = nlohmann::ordered_json;

std::string dumped(const Json& json) {
  // Text that is not UTF-8 comes from the user: its bytes are replaced.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string tally_text(const std::string& name, std::size_t width, const ResultCounts& tally) {
  std::string line = fmt::format("  {} {:>6} won {:>6} drawn {:>6} lost", padded(name, width),
                                 tally.wins, tally.draws, tally.losses);
  if (tally.unfinished > 0) line += fmt::format(" {:>6} unfinished", tally.unfinished);
  const ScoreEstimate score = estimate_score(tally);
  if (score.games == 0) return line + "   no finished games\n";
  return line + fmt::format("   score {}\n", score_text(score));
}

Json tally_json(const ResultCounts& tally) {
  const Interval interval = estimate_score(tally).interval;
  return {{"wins", tally.wins},
          {"draws", tally.draws},
          {"losses", tally.losses},
          {"unfinished", tally.unfinished},
          {"score", tally.finished() == 0 ? Json(nullptr) : Json(tally.score())},
          {"score_interval", {interval.low, interval.high}}};
}

/// A line for each agent and one for the first side.
std::string tallies(const MatchReport& report) {
  const MatchSummary& summary = report.summary;
  const std::string first = "first  " + report.settings.first_agent;
  const std::string second = "second " + report.settings.second_agent;
  constexpr std::size_t kMinWidth = 34;
  const std::size_t width = std::max({kMinWidth, display_width(first), display_width(second)});
  return tally_text(first, width, summary.agent(0)) + tally_text(second, width, summary.agent(1)) +
         tally_text(std::string(report.first_side), width, summary.first_side());
}

std::string elo_line(const MatchReport& report) {
  const MatchSummary& summary = report.summary;
  const PairCounts& pairs = summary.pairs();
  const std::string estimate = fmt::format("  first against second: Elo {}, LOS {}",
                                           elo_text(report.elo()), superiority_text(report.elo()));
  if (!report.settings.swap) {
    if (summary.finished() == 0) return {};
    return estimate +
           fmt::format(", from {} games; includes the effect of the sides\n", summary.finished());
  }
  if (pairs.pairs() == 0) return {};
  return estimate + fmt::format(", from {} pairs with 0, 1/2, 1, 3/2, 2 points: {}\n",
                                pairs.pairs(), fmt::join(pairs.by_points, " "));
}

/// A line if games only repeat others, more than short games of agents with chance do.
std::string repeats_line(const MatchSummary& games, bool same_agents) {
  constexpr double kByChance = 0.05;
  const auto repeated = static_cast<double>(games.games() - games.distinct_games());
  if (repeated <= kByChance * static_cast<double>(games.games())) return {};
  return fmt::format(
      "  only {} of {} games are distinct: repeated games say nothing new, so the intervals are "
      "too narrow; {}\n",
      games.distinct_games(), games.games(),
      same_agents ? "the same agent on both sides plays an opening alike when they are exchanged"
                  : "--openings plies=2,unique plays different ones");
}

std::string test_lines(const SequentialMatch& test) {
  std::string text =
      fmt::format("  sprt {}: {} after {} pairs, {}\n", test.settings().text(),
                  sprt_state_text(test.state()), test.summary().pairs().pairs(), sprt_text(test));
  const MatchSummary& games = test.summary();
  if (games.pairs().pairs() == 0) return text;
  const std::optional<SprtEstimate> estimate = test.estimate();
  if (!estimate) return text;
  return text +
         fmt::format(
             "       Elo corrected for early stopping {:+.1f} [{:+.1f}, {:+.1f}] (median-unbiased, "
             "95 %), LOS {:.1f} %\n",
             estimate->elo, estimate->interval.low, estimate->interval.high,
             100.0 * estimate->superiority);
}

Json test_json(const SequentialMatch& test) {
  const SprtSettings& settings = test.settings();
  const bool logistic = settings.hypotheses.model == EloModel::logistic;
  Json json = {{"model", logistic ? "logistic" : "normalized"},
               {"elo0", settings.hypotheses.elo0},
               {"elo1", settings.hypotheses.elo1},
               {"alpha", settings.alpha},
               {"beta", settings.beta},
               {"lower", test.bounds().lower},
               {"upper", test.bounds().upper},
               {"llr", test.ratio()},
               {"accepted", nullptr},
               {"pairs", test.summary().pairs().pairs()},
               {"estimate", nullptr}};
  if (test.decided()) json["accepted"] = test.state() == SprtState::accept_h1 ? "H1" : "H0";
  if (const std::optional<SprtEstimate> estimate = test.estimate()) {
    json["estimate"] = {{"elo", json_number(estimate->elo)},
                        {"low", json_number(estimate->interval.low)},
                        {"high", json_number(estimate->interval.high)},
                        {"superiority", json_number(estimate->superiority)}};
  }
  return json;
}

Json two_game_json(const TwoGameSummary& matches) {
  return {{"matches", matches.matches},
          {"unfinished", matches.unfinished},
          {"first_points", matches.first_points},
          {"second_points", matches.second_points},
          {"first_wins_by_points", matches.first_by_points},
          {"second_wins_by_points", matches.second_by_points},
          {"first_wins_by_captures", matches.first_by_captures},
          {"second_wins_by_captures", matches.second_by_captures},
          {"tied", matches.tied}};
}

std::string two_game_line(const TwoGameSummary& m) {
  return fmt::format(
      "  two-game matches: {} ({} unfinished); game points {} : {}; won by points {} : {}, by "
      "captures {} : {}, tied {}\n",
      m.matches, m.unfinished, m.first_points, m.second_points, m.first_by_points,
      m.second_by_points, m.first_by_captures, m.second_by_captures, m.tied);
}

}  // namespace

EloEstimate MatchReport::elo() const {
  return settings.swap ? estimate_elo(summary.pairs()) : estimate_elo(summary.agent(0));
}

std::string match_note(const MatchReport& report) {
  std::string note = report.settings.swap ? fmt::format("Elo {}", elo_text(report.elo()))
                                          : fmt::format("{} {:.3f}", report.first_side,
                                                        report.summary.first_side().score());
  if (report.test != nullptr) note += ", " + sprt_text(*report.test);
  return note;
}

std::vector<std::string> match_lines(const MatchReport& report) {
  std::vector<std::string> lines;
  std::string text = tallies(report) + elo_line(report);
  if (report.test != nullptr) text += "  sprt: " + sprt_text(*report.test) + "\n";
  for (const std::string_view line : split(text, '\n')) {
    if (!line.empty()) lines.emplace_back(line);
  }
  return lines;
}

std::vector<std::string> match_findings(const MatchReport& report) {
  std::string text = elo_line(report);
  if (report.test != nullptr) text += test_lines(*report.test);
  text += repeats_line(report.summary, report.settings.same_agents());
  std::vector<std::string> findings;
  for (std::string_view line : split(text, '\n')) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (!line.empty()) findings.emplace_back(line);
  }
  return findings;
}

std::string match_text(const MatchReport& report) {
  const MatchSettings& settings = report.settings;
  const MatchSummary& summary = report.summary;
  std::string text = fmt::format("{}: {} games, seed {}, {} distinct\n", settings.rule_set.id,
                                 summary.games(), settings.seed, summary.distinct_games());
  for (const auto& [name, value] : settings.conditions()) {
    text += fmt::format("  {}: {}\n", name, value);
  }
  text += tallies(report);
  text += elo_line(report);
  if (report.test != nullptr) text += test_lines(*report.test);
  text += repeats_line(summary, settings.same_agents());
  if (summary.finished() > 0) {
    text += fmt::format("  mean plies {:.1f}, captured {} {:.1f}, {} {:.1f}\n",
                        summary.mean_plies(), report.first_side, summary.mean_lost(0),
                        report.second_side, summary.mean_lost(1));
  }
  std::size_t longest = 16;
  for (const auto& [reason, count] : summary.reasons()) longest = std::max(longest, reason.size());
  for (const auto& [reason, count] : summary.reasons()) {
    text += fmt::format("    {:<{}} {}\n", reason, longest, count);
  }
  if (report.two_game) text += two_game_line(summary.two_game_matches());
  return text;
}

std::string match_json(const MatchReport& report, bool complete) {
  const MatchSettings& settings = report.settings;
  const MatchSummary& summary = report.summary;
  const Interval interval = estimate_score(summary.first_side()).interval;
  Json json = {
      {"rules", settings.rule_set.id},
      {"hash", settings.rule_set.hash_text()},
      {"first", settings.first_agent},
      {"second", settings.second_agent},
      {"seed", settings.seed},
      {"swap", settings.swap},
      {"opening_plies", settings.opening_plies},
      {"max_plies", settings.max_plies},
      {"conditions", Json::object()},
      {"games", summary.games()},
      {"complete", complete},
      {"first_agent", tally_json(summary.agent(0))},
      {"second_agent", tally_json(summary.agent(1))},
      {std::string(report.first_side), tally_json(summary.first_side())},
      {"score_interval", {interval.low, interval.high}},
      {"elo", elo_json(report.elo())},
      {"pairs", nullptr},
      {"reasons", summary.reasons()},
      {"mean_plies", json_number(summary.mean_plies())},
      {"mean_legal_moves", json_number(summary.mean_legal_moves())},
      {fmt::format("mean_captured_{}", report.first_side), json_number(summary.mean_lost(0))},
      {fmt::format("mean_captured_{}", report.second_side), json_number(summary.mean_lost(1))},
      {"distinct_games", summary.distinct_games()},
      {"seconds", summary.seconds()}};
  for (const auto& [name, value] : settings.conditions()) json["conditions"][name] = value;
  if (settings.swap) json["pairs"] = summary.pairs().by_points;
  if (report.two_game) json["two_game"] = two_game_json(summary.two_game_matches());
  if (report.test != nullptr) json["sprt"] = test_json(*report.test);
  return dumped(json);
}

std::string game_json(const GameRecord& game, std::string_view first_side,
                      std::string_view second_side) {
  const std::string_view result = game.result == Result::first_wins    ? first_side
                                  : game.result == Result::second_wins ? second_side
                                  : game.result == Result::draw        ? "draw"
                                                                       : "unfinished";
  return dumped({{"game", game.number},
                 {"swapped", game.swapped},
                 {"result", result},
                 {"reason", game.reason},
                 {"plies", game.plies},
                 {fmt::format("captured_{}", first_side), game.captured_first},
                 {fmt::format("captured_{}", second_side), game.captured_second},
                 {"seconds", game.seconds},
                 {"moves", game.moves},
                 {"values", game.values}});
}

std::string sprt_text(const SequentialMatch& test) {
  return fmt::format("LLR {:.2f} [{:.2f}, {:.2f}]", test.ratio(), test.bounds().lower,
                     test.bounds().upper);
}

}  // namespace tavlab
