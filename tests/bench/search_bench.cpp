// Overhead of search over the evaluations it requests: raw playouts per second against simulations
// per second with the same playouts, and search alone with an evaluator that takes no time.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "core/families.h"
#include "mcts/report.h"
#include "mcts/rollout.h"
#include "mcts/run.h"

namespace {

using namespace tavlab;

/// Evaluates at random: almost free, and without pattern like the rollouts it stands in for.
template <Game G>
class FreeEvaluator final : public Evaluator<G> {
 public:
  void evaluate(std::span<EvaluationRequest<G>* const> batch) override {
    for (EvaluationRequest<G>* const request : batch) {
      request->value = Wdl::from_score(request->random()() >> 63 == 0 ? 0.0 : 1.0);
    }
  }
};

/// The same with a policy, as a net has one.
template <Game G>
class FreePolicy final : public Evaluator<G> {
 public:
  void evaluate(std::span<EvaluationRequest<G>* const> batch) override {
    for (EvaluationRequest<G>* const request : batch) {
      request->value = Wdl::from_score(request->random()() >> 63 == 0 ? 0.0 : 1.0);
      float logit = 0;
      for (float& entry : request->logits()) {
        logit = logit > 2 ? 0 : logit + 0.37F;
        entry = logit;
      }
    }
  }
};

RolloutOptions playouts(bool informed) {
  return {.policy = informed ? RolloutOptions::Policy::informed : RolloutOptions::Policy::uniform,
          .max_plies = 10'000};
}

void raw_playouts(benchmark::State& bench, const std::string& rule_set, bool informed) {
  visit_game(load_rule_set(rule_set), [&](auto game, const auto& rules) {
    using G = decltype(game);
    GameState<G> state(*rules);
    const RolloutEvaluator<G> evaluator(playouts(informed));
    std::uint64_t seed = 0;
    for (auto _ : bench) {
      Random random(++seed);
      benchmark::DoNotOptimize(evaluator.evaluate(state, random));
    }
    bench.SetItemsProcessed(bench.iterations());
  });
}

/// Simulations from the start position, a fresh tree for every `kTree` of them.
template <Game G>
void search_with(benchmark::State& bench, const typename G::Rules& rules, Evaluator<G>& evaluator,
                 std::uint64_t tree_size) {
  const GameState<G> state(rules);
  std::uint64_t seed = 0;
  std::unique_ptr<Search<G>> search;
  double bytes = 0;
  for (auto _ : bench) {
    if (search == nullptr || search->simulations() >= tree_size || search->done()) {
      bench.PauseTiming();
      if (search != nullptr) bytes = static_cast<double>(search->tree().bytes());
      search = std::make_unique<Search<G>>(state, SearchOptions{}, ++seed);
      search->begin({.simulations = tree_size});
      bench.ResumeTiming();
    }
    const auto batch = search->advance();
    if (!batch.empty()) evaluator.evaluate(batch);
  }
  bench.SetItemsProcessed(bench.iterations());
  bench.counters["bytes/node"] = bytes / static_cast<double>(tree_size);
}

void search_playouts(benchmark::State& bench, const std::string& rule_set, bool informed) {
  visit_game(load_rule_set(rule_set), [&](auto game, const auto& rules) {
    using G = decltype(game);
    RolloutEvaluator<G> evaluator(playouts(informed));
    search_with<G>(bench, *rules, evaluator, 10'000);
  });
}

void search_alone(benchmark::State& bench, const std::string& rule_set, bool policy) {
  visit_game(load_rule_set(rule_set), [&](auto game, const auto& rules) {
    using G = decltype(game);
    FreeEvaluator<G> free;
    FreePolicy<G> free_policy;
    Evaluator<G>& evaluator = policy ? static_cast<Evaluator<G>&>(free_policy) : free;
    search_with<G>(bench, *rules, evaluator, static_cast<std::uint64_t>(bench.range(0)));
  });
}

#define TAVLAB_SEARCH_BENCH(rules, name)                            \
  BENCHMARK_CAPTURE(raw_playouts, name##_uniform, rules, false);    \
  BENCHMARK_CAPTURE(search_playouts, name##_uniform, rules, false); \
  BENCHMARK_CAPTURE(raw_playouts, name##_informed, rules, true);    \
  BENCHMARK_CAPTURE(search_playouts, name##_informed, rules, true); \
  BENCHMARK_CAPTURE(search_alone, name##_uniform, rules, false)     \
      ->Arg(800)                                                    \
      ->Arg(1'000'000)                                              \
      ->MinTime(1.5);                                               \
  BENCHMARK_CAPTURE(search_alone, name##_policy, rules, true)->Arg(800)->Arg(100'000)

TAVLAB_SEARCH_BENCH("helmfrid-11", helmfrid11);
TAVLAB_SEARCH_BENCH("helmfrid-9", helmfrid9);

}  // namespace

BENCHMARK_MAIN();
