#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mcts/policy_target.h"
#include "mcts/report.h"
#include "mcts/run.h"
#include "mcts/search.h"
#include "nn/net_evaluator.h"
#include "python/any_search.h"
#include "python/game_of.h"

// Tree searches with an evaluator of the caller's, by the traits type of a family.
namespace tavlab::python {

template <FamilyGame G>
SearchOptions search_options(const SearchSettings& settings) {
  SearchOptions options;
  options.gumbel_moves = settings.gumbel_moves;
  options.gumbel_scale.scale = settings.gumbel_scale;
  options.gumbel_scale.rescaled = settings.gumbel_rescaled;
  options.cpuct = settings.cpuct;
  options.noise_weight = settings.noise_weight;
  options.noise_alpha = settings.noise_alpha;
  options.leaves_in_flight = settings.leaves;
  return options;
}

/// What a finished search says about its position.
template <FamilyGame G>
AnalyzedState searched(const StateOf<G>& state, const Search<G>& search) {
  const Side mover = state.state().to_move();
  const auto proven = [](Proof proof) {
    switch (proof) {
      case Proof::first_wins:
        return std::string(result_text<G>(Result::first_wins));
      case Proof::draw:
        return std::string(result_text<G>(Result::draw));
      case Proof::second_wins:
        return std::string(result_text<G>(Result::second_wins));
      case Proof::mixed:  // known, but no single result
      case Proof::open:
        break;
    }
    return std::string();
  };
  AnalyzedState answer;
  answer.simulations = search.simulations();
  answer.nodes = search.tree().size();
  answer.value = return_of(mover, value_target(search).score());
  answer.proven = proven(root_report(search).proof);
  const std::vector<PolicyTarget<G>> target = policy_target(search);
  for (const ChildReport<G>& child : root_children(search)) {
    AnalyzedMove move;
    move.action = state.action_of_move(child.move);
    move.visits = child.visits;
    move.prior = child.prior;
    if (child.visits > 0) move.value = return_of(mover, child.value);
    move.proven = proven(child.proof);
    const auto found = std::ranges::find(target, child.move, &PolicyTarget<G>::move);
    move.policy = found == target.end() ? 0.0 : found->share;
    answer.moves.push_back(std::move(move));
  }
  // A Gumbel search gives shares to moves that it did not try, too.
  for (const PolicyTarget<G>& each : target) {
    const std::uint32_t action = state.action_of_move(each.move);
    if (std::ranges::find(answer.moves, action, &AnalyzedMove::action) != answer.moves.end()) {
      continue;
    }
    AnalyzedMove move;
    move.action = action;
    move.policy = each.share;
    answer.moves.push_back(std::move(move));
  }
  typename G::Move best = best_move(search);
  if (best == typename G::Move{}) best = untried_move(search);
  answer.best = state.action_of_move(best);
  std::vector<typename G::Move> line;
  for (const VariationStep<G>& step : principal_variation(search)) {
    if (step.chance) break;
    line.push_back(step.move);
  }
  answer.line = state.actions_of_line(line);
  return answer;
}

template <FamilyGame G>
std::vector<AnalyzedState> GameOf<G>::search(std::span<const State* const> states,
                                             const SearchSettings& settings,
                                             std::unique_ptr<NetBackend> backend) const {
  NetEvaluator<G> evaluator({options().max_size, options().side_heads}, facts().shape,
                            std::move(backend), settings.random_symmetry);
  evaluator.prepare(rules());
  std::vector<std::unique_ptr<Search<G>>> searches;
  std::vector<Search<G>*> pointers;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const auto& state = static_cast<const StateOf<G>&>(*states[i]);
    try {
      state.require_decision();
    } catch (const UserError& error) {
      throw UserError(fmt::format("state {}: {}", i, error.what()));
    }
    searches.push_back(std::make_unique<Search<G>>(state.state(), search_options<G>(settings),
                                                   derive_seed({settings.seed, i})));
    pointers.push_back(searches.back().get());
  }
  Limits limits;
  limits.simulations = settings.simulations;
  run(std::span<Search<G>* const>(pointers), evaluator, limits);
  std::vector<AnalyzedState> answers;
  answers.reserve(states.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    answers.push_back(searched(static_cast<const StateOf<G>&>(*states[i]), *searches[i]));
  }
  return answers;
}

}  // namespace tavlab::python
