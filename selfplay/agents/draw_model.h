#pragma once

#include <cstdint>
#include <optional>

#include "core/game.h"
#include "mcts/evaluator.h"
#include "selfplay/agent.h"
#include "selfplay/analysis_value.h"

// What a score says about draws, for searches that know scores only.
namespace tavlab {

/// The share of draws among positions with even chances under the rules with this content hash, as
/// measured in games of a program against itself (draws.json, tools/fit_draws.py); none if it was
/// not measured. Among 40 games without a draw, up to 7 % can be draws (95 %).
std::optional<double> measured_draws(std::uint64_t rules_hash);

/// The probabilities of the results of a position with this expected score, from 0 to 1, by
/// Davidson's model of ties (1970, Journal of the American Statistical Association 65, 317-328):
/// wins : draws : losses as x : nu : 1/x, where nu is given by `draws_at_even`, the probability of
/// a draw where the score is 1/2, from 0 to below 1.
Wdl with_draws(double score, double draws_at_even);

/// The probabilities of the results: those that the search knows, or else those that its value
/// suggests where draws were measured under the rules with this content hash.
template <Game G>
std::optional<Wdl> result_probabilities(const Analysis<G>& analysis, std::uint64_t rules_hash) {
  if (analysis.probabilities) return analysis.probabilities;
  if (analysis.proven != Result::unfinished) return Wdl::of(analysis.proven);
  const std::optional<double> draws = measured_draws(rules_hash);
  if (!draws || !has_value(analysis)) return std::nullopt;
  return with_draws(analysis.value, *draws);
}

}  // namespace tavlab
