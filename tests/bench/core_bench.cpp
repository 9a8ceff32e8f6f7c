// Speed of the rules core: uniformly random plies, perft making every leaf, and bulk perft.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

#include "core/families.h"
#include "core/perft.h"
#include "core/playout.h"

namespace {

using namespace tavlab;

constexpr int kCap = 5000;

void random_plies(benchmark::State& bench, const std::string& rule_set) {
  visit_game(load_rule_set(rule_set), [&](auto game, const auto& rules) {
    using G = decltype(game);
    const auto start = G::start(*rules);
    GameState<G> state(*rules, start);
    Random random(1);
    std::int64_t plies = 0;
    for (auto _ : bench) {
      state.reset(start);
      benchmark::DoNotOptimize(play_randomly(state, random, kCap));
      plies += state.plies();
    }
    bench.SetItemsProcessed(plies);
  });
}

void perft_nodes(benchmark::State& bench, const std::string& rule_set, int depth, bool in_bulk) {
  visit_game(load_rule_set(rule_set), [&](auto game, const auto& rules) {
    using G = decltype(game);
    const auto start = G::start(*rules);
    std::uint64_t nodes = 0;
    for (auto _ : bench) {
      nodes += in_bulk ? perft_bulk<G>(*rules, start, depth) : perft<G>(*rules, start, depth).nodes;
    }
    bench.SetItemsProcessed(static_cast<std::int64_t>(nodes));
  });
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  for (const std::string rules : {"helmfrid-9", "helmfrid-11", "viavuca-11", "alea-evangelii-19"}) {
    benchmark::RegisterBenchmark(("random_plies/" + rules).c_str(), random_plies, rules);
  }
  for (const std::string rules : {"helmfrid-9", "helmfrid-11"}) {
    for (const bool in_bulk : {false, true}) {
      for (const int depth : {3, 4}) {
        const std::string name =
            (in_bulk ? "perft_bulk/" : "perft/") + rules + "/" + std::to_string(depth);
        benchmark::RegisterBenchmark(name.c_str(), perft_nodes, rules, depth, in_bulk)
            ->Unit(benchmark::kMillisecond);
      }
    }
  }
  benchmark::RunSpecifiedBenchmarks();
}
