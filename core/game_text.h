#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/game_state.h"
#include "core/text.h"

// Games as text: moves and rolls separated by spaces, as every command takes them.
namespace tavlab {

/// Whether a word is a move number, such as "12." or "12...".
bool is_move_number(std::string_view word);

/// The legal moves most similar to a text that is not one of them: "; nearest: a4-a3, a4-b4".
template <Game G>
std::string nearest_moves(const GameState<G>& state, std::string_view text) {
  constexpr std::size_t kShown = 6;
  constexpr std::size_t kLongest = 40;  // no move is longer
  if (state.node_kind() != NodeKind::decision) return {};
  MoveList<G> moves;
  state.legal_moves(moves);
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const auto move : moves) {
    std::string name = G::move_text(state.rules(), state.position(), move);
    const std::size_t distance = edit_distance(text.substr(0, kLongest), name);
    near.emplace_back(distance, std::move(name));
  }
  std::ranges::sort(near);
  std::string all;
  for (std::size_t i = 0; i < std::min(kShown, near.size()); ++i) {
    all += (i == 0 ? "; nearest: " : ", ") + near[i].second;
  }
  return all;
}

/// A parsed move, and what is wrong with the captures written after it ("a8-b8xb7"): empty if they
/// are right or not written.
template <Game G>
struct MoveRead {
  typename G::Move move{};
  std::string other_captures;
};

namespace game_text_detail {

/// Compares the squares written after the move, "b7xb9" or "b7/b9", with those that it captures.
/// The piece whose capture ends the game, such as a king, need not be written.
template <Game G>
std::string other_captures(const GameState<G>& state, typename G::Move move,
                           std::string_view written) {
  std::vector<std::string> squares;
  while (true) {
    const std::size_t end = written.find_first_of("x/");
    squares.emplace_back(written.substr(0, end));
    if (end == std::string_view::npos) break;
    written.remove_prefix(end + 1);
  }
  std::ranges::sort(squares);
  squares.erase(std::unique(squares.begin(), squares.end()),
                squares.end());  // some are written twice
  const auto& rules = state.rules();
  const std::vector<std::string> real = G::captured_squares(rules, state.position(), move);
  std::vector<std::string> extra, missing;
  std::ranges::set_difference(squares, real, std::back_inserter(extra));
  std::ranges::set_difference(real, squares, std::back_inserter(missing));
  if (extra.empty() && missing.size() == 1) {
    auto next = state.position();
    G::play(rules, next, move);
    if (G::node_kind(next) == NodeKind::terminal) missing.clear();
  }
  if (extra.empty() && missing.empty()) return {};
  const auto list = [](const std::vector<std::string>& names) {
    std::string all;
    for (const std::string& name : names) all += (all.empty() ? "" : " ") + quotable(name);
    return all.empty() ? std::string("nothing") : all;
  };
  return fmt::format("captures {} under these rules, not {}", list(real), list(squares));
}

}  // namespace game_text_detail

/// Parses a move in the family's notation, optionally followed by the captured squares, as in many
/// records. Throws a UserError that says why it is not legal here, repetitions included, and names
/// similar moves.
template <Game G>
MoveRead<G> read_move(const GameState<G>& state, std::string_view text) {
  const auto& rules = state.rules();
  const auto& position = state.position();
  MoveRead<G> read;
  try {
    read.move = G::parse_move(rules, position, quotable(text));
  } catch (const UserError& error) {
    // The move ends before the first x that follows a legal move; notations that use x themselves
    // were tried above.
    const auto reads = [&](std::string_view move) {
      try {
        read.move = G::parse_move(rules, position, quotable(move));
        return true;
      } catch (const UserError&) {
        return false;
      }
    };
    constexpr int kMaxTries = 32;  // in a long line of nonsense
    std::size_t x = text.find('x');
    for (int tries = 1; x != std::string_view::npos && !reads(text.substr(0, x)); ++tries) {
      x = tries < kMaxTries ? text.find('x', x + 1) : std::string_view::npos;
    }
    if (x == std::string_view::npos) throw UserError(error.what() + nearest_moves(state, text));
    read.other_captures = game_text_detail::other_captures(state, read.move, text.substr(x + 1));
  }
  if (!state.allowed(read.move)) {
    throw UserError(fmt::format("move '{}': repeats a position, which these rules forbid{}",
                                quotable(text), nearest_moves(state, text)));
  }
  return read;
}

/// A `watch` that ignores everything.
struct NoWatch {
  template <Game G>
  void move(const GameState<G>&, typename G::Move) const {}
  template <Game G>
  void roll(const GameState<G>&, std::uint8_t) const {}
};

/// Throws UserError for a move after the end of the game.
template <Game G>
void require_unfinished(const GameState<G>& state, std::string_view move) {
  if (!state.over()) return;
  throw UserError(fmt::format("move '{}': the game is over after {} plies: {}, {}", quotable(move),
                              state.plies(), result_text<G>(state.result()), state.reason()));
}

/// Plays one word of a game, a move or a roll. Calls `watch.move(state, move)` or
/// `watch.roll(state, outcome)` before it. Throws UserError for an illegal move or roll, and for a
/// move after the end.
template <Game G, typename Watch>
void play_word(GameState<G>& state, std::string_view word, Watch&& watch) {
  require_unfinished(state, word);
  if (state.node_kind() == NodeKind::chance) {
    const std::uint8_t outcome = G::parse_chance(state.rules(), state.position(), quotable(word));
    watch.template roll<G>(state, outcome);
    state.play_chance(outcome);
    return;
  }
  const MoveRead<G> read = read_move(state, word);
  if (!read.other_captures.empty()) {
    throw UserError(fmt::format("move '{}': {}", quotable(word), read.other_captures));
  }
  watch.template move<G>(state, read.move);
  state.play(read.move);
}

/// Plays moves and rolls separated by spaces; move numbers are skipped. The history counts as in a
/// game played move by move. Throws a UserError that names the ply, counted from 1.
template <Game G, typename Watch = NoWatch>
void play_text(GameState<G>& state, std::string_view text, Watch&& watch = {}) {
  for (const std::string_view word : words_in(text)) {
    if (is_move_number(word)) continue;
    const int ply = state.plies() + 1;
    try {
      play_word(state, word, watch);
    } catch (const UserError& error) {
      throw UserError(fmt::format("ply {}: {}", ply, error.what()));
    }
  }
}

}  // namespace tavlab
