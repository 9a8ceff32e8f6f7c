#include "experiments/report/replays.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "core/families.h"
#include "experiments/report/board_svg.h"
#include "experiments/report/web.h"
#include "experiments/text/board_text.h"
#include "selfplay/record/replay.h"

namespace tavlab {
namespace {

using Json = nlohmann::json;

/// Boards of a game before its first move and after each.
struct Course {
  std::vector<BoardText> boards;
  std::vector<std::string> moves;  ///< one fewer, each with the throws before it
};

/// Moves as a reader sees them; records write throws in square brackets as words of their own.
std::vector<std::string> move_labels(std::string_view words) {
  std::vector<std::string> labels;
  std::string throws;
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(std::min(words.size(), word.size() + 1));
    if (word.starts_with('[')) {
      throws += std::string(word) + " ";
    } else {
      labels.push_back(throws + std::string(word));
      throws.clear();
    }
  }
  return labels;
}

std::optional<Course> replayed(const RuleSet& rule_set, const std::string& moves) {
  Course course;
  course.moves = move_labels(moves);
  bool drawn = true;
  visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    const auto keep = [&](const GameState<G>& state) {
      auto board = read_board(G::position_text(*rules, state.position()));
      drawn = drawn && board;
      if (board) course.boards.push_back(std::move(*board));
    };
    keep(replay<G>(*rules, moves, [&](const auto& state, auto) { keep(state); }));
  });
  if (!drawn || course.boards.size() != course.moves.size() + 1) return std::nullopt;
  return course;
}

/// Drawn pieces by number, from 1; each is in the page once.
class Pieces {
 public:
  std::size_t number(const std::string& piece, const std::string& family) {
    if (piece.empty() || piece == "_") return 0;
    const auto [found, is_new] = numbers_.try_emplace({family, piece}, numbers_.size() + 1);
    if (is_new) {
      symbols_.push_back({{"number", found->second},
                          {"edge", fmt::format("{}", kSquareEdge)},
                          {"piece", Markup(piece_svg(piece, family))}});
    }
    return found->second;
  }

  /// All that were asked for.
  [[nodiscard]] std::vector<Fields> take_symbols() { return std::move(symbols_); }

 private:
  std::map<std::pair<std::string, std::string>, std::size_t> numbers_;
  std::vector<Fields> symbols_;
};

/// The start, and of each move its text and the squares that it changes with what is there then.
Json data_of(const Course& course, const Replay& replay, Pieces& pieces) {
  const std::string& family = replay.rules.family;
  const BoardText& start = course.boards.front();
  Json json = {{"files", start.files}, {"edge", kSquareEdge},    {"left", kBoardLeft},
               {"top", kBoardTop},     {"start", Json::array()}, {"plies", Json::array()}};
  for (const std::string& piece : start.squares) {
    json["start"].push_back(pieces.number(piece, family));
  }
  for (std::size_t i = 0; i < course.moves.size(); ++i) {
    Json ply = Json::array({course.moves[i]});
    const std::vector<std::string>&before = course.boards[i].squares,
          &after = course.boards[i + 1].squares;
    for (std::size_t square = 0; square < after.size(); ++square) {
      if (before[square] == after[square]) continue;
      ply.push_back(square);
      ply.push_back(pieces.number(after[square], family));
    }
    json["plies"].push_back(std::move(ply));
  }
  for (const ReplayNote& note : replay.notes) {
    json["notes"].push_back(note.text);
    Json shades = Json::array();
    for (const auto& [square, strength] : note.shades) {
      if (const auto index = start.index(square)) shades.push_back({*index, strength});
    }
    json["shades"].push_back(std::move(shades));
  }
  return json;
}

/// The pieces of the start, for readers without scripts.
Markup start_pieces(const BoardText& board, const std::string& family, Pieces& pieces) {
  const std::string edge = fmt::format("{}", kSquareEdge);
  std::vector<Fields> uses;
  for (std::size_t i = 0; i < board.squares.size(); ++i) {
    const std::size_t number = pieces.number(board.squares[i], family);
    if (number == 0) continue;
    const double x = kBoardLeft + kSquareEdge * static_cast<double>(board.column(i));
    const double y = kBoardTop + kSquareEdge * static_cast<double>(board.row(i));
    uses.push_back({{"number", number},
                    {"x", fmt::format("{}", x)},
                    {"y", fmt::format("{}", y)},
                    {"edge", edge}});
  }
  return filled("replay_pieces.html", {{"pieces", std::move(uses)}});
}

Fields replay_fields(const Replay& replay, const Course& course, std::size_t number,
                     Pieces& pieces) {
  const Markup start = start_pieces(course.boards.front(), replay.rules.family, pieces);
  // What is no UTF-8 would keep the page from being written.
  const std::string moves =
      data_of(course, replay, pieces).dump(-1, ' ', false, Json::error_handler_t::replace);
  return {{"number", number},
          {"board", Markup(board_svg_with(replay.game, replay.title, start.html))},
          {"plies", course.moves.size()},
          {"noted", !replay.notes.empty()},
          {"note", replay.notes.empty() ? "" : replay.notes.front().text},
          {"title", replay.title},
          {"agents", replay.agents},
          {"result", replay.result},
          {"moves", ScriptData(moves)}};
}

}  // namespace

Markup replays_html(std::string_view heading, std::string_view legend,
                    const std::vector<Replay>& replays) {
  Pieces pieces;
  std::vector<Fields> games;
  for (const Replay& replay : replays) {
    try {
      const auto course = replayed(replay.rules, replay.moves);
      if (course) games.push_back(replay_fields(replay, *course, games.size(), pieces));
    } catch (const UserError&) {
      continue;  // no game by these rules: nothing to show
    }
  }
  if (games.empty()) return {};
  return filled("replays.html", {{"heading", heading},
                                 {"legend", legend},
                                 {"symbols", pieces.take_symbols()},
                                 {"games", std::move(games)}});
}

}  // namespace tavlab
