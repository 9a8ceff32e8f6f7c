// How far a run is, and what it has found so far.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/translation.h"
#include "experiments/claim/claim_text.h"
#include "experiments/claim/measure_words.h"
#include "experiments/claim/read_claim.h"
#include "experiments/stats/calibration.h"
#include "experiments/stats/interval.h"
#include "experiments/store/cell_label.h"
#include "experiments/summary/json_values.h"
#include "serve/api/run_answers.h"

namespace tavlab::serve {
namespace {

constexpr std::size_t kMostEstimates = 400;

/// One line of the table of estimates; `unit` is "score", "elo" or "value".
Json estimate_json(const std::string& name, const std::string& of, std::string_view unit,
                   double value, const Interval& interval, std::uint64_t games) {
  return {{"name", name},
          {"of", of},
          {"unit", unit},
          {"value", json_number(value)},
          {"low", json_number(interval.low)},
          {"high", json_number(interval.high)},
          {"games", games},
          {"planned", nullptr},
          {"verdict", nullptr}};
}

Json estimate_json(const std::string& name, const std::string& of, const ResultCounts& counts) {
  const ScoreEstimate score = estimate_score(counts);
  return estimate_json(name, of, "score", score.mean, score.interval, counts.games());
}

/// The number after an option of a command.
std::optional<std::uint64_t> option_in(std::string_view command, std::string_view option) {
  const std::size_t at = command.rfind(option);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view text = command.substr(at + option.size());
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() ? std::optional(number) : std::nullopt;
}

/// What a store says about its run.
struct StoredRun {
  StoredExperiment experiment;
  std::vector<StoredCell> cells;
  std::map<std::int64_t, CellTally> tallies;

