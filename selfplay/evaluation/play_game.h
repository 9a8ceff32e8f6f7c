#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "core/game.h"
#include "core/game_state.h"
#include "core/random.h"
#include "core/subscript.h"
#include "selfplay/agent.h"
#include "selfplay/dataset/stored_game.h"
#include "selfplay/evaluation/config.h"
#include "selfplay/random_opening.h"
#include "selfplay/turn_limits.h"

namespace tavlab {

/// Plays games between two agents, one for each side, one after another, for a learned evaluation.
/// For one thread.
template <Game G>
class EvaluationPlayer {
 public:
  /// The rules must outlive it.
  EvaluationPlayer(const typename G::Rules& rules, const EvaluationGamesOptions& options,
                   std::array<std::unique_ptr<Agent<G>>, 2> agents)
      : options_(options), state_(rules), agents_(std::move(agents)) {}

  /// Limits the nodes for a move of each side.
  void limit(const std::array<std::uint64_t, 2>& nodes) {
    for (const Side side : {Side::first, Side::second}) {
      TurnLimits limits;
      limits.nodes = nodes[at(side)];
      agents_[at(side)]->limit_turn(limits);
    }
  }

  /// Plays the game with this seed, which does not depend on earlier games. A game whose result is
  /// proven is resigned. The game is abandoned when a stop is requested.
  StoredGame play(std::uint64_t number, std::uint64_t seed, const std::stop_token& stop) {
    StoredGame game;
    game.number = number;
    game.seed = seed;
    Random random(seed);
    if (!open(game, random, stop)) return game;
    for (const auto& agent : agents_) agent->start_game();
    for (const GameEvent& event : game.events) tell(event);
    while (!state_.over() && state_.plies() < options_.max_plies && !stop.stop_requested()) {
      if (state_.node_kind() == NodeKind::chance) {
        roll(game, random);
      } else {
        Agent<G>& player = *agents_[at(state_.to_move())];
        const typename G::Move move = player.choose(state_, random);
        if (const std::optional<double> value = player.value()) {
          note(game, *value, move);
          const Result proven = player.proven();
          if (proven == Result::first_wins || proven == Result::second_wins) {
            game.result = proven;
            game.reason = "resigned";
            game.resigns = proven == Result::first_wins ? StoredGame::Resigns::second
                                                        : StoredGame::Resigns::first;
            return game;
          }
        }
        step(game, move);
      }
      tell(game.events.back());
    }
    game.result = state_.over() ? state_.result() : Result::unfinished;
    game.reason = state_.over() ? std::string(state_.reason()) : "ply cap";
    return game;
  }

 private:
  void tell(const GameEvent& event) {
    for (const auto& agent : agents_) {
      if (event.chance) {
        agent->observe_chance(static_cast<std::uint8_t>(event.word));
      } else {
        agent->observe_move(G::Move::from_word(event.word));
      }
    }
  }

  /// Plays a random opening that does not end the game; false if a stop is requested. Short
  /// openings would give the same games again and again.
  bool open(StoredGame& game, Random& random, const std::stop_token& stop) {
    constexpr int kLeast = 4;
    const int least = std::min(kLeast, options_.opening_plies);
    const auto more = static_cast<std::uint32_t>(options_.opening_plies - least);
    const int plies = least + static_cast<int>(random.below(more + 1));
    int attempts = 0;
    do {
      if (stop.stop_requested()) return false;
      if (++attempts > kOpeningAttempts) throw_opening_too_long(state_.rules(), plies);
      state_.reset(G::start(state_.rules()));
      game.events.clear();
      while (!state_.over() && state_.plies() < plies) {
        if (state_.node_kind() == NodeKind::chance) {
          roll(game, random);
        } else {
          step(game, state_.random_move(random));
        }
      }
    } while (state_.over());
    game.opening_events = static_cast<std::uint32_t>(game.events.size());
    return true;
  }

  void roll(StoredGame& game, Random& random) {
    game.events.push_back({state_.play_random_chance(random), true});
  }
  void step(StoredGame& game, typename G::Move move) {
    game.events.push_back({move.word(), false});
    state_.play(move);
  }

  /// Stores a searched decision. The move is its whole policy, from which nets can learn
  /// (`tavlab learn`).
  static void note(StoredGame& game, double expected, typename G::Move move) {
    SearchedDecision decision;
    decision.first_policy = static_cast<std::uint32_t>(game.policy.size());
    decision.policy_count = 1;
    game.policy.push_back({move.word(), 1, 1.0F});
    decision.event = static_cast<std::uint32_t>(game.events.size());
    decision.full = true;
    decision.win = decision.next_win = static_cast<float>(expected);
    game.decisions.push_back(decision);
  }

  EvaluationGamesOptions options_;
  GameState<G> state_;
  std::array<std::unique_ptr<Agent<G>>, 2> agents_;  ///< by side
};

}  // namespace tavlab
