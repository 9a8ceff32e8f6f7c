#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/text.h"
#include "selfplay/record/game_file.h"
#include "selfplay/record/result_word.h"
#include "serve/api/answers.h"

namespace tavlab::serve {
namespace {

constexpr std::size_t kMaxHeaders = 50;

/// A header that can be read again. Throws UserError.
std::pair<std::string, std::string> header_of(std::string name, std::string value) {
  const auto is_letter = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  if (name.empty() || !std::ranges::all_of(name, is_letter)) {
    throw UserError(fmt::format("'headers': {} is no name: letters and digits", in_quotes(name)));
  }
  if (name == "Rules" || name == "Position") {
    throw UserError(fmt::format("'headers': {} follows from the game", name));
  }
  if (printable(value) != value) {
    throw UserError(fmt::format("'headers': the value of {} must be one line of text", name));
  }
  return {std::move(name), std::move(value)};
}

Json optional_json(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

}  // namespace

Json read_game(const Json& request) {
  const GameFile file = parse_game_file(text_field(request, "text"), "the game");
  if (file.moves.size() > kMaxWords) {
    throw UserError(
        fmt::format("the game has {} moves; at most {} are taken", file.moves.size(), kMaxWords));
  }
  Json headers = Json::array(), moves = Json::array(), comments = Json::array();
  for (const auto& [name, value] : file.headers) headers.push_back({name, value});
  for (const GameFile::Word& each : file.moves) {
    moves.push_back(each.text);
    comments.push_back(each.comment);
  }
  return {{"rules", optional_json(file.header("Rules"))},
          {"position", optional_json(file.header("Position"))},
          {"moves", moves},
          {"comments", comments},
          {"headers", headers},
          {"result", file.result}};
}

Json write_game(const Json& request) {
  const GameRequest game = game_request(request);
  const PositionView view = played_game(game)->view();
  GameFile file;
  file.headers.emplace_back("Rules", game.rule_set.id);
  if (game.position) file.headers.emplace_back("Position", view.start);
  if (const auto given = request.find("headers"); given != request.end()) {
    if (!given->is_array() || given->size() > kMaxHeaders) {
      throw UserError(fmt::format("'headers' must be a list of at most {} pairs", kMaxHeaders));
    }
    for (const Json& pair : *given) {
      if (!pair.is_array() || pair.size() != 2 || !pair[0].is_string() || !pair[1].is_string()) {
        throw UserError("'headers' must be a list of pairs of a name and a value");
      }
      file.headers.emplace_back(header_of(pair[0].get<std::string>(), pair[1].get<std::string>()));
    }
  }
  const std::vector<std::string> comments = texts_field(request, "comments", kMaxWords);
  for (std::size_t i = 0; i < view.played.size(); ++i) {
    const std::string comment = i < comments.size() ? printable(comments[i]) : std::string();
    if (comment.find('}') != std::string::npos) {
      throw UserError("'comments': a comment ends at '}', so it cannot contain one");
    }
    file.moves.push_back({view.played[i].move.text, 0, comment});
  }
  file.result = result_word(view.result);
  return {{"text", game_file_text(file)}};
}

}  // namespace tavlab::serve
