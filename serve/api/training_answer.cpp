// Trainings by their rounds, and proofs by their limits.
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/result_counts.h"
#include "experiments/training/progress_ladder.h"
#include "selfplay/train/metrics.h"
#include "serve/api/run_answers.h"

namespace tavlab::serve {
namespace {

constexpr std::size_t kMostPoints = 500;  ///< of a curve

/// Points (round, value) by the name of their series.
using Series = std::map<std::string, std::vector<std::pair<std::uint64_t, double>>>;

/// A chart; `unit` is "score", whose values lie between 0 and 1, or "value".
void add_chart(Json& json, const char* name, const char* unit, const Series& series) {
  Json lines = Json::array();
  for (const auto& [title, points] : series) {
    Json shown = Json::array();
    const std::size_t step = points.size() / kMostPoints + 1;
    for (std::size_t i = 0; i < points.size(); ++i) {
      // The last point is always there.
      if ((points.size() - 1 - i) % step == 0) {
        shown.push_back({points[i].first, points[i].second});
      }
    }
    lines.push_back({{"name", title}, {"points", std::move(shown)}});
  }
  if (!lines.empty()) json["curves"].push_back({{"name", name}, {"unit", unit}, {"series", lines}});
}

void add_number(Json& json, const char* name, const Json& line, const char* key) {
  const auto found = line.find(key);
  if (found == line.end() || !found->is_number()) return;
  json["facts"].push_back({{"name", name}, {"value", *found}});
}

/// Won, drawn, lost, unfinished: the list that training an evaluation writes for `key`.
std::optional<ResultCounts> counts_in(const Json& line, const char* key) {
  const auto found = line.find(key);
  if (found == line.end() || !found->is_array() || found->size() != 4) return std::nullopt;
  const auto at = [&](std::size_t i) { return found->at(i).get<std::uint64_t>(); };
  return ResultCounts{at(0), at(1), at(2), at(3)};
}

/// The same from the numbers that training a net writes.
std::optional<ResultCounts> games_of(const Json& line) {
  if (const auto counts = counts_in(line, "games")) return counts;
  if (!line.contains("first_wins")) return std::nullopt;
  const auto at = [&](const char* key) { return line.at(key).get<std::uint64_t>(); };
  return ResultCounts{at("first_wins"), at("draws"), at("second_wins"), at("unfinished")};
}

}  // namespace

void add_training(Json& json, const RunFolder& run) {
  Series losses, balance, matches;
  std::uint64_t games = 0;
  Json last = Json::object();
  const auto file = run.path / "metrics.jsonl";
  for (const std::string& text :
       is_own_file(file) ? read_json_lines(file) : std::vector<std::string>()) {
    Json line = Json::parse(text);
    if (!line.is_object() || !line.contains("round")) continue;
    const auto round = line.at("round").get<std::uint64_t>();
    for (const auto& [key, value] : line.items()) {
      const bool loss = key == "loss" || key.ends_with("_loss");
      if (loss && value.is_number()) losses[key].emplace_back(round, value.get<double>());
    }
    if (const auto counts = games_of(line); counts && counts->finished() > 0) {
      balance["first_side"].emplace_back(round, counts->score());
      games += counts->games();
    }
    if (const auto counts = counts_in(line, "match"); counts && counts->finished() > 0) {
      matches["match"].emplace_back(round, counts->score());
    }
    last = std::move(line);
  }
  if (is_own_file(run.path / "ladder.jsonl")) {
    for (const LadderMatch& each : read_ladder(run.path).results) {
      if (each.both().finished() == 0) continue;
      matches[each.opponent].emplace_back(each.round, each.both().score());
    }
  }
  add_number(json, "round", last, "round");
  add_number(json, "minutes", last, "minutes");
  add_number(json, "positions", last,
             last.contains("all_positions") ? "all_positions" : "positions");
  // Those of a first round are not counted yet.
  if (games > 0)
    json["games"] = {{"played", games}, {"planned", nullptr}, {"seconds_each", nullptr}};
  add_chart(json, "match_scores", "score", matches);
  add_chart(json, "losses", "value", losses);
  add_chart(json, "self_play", "score", balance);
}

void add_proofs(Json& json, const RunFolder& run) {
  const Json proof = read_json(run.path / "proof.json");
  if (!proof.is_object()) return;
  json["title"] = proof.at("rules");
  json["about"] = proof.at("position");
  std::uint64_t nodes = 0;
  double seconds = 0.0;
  const auto add = [&](const Json& spent) {
    nodes += spent.at("nodes").get<std::uint64_t>();
    seconds += spent.at("seconds").get<double>();
  };
  Series by_limit;
  for (const Json& each : proof.at("proofs")) {
    add(each);
    if (each.at("limit").is_null()) continue;
    by_limit["nodes"].emplace_back(each.at("limit").get<std::uint64_t>(),
                                   each.at("nodes").get<double>());
  }
  add(proof.at("unfinished"));
  const Json& proofs = proof.at("proofs");
  const auto fact = [&](const char* name, const Json& value) {
    json["facts"].push_back({{"name", name}, {"value", value}});
  };
  if (!proof.value("any_number", false)) fact("limit_reached", proofs.size());
  if (!proofs.empty() && !proofs.back().at("held").get<bool>()) {
    fact("forced_at", proofs.back().at("limit"));
  }
  fact("nodes", nodes);
  fact("seconds", seconds);
  add_chart(json, "nodes_by_limit", "value", by_limit);
}

}  // namespace tavlab::serve
