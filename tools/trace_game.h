#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/game_state.h"

namespace tavlab::cli {

/// A move or roll, and its location for messages; empty if that is obvious.
struct Token {
  std::string text;
  std::string where;
};

/// Replays moves and rolls; calls `print` with a JSON document for each and one for the end.
/// Returns false if one of them was illegal.
template <Game G, typename Print>
bool trace_game(GameState<G>& state, std::uint64_t number, const std::vector<Token>& tokens,
                const Print& print) {
  using Json = nlohmann::ordered_json;
  const auto& rules = state.rules();
  std::string where;
  try {
    for (const Token& each : tokens) {
      where = each.where;
      const std::string& token = each.text;
      const auto& position = state.position();
      Json json = {{"game", number},
                   {"ply", state.plies()},
                   {"to_move", player_name<G>(state.to_move())},
                   {"position", G::position_text(rules, position)}};
      if (state.over()) throw UserError(fmt::format("move '{}': the game is over", token));
      if (state.node_kind() == NodeKind::chance) {
        const std::uint8_t outcome = G::parse_chance(rules, position, token);
        json["throw"] = token;
        state.play_chance(outcome);
        print(json);
        continue;
      }
      const auto move = G::parse_move(rules, position, token);
      if (!state.allowed(move)) {
        throw UserError(
            fmt::format("move '{}': repeats a position, which these rules forbid", token));
      }
      std::vector<std::string> legal;
      MoveList<G> moves;
      state.legal_moves(moves);
      for (const auto legal_move : moves)
        legal.push_back(G::move_text(rules, position, legal_move));
      std::ranges::sort(legal);
      json["legal"] = legal;
      json["move"] = G::move_text(rules, position, move);
      json["captured"] = G::captured_squares(rules, position, move);
      state.play(move);
      print(json);
    }
  } catch (const UserError& error) {
    if (!where.empty()) throw UserError(where + error.what());  // one published game
    print(Json{{"game", number}, {"error", error.what()}});
    return false;
  }
  print(Json{{"game", number},
             {"result", result_text<G>(state.result())},
             {"reason", state.reason()},
             {"plies", state.plies()},
             {"position", G::position_text(rules, state.position())}});
  return true;
}

}  // namespace tavlab::cli
