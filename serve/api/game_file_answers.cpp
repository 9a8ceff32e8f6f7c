#include <fmt/format.h>

#include "core/error.h"
#include "selfplay/record/game_file.h"
#include "serve/api/answers.h"

namespace tavlab::serve {
namespace {

constexpr std::size_t kMaxHeaders = 50;

std::string result_of(const PositionView& view) {
  switch (view.result) {
    case Result::first_wins:
      return "1-0";
    case Result::second_wins:
      return "0-1";
    case Result::draw:
      return "1/2-1/2";
    case Result::unfinished:
      break;
  }
  return "*";
}

Json optional_json(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

}  // namespace

Json read_game(const Json& request) {
  const GameFile file = parse_game_file(text_field(request, "text"), "the game");
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
      file.headers.emplace_back(pair[0].get<std::string>(), pair[1].get<std::string>());
    }
  }
  for (const PlayedView& each : view.played) file.moves.push_back({each.move.text, 0});
  file.result = result_of(view);
  return {{"text", game_file_text(file)}};
}

}  // namespace tavlab::serve
