#include "experiments/summary/summary_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "core/io/files.h"
#include "core/text.h"
#include "core/version.h"
#include "experiments/measure/game_measures.h"
#include "experiments/summary/columns.h"
#include "experiments/summary/json_values.h"
#include "experiments/summary/labels.h"
#include "experiments/text/player.h"
#include "experiments/text/table.h"

namespace tavlab {
namespace {

using Json = nlohmann::ordered_json;

Json score_json(const ScoreEstimate& score) {
  return {{"mean", json_number(score.mean)},
          {"low", score.interval.low},
          {"high", score.interval.high},
          {"confidence", 0.95},
          {"method", "wilson"}};
}

/// Of the longest run or turn of each game.
Json longest_json(double mean, int most, const std::map<int, std::uint64_t>& games_by_length) {
  Json games = Json::object();
  for (const auto& [length, games_of_it] : games_by_length) {
    games[fmt::to_string(length)] = games_of_it;
  }
  return {{"mean", json_number(mean)}, {"most", most}, {"games", games}};
}

/// Null for games without dice.
Json chance_json(const std::optional<ChanceSummary>& chance) {
  if (!chance) return nullptr;
  Json json = {
      {"throws", json_number(chance->rolls)},
      {"passes", json_number(chance->passes)},
      {"throw_shares", Json::object()},
      {"longest_run", longest_json(chance->longest_run, chance->highest_run, chance->games_by_run)},
      {"longest_turn",
       longest_json(chance->longest_turn, chance->highest_turn, chance->games_by_turn)},
      {"lead_changes", json_number(chance->lead_changes)}};
  for (const RollCount& each : chance->roll_counts) {
    json["throw_shares"][each.name] = chance->share(each);
  }
  return json;
}

/// Of every measure that at least one game has.
Json measures_json(const CellSummary& summary) {
  Json json = Json::object();
  for (const GameMeasure& each : game_measures()) {
    const RunningMean mean = summary.measure(each.name);
    if (mean.count() == 0) continue;
    json[std::string(each.name)] = {{"games", mean.count()},
                                    {"mean", json_number(mean.mean())},
                                    {"standard_error", json_number(mean.standard_error())}};
  }
  return json;
}

/// Null if no different agents exchange sides.
Json agents_json(const std::optional<AgentSummary>& agents) {
  if (!agents) return nullptr;
  Json json = score_json(agents->score);
  json["games"] = agents->score.games;
  json["as_first"] = json_number(agents->as_side[0].mean);
  json["as_second"] = json_number(agents->as_side[1].mean);
  json["elo"] = elo_json(agents->elo);
  return json;
}

Json cell_json(const CellSummary& summary) {
  const StoredCell& cell = summary.cell;
  Json json;
  json["label"] = cell.label;
  json["group"] = cell.group;
  json["settings"] = Json::object();
  for (const auto& [key, value] : cell.settings) json["settings"][key] = value;
  Json& rules = json["rules"];
  rules = {{"id", cell.rules_id},         {"title", cell.rules_title},
           {"family", cell.family},       {"hash", cell.rules_hash},
           {"overrides", cell.overrides}, {"start", cell.game.position},
           {"parameters", Json::object()}};
  for (const auto& [key, value] : cell.parameters) rules["parameters"][key] = value;
  json["sides"] = {{"first", cell.game.first_player}, {"second", cell.game.second_player}};
  json["agents"] = {
      {"name", cell.agents.name}, {"first", cell.agents.first}, {"second", cell.agents.second}};
  json["match"] = match_mode_text(cell.match);
  json["opening_plies"] = cell.opening_plies;
  json["max_plies"] = cell.max_plies;
  for (const auto& [key, value] : cell.conditions) json["conditions"][key] = value;  // often none
  json["seed"] = cell.seed;
  json["identity"] = cell.identity;
  json["games_wanted"] = cell.games;
  json["games"] = summary.games();
  json["finished"] = summary.finished();
  json["unfinished"] = summary.tally.unfinished;
  json["first_wins"] = summary.tally.wins;
  json["draws"] = summary.tally.draws;
  json["second_wins"] = summary.tally.losses;
  json["score"] = score_json(summary.score);
  if (summary.exact) json["exact"] = *summary.exact;  // of few claims only
  Json& plies = json["plies"];
  plies = {{"mean", json_number(summary.mean_plies)},
           {"standard_error", json_number(summary.mean_plies_error)},
           {"quantiles", Json::object()}};
  for (std::size_t i = 0; i < kPlyQuantiles.size(); ++i) {
    plies["quantiles"][fmt::format("{:.2f}", kPlyQuantiles[i])] =
        json_number(summary.ply_quantiles[i]);
  }
  json["captures"] = {{"by_first", json_number(summary.captures_by_first)},
                      {"by_second", json_number(summary.captures_by_second)}};
  json["mean_legal_moves"] = json_number(summary.mean_legal_moves);
  json["choices"] = json_number(summary.mean_choices);
  json["chance"] = chance_json(summary.chance);
  json["measures"] = measures_json(summary);
  json["first_agent_score"] = agents_json(summary.agents);
  json["distinct_games"] = summary.distinct_games;
  json["reasons"] = summary.reasons;
  json["seconds"] = summary.seconds;
  json["matches"] = nullptr;
  if (summary.matches) {
    const TwoGameSummary& matches = *summary.matches;
    json["matches"] = {{"played", matches.matches},
                       {"unfinished", matches.unfinished},
                       {"first_agent_points", matches.first_points},
                       {"second_agent_points", matches.second_points},
                       {"first_agent_by_points", matches.first_by_points},
                       {"second_agent_by_points", matches.second_by_points},
                       {"first_agent_by_captures", matches.first_by_captures},
                       {"second_agent_by_captures", matches.second_by_captures},
                       {"tied", matches.tied}};
  }
  return json;
}

/// A text as in RFC 4180. Spreadsheets take fields that begin with some characters for formulas; a
/// leading apostrophe marks a text.
std::string csv_field(std::string_view text) {
  // Their fullwidth forms count as well where East Asian text is entered.
  constexpr std::array<std::string_view, 11> kBegin = {
      "=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20"};
  const bool formula =
      std::ranges::any_of(kBegin, [&](std::string_view begin) { return text.starts_with(begin); });
  if (!formula && text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string field = formula ? "\"'" : "\"";
  for (const char c : text) field += c == '"' ? std::string("\"\"") : std::string(1, c);
  return field + "\"";
}

/// Empty when unknown.
std::string csv_number(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : std::string();
}

/// The columns from `reasons` on, each preceded by a comma; empty where not applicable.
std::string csv_measures(const CellSummary& row) {
  std::string reasons;
  for (const auto& [reason, games] : row.reasons) {
    reasons += fmt::format("{}{}={}", reasons.empty() ? "" : ";", reason, games);
  }
  std::string text = "," + csv_field(reasons) + "," + csv_number(row.mean_choices);
  if (row.chance) {
    const ChanceSummary& chance = *row.chance;
    std::string shares;
    for (const RollCount& each : chance.roll_counts) {
      shares += fmt::format("{}{}={}", shares.empty() ? "" : ";", each.name, chance.share(each));
    }
    text += fmt::format(
        ",{},{},{},{},{},{},{},{}", csv_number(chance.rolls), csv_number(chance.passes),
        csv_field(shares), csv_number(chance.longest_run), chance.highest_run,
        csv_number(chance.longest_turn), chance.highest_turn, csv_number(chance.lead_changes));
  } else {
    text += ",,,,,,,,";
  }
  if (row.agents) {
    const ScoreEstimate& score = row.agents->score;
    text +=
        fmt::format(",{},{},{}", csv_number(score.mean), score.interval.low, score.interval.high);
  } else {
    text += ",,,";
  }
  for (const char* name : {"complexity", "drama", "value_lead_changes", "killer_move", "permanence",
                           "decisiveness", "coverage"}) {
    text += "," + csv_number(row.measure(name).mean());
  }
  return text;
}

std::string fixed(double value, int digits) {
  return std::isfinite(value) ? fmt::format("{:.{}f}", value, digits) : std::string("-");
}

/// A separate table under a title; empty if there are no columns.
std::string columns_text(const Summary& summary, const std::string& title, const Columns& columns) {
  if (columns.heads.empty()) return {};
  std::vector<std::string> head = {""};
  head.insert(head.end(), columns.heads.begin(), columns.heads.end());
  TextTable table(std::move(head));
  for (const CellSection& section : sections(summary)) {
    bool titled = false;
    for (const CellSummary* cell : section.cells) {
      if (!columns.show(*cell)) continue;
      if (!titled) table.add_section(fmt::format("{}:", section.agents));
      titled = true;
      std::vector<std::string> row = {"  " + short_label(cell->cell)};
      for (std::string& text : columns.texts(*cell)) row.push_back(std::move(text));
      table.add(std::move(row));
    }
  }
  return fmt::format("\n{}\n\n{}", title, table.text());
}

/// Tables for games with dice and for different agents only.
std::string further_tables(const Summary& summary) {
  std::string text =
      columns_text(summary, "How often the first agent wins", agent_columns(summary));
  const Columns chance = chance_columns(summary);
  if (chance.heads.empty()) return text;
  text += columns_text(summary, "Dice and turns", chance);
  text += fmt::format("\n{}\n", fmt::join(chance_legend(), "\n"));
  text += columns_text(summary, "Frequency of each roll", roll_columns(summary));
  const Columns reasons = reason_columns(summary);
  if (reasons.heads.size() > 1) text += columns_text(summary, "How games ended", reasons);
  return text;
}

/// "1 (proved)", or `unknown`.
std::string proved_text(const CellSummary& cell, std::string_view unknown) {
  return cell.exact ? fmt::format("{} (proved)", exact_text(*cell.exact)) : std::string(unknown);
}

bool has_unfinished(const Summary& summary) {
  for (const CellSummary& cell : summary.cells) {
    if (cell.tally.unfinished > 0) return true;
  }
  return false;
}

}  // namespace

std::string summary_json(const Summary& summary) {
  const StoredExperiment& experiment = summary.experiment;
  Json json;
  json["format"] = "tavlab experiment summary";
  json["format_version"] = 1;
  json["tavlab_version"] = kVersion;
  json["experiment"] = {{"id", experiment.id},
                        {"title", experiment.title},
                        {"question", experiment.question},
                        {"reading", experiment.reading},
                        {"config", experiment.config_name},
                        {"seed", experiment.seed},
                        {"command", summary.command("DIR")},
                        {"tavlab_version", experiment.tavlab_version}};
  if (!experiment.caution.empty()) json["experiment"]["caution"] = experiment.caution;
  json["games"] = summary.games();
  json["games_wanted"] = summary.games_wanted();
  json["complete"] = summary.complete();
  json["cells"] = Json::array();
  for (const CellSummary& cell : summary.cells) json["cells"].push_back(cell_json(cell));
  // Names come from files and the command line: an invalid byte must not lose the results.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string summary_csv(const Summary& summary) {
  std::string text =
      "label,group,settings,rules,rules_hash,agents,first_agent,second_agent,match,opening_plies,"
      "max_plies,seed,games_wanted,games,finished,unfinished,first_wins,draws,second_wins,score,"
      "score_low,score_high,mean_plies,mean_plies_standard_error,plies_05,plies_25,plies_50,plies_"
      "75,"
      "plies_95,captures_by_first,captures_by_second,mean_legal_moves,distinct_games,seconds,"
      "reasons,choices,throws,passes,throw_shares,longest_run,longest_run_most,longest_turn,"
      "longest_turn_most,lead_changes,first_agent_score,first_agent_score_low,"
      "first_agent_score_high,complexity,drama,value_lead_changes,killer_move,permanence,"
      "decisiveness,coverage,exact\n";
  for (const CellSummary& row : summary.cells) {
    const StoredCell& cell = row.cell;
    std::string settings;
    for (const auto& [key, value] : cell.settings) {
      settings += fmt::format("{}{}={}", settings.empty() ? "" : ";", key, value);
    }
    for (const std::string_view field :
         {std::string_view(cell.label), std::string_view(cell.group), std::string_view(settings),
          std::string_view(cell.rules_id), std::string_view(cell.rules_hash),
          std::string_view(cell.agents.name), std::string_view(cell.agents.first),
          std::string_view(cell.agents.second), match_mode_text(cell.match)}) {
      text += csv_field(field) + ",";
    }
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}", cell.opening_plies,
                        cell.max_plies, cell.seed, cell.games, row.games(), row.finished(),
                        row.tally.unfinished, row.tally.wins, row.tally.draws, row.tally.losses,
                        csv_number(row.score.mean), row.score.interval.low, row.score.interval.high,
                        csv_number(row.mean_plies), csv_number(row.mean_plies_error));
    for (const double plies : row.ply_quantiles) text += "," + csv_number(plies);
    text += fmt::format(",{},{},{},{},{:.3f}", csv_number(row.captures_by_first),
                        csv_number(row.captures_by_second), csv_number(row.mean_legal_moves),
                        row.distinct_games, row.seconds);
    text += csv_measures(row) + (row.exact ? fmt::format(",{}\n", *row.exact) : ",\n");
  }
  return text;
}

