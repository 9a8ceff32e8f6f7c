#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/game.h"
#include "core/game_state.h"
#include "core/game_text.h"
#include "selfplay/history.h"

// Moves and rolls as other programs write them.
namespace tavlab::protocol {

/// The letters and digits of a move before its captures: "d2-e2xe3" and "D2E2" are "d2e2". Captures
/// are marked by an `x` after the squares of a move that are joined by a dash.
std::string bare_move(std::string_view word);

/// "d2e2" as "d2-e2", so that an error is about the move, not about how it is written; other words
/// as they are.
std::string with_dash(std::string_view word);

namespace detail {

/// The squares of a move in a row: "d2e2".
template <FamilyGame G>
std::string squares_of(const GameState<G>& state, typename G::Move move) {
  std::string text;
  for (const std::string& name : G::move_squares(state.rules(), state.position(), move)) {
    text += name;
  }
  return text;
}

/// Where a move begins and ends: "d2e2".
template <FamilyGame G>
std::string ends_of(const GameState<G>& state, typename G::Move move) {
  const auto names = G::move_squares(state.rules(), state.position(), move);
  return names.empty() ? std::string{} : names.front() + names.back();
}

/// The one legal move whose text by `write` is `wanted`; no move if there are none or several.
template <Game G, typename Write>
typename G::Move only_move(const GameState<G>& state, const MoveList<G>& moves,
                           std::string_view wanted, Write&& write) {
  typename G::Move found{};
  for (const auto move : moves) {
    if (write(state, move) != wanted) continue;
    if (found != typename G::Move{}) return {};
    found = move;
  }
  return found;
}

/// The legal move that the word matches without its dashes and capture marks; no move if there are
/// none or several.
template <Game G>
typename G::Move similar_move(const GameState<G>& state, std::string_view word) {
  using Move = typename G::Move;
  if (state.node_kind() != NodeKind::decision) return {};
  MoveList<G> moves;
  G::generate(state.rules(), state.position(), moves);
  const std::string wanted = bare_move(word);
  Move found = only_move(state, moves, wanted, [](const GameState<G>& at, Move move) {
    return bare_move(G::move_text(at.rules(), at.position(), move));
  });
  if constexpr (FamilyGame<G>) {
    if (found == Move{}) found = only_move(state, moves, wanted, squares_of<G>);
    if (found == Move{}) found = only_move(state, moves, wanted, ends_of<G>);
  }
  return found;
}

}  // namespace detail

/// Reads a legal move of a decision: in the rules' notation, or without dashes and capture marks
/// ("e1e2", "d2-e2xe3") where that is unambiguous. Throws the UserError of core's `read_move` if
/// the move is illegal or a forbidden repetition.
template <Game G>
typename G::Move read_move(const GameState<G>& state, std::string_view word) {
  typename G::Move move{};
  try {
    move = G::parse_move(state.rules(), state.position(), word);
  } catch (const UserError&) {
    move = detail::similar_move(state, word);
  }
  if (move == typename G::Move{}) return tavlab::read_move(state, with_dash(word)).move;
  if (state.allowed(move)) return move;
  return tavlab::read_move(state, G::move_text(state.rules(), state.position(), move)).move;
}

/// Reads an outcome of a chance event: in the rules' notation, or without brackets.
template <Game G>
std::uint8_t read_chance(const GameState<G>& state, std::string_view word) {
  const bool plain = !word.empty() && word.front() != '[';
  return G::parse_chance(state.rules(), state.position(),
                         plain ? '[' + std::string(word) + ']' : std::string(word));
}

/// Plays the next word of a game, whether a move or a roll. Throws UserError if it is illegal.
template <Game G>
Event<G> play_word(GameState<G>& state, std::string_view word) {
  require_unfinished(state, word);
  Event<G> event;
  event.chance = state.node_kind() == NodeKind::chance;
  if (event.chance) {
    event.outcome = read_chance(state, word);
    state.play_chance(event.outcome);
  } else {
    event.move = protocol::read_move(state, word);
    state.play(event.move);
  }
  return event;
}

}  // namespace tavlab::protocol
