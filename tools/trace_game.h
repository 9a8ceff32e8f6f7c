#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/game_text.h"

namespace tavlab::cli {

/// A move or roll, and its location for messages; empty if obvious.
struct Token {
  std::string text;
  std::string where;
  bool by_ply = false;  ///< messages also name the ply
};

/// The legal moves, sorted; empty at the end of a game and before a roll.
template <Game G>
std::vector<std::string> legal_texts(const GameState<G>& state) {
  std::vector<std::string> legal;
  if (state.node_kind() != NodeKind::decision) return legal;
  MoveList<G> moves;
  state.legal_moves(moves);
  for (const auto move : moves) {
    legal.push_back(G::move_text(state.rules(), state.position(), move));
  }
  std::ranges::sort(legal);
  return legal;
}

/// The rolls that can come next; empty unless one is due.
template <Game G>
std::vector<std::string> possible_rolls(const GameState<G>& state) {
  std::vector<std::string> rolls;
  if (state.node_kind() != NodeKind::chance) return rolls;
  ChanceList<G> outcomes;
  G::chance_outcomes(state.rules(), state.position(), outcomes);
  for (const ChanceOutcome& outcome : outcomes) {
    rolls.push_back(G::chance_text(state.rules(), outcome.value));
  }
  return rolls;
}

/// Replays moves and rolls; calls `print` with a JSON document for each and one for the end.
/// Returns false if one of them was illegal.
template <Game G, typename Print>
bool trace_game(GameState<G>& state, std::uint64_t number, const std::vector<Token>& tokens,
                const Print& print) {
  using Json = nlohmann::ordered_json;
  const auto& rules = state.rules();
  std::string where;
  bool by_ply = false;
  try {
    for (const Token& each : tokens) {
      where = each.where;
      by_ply = each.by_ply;
      const std::string& token = each.text;
      const auto& position = state.position();
      Json json = {{"game", number},
                   {"ply", state.plies()},
                   {"to_move", player_name<G>(state.to_move())},
                   {"position", G::position_text(rules, position)}};
      require_unfinished(state, token);
      if (state.node_kind() == NodeKind::chance) {
        const std::uint8_t outcome = G::parse_chance(rules, position, quotable(token));
        json["throw"] = token;
        state.play_chance(outcome);
        print(json);
        continue;
      }
      const MoveRead<G> read = read_move(state, token);
      if (!read.other_captures.empty()) {
        throw UserError(fmt::format("move '{}': {}", quotable(token), read.other_captures));
      }
      const auto move = read.move;
      json["legal"] = legal_texts(state);
      json["move"] = G::move_text(rules, position, move);
      json["captured"] = G::captured_squares(rules, position, move);
      state.play(move);
      print(json);
    }
  } catch (const UserError& error) {
    if (by_ply) where += fmt::format("ply {}: ", state.plies() + 1);
    if (!where.empty()) throw UserError(where + error.what());  // of the only game
    print(Json{{"game", number}, {"error", error.what()}});
    return false;
  }
  Json end = {{"game", number},
              {"result", result_text<G>(state.result())},
              {"reason", state.reason()},
              {"plies", state.plies()},
              {"position", G::position_text(rules, state.position())}};
  if (!state.over()) {
    end["to_move"] = player_name<G>(state.to_move());
    const bool roll = state.node_kind() == NodeKind::chance;
    end[roll ? "throws" : "legal"] = roll ? possible_rolls(state) : legal_texts(state);
  }
  print(end);
  return true;
}

}  // namespace tavlab::cli