  [[nodiscard]] const CellTally& tally(const StoredCell& cell) const {
    static const CellTally none;
    const auto found = tallies.find(cell.id);
    return found == tallies.end() ? none : found->second;
  }
  [[nodiscard]] std::uint64_t played() const {
    std::uint64_t games = 0;
    for (const auto& [cell, tally] : tallies) games += tally.side.games();
    return games;
  }
  /// Runs that distribute their games as they go want few of each cell at first.
  [[nodiscard]] std::uint64_t planned() const {
    std::uint64_t games = 0;
    for (const StoredCell& cell : cells) games += cell.games;
    const std::uint64_t each = option_in(experiment.command, " --games ").value_or(0);
    constexpr std::uint64_t kMost = 1'000'000'000;
    const bool in_rounds =
        experiment.kind() == "tavlab calibrate" || experiment.kind() == "tavlab limit";
    return in_rounds ? std::max(games, std::min(each, kMost) * cells.size()) : games;
  }
};

StoredRun look_at(StoreLook& store) { return {store.experiment(), store.cells(), store.tallies()}; }

std::string family_of_run(const StoredRun& stored) {
  return stored.cells.empty() ? std::string() : stored.cells.front().family;
}

/// `several`: whether the cells have several rule sets, which their names then tell apart.
std::string name_of_cell(const StoredCell& cell, bool several, Language language) {
  const std::string agents = text_in(language, cell.family, cell.agents.name);
  const std::string label = short_label(cell);
  if (label.empty() || label == cell.rules_id) {
    return several ? fmt::format("{}; {}", cell.rules_id, agents) : agents;
  }
  return fmt::format("{}; {}", label, agents);
}

/// The results of each cell: of the first agent where agents exchange sides, else of a side.
void add_cells(Json& estimates, const StoredRun& stored, Language language) {
  const bool several = std::ranges::any_of(stored.cells, [&](const StoredCell& cell) {
    return cell.rules_id != stored.cells.front().rules_id;
  });
  for (const StoredCell& cell : stored.cells) {
    if (estimates.size() >= kMostEstimates) return;
    const CellTally& tally = stored.tally(cell);
    const std::string name = name_of_cell(cell, several, language);
    const bool by_agent = tally.swaps && cell.agents.first != cell.agents.second;
    Json line = by_agent ? estimate_json(name, cell.agents.first, tally.agent)
                         : estimate_json(name, cell.game.first_player, tally.side);
    line["planned"] = cell.games;
    estimates.push_back(std::move(line));
  }
}

/// The value between the best choices of agents, as `tavlab calibrate` computes it.
void add_value(Json& estimates, const StoredRun& stored) {
  std::size_t agents = 0;
  while (agents * agents < stored.cells.size()) ++agents;
  if (agents < 2 || agents * agents != stored.cells.size()) return;
  std::vector<ResultCounts> counts;
  for (const StoredCell& cell : stored.cells) counts.push_back(stored.tally(cell).side);
  const bool any =
      std::ranges::any_of(counts, [](const ResultCounts& each) { return each.finished() > 0; });
  if (!any) return;
  const Calibration found = calibrate_from(agents, counts, stored.experiment.seed);
  estimates.push_back(
      estimate_json("between the best choices of agents", stored.cells.front().game.first_player,
                    "score", found.equilibrium.value, found.value_interval, stored.played()));
}

/// The ratings that `tavlab ladder` wrote at its end.
void add_ratings(Json& estimates, const RunFolder& run) {
  const Json ladder = read_json(run.path / "ladder.json");
  if (!ladder.is_object()) return;
  for (const Json& rung : ladder.at("rungs")) {
    const auto elo = rung.at("elo").get<double>(), error = rung.at("error").get<double>();
    estimates.push_back(estimate_json(rung.at("agent").get<std::string>(), "", "elo", elo,
                                      {elo - error, elo + error}, 0));
    estimates.back()["games"] = nullptr;
  }
}

/// "length of a game: helmfrid-9 − tavlei-9, at least 0": what a hypothesis of a claim's result
/// measures, and where that must lie.
std::string hypothesis_in(Language language, const StoredCell& cell, const Json& test) {
  const auto in_language = [&](std::string_view text) {
    return text_in(language, cell.family, text);
  };
  const auto measure = test.at("measure").get<std::string>();
  std::string arms;
  for (const Json& arm : test.at("arms")) {
    arms += (arms.empty() ? "" : " − ") + in_language(arm.get<std::string>());
  }
  const auto text = test.at("hypothesis").get<std::string>();
  const std::string region = text.substr(text.rfind(": ") + 2);
  std::string words =
      fmt::format("{}: {}, {}", in_language(measure_words(measure, cell.game.first_player)), arms,
                  in_language(region));
  if (!test.at("reading").is_null()) {
    words += fmt::format(" ({})", in_language("if " + test.at("reading").get<std::string>()));
  }
  return words;
}

/// The hypotheses of a claim, from the JSON of its result.
void add_claim(Json& json, const Json& claim, const StoredCell& cell, Language language) {
  const std::string& family = cell.family;
  json["about"] = text_in(language, family, claim.at("claim").at("statement").get<std::string>());
  json["verdict"] = claim.at("verdict");
  json["sentence"] = text_in(language, family, claim.at("sentence").get<std::string>());
  for (const Json& strength : claim.at("strengths")) {
    for (const Json& test : strength.at("tests")) {
      const auto measure = test.at("measure").get<std::string>();
      const bool score = measure.find("score") != std::string::npos && test.at("arms").size() == 1;
      json["estimates"].push_back({{"name", hypothesis_in(language, cell, test)},
                                   {"of", strength.at("agents")},
                                   {"unit", score ? "score" : "value"},
                                   {"value", test.at("mean")},
                                   {"low", test.at("low")},
                                   {"high", test.at("high")},
                                   {"games", test.at("values")},
                                   {"planned", nullptr},
                                   {"verdict", test.at("verdict")}});
    }
  }
}

/// The result of a claim: what it wrote at its end, or what its games say while it plays; null if
/// there is none, as in a shard.
Json claim_of(const RunFolder& run) {
  if (!run.running) return read_json(run.path / "claim.json");
  return Json::parse(claim_json(read_claim(run.path, std::filesystem::temp_directory_path())));
}

void add_fact(Json& json, std::string_view name, const Json& value) {
  json["facts"].push_back({{"name", name}, {"value", value}});
}

void add_proved_limits(Json& json, const RunFolder& run) {
  const Json limits = read_json(run.path / "limit.json");
  if (!limits.is_object()) return;
  const Json& proved = limits.at("proved");
  add_fact(json, "proved_first_up_to", proved.at("first_side_up_to"));
  if (!proved.at("second_side_from").is_null()) {
    add_fact(json, "proved_second_from", proved.at("second_side_from"));
  }
  add_fact(json, "nodes", proved.at("nodes"));
}

/// What a run is called and asks, in the language where it is of a kind or comes with tavlab; who
/// writes an experiment of one's own writes it in one's own.
void add_title(Json& json, const StoredRun& stored, Language language) {
  const std::string family = family_of_run(stored);
  json["title"] = text_in(language, family, stored.experiment.title);
  json["about"] = text_in(language, family, stored.experiment.question);
}

void add_store(Json& json, const RunFolder& run, Language language) {
  const StoredRun stored = with_store(run.path, look_at);
  add_title(json, stored, language);
  json["command"] = stored.experiment.command;
  double seconds = 0.0;
  for (const auto& [cell, tally] : stored.tallies) seconds += tally.seconds;
  const std::uint64_t played = stored.played();
  json["games"] = {{"played", played},
                   {"planned", stored.planned()},
                   {"seconds_each", played == 0 ? Json() : json_number(seconds / double(played))}};
  Json& estimates = json["estimates"];
  if (run.kind == "claim" && stored.experiment.shard.empty()) {
    const Json claim = claim_of(run);
    if (claim.is_object() && !stored.cells.empty()) {
      return add_claim(json, claim, stored.cells.front(), language);
    }
  }
  if (run.kind == "calibration") add_value(estimates, stored);
  if (run.kind == "ladder" && !run.running) add_ratings(estimates, run);
  if (run.kind == "limit") add_proved_limits(json, run);
  add_cells(estimates, stored, language);
}

}  // namespace

Json folder_json(const RunFolder& run) {
  return {{"name", run.name},
          {"kind", run.kind},
          {"report", run.has_report ? Json("/reports/" + run.name) : Json(nullptr)},
          {"changed", run.changed},
          {"running", run.running}};
}

Json describe_run(const RunFolder& run, Language language) {
  Json json = folder_json(run);
  json.update({{"title", nullptr},
               {"about", nullptr},
               {"command", nullptr},
               {"games", nullptr},
               {"verdict", nullptr},
               {"sentence", nullptr},
               {"estimates", Json::array()},
               {"curves", Json::array()},
               {"facts", Json::array()},
               {"has_games", run.kind != "proof"},
               {"fault", nullptr}});
  try {
    if (is_own_file(run.path / "games.sqlite")) add_store(json, run, language);
    if (run.kind == "training") add_training(json, run);
    if (run.kind == "proof") add_proofs(json, run);
  } catch (const UserError& error) {
    json["fault"] = text_in(language, "", error.what());
  } catch (const Json::exception&) {
    json["fault"] = text_in(language, "",
                            run.name + ": its files are of another version of tavlab, or damaged");
  }
  return json;
}

}  // namespace tavlab::serve
