#include "serve/api/folder_answers.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/io/embedded.h"
#include "core/io/files.h"
#include "core/ruleset/ruleset.h"
#include "core/translation.h"
#include "serve/api/run_answers.h"
#include "serve/api/run_folders.h"
#include "serve/game/served_game.h"

namespace tavlab {

std::span<const EmbeddedFile> embedded_measurements();

}  // namespace tavlab

namespace tavlab::serve {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxReport = std::uint64_t{64} << 20;

/// The start position for a small picture: a text for each row from the top, of '-' where there is
/// no square, '.' or '+' (special) for empty ones, and w and b for the light and the dark pieces, W
/// and B for those with an emblem of a king.
Json board_of(const RuleSet& rules) {
  const Picture picture = make_served_game(rules, std::nullopt)->view().picture;
  const auto sign = [&](const Picture::Square& square) {
    if (!square.exists) return '-';
    if (square.pieces.empty()) return square.marks.empty() ? '.' : '+';
    const PieceLook& look = picture.looks[square.pieces.back()];
    const bool royal =
        look.emblem == PieceLook::Emblem::cross || look.emblem == PieceLook::Emblem::crown;
    return look.owner == picture.light ? (royal ? 'W' : 'w') : (royal ? 'B' : 'b');
  };
  Json rows = Json::array();
  for (std::size_t row = 0; row < picture.rows; ++row) {
    std::string text;
    for (std::size_t column = 0; column < picture.columns; ++column) {
      text += sign(picture.at(row, column));
    }
    rows.push_back(text);
  }
  const bool chequered = std::ranges::any_of(picture.squares, &Picture::Square::dark);
  return {{"rows", rows}, {"chequered", chequered}};
}

/// What a point says of its rules, by their names.
void describe_rules_of(Json& point, const std::string& id, const std::vector<std::string>& changes,
                       Language language) {
  point["rules"] = id;
  point["changes"] = changes;
  try {
    const RuleSet rules = load_rule_set(id, changes);
    point["title"] = title_in(language, rules);
    point["board"] = board_of(rules);
  } catch (const UserError&) {  // rules of another version
    point["title"] = id;
    point["board"] = nullptr;
  }
}

/// What the games in a run's summary were like, on average: their length, the moves at which there
/// was a choice, the legal moves to choose from, and the share of draws.
Json course_of_games(const fs::path& folder) {
  const Json summary = read_json(folder / "summary.json");
  double games = 0.0, plies = 0.0, choices = 0.0, legal_moves = 0.0, draws = 0.0;
  for (const Json& cell : summary.is_object() ? summary.at("cells") : Json::array()) {
    const auto count = cell.at("games").get<double>();
    const Json& length = cell.at("plies");  // null without games
    if (count == 0.0 || !length.is_object()) continue;
    const double mean = length.at("mean").get<double>();
    games += count;
    draws += cell.value("draws", 0.0);
    plies += count * mean;
    choices += count * cell.value("choices", 0.0);
    legal_moves += count * mean * cell.value("mean_legal_moves", 0.0);
  }
  if (plies == 0.0) {
    return {{"plies", nullptr}, {"choices", nullptr}, {"legal_moves", nullptr}, {"draws", nullptr}};
  }
  return {{"plies", plies / games},
          {"choices", choices / games},
          {"legal_moves", legal_moves / plies},
          {"draws", draws / games}};
}

/// Throws Json::exception for a file that is not a calibration as this version writes it.
Json point_of(const RunFolder& run, Language language) {
  const Json json = read_json(run.path / "calibration.json");
  auto rules = json.at("rules").get<std::string>();
  rules.resize(std::min(rules.find('{'), rules.size()));  // its changes follow
  const auto changes = json.at("set").get<std::vector<std::string>>();
  const Json& interval = json.at("value_interval");
  double games = 0.0;
  for (const Json& row : json.at("games")) {
    for (const Json& count : row) games += count.get<double>();
  }
  Json point = {{"player", json.at("first_player").get<std::string>()},
                {"value", json.at("value").get<double>()},
                {"low", interval.at(0).get<double>()},
                {"high", interval.at(1).get<double>()},
                {"games", games},
                {"agents", json.value("agents", Json::array())},
                {"folder", run.name}};
  describe_rules_of(point, rules, changes, language);
  point.update(course_of_games(run.path));
  return point;
}

/// What tools/atlas.py measured of the rule sets that come with tavlab. Those whose rules have
/// changed since are left out.
Json stored_points(Language language) {
  Json points = Json::array();
  for (const Json& line : Json::parse(embedded_measurements().front().content)) {
    const auto id = line.at("rules").get<std::string>();
    if (load_rule_set(id).hash_text() != line.at("rules_hash").get<std::string>()) continue;
    Json point = {{"folder", nullptr}};
    describe_rules_of(point, id, {}, language);
    for (const char* const same : {"player", "value", "low", "high", "games", "agents", "plies",
                                   "choices", "legal_moves", "draws"}) {
      point[same] = line.at(same);
    }
    points.push_back(std::move(point));
  }
  return points;
}

/// Adds those of the rule sets that have no point yet.
void add_stored_points(Json& points, Language language) {
  // Always the same, and each needs its rules compiled for the picture.
  static const Json english = stored_points(Language::english);
  static const Json russian = stored_points(Language::russian);
  const Json measured = points;
  for (const Json& stored : language == Language::russian ? russian : english) {
    const bool is_measured = std::ranges::any_of(measured, [&](const Json& point) {
      return point["rules"] == stored["rules"] && point["changes"].empty();
    });
    if (!is_measured) points.push_back(stored);
  }
}

}  // namespace

Json list_folders(const fs::path& root) {
  Json folders = Json::array();
  for (const RunFolder& run : runs_below(root)) folders.push_back(folder_json(run));
  return {{"folder", root.string()}, {"folders", folders}};
}

std::optional<std::string> report_of(const fs::path& root, std::string_view name) {
  const std::optional<RunFolder> run = find_run(root, name);
  if (!run || !run->has_report) return std::nullopt;
  return read_file(run->path / "report.html", kMaxReport);
}

std::optional<Json> folder_answer(const fs::path& root, std::string_view path,
                                  const Json& parameters) {
  if (const auto run = find_run(root, path)) return describe_run(*run, language_of(parameters));
  constexpr std::string_view kGames = "/games";
  const std::size_t at = path.rfind(kGames);
  if (at == std::string_view::npos) return std::nullopt;
  const std::optional<RunFolder> run = find_run(root, path.substr(0, at));
  const std::string_view rest = path.substr(at + kGames.size());
  if (!run || (!rest.empty() && !rest.starts_with('/'))) return std::nullopt;
  if (rest.empty()) return list_games(*run, parameters);
  return stored_game(*run, rest.substr(1), language_of(parameters));
}

Json atlas(const fs::path& root, Language language) {
  Json points = Json::array();
  for (const RunFolder& run : runs_below(root)) {
    if (run.kind != "calibration") continue;
    try {
      points.push_back(point_of(run, language));
    } catch (const Json::exception&) {
      continue;  // of another version, or being written
    }
  }
  add_stored_points(points, language);
  return {{"points", points}};
}

}  // namespace tavlab::serve
