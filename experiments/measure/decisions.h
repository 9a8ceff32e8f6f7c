#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/game_state.h"
#include "core/move_kinds.h"
#include "core/parallel.h"
#include "core/random.h"
#include "experiments/measure/decision_summary.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/random_opening.h"

namespace tavlab {

struct DecisionOptions {
  std::uint64_t positions = 100;
  double within = 0.02;   ///< of the best move's value, to count in the width
  int opening_plies = 4;  ///< uniformly random plies at the start of each game
  int max_plies = 500;    ///< after which a game is broken off
  std::uint64_t seed = 1;
  int threads = 1;
};

/// Measures decisions by an agent's own search: how many moves are about as good as the best, and
/// what moves of each kind are worth.
///
/// Each position comes from a separate game between two copies of another agent, so that positions
/// are independent: one of its decisions with a choice is drawn uniformly. The positions depend
/// only on that agent and the seed; every judge gets the same ones.
template <Game G>
class DecisionMeasurement {
 public:
  using Rules = typename G::Rules;

  /// `rules` must outlive it.
  explicit DecisionMeasurement(const Rules& rules) : rules_(&rules) {}

  /// Throws UserError if the judge does not value every move, or if games hardly ever reach a
  /// choice. If a stop is requested, only what was finished before. `progress` (may be null) is
  /// called from several threads, with each decision.
  std::vector<JudgedDecision> run(const AgentSpec& judge, const AgentSpec& player,
                                  const DecisionOptions& options,
                                  const std::function<void(const JudgedDecision&)>& progress = {},
                                  const std::stop_token& stop = {}) const {
    struct Worker {
      std::unique_ptr<Agent<G>> judge, player;
      std::vector<std::pair<std::size_t, JudgedDecision>> judged;  ///< with their jobs
    };
    std::vector<Worker> workers(static_cast<std::size_t>(options.threads));
    for (Worker& worker : workers) {
      worker = {make_agent<G>(judge, *rules_), make_agent<G>(player, *rules_), {}};
      worker.judge->stop_when(stop);
      worker.player->stop_when(stop);
    }
    run_jobs(
        options.positions, options.threads,
        [&](std::size_t job, std::size_t number, const std::stop_token&) {
          Random random(derive_seed({options.seed, hash_text("decisions"), job}));
          GameState<G> state = draw_state(*workers[number].player, options, random);
          JudgedDecision decision =
              value_moves(*workers[number].judge, judge, state, options, random);
          if (stop.stop_requested()) return;  // its searches may have been cut short
          if (progress) progress(decision);
          workers[number].judged.emplace_back(job, std::move(decision));
        },
        stop);
    std::vector<std::pair<std::size_t, JudgedDecision>> all;
    for (Worker& worker : workers) std::ranges::move(worker.judged, std::back_inserter(all));
    std::ranges::sort(all, {}, [](const auto& each) { return each.first; });
    std::vector<JudgedDecision> decisions;
    decisions.reserve(all.size());
    for (auto& [job, decision] : all) decisions.push_back(std::move(decision));
    return decisions;
  }

 private:
  using Move = typename G::Move;

  GameState<G> draw_state(Agent<G>& player, const DecisionOptions& options, Random& random) const {
    for (int attempt = 0; attempt < kOpeningAttempts; ++attempt) {
      GameState<G> state(*rules_);
      GameState<G> drawn = state;
      std::uint32_t seen = 0;
      player.start_game();
      player.start_at(state.position());
      while (!state.over() && state.plies() < options.max_plies) {
        if (state.node_kind() == NodeKind::chance) {
          player.observe_chance(state.play_random_chance(random));
          continue;
        }
        const bool random_ply = state.plies() < options.opening_plies;
        if (!random_ply && state.count_legal_moves() > 1 && random.below(++seen) == 0) {
          drawn = state;
        }
        const Move move = random_ply ? state.random_move(random) : player.choose(state, random);
        player.observe_move(move);
        state.play(move);
      }
      if (seen > 0) return drawn;
    }
    throw UserError("decisions: games hardly ever reach a position with a choice");
  }

  JudgedDecision value_moves(Agent<G>& judge, const AgentSpec& spec, GameState<G>& state,
                             const DecisionOptions& options, Random& random) const {
    judge.start_game();
    Analysis<G> analysis;
    judge.choose(state, random, &analysis);
    const std::uint64_t legal = state.count_legal_moves();
    if (analysis.candidates.size() != legal) {
      throw UserError(
          fmt::format("agent '{}' valued {} of {} moves in the position {}; use one "
                      "that values all, such as alphabeta:depth=3",
                      spec.canonical(), analysis.candidates.size(), legal,
                      G::position_text(*rules_, state.position())));
    }
    const bool first = state.to_move() == Side::first;
    std::vector<ValuedMove> moves;
    const std::size_t kinds = move_kind_names<G>().size();
    for (const Candidate<G>& each : analysis.candidates) {
      ValuedMove move{first ? each.value : 1 - each.value, 0};
      for (std::size_t kind = 0; kind < kinds; ++kind) {
        if (is_of_move_kind<G>(*rules_, state.position(), each.move, kind)) {
          move.kinds |= 1U << kind;
        }
      }
      moves.push_back(move);
    }
    return judge_decision(moves, kinds, options.within);
  }

  const Rules* rules_;
};

}  // namespace tavlab
