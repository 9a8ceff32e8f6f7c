#include <fmt/format.h>

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/error.h"
#include "core/translation.h"
#include "serve/api/answers.h"
#include "serve/game/immobile.h"

namespace tavlab::serve {
namespace {

std::string_view word(SquareMark::Shape shape) {
  constexpr std::array<std::string_view, 8> kWords = {"shade", "hatch", "diamond", "cross",
                                                      "star",  "dot",   "ring",    "bars"};
  return kWords[static_cast<std::size_t>(shape)];
}

std::string_view word(PieceLook::Emblem emblem) {
  constexpr std::array<std::string_view, 5> kWords = {"none", "cross", "diamond", "ring", "crown"};
  return kWords[static_cast<std::size_t>(emblem)];
}

std::string_view word(Picture::Stacks stacks) {
  constexpr std::array<std::string_view, 3> kWords = {"none", "low", "high"};
  return kWords[static_cast<std::size_t>(stacks)];
}

std::string_view word(NodeKind kind) {
  switch (kind) {
    case NodeKind::decision:
      return "decision";
    case NodeKind::chance:
      return "chance";
    case NodeKind::terminal:
      break;
  }
  return "terminal";
}

int number(Side side) { return static_cast<int>(side); }

Json picture_json(const Picture& picture) {
  Json marks = Json::array(), looks = Json::array(), squares = Json::array();
  for (const SquareMark& mark : picture.marks) {
    marks.push_back({{"meaning", mark.meaning}, {"shape", word(mark.shape)}});
  }
  for (const PieceLook& look : picture.looks) {
    looks.push_back({{"owner", number(look.owner)},
                     {"name", look.name},
                     {"text", look.text},
                     {"letters", look.letters},
                     {"emblem", word(look.emblem)}});
  }
  for (const Picture::Square& square : picture.squares) {
    squares.push_back({{"exists", square.exists},
                       {"used", square.used},
                       {"dark", square.dark},
                       {"marks", square.marks},
                       {"pieces", square.pieces}});
  }
  return {{"columns", picture.columns},
          {"rows", picture.rows},
          {"column_labels", picture.column_labels},
          {"row_labels", picture.row_labels},
          {"light", number(picture.light)},
          {"stacks", word(picture.stacks)},
          {"marks", marks},
          {"looks", looks},
          {"squares", squares},
          {"beside", picture.beside}};
}

Json winner_json(Result result) {
  if (result == Result::first_wins) return number(Side::first);
  if (result == Result::second_wins) return number(Side::second);
  return nullptr;
}

std::string_view word(Example::Kind kind) {
  constexpr std::array<std::string_view, 4> kWords = {"piece", "capture", "again", "ending"};
  return kWords[static_cast<std::size_t>(kind)];
}

Json example_json(const Example& example, std::string_view family, Language language) {
  Json pieces = Json::object(), moves = Json::array(), marks = Json::array();
  for (const auto& [square, looks] : example.pieces) pieces[square] = looks;
  for (const MoveView& move : example.moves) moves.push_back(move_json(move));
  for (const std::string& mark : example.marks) marks.push_back(text_in(language, family, mark));
  return {{"kind", word(example.kind)},
          {"position", example.position},
          {"pieces", pieces},
          {"look", example.look},
          {"moves", moves},
          {"into_tower", example.into_tower},
          {"side_by_side", example.side_by_side},
          {"marks", marks},
          {"winner", winner_json(example.result)},
          {"reason", text_in(language, family, example.reason)}};
}

}  // namespace

std::unique_ptr<ServedGame> played_game(const GameRequest& request) {
  std::unique_ptr<ServedGame> game =
      make_served_game(request.rule_set, request.position, request.language);
  for (std::size_t i = 0; i < request.moves.size(); ++i) {
    try {
      game->play(request.moves[i]);
    } catch (const UserError& error) {
      throw UserError(fmt::format("ply {}: {}", i + 1, error.what()));
    }
  }
  return game;
}

Json move_json(const MoveView& move) {
  return {{"text", move.text}, {"squares", move.squares}, {"captured", move.captured}};
}

Json position_json(const PositionView& view) {
  const bool over = view.node == NodeKind::terminal;
  Json json = {{"position", view.position},
               {"start", view.start},
               {"plies", view.plies},
               {"occurrences", view.occurrences},
               {"node", word(view.node)},
               {"to_move", over ? Json(nullptr) : Json(number(view.to_move))},
               {"players", view.players},
               {"player_names", view.player_names},
               {"pieces", view.pieces},
               {"paths", view.paths},
               {"check", view.check},
               {"result", over ? Json(view.result_text) : Json(nullptr)},
               {"winner", winner_json(view.result)},
               {"reason", view.reason},
               {"picture", picture_json(view.picture)}};
  Json& fields = json["fields"] = Json::array();
  for (const PositionField& field : view.fields) {
    fields.push_back({{"key", field.key}, {"words", field.words}, {"example", field.example}});
  }
  Json& moves = json["moves"] = Json::array();
  for (const MoveView& move : view.moves) moves.push_back(move_json(move));
  Json& throws = json["throws"] = Json::array();
  for (const ThrowView& each : view.throws) {
    throws.push_back({{"text", each.text}, {"probability", each.probability}});
  }
  Json& played = json["played"] = Json::array();
  for (const PlayedView& each : view.played) {
    Json entry = move_json(each.move);
    entry["side"] = number(each.side);
    entry["throw"] = each.thrown;
    entry["taken"] = each.taken;
    played.push_back(std::move(entry));
  }
  return json;
}

Json describe_position(const Json& request) {
  return position_json(played_game(game_request(request))->view());
}

Json explain_move(const Json& request) {
  const std::unique_ptr<ServedGame> game = played_game(game_request(request));
  if (request.contains("square")) {
    const std::string square = text_field(request, "square");
    return {{"legal", false}, {"move", nullptr}, {"why", why_immobile(*game, square)}};
  }
  const MoveCheck check = game->check(text_field(request, "move"));
  return {{"legal", check.legal},
          {"move", check.legal ? Json(check.move) : Json(nullptr)},
          {"why", check.why}};
}

Json examples_json(std::span<const Example> examples, std::string_view family, Language language) {
  Json list = Json::array();
  for (const Example& each : examples) list.push_back(example_json(each, family, language));
  return {{"examples", list}};
}

Json show_examples(const Json& request) {
  const RuleSet rules = rule_set_of(request);
  return examples_json(examples_of(rules), rules.family, language_of(request));
}

}  // namespace tavlab::serve
