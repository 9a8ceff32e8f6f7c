#include "experiments/store/cells.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/other_run.h"
#include "core/text.h"

namespace tavlab {
namespace {

using Json = nlohmann::ordered_json;

/// Everything that no query needs, as one JSON document, so that reports can be extended without a
/// new schema.
std::string description(const ExperimentCell& cell) {
  const GameInfo game = describe_game(cell.rule_set);
  Json json;
  json["group"] = cell.group;
  json["settings"] = Json::array();
  for (const auto& [key, value] : cell.settings) json["settings"].push_back({key, value});
  json["agents"] = cell.agents.name;
  json["rules"] = {{"title", cell.rule_set.title},
                   {"family", cell.rule_set.family},
                   {"overrides", cell.rule_set.overrides}};
  Json& parameters = json["rules"]["parameters"] = Json::object();
  for (const auto& [key, value] : cell.rule_set.parameters) {
    parameters[key] = cell.rule_set.value_text(key);
  }
  if (const auto conditions = cell.match_settings().conditions(); !conditions.empty()) {
    Json& list = json["conditions"] = Json::array();
    for (const auto& [key, value] : conditions) list.push_back({key, value});
  }
  json["players"] = {game.first_player, game.second_player};
  // Versions that did not yet draw boards from their rules read these lists of squares.
  json["start"] = {{"position", game.position},
                   {"throne", Json::array()},
                   {"corners", Json::array()},
                   {"camps", Json::array()},
                   {"squares", Json::object()}};
  return json.dump();
}

/// Far longer than any board, but short enough to be drawn.
constexpr std::size_t kLongestPosition = 4096;

/// Whether all texts in a document, keys and values, are safe to show.
bool is_plain_json(const Json& json) {
  if (json.is_string()) return is_plain(json.get_ref<const std::string&>());
  if (!json.is_structured()) return true;
  for (const auto& [key, value] : json.items()) {
    if (json.is_object() && !is_plain(key)) return false;
    if (!is_plain_json(value)) return false;
  }
  return true;
}

/// Returns whether the document has the form that `description` writes, as far as reports rely on
/// it. Throws exceptions of the JSON library if it does not.
bool read_description(std::string_view text, StoredCell& cell) {
  // Forged documents must not overflow the stack of the recursive parser.
  constexpr int kDeepest = 8;
  const Json json = Json::parse(text, [](int depth, Json::parse_event_t, Json&) {
    if (depth > kDeepest) throw UserError("too deep");
    return true;
  });
  if (!is_plain_json(json)) return false;
  cell.group = json.at("group");
  for (const Json& pair : json.at("settings")) cell.settings.emplace_back(pair.at(0), pair.at(1));
  if (json.contains("conditions")) {  // most cells have none
    for (const Json& pair : json.at("conditions")) {
      cell.conditions.emplace_back(pair.at(0), pair.at(1));
    }
  }
  cell.agents.name = json.at("agents");
  cell.rules_title = json.at("rules").at("title");
  cell.family = json.at("rules").at("family");
  cell.overrides = json.at("rules").at("overrides").get<std::vector<std::string>>();
  for (const auto& [key, value] : json.at("rules").at("parameters").items()) {
    cell.parameters.emplace_back(key, value.get<std::string>());
  }
  cell.game.first_player = json.at("players").at(0);
  cell.game.second_player = json.at("players").at(1);
  cell.game.position = json.at("start").at("position");
  return cell.game.position.size() <= kLongestPosition;
}

}  // namespace

std::vector<StoredCell> read_cells(sqlite::Database& database, std::string_view path) {
  sqlite::Statement rows(
      database,
      "SELECT id, identity, label, rules, rules_hash, first_agent, second_agent, "
      "match, seed, opening_plies, max_plies, games, description FROM cells "
      "ORDER BY place");
  std::vector<StoredCell> cells;
  while (rows.step()) {
    StoredCell cell;
    cell.id = rows.integer(0);
    cell.identity = rows.text(1);
    cell.label = rows.text(2);
    cell.rules_id = rows.text(3);
    cell.rules_hash = rows.text(4);
    cell.agents.first = rows.text(5);
    cell.agents.second = rows.text(6);
    cell.match = rows.text(7) == match_mode_text(MatchMode::two_game) ? MatchMode::two_game
                                                                      : MatchMode::single;
    cell.seed = static_cast<std::uint64_t>(rows.integer(8));
    cell.opening_plies = static_cast<int>(rows.integer(9));
    cell.max_plies = static_cast<int>(rows.integer(10));
    cell.games = static_cast<std::uint64_t>(rows.integer(11));
    bool readable = false;
    try {
      readable = read_description(rows.text(12), cell);
    } catch (const nlohmann::json::exception&) {
    } catch (const UserError&) {
    }
    if (!readable) {
      throw UserError(fmt::format(
          "{}: the description of the cell '{}' is damaged; restore the file from a backup, or "
          "move it away to start over",
          path, cell.label));
    }
    cells.push_back(std::move(cell));
  }
  return cells;
}

void put_cell(sqlite::Database& database, std::int64_t place, const ExperimentCell& cell) {
  sqlite::Statement put(
      database,
      "INSERT INTO cells (identity, label, place, rules, rules_hash, first_agent, "
      "second_agent, match, seed, opening_plies, max_plies, games, description) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
      "ON CONFLICT (identity) DO UPDATE SET label = excluded.label, "
      "place = excluded.place, rules = excluded.rules, games = excluded.games, "
      "description = excluded.description");
  const std::string identity = cell.identity();
  const std::string hash = cell.rule_set.hash_text();
  const std::string text = description(cell);
  put.bind(1, std::string_view(identity))
      .bind(2, std::string_view(cell.label))
      .bind(3, place)
      .bind(4, std::string_view(cell.rule_set.id))
      .bind(5, std::string_view(hash))
      .bind(6, std::string_view(cell.agents.first))
      .bind(7, std::string_view(cell.agents.second))
      .bind(8, match_mode_text(cell.match))
      .bind(9, static_cast<std::int64_t>(cell.seed))
      .bind(10, std::int64_t{cell.opening_plies})
      .bind(11, std::int64_t{cell.max_plies})
      .bind(12, static_cast<std::int64_t>(cell.games))
      .bind(13, std::string_view(text))
      .run();
}

void refuse_other_games(std::string_view path, const StoredCell& stored,
                        const ExperimentCell& cell) {
  std::string what = "was played differently";
  const std::string hash = cell.rule_set.hash_text();
  if (stored.rules_hash != hash) {
    what = fmt::format("was played under rules with hash {}, now {}", stored.rules_hash, hash);
  } else if (stored.agents.first != cell.agents.first ||
             stored.agents.second != cell.agents.second) {
    what = fmt::format("was played by {} and {}, not {} and {}", stored.agents.first,
                       stored.agents.second, cell.agents.first, cell.agents.second);
  } else if (stored.seed != cell.seed) {
    what = fmt::format("was played with seed {}, not {}", stored.seed, cell.seed);
  } else if (stored.opening_plies != cell.opening_plies || stored.max_plies != cell.max_plies) {
    what = fmt::format("was played with opening_plies {} and max_plies {}, not {} and {}",
                       stored.opening_plies, stored.max_plies, cell.opening_plies, cell.max_plies);
  } else if (stored.match != cell.match) {
    what = fmt::format("was played with match \"{}\"", match_mode_text(stored.match));
  } else {
    const auto text = [](const std::vector<std::pair<std::string, std::string>>& conditions) {
      std::string all;
      for (const auto& [key, value] : conditions) {
        if (key == "reproducible") continue;
        all += fmt::format("{}{} {}", all.empty() ? "" : "; ", key, value);
      }
      return all.empty() ? std::string("no openings, time or adjudication") : all;
    };
    const std::string before = text(stored.conditions),
                      now = text(cell.match_settings().conditions());
    what = before == now ? "was played with other openings"
                         : fmt::format("was played with {}, not with {}", before, now);
  }
  throw OtherRun(fmt::format("{}: cell '{}' {}; choose another --out", path, stored.label, what));
}

}  // namespace tavlab