bool repeats_much(const CellSummary& cell) {
  constexpr double kByChance = 0.05;  // short games of players that draw lots
  const std::uint64_t again = cell.games() - cell.distinct_games;
  return static_cast<double>(again) > kByChance * static_cast<double>(cell.games());
}

std::string repeats_text(const Summary& summary) {
  std::uint64_t rows = 0, games = 0, repeated = 0;
  for (const CellSummary& cell : summary.cells) {
    if (!repeats_much(cell)) continue;
    ++rows;
    games += cell.games();
    repeated += cell.games() - cell.distinct_games;
  }
  if (rows == 0) return {};
  return fmt::format(
      "In {} {}, {} of {} games repeat others move for move and tell nothing new: their intervals "
      "are too narrow. More openings help: more plies, of an even number so that the side that "
      "begins also thinks first, such as openings = \"plies=4,unique,sample=1000\".",
      rows, rows == 1 ? "row" : "rows", grouped(repeated), grouped(games));
}

std::string caution_text(const Summary& summary) {
  std::string text;
  for (const std::string& each : {repeats_text(summary), summary.experiment.caution}) {
    if (!each.empty()) text += fmt::format("\n{}", wrap(each, kTextWidth, 0));
  }
  return text;
}

std::string summary_table(const Summary& summary) {
  if (summary.cells.empty()) return "no cells\n";
  const std::string first = summary.player(Side::first);
  const bool unfinished = has_unfinished(summary);
  std::vector<std::string> head = {"", "games", first, "draws", summary.player(Side::second)};
  if (unfinished) head.emplace_back("unfinished");
  head.emplace_back("score [95 %]");
  if (summary.any_exact()) head.emplace_back("by optimal play");
  for (const char* name : {"plies (5-95 %)", "legal moves", "distinct"}) head.emplace_back(name);
  TextTable table(std::move(head));
  for (const CellSection& section : sections(summary)) {
    table.add_section(fmt::format("{}:", section.agents));
    for (const CellSummary* each : section.cells) {
      const CellSummary& cell = *each;
      std::vector<std::string> row = {"  " + short_label(cell.cell), grouped(cell.games()),
                                      grouped(cell.tally.wins), grouped(cell.tally.draws),
                                      grouped(cell.tally.losses)};
      if (unfinished) row.push_back(grouped(cell.tally.unfinished));
      row.push_back(cell.score.games == 0
                        ? std::string("-")
                        : fmt::format("{:.3f} [{:.3f}, {:.3f}]", cell.score.mean,
                                      cell.score.interval.low, cell.score.interval.high));
      if (summary.any_exact()) row.push_back(proved_text(cell, "-"));
      row.push_back(cell.finished() == 0
                        ? std::string("-")
                        : fmt::format("{:.1f} ({:.0f}-{:.0f})", cell.mean_plies,
                                      cell.ply_quantiles.front(), cell.ply_quantiles.back()));
      row.push_back(fixed(cell.mean_legal_moves, 1));
      row.push_back(grouped(cell.distinct_games));
      table.add(std::move(row));
    }
  }
  std::string text = fmt::format("{}\n\n{}", summary.experiment.title, table.text());
  text += fmt::format("\nscore: of {}, draws one half, unfinished games left out; 0.5 is even.\n",
                      in_sentence(first));
  if (summary.cells.size() > 1) {
    text += "Each interval is for its row alone: of 20 rows of an even game, 1 may look uneven.\n";
  }
  text += further_tables(summary);
  if (!summary.complete()) {
    const std::string& shard = summary.experiment.shard;
    text += fmt::format("{} of {} games are {}.\n", grouped(summary.games()),
                        grouped(summary.games_wanted()),
                        shard.empty() ? "played; the run's command plays the rest"
                                      : fmt::format("here, the part of shard {}", shard));
  }
  text += caution_text(summary);
  if (const std::string& reading = summary.experiment.reading; !reading.empty()) {
    text += fmt::format("\n{}\n", reading);
  }
  return text;
}

