#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "experiments/stats/bradley_terry.h"

namespace tavlab {

/// Two agents that may play each other.
struct AgentsPair {
  std::size_t first;
  std::size_t second;
};

/// Distributes `games` over the pairs where they are most informative about the ratings: each ten
/// in turn go to the pair with the largest ln(1 + 10 p (1 - p) Var(d)), where d is the difference
/// of its ratings and p the expected score. That is the expected information gain about d from
/// games with Bernoulli results (a D-optimal design; Atkinson, Donev and Tobias 2007, Optimum
/// Experimental Designs, chapter 11): pairs that are close and uncertain play, mismatches do not.
/// Returns a number for each pair, all even, whose sum is `games`, which must be even.
std::vector<std::uint64_t> allocate_games(const BradleyTerryFit& fit,
                                          std::span<const AgentsPair> pairs, std::uint64_t games);

}  // namespace tavlab
