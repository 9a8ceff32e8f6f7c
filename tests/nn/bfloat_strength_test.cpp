// The cost of bfloat16 products in strength: a match of a trained net against itself, one side by
// AMX, or tiles that round alike, the other in float, with the same simulations.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/families.h"
#include "core/tafl/tafl.h"
#include "mcts/report.h"
#include "mcts/run.h"
#include "nn/cpu/cpu_backend.h"
#include "nn/cpu/isa.h"
#include "nn/net_evaluator.h"
#include "tests/support/dot_tiles.h"

namespace tavlab {
namespace {

std::optional<CpuKernels> bfloat_kernels() {
  const std::vector<CpuIsa> isas = available_isas();
  if (std::ranges::count(isas, CpuIsa::amx) > 0) return kernels_of(CpuIsa::amx);
#ifdef __AVX512BF16__
  if (std::ranges::count(isas, CpuIsa::avx512) > 0) {
    return with_dot_tiles(kernels_of(CpuIsa::avx512));
  }
#endif
  return std::nullopt;
}

/// The score of the first of two evaluators in a game that begins with random plies.
template <Game G>
double play(const typename G::Rules& rules, std::array<Evaluator<G>*, 2> players,
            bool first_attacks, std::uint64_t opening, std::uint64_t seed) {
  constexpr int kOpeningPlies = 4, kMaxPlies = 200;
  GameState<G> state(rules);
  Random random(opening);
  while (!state.over() && state.plies() < kOpeningPlies) state.play(state.random_move(random));
  while (!state.over() && state.plies() < kMaxPlies) {
    const bool attacks = state.to_move() == Side::first;
    SearchOptions options;
    options.cpuct = 1.0;
    options.leaves_in_flight = 8;
    Search<G> search(state, options,
                     derive_seed({seed, static_cast<std::uint64_t>(state.plies())}));
    run(search, *players[attacks == first_attacks ? 0 : 1], {.simulations = 100});
    state.play(best_move(search));
  }
  const double attackers = score(state.result());
  return first_attacks ? attackers : 1.0 - attackers;
}

TEST(BfloatStrengthTest, IsThatOfFloats) {
  const std::optional<CpuKernels> kernels = bfloat_kernels();
  if (!kernels) GTEST_SKIP() << "needs AMX, or AVX-512 with bfloat16 and a build for this machine";
  visit_game(load_rule_set("brandubh-7"), [&](auto family, const auto& rules) {
    using G = decltype(family);
    const Net net = read_net(std::string(TAVLAB_MODELS) + "/brandubh-7/net.safetensors");
    NetEvaluator<G> bfloat(net, make_cpu_backend(net, *kernels, "bfloat16"), true);
    NetEvaluator<G> floats(net, make_cpu_backend(net, CpuIsa::avx2), true);
    constexpr std::uint64_t kPairs = 200;
    double sum = 0.0, squares = 0.0;
    for (std::uint64_t pair = 0; pair < kPairs; ++pair) {
      double both = 0.0;
      for (const bool attacks : {true, false}) {
        both += 0.5 * play<G>(*rules, {&bfloat, &floats}, attacks, pair,
                              derive_seed({pair, attacks ? 1U : 2U}));
      }
      sum += both;
      squares += both * both;
    }
    const double mean = sum / kPairs;
    const double error = std::sqrt((squares / kPairs - mean * mean) / (kPairs - 1));
    RecordProperty("score", std::to_string(mean));
    std::printf("bfloat16 scores %.4f +- %.4f of %d games\n", mean, 1.96 * error,
                static_cast<int>(2 * kPairs));
    EXPECT_LE(std::abs(mean - 0.5), 2.58 * error);
    EXPECT_LE(error, 0.03) << "the match is precise enough";
  });
}

}  // namespace
}  // namespace tavlab
