// Searches on several threads: also run under the thread sanitizer (preset tsan).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <thread>
#include <vector>

#include "core/game_state.h"
#include "mcts/parallel_evaluator.h"
#include "mcts/report.h"
#include "mcts/rollout.h"
#include "mcts/search.h"
#include "selfplay/alphabeta/search.h"
#include "tests/support/toy_agents.h"
#include "tests/support/toy_games.h"

namespace tavlab {
namespace {

using toy::Chase;
using toy::ChaseRules;
using toy::TicTacToe;
using toy::Wide;

/// Four threads write entries that contain their key, into a table too small for them.
TEST(ParallelTable, NeverGivesAnEntryOfAnotherKey) {
  TranspositionTable table(1);
  table.start_game();
  table.start_search();
  std::atomic<std::uint64_t> found = 0, wrong = 0;
  const auto work = [&](std::uint64_t seed) {
    Random random(seed);
    for (int i = 0; i < 100'000; ++i) {
      const std::uint64_t number = random.below(64);
      // Keys of one cluster: they differ in bits that do not select it.
      const std::uint64_t key = 0x1234'5678'0000'0000U + number;
      TranspositionTable::Entry entry;
      if (table.find(key, entry)) {
        ++found;
        if (entry.move != number || entry.score != static_cast<SearchScore>(1000 + number)) ++wrong;
      }
      table.store(key, {static_cast<SearchScore>(1000 + number), TranspositionTable::Bound::exact,
                        static_cast<int>(random.below(60)), static_cast<std::uint16_t>(number)});
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::uint64_t seed = 0; seed < 4; ++seed) threads.emplace_back(work, seed);
  }
  EXPECT_GT(found, 1000U);
  EXPECT_EQ(wrong, 0U);
}

TEST(SharedNodes, GivesOutItsLimitExactly) {
  for (const std::uint64_t limit : {1U, 7U, 1000U, 1'000'000U}) {
    SharedNodes nodes(limit, 3);
    std::uint64_t sum = 0;
    while (const std::uint64_t taken = nodes.take()) sum += taken;
    EXPECT_EQ(sum, limit);
    EXPECT_EQ(nodes.take(), 0U);
    EXPECT_EQ(nodes.taken(), limit);
  }
}

TEST(HelperThreads, AreHalfOfThemAtOtherDepths) {
  for (int depth = 1; depth < 20; ++depth) {
    int skipping = 0;
    for (int number = 1; number <= 20; ++number) skipping += helper_skips(number, depth) ? 1 : 0;
    EXPECT_EQ(skipping, 10) << depth;
  }
}

TEST(ParallelSearch, SolvesTicTacToe) {
  const toy::NoRules rules;
  for (const SearchFeatures features : {SearchFeatures::none(), SearchFeatures::all()}) {
    GameState<TicTacToe> state(rules);
    Random random(1);
    AlphaBetaSearch<TicTacToe> search({.depth = 9, .threads = 3, .features = features});
    search.run(state, random, nullptr);
    EXPECT_EQ(search.score(), 0);
    EXPECT_EQ(state.plies(), 0);
  }
}

TEST(ParallelSearch, StopsExactlyAtItsNodes) {
  const toy::WideRules rules;
  GameState<Wide> state(rules);
  Random random(1);
  for (const std::uint64_t nodes : {1, 2, 50, 5000, 200'000}) {
    AlphaBetaSearch<Wide> search({.nodes = nodes, .threads = 3});
    Analysis<Wide> report;
    EXPECT_NE(search.run(state, random, &report), toy::Move{});
    EXPECT_LE(search.nodes(), nodes);
    // Nodes that other threads still hold when the first one runs out are lost.
    EXPECT_GE(search.nodes(), nodes - nodes / 16);
    EXPECT_EQ(report.nodes, search.nodes());
  }
}

TEST(ParallelSearch, EndsWhenStopped) {
  const toy::WideRules rules;
  GameState<Wide> state(rules);
  Random random(1);
  std::stop_source source;
  AlphaBetaSearch<Wide> search({.threads = 3});
  TurnLimits turn;
  turn.infinite = true;
  std::uint64_t reported = 0;
  search.run(state, random, nullptr, source.get_token(), turn, [&](const Analysis<Wide>& analysis) {
    EXPECT_GE(analysis.nodes, reported);
    reported = analysis.nodes;
    if (analysis.depth == 3) source.request_stop();
  });
  EXPECT_GT(search.nodes(), 0U);
}

TEST(ParallelSearch, PlaysAWholeGame) {
  const ChaseRules rules{.size = 9};
  AlphaBetaAgent<Chase> agent({.depth = 4, .table_megabytes = 1, .threads = 2});
  for (int game = 0; game < 3; ++game) {
    GameState<Chase> state(rules);
    Random random(1);
    agent.start_game();
    while (!state.over() && state.plies() < 30) state.play(agent.choose(state, random, nullptr));
    EXPECT_TRUE(state.over());
  }
}

/// A tree search's result depends on its groups of leaves, not on who evaluates them, and when.
TEST(ParallelEvaluator, GivesTheSearchTheSameResult) {
  const toy::WideRules rules{.width = 8, .depth = 20};
  const auto visits_of_agent = [&](const char* text, bool reports = false) {
    const auto agent = make_agent<Wide>(AgentSpec::parse(text), rules);
    if (reports) agent->report_progress([](const Analysis<Wide>&) {});
    GameState<Wide> state(rules);
    Random random(2);
    Analysis<Wide> analysis;
    agent->choose(state, random, &analysis);
    std::vector<std::uint64_t> all;
    for (const auto& candidate : analysis.candidates) all.push_back(candidate.visits);
    return all;
  };
  const auto visits_of_one_thread = [&](int leaves, std::uint64_t simulations) {
    SearchOptions options;
    options.leaves_in_flight = leaves;
    options.leaf_groups = 2;
    Random random(2);  // the agent's, which seeds its search first
    Search<Wide> search(GameState<Wide>(rules), options, random());
    RolloutEvaluator<Wide> evaluator{RolloutOptions{}};
    search.begin({.simulations = simulations});
    for (std::size_t group = 0; !search.done(); group ^= 1U) {
      evaluator.evaluate(search.advance(group));
    }
    std::vector<std::uint64_t> all;
    for (const auto& child : root_children(search)) all.push_back(child.visits);
    return all;
  };
  const auto sorted = [](std::vector<std::uint64_t> visits) {
    std::ranges::sort(visits);
    return visits;
  };
  for (int repetition = 0; repetition < 5; ++repetition) {
    EXPECT_EQ(sorted(visits_of_agent("mcts:sims=2000,leaves=32,threads=3")),
              sorted(visits_of_one_thread(32, 2000)));
    EXPECT_EQ(sorted(visits_of_agent("mcts:sims=2000,leaves=32,threads=3", true)),
              sorted(visits_of_one_thread(32, 2000)));
    EXPECT_EQ(sorted(visits_of_agent("mcts:sims=500,threads=2")),
              sorted(visits_of_one_thread(16, 500)));
  }
}

/// Counts what it is asked, and refuses one request.
class Counter final : public Evaluator<Wide> {
 public:
  explicit Counter(std::atomic<int>& asked) : asked_(&asked) {}
  void evaluate(std::span<EvaluationRequest<Wide>* const> batch) override {
    for (EvaluationRequest<Wide>* const request : batch) {
      request->value.win += 1;
      if (++*asked_ == 1000) throw std::runtime_error("refused");
    }
  }

 private:
  std::atomic<int>* asked_;
};

TEST(ParallelEvaluator, AnswersEachRequestOnceAndPassesOnFailures) {
  const toy::WideRules rules;
  GameState<Wide> state(rules);
  std::vector<std::unique_ptr<EvaluationRequest<Wide>>> requests;
  std::vector<EvaluationRequest<Wide>*> batch;
  for (int i = 0; i < 37; ++i) {
    requests.push_back(std::make_unique<EvaluationRequest<Wide>>(state));
    batch.push_back(requests.back().get());
  }
  for (const BatchShare share : {BatchShare::one_by_one, BatchShare::equal}) {
    std::atomic<int> asked = 0;
    std::vector<std::unique_ptr<Evaluator<Wide>>> each;
    each.reserve(3);
    for (int i = 0; i < 3; ++i) each.push_back(std::make_unique<Counter>(asked));
    ParallelEvaluator<Wide> evaluator(std::move(each), share);
    for (std::size_t size : {1U, 2U, 5U, 37U, 37U}) {
      for (auto* request : batch) request->renew(1);
      evaluator.evaluate(std::span(batch).first(size));
      for (std::size_t i = 0; i < batch.size(); ++i) {
        EXPECT_EQ(batch[i]->value.win, i < size ? 1.0F : 0.0F);
      }
    }
    asked = 990;
    EXPECT_THROW(evaluator.evaluate(batch), std::runtime_error);
    evaluator.evaluate(batch);
  }
}

TEST(ParallelEvaluator, EvaluatesTwoBatchesAtOnce) {
  const toy::WideRules rules;
  GameState<Wide> state(rules);
  std::vector<std::unique_ptr<EvaluationRequest<Wide>>> requests;
  std::array<std::vector<EvaluationRequest<Wide>*>, 2> batches;
  for (std::size_t i = 0; i < 24; ++i) {
    requests.push_back(std::make_unique<EvaluationRequest<Wide>>(state));
    batches[i % 3 == 0 ? 1 : 0].push_back(requests.back().get());
  }
  std::atomic<int> asked = 0;
  std::vector<std::unique_ptr<Evaluator<Wide>>> each;
  each.reserve(3);
  for (int i = 0; i < 3; ++i) each.push_back(std::make_unique<Counter>(asked));
  ParallelEvaluator<Wide> evaluator(std::move(each), BatchShare::one_by_one);
  const auto start = [&](std::size_t which) {
    for (auto* request : batches[which]) request->renew(1);
    evaluator.start(which, batches[which]);
  };
  start(0);
  for (int round = 0; round < 30; ++round) {
    const std::size_t other = round % 2 == 0 ? 1 : 0;
    start(other);
    evaluator.finish(1 - other);
    for (const auto* request : batches[1 - other]) EXPECT_EQ(request->value.win, 1.0F);
  }
  start(1);
  EXPECT_LT(asked, 1000);
  asked = 999;  // one of either batch is refused: both end, and can be used again
  try {
    evaluator.finish(0);
    evaluator.finish(1);
  } catch (const std::runtime_error&) {
  }
  for (const std::size_t which : {0U, 1U}) {
    start(which);
    evaluator.finish(which);
    for (const auto* request : batches[which]) EXPECT_EQ(request->value.win, 1.0F);
  }
}

TEST(ParallelSearch, IsMarkedAsNotReproducible) {
  EXPECT_TRUE(AgentSpec::parse("alphabeta:depth=3,threads=1").deterministic());
  EXPECT_FALSE(AgentSpec::parse("alphabeta:depth=3,threads=2").deterministic());
  EXPECT_TRUE(AgentSpec::parse("mcts:sims=3,threads=2").deterministic());
  EXPECT_EQ(AgentSpec::parse("alphabeta:depth=3,threads=1").canonical(), "alphabeta:depth=3");
}

}  // namespace
}  // namespace tavlab
