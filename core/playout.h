#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "core/game_state.h"

namespace tavlab {

/// Plays uniformly random moves and random chance events until the game is over or `max_plies`
/// moves have been played since the state's last reset. Returns the result, unfinished if cut off.
/// Calls `at_decision(state)` before each move. Nothing is allocated once the state's history has
/// grown.
template <Game G, typename AtDecision>
Result play_randomly(GameState<G>& state, Random& random, int max_plies, AtDecision&& at_decision) {
  for (;;) {
    switch (state.node_kind()) {
      case NodeKind::terminal:
        return state.result();
      case NodeKind::chance:
        state.play_random_chance(random);
        break;
      case NodeKind::decision:
        if (state.plies() >= max_plies) return Result::unfinished;
        at_decision(std::as_const(state));
        state.play(state.random_move(random));
        break;
    }
  }
}

template <Game G>
Result play_randomly(GameState<G>& state, Random& random, int max_plies) {
  return play_randomly(state, random, max_plies, [](const GameState<G>&) {});
}

/// How a random game ended.
struct RandomGameEnd {
  Result result = Result::unfinished;
  std::string_view reason;  ///< empty if it was cut off
  int plies = 0;
};

/// Plays `games` uniformly random games from a position, each for at most `max_plies` moves. Game i
/// uses Random(seed(i)) in the order of `play_randomly`. Calls `at_end(end)` for each game, in no
/// particular order.
template <Game G, typename Seed, typename AtEnd>
void play_random_games(const typename G::Rules& rules, const typename G::Position& start,
                       std::uint64_t games, int max_plies, Seed&& seed, AtEnd&& at_end) {
  if constexpr (G::capabilities.random_game) {
    using RandomGame = typename G::RandomGame;
    const auto end = [&](const RandomGame& game) {
      const auto& position = game.position();
      at_end(RandomGameEnd{G::result(position), G::reason(position), game.plies()});
    };
    std::uint64_t next = 0;
    // Starts the next game; games that are over at the start end at once.
    const auto begin = [&](std::optional<RandomGame>& game) {
      while (next < games) {
        game.emplace(rules, start, Random(seed(next++)), max_plies);
        if (!game->over()) return true;
        end(*game);
      }
      return false;
    };
    std::array<std::optional<RandomGame>, RandomGame::kAtOnce> ring;
    std::size_t playing = 0;
    while (playing < ring.size() && begin(ring[playing])) ++playing;
    while (playing == ring.size()) {
      for (auto& game : ring) {
        if (game->turn()) continue;
        end(*game);
        if (!begin(game)) {
          std::swap(game, ring[--playing]);
          break;
        }
      }
    }
    for (std::size_t i = 0; i < playing; ++i) {
      while (ring[i]->turn()) continue;
      end(*ring[i]);
    }
  } else {
    GameState<G> state(rules, start);
    for (std::uint64_t i = 0; i < games; ++i) {
      state.reset(start);
      Random random(seed(i));
      const Result result = play_randomly(state, random, max_plies);
      at_end(
          RandomGameEnd{result, result == Result::unfinished ? "" : state.reason(), state.plies()});
    }
  }
}

/// The seed of game `number` of a run of random games.
constexpr std::uint64_t playout_seed(std::uint64_t seed, std::uint64_t rules_hash,
                                     std::uint64_t number) {
  return derive_seed({seed, rules_hash, hash_text("playout"), number});
}

}  // namespace tavlab
