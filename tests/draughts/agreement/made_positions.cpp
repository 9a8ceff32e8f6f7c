#include "tests/draughts/agreement/made_positions.h"

#include <algorithm>
#include <array>

#include "tests/support/draws.h"

namespace tavlab::draughts_agreement {
namespace {

using draughts_reference::Piece;
using draughts_reference::ReferenceGame;
using draughts_reference::Stack;
using draughts_reference::State;

/// How many pieces a player has at the start.
int most_pieces(const ReferenceGame& game) {
  int white = 0, black = 0;
  for (const auto& [square, stack] : game.start().board) {
    ++(stack.front().owner == 'w' ? white : black);
  }
  return std::max(white, black);
}

std::string any_square(const ReferenceGame& game, Random& random) {
  for (;;) {
    const int file = between(random, 0, game.size() - 1),
              rank = between(random, 0, game.size() - 1);
    if ((file + rank) % 2 == 0) return draughts_reference::beside("a1", file, rank);
  }
}

/// A number of pieces of one player, a few or many.
int some_pieces(int most, Random& random) {
  return random.below(2) == 0 ? between(random, 1, std::min(most, 4)) : between(random, 1, most);
}

State some_state(const RuleSet& rule_set, const ReferenceGame& game, Random& random) {
  State state;
  state.side = chance(random, 0.5) ? 'w' : 'b';
  const bool columns = rule_set.flag("columns");
  const double kings = std::array{0.0, 0.2, 0.6, 1.0}[random.below(4)];
  const double high = columns ? std::array{0.0, 0.3, 0.8}[random.below(3)] : 0.0;
  const int most = most_pieces(game);
  for (const char player : {'w', 'b'}) {
    for (int left = some_pieces(most, random); left > 0; --left) {
      const Piece piece{player, chance(random, kings)};
      std::string square = any_square(game, random);
      // On a column, underneath.
      if (chance(random, high) && !state.board.empty()) {
        auto there = state.board.begin();
        std::advance(there, between(random, 0, static_cast<int>(state.board.size()) - 1));
        there->second.push_back(piece);
        continue;
      }
      if (state.board.contains(square)) continue;
      if (!piece.king && square.substr(1) == game.last_row(player)) continue;
      state.board[square] = {piece};
    }
  }
  // Turns some columns over, so that tops belong to the other player.
  for (auto& [square, stack] : state.board) {
    const Stack turned(stack.rbegin(), stack.rend());
    const Piece& top = turned.front();
    if (top.king || square.substr(1) != game.last_row(top.owner)) {
      if (chance(random, 0.5)) stack = turned;
    }
  }
  return state;
}

/// Puts four men of one player around a square, so that a man of the other can jump them all and
/// return to where it started.
void add_ring(const ReferenceGame& game, State& state, Random& random) {
  const std::string start = any_square(game, random);
  const char player = chance(random, 0.5) ? 'w' : 'b';
  const std::array<std::array<int, 2>, 4> men = {{{1, 1}, {1, 3}, {-1, 3}, {-1, 1}}};
  const std::array<std::array<int, 2>, 3> free = {{{2, 2}, {0, 4}, {-2, 2}}};
  for (const auto& [files, ranks] : free) {
    const std::string square = draughts_reference::beside(start, files, ranks);
    if (!game.on_board(square)) return;
    state.board.erase(square);
  }
  for (const auto& [files, ranks] : men) {
    const std::string square = draughts_reference::beside(start, files, ranks);
    state.board[square] = {{draughts_reference::other(player), false}};
  }
  state.board[start] = {{player, chance(random, 0.5)}};
  if (start.substr(1) == game.last_row(player)) state.board[start] = {{player, true}};
}

/// Three kings against one, and perhaps a fourth.
State three_kings(const ReferenceGame& game, Random& random) {
  State state;
  state.side = chance(random, 0.5) ? 'w' : 'b';
  const char lone = chance(random, 0.5) ? 'w' : 'b';
  while (state.board.size() < 4) {
    const char owner = state.board.empty() ? lone : draughts_reference::other(lone);
    state.board[any_square(game, random)] = {{owner, true}};
  }
  return state;
}

/// Counters that are often close to their limits.
void set_counters(const RuleSet& rule_set, const ReferenceGame& game, State& state,
                  Random& random) {
  const int unit = rule_set.text("draws.unit") == "moves" ? 2 : 1;
  const auto count = [&](int limit) {
    if (limit < 2 || chance(random, 0.5)) return 0;
    return chance(random, 0.5) ? between(random, 1, limit - 1)
                               : std::max(1, limit - 1 - between(random, 0, 3));
  };
  const auto limit = [&](const char* key) {
    return unit * static_cast<int>(rule_set.integer(key));
  };
  const bool any_king =
      std::ranges::any_of(state.board, [](const auto& entry) { return entry.second.front().king; });
  if (any_king) state.king_moves = count(limit("draws.kings_only"));
  state.plies = count(static_cast<int>(rule_set.integer("limits.total_plies")));
  state.quiet = count(game.most_quiet(state.board));
  game.adjudicate(state);
  if (state.result != "unfinished") state.quiet = state.king_moves = state.plies = 0;
}

}  // namespace

State made_position(const RuleSet& rule_set, const ReferenceGame& game, Random& random) {
  for (;;) {
    State state = some_state(rule_set, game, random);
    if (chance(random, 0.1)) add_ring(game, state, random);
    if (chance(random, 0.05) && most_pieces(game) >= 3) state = three_kings(game, random);
    const auto count = [&](char player) {
      int pieces = 0;
      for (const auto& [square, stack] : state.board) {
        pieces += static_cast<int>(std::ranges::count(stack, player, &Piece::owner));
      }
      return pieces;
    };
    const int most = most_pieces(game);
    if (count('w') > most || count('b') > most) continue;
    const auto has_pieces = [&](char player) {
      return std::ranges::any_of(
          state.board, [&](const auto& entry) { return entry.second.front().owner == player; });
    };
    if (!has_pieces('w') || !has_pieces('b')) continue;
    set_counters(rule_set, game, state, random);
    return state;
  }
}

}  // namespace tavlab::draughts_agreement
