#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/ruleset/names.h"
#include "core/text.h"
#include "selfplay/record/check_games.h"
#include "selfplay/record/escapes.h"
#include "selfplay/record/foreign_rules.h"
#include "selfplay/record/games_file.h"
#include "selfplay/record/result_word.h"
#include "selfplay/record/rules_headers.h"
#include "serve/api/answers.h"
#include "serve/api/game_tree.h"

namespace tavlab::serve {
namespace {

constexpr std::size_t kMaxHeaders = 50, kMaxTitles = 1000;

using Header = std::pair<std::string, std::string>;

/// A header that can be read again. Throws UserError.
Header header_of(std::string name, std::string value) {
  const auto is_letter = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  if (name.empty() || !std::ranges::all_of(name, is_letter)) {
    throw UserError(fmt::format("'headers': {} is no name: letters and digits", in_quotes(name)));
  }
  if (name == "Rules" || name == "Position" || name == kRulesText || name == kRulesChanges) {
    throw UserError(fmt::format("'headers': {} follows from the game", name));
  }
  if (printable(value) != value) {
    throw UserError(fmt::format("'headers': the value of {} must be one line of text", name));
  }
  return {std::move(name), std::move(value)};
}

std::vector<Header> headers_field(const Json& request) {
  std::vector<Header> headers;
  const auto given = request.find("headers");
  if (given == request.end() || given->is_null()) return headers;
  if (!given->is_array() || given->size() > kMaxHeaders) {
    throw UserError(fmt::format("'headers' must be a list of at most {} pairs", kMaxHeaders));
  }
  for (const Json& pair : *given) {
    if (!pair.is_array() || pair.size() != 2 || !pair[0].is_string() || !pair[1].is_string()) {
      throw UserError("'headers' must be a list of pairs of a name and a value");
    }
    headers.push_back(header_of(pair[0].get<std::string>(), pair[1].get<std::string>()));
  }
  return headers;
}

Json optional_json(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

/// The rules that a game names or contains, in the terms of a request: no files are read. Empty if
/// it says nothing of them.
Json rules_in(const RecordedGame& game) {
  if (const std::string text = game.header(kRulesText); !text.empty()) {
    return {{"toml", lines_of(text)}, {"changes", rules_changes(game.header(kRulesChanges))}};
  }
  std::string name = game.header("Rules");
  if (name.empty() && game.header("Compiler").starts_with("tavlab ")) name = game.header("Variant");
  const std::vector<std::string> known = builtin_rule_set_ids();
  if (std::ranges::find(known, base_id(name)) != known.end()) {
    const RuleSet rules = load_rule_set(name);
    return {{"rules", base_id(name)}, {"changes", rules.overrides}};
  }
  if (!game.foreign_rules.empty())
    return {{"toml", to_toml(read_foreign_rules(game.foreign_rules))}};
  if (name.empty()) return Json::object();
  throw UserError(
      fmt::format("the game is by the rules {}, which do not come with tavlab", in_quotes(name)));
}

/// The names of a game's players; empty if it has none.
std::string title_of(const RecordedGame& game) {
  for (const auto& [first, second] : {std::pair("First", "Second"), std::pair("White", "Black")}) {
    const std::string one = game.header(first), other = game.header(second);
    if (!one.empty() || !other.empty()) return fmt::format("{} - {}", one, other);
  }
  return {};
}

/// Replays the game by its rules; the moves are then as the family writes them. Returns what the
/// record and the rules disagree about.
std::string replay(RecordedGame& game, const RuleSet& rules, std::string& position) {
  const CheckedGame checked = check_game(game, rules);
  if (!checked.error.empty()) throw UserError(checked.error);
  position = checked.written.position;
  for (std::size_t i = 0; i < checked.written.moves.size(); ++i) {
    game.moves[i].text = checked.written.moves[i].text;
  }
  if (checked.disagreements.empty()) return {};
  const Disagreement& first = checked.disagreements.front();
  return fmt::format("ply {}: {}", first.ply, first.why);
}

/// The game as GameFile, in which alone variations can be kept.
std::string text_with_variations(const GameRequest& request, const Json& body,
                                 const std::string& start, const GameTree& tree,
                                 std::vector<Header> headers, Result result) {
  GameFile file;
  file.headers.emplace_back("Rules", request.rule_set.id);
  if (const auto toml = optional_text(body, "toml")) {
    file.headers.emplace_back(kRulesText, on_one_line(*toml));
    std::string changes;
    for (const std::string& each : request.rule_set.overrides) changes += each + '\n';
    if (!changes.empty()) file.headers.emplace_back(kRulesChanges, on_one_line(changes));
  }
  if (request.position) file.headers.emplace_back("Position", start);
  for (Header& header : headers) file.headers.push_back(std::move(header));
  add_lines(tree, file);
  file.result = result_word(result);
  return game_file_text(file);
}

}  // namespace

Json read_game(const Json& request) {
  const std::string text = text_field(request, "text");
  const std::string name = optional_text(request, "name").value_or(std::string());
  std::vector<RecordedGame> games = read_games(text, "the game", detect_format(name, text));
  if (games.empty()) throw UserError("the file contains no game");
  const auto number = static_cast<std::size_t>(
      number_field(request, "game", 1, 1, static_cast<double>(games.size())));
  Json titles = Json::array();
  for (const RecordedGame& each : games) {
    if (titles.size() < kMaxTitles) titles.push_back(title_of(each));
  }
  RecordedGame& game = games[number - 1];
  if (!game.error.empty()) throw UserError(game.error);
  std::size_t words = game.moves.size();
  for (const GameFile::Variation& each : game.variations) words += each.moves.size();
  if (words > kMaxWords) {
    throw UserError(fmt::format("the game has {} moves; at most {} are taken", words, kMaxWords));
  }
  Json rules = rules_in(game);
  if (rules.empty()) {
    for (const char* key : {"rules", "toml", "changes"}) {
      if (request.contains(key) && !request[key].is_null()) rules[key] = request[key];
    }
  }
  std::string position, problem;
  GameTree tree;
  if (rules.contains("rules") || rules.contains("toml")) {
    const RuleSet rule_set = rule_set_of(rules);
    problem = replay(game, rule_set, position);
    const auto start = position.empty() ? std::nullopt : std::optional(position);
    PlayedTree played = played_tree(*make_served_game(rule_set, start), tree_of(game));
    if (problem.empty()) problem = std::move(played.problem);
    tree = std::move(played.tree);
  } else {
    position = game.header(game.header("Position").empty() ? "FEN" : "Position");
    tree = tree_of(game);
  }
  Json headers = Json::array(), moves = Json::array(), comments = Json::array();
  for (const auto& [key, value] : game.headers) headers.push_back({key, value});
  for (const RecordedMove& each : game.moves) {
    moves.push_back(each.text);
    comments.push_back(each.comment);
  }
  return {{"rules", rules.value("rules", Json(nullptr))},
          {"changes", rules.value("changes", Json::array())},
          {"toml", rules.value("toml", Json(nullptr))},
          {"position", optional_json(position)},
          {"moves", moves},
          {"comments", comments},
          {"comment", tree.comment},
          {"tree", tree_json(tree)},
          {"headers", headers},
          {"result", game.result},
          {"games", titles},
          {"problem", optional_json(problem)}};
}

Json list_formats(const Json& request) {
  Json formats = Json::array();
  for (const std::string_view format : kGamesFormatNames) {
    Json game = request;
    game["moves"] = Json::array();
    game["format"] = format;
    try {
      write_game(game);
      formats.push_back(format);
    } catch (const UserError&) {
      static_cast<void>(rule_set_of(request));  // thrown if the fault is not the format's
    }
  }
  return {{"formats", formats}};
}

Json write_game(const Json& request) {
  const GameRequest asked = game_request(request);
  const std::vector<Header> headers = headers_field(request);
  const GamesFormat format = parse_games_format(optional_text(request, "format").value_or("text"));
  const std::unique_ptr<ServedGame> game = make_served_game(asked.rule_set, asked.position);
  if (format == GamesFormat::csv && game->rolls()) {  // before there is a roll
    throw UserError("format csv: it cannot hold dice rolls; formats: text, lines");
  }
  const std::string start = game->view().start;
  const PlayedTree played = played_tree(*game, tree_field(request));
  if (!played.problem.empty()) throw UserError(played.problem);

  GameFile main;
  add_lines(played.tree, main);
  for (const GameFile::Word& word : main.moves) game->play(word.text);
  const Result result = game->view().result;
  if (format == GamesFormat::text) {
    return {{"text", text_with_variations(asked, request, start, played.tree, headers, result)}};
  }
  RecordedGame record;
  record.headers = headers;
  if (asked.position) record.headers.emplace_back("Position", start);
  record.comment = main.comment;
  record.moves = main.moves;
  record.result = result_word(result);
  const CheckedGame checked = check_game(record, asked.rule_set);
  if (!checked.error.empty()) throw UserError(checked.error);
  return {{"text", games_text(std::span(&checked.written, 1), format)}};
}

}  // namespace tavlab::serve