std::string summary_markdown(const Summary& summary) {
  if (summary.cells.empty()) return "no cells\n";
  const std::string first = summary.player(Side::first);
  std::string text = fmt::format(
      "### {}\n\n| agents | rules | games | {} | draws | {} | unfinished | score [95 %] |{} plies "
      "| "
      "legal moves |\n|---|---|---|---|---|---|---|---|---|---|{}\n",
      in_markdown_cell(summary.experiment.title), first, summary.player(Side::second),
      summary.any_exact() ? " by optimal play |" : "", summary.any_exact() ? "---|" : "");
  for (const CellSection& section : sections(summary)) {
    for (const CellSummary* cell : section.cells) {
      text +=
          fmt::format("| `{}` | {} | {} | {} | {} | {} | {} | {} |{} {} | {} |\n",
                      in_markdown_cell(section.agents), in_markdown_cell(short_label(cell->cell)),
                      cell->games(), cell->tally.wins, cell->tally.draws, cell->tally.losses,
                      cell->tally.unfinished, score_text(cell->score),
                      summary.any_exact() ? fmt::format(" {} |", proved_text(*cell, "–")) : "",
                      number_text(cell->mean_plies, 1), number_text(cell->mean_legal_moves, 1));
    }
  }
  text += fmt::format("\nScore: of {}. `{}` (seed {}, tavlab {})\n", in_sentence(first),
                      summary.command("DIR"), summary.experiment.seed, kVersion);
  if (const std::string repeats = repeats_text(summary); !repeats.empty()) {
    text += fmt::format("\n{}\n", repeats);
  }
  if (const std::string& caution = summary.experiment.caution; !caution.empty()) {
    text += fmt::format("\n{}\n", in_markdown_cell(caution));
  }
  if (const std::string& reading = summary.experiment.reading; !reading.empty()) {
    text += fmt::format("\n{}\n", in_markdown_cell(reading));
  }
  return text;
}

void write_summaries(const Summary& summary, const std::filesystem::path& folder) {
  write_file(folder / "summary.csv", summary_csv(summary));
  write_file(folder / "summary.json", summary_json(summary));
  write_file(folder / "summary.md", summary_markdown(summary));
}

}  // namespace tavlab
