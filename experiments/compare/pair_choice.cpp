#include "experiments/compare/pair_choice.h"

#include <algorithm>
#include <cmath>

namespace tavlab {

std::vector<std::uint64_t> allocate_games(const BradleyTerryFit& fit,
                                          std::span<const AgentsPair> pairs, std::uint64_t games) {
  constexpr std::uint64_t kAtOnce = 10;
  struct State {
    double information;  // of one game: p (1 - p)
    double variance;     // of the difference of ratings
  };
  std::vector<State> states;
  for (const AgentsPair& pair : pairs) {
    const LogitEstimate d = fit.first_difference(pair.first, pair.second);
    const double p = 1.0 / (1.0 + std::exp(-d.value));
    states.push_back({p * (1.0 - p), d.standard_error * d.standard_error});
  }
  std::vector<std::uint64_t> shares(pairs.size(), 0);
  while (games > 0) {
    const std::uint64_t now = std::min(games, kAtOnce);
    const auto best = std::ranges::max_element(
        states, {}, [](const State& state) { return state.information * state.variance; });
    shares[static_cast<std::size_t>(best - states.begin())] += now;
    // As if the games had been played: the variance of this pair shrinks.
    best->variance /= 1.0 + static_cast<double>(now) * best->information * best->variance;
    games -= now;
  }
  return shares;
}

}  // namespace tavlab
