#include "mcts/search.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/search_clock.h"
#include "mcts/rollout.h"
#include "tests/mcts/check.h"
#include "tests/support/toy_games.h"

namespace tavlab {
namespace {

using toy::no_rules;
using toy::TicTacToe;
using toy::Wide;

/// The average over visits converges to the value faster with less exploration.
const SearchOptions averaging = without_solver(0.7);

TEST(Search, FindsAWinAndABlockWithoutTheSolver) {
  RolloutEvaluator<TicTacToe> rollouts;
  // X X .      X to move wins at 2;  with O to move 2 is the only move that does not lose.
  // O O .
  Search<TicTacToe> win(TicTacToe::after(no_rules, {0, 3, 1, 4}), averaging, 1);
  run<TicTacToe>(win, rollouts, {.simulations = 300});
  EXPECT_EQ(best_move(win).number(), 2);
  EXPECT_GT(root_report(win).value, 0.8);
  Search<TicTacToe> block(TicTacToe::after(no_rules, {0, 4, 1}), averaging, 1);
  run<TicTacToe>(block, rollouts, {.simulations = 2000});
  EXPECT_EQ(best_move(block).number(), 2);
}

TEST(Search, ConvergesToTheValueOfTicTacToeWithoutTheSolver) {
  RolloutEvaluator<TicTacToe> rollouts;
  Search<TicTacToe> search(GameState<TicTacToe>(no_rules), averaging, 5);
  run<TicTacToe>(search, rollouts, {.simulations = 200'000});
  EXPECT_NEAR(root_report(search).value, 0.5, 0.03);
  EXPECT_GT(root_report(search).wdl.draw, 0.75F);
  expect_consistent(search.tree(), false);
}

TEST(Search, ConvergesInEveryEndingOfTicTacToe) {
  RolloutEvaluator<TicTacToe> rollouts;
  Random random(9);
  for (int i = 0; i < 60; ++i) {
    auto state = after_random_moves<TicTacToe>(no_rules, 4, random);
    Search<TicTacToe> search(state, averaging, 5);
    run<TicTacToe>(search, rollouts, {.simulations = 20'000});
    EXPECT_NEAR(root_report(search).value, toy::exact_value(state), 0.05);
    expect_consistent(search.tree(), false);
  }
}

TEST(Search, CountsEverySimulationOnce) {
  const toy::WideRules rules;
  NoiseEvaluator<Wide> evaluator;
  for (const std::uint64_t simulations : {1U, 2U, 3U, 110U, 111U, 112U, 5000U}) {
    Search<Wide> search(GameState<Wide>(rules), {}, 1);
    evaluator.positions = 0;
    run<Wide>(search, evaluator, {.simulations = simulations});
    EXPECT_EQ(search.simulations(), simulations);
    EXPECT_EQ(search.stop_reason(), StopReason::simulations);
    EXPECT_EQ(evaluator.positions, simulations);
    EXPECT_EQ(root_report(search).visits, simulations);
    EXPECT_EQ(search.tree().size(), simulations);
    expect_consistent(search.tree(), false);
  }
}

TEST(Search, TriesEveryMoveWhateverTheirNumber) {
  NoiseEvaluator<Wide> evaluator;
  SearchOptions options;
  options.root_fpu = {FirstPlayUrgency::Kind::absolute, 100};
  for (const int width : {1, 2, 3, 4, 5, 6, 7, 8, 9, 31, 109, 110, 111, 113, 127, 128, 129, 255}) {
    const toy::WideRules rules{width, 10};
    Search<Wide> search(GameState<Wide>(rules), options, 1);
    run<Wide>(search, evaluator, {.simulations = static_cast<std::uint64_t>(width) + 1});
    std::set<int> moves;
    for (const auto& child : root_children(search)) {
      moves.insert(child.move.number());
      EXPECT_EQ(child.visits, 1U);
      EXPECT_DOUBLE_EQ(child.prior, 1.0 / width);
    }
    EXPECT_EQ(moves.size(), static_cast<std::size_t>(width));
  }
}

TEST(Search, TheInnerLoopAgreesWithItsDefinition) {
  Random random(11);
  for (int i = 0; i < 2000; ++i) {
    const std::size_t count = 1 + random.below(40);
    std::vector<float> keys;
    std::vector<float> priors;
    std::vector<std::uint32_t> visits;
    for (std::size_t k = 0; k < count; ++k) {
      keys.push_back(static_cast<float>(random.below(8)) / 8);  // with ties
      priors.push_back(static_cast<float>(random.below(4)) / 8);
      visits.push_back(random.below(4));
    }
    const float sign = random.below(2) == 0 ? 1.0F : -1.0F;
    for (const float* prior : {static_cast<const float*>(nullptr), std::as_const(priors).data()}) {
      const BestChild best = best_puct_score(keys.data(), visits.data(), prior, count, sign, 0.5F);
      BestChild expected;
      for (std::size_t k = 0; k < count; ++k) {
        float bonus = 0.5F / (1.0F + static_cast<float>(visits[k]));
        if (prior != nullptr) bonus *= prior[k];
        const float score = sign * keys[k] + bonus;
        if (score > expected.score) expected = {score, k};
      }
      ASSERT_EQ(best.ordinal, expected.ordinal);
      ASSERT_FLOAT_EQ(best.score, expected.score);
    }
  }
}

TEST(Search, FollowsTheFormula) {
  // Replays a search by hand: after each simulation the next root move must be the one that the
  // formula names, given the reported statistics.
  const toy::WideRules rules{7, 30};
  NoiseEvaluator<Wide> evaluator;
  SearchOptions options;
  options.cpuct = 0.8;
  options.fpu = options.root_fpu = {FirstPlayUrgency::Kind::reduction, 0.3};
  Search<Wide> search(GameState<Wide>(rules), options, 3);
  run<Wide>(search, evaluator, {.simulations = 1});
  for (int i = 0; i < 400; ++i) {
    const auto before = root_children(search);
    const NodeReport root = root_report(search);
    const auto visits = static_cast<double>(root.visits);
    const double c = 0.8 + std::log1p((visits + 1) / 19652);
    double best = -1;
    std::size_t expected = 0;
    for (std::size_t k = 0; k < before.size(); ++k) {
      const double score =
          before[k].value + c / 7 * std::sqrt(visits) / (1 + static_cast<double>(before[k].visits));
      if (score > best) {
        best = score;
        expected = k;
      }
    }
    const double tried = static_cast<double>(before.size()) / 7;
    const double fresh = root.value - 0.3 * std::sqrt(tried) + c / 7 * std::sqrt(visits);
    if (before.size() < 7 && fresh > best) expected = before.size();
    run<Wide>(search, evaluator, {.simulations = 1});
    const auto after = root_children(search);
    const std::uint64_t old = expected < before.size() ? before[expected].visits : 0;
    ASSERT_EQ(after[expected].visits, old + 1) << "simulation " << i;
  }
}

TEST(Search, SameSeedSameSearch) {
  const toy::RaceRules rules{12, 40};
  RolloutEvaluator<toy::Race> rollouts;
  const auto search_with = [&](std::uint64_t seed) {
    auto search =
        std::make_unique<Search<toy::Race>>(GameState<toy::Race>(rules), SearchOptions{}, seed);
    run<toy::Race>(*search, rollouts, {.simulations = 3000});
    return search;
  };
  const auto one = search_with(1);
  EXPECT_TRUE(same_tree(*one, *search_with(1)));
  EXPECT_FALSE(same_tree(*one, *search_with(2)));
}

TEST(Search, StopsAtItsLimits) {
  const toy::WideRules rules;
  NoiseEvaluator<Wide> evaluator;
  Search<Wide> search(GameState<Wide>(rules), {}, 1);
  EXPECT_TRUE(search.done());
  run<Wide>(search, evaluator, {.nodes = 500});
  EXPECT_EQ(search.stop_reason(), StopReason::nodes);
  EXPECT_EQ(search.tree().size(), 500U);
  for (const bool cpu_time : {false, true}) {
    const SearchClock clock(cpu_time);
    run<Wide>(search, evaluator, {.seconds = 0.05, .cpu_time = cpu_time});
    EXPECT_EQ(search.stop_reason(), StopReason::seconds);
    EXPECT_GE(clock.seconds(), 0.05);
  }
  EXPECT_THROW(search.begin({}), std::invalid_argument);
}

TEST(Search, AFinishedGameNeedsNoSearch) {
  NoiseEvaluator<TicTacToe> evaluator;
  Search<TicTacToe> search(TicTacToe::after(no_rules, {0, 3, 1, 4, 2}), {}, 1);
  run<TicTacToe>(search, evaluator, {.simulations = 10});
  EXPECT_EQ(search.stop_reason(), StopReason::over);
  EXPECT_EQ(search.simulations(), 0U);
  EXPECT_EQ(root_report(search).value, 1);
  EXPECT_EQ(best_move(search), toy::Move{});
  EXPECT_TRUE(principal_variation(search).empty());
}

TEST(Search, EndsWhenOnlyNodesAreLimitedAndThereAreNoMore) {
  NoiseEvaluator<TicTacToe> evaluator;
  Search<TicTacToe> search(TicTacToe::after(no_rules, {0, 1, 2, 4}), averaging, 1);
  run<TicTacToe>(search, evaluator, {.nodes = 1'000'000});
  EXPECT_EQ(search.stop_reason(), StopReason::exhausted);
}

TEST(Search, RejectsOptionsOutOfRange) {
  SearchOptions options;
  options.leaves_in_flight = 0;
  EXPECT_THROW(Search<TicTacToe>(GameState<TicTacToe>(no_rules), options, 1),
               std::invalid_argument);
  options.leaves_in_flight = 201;
  EXPECT_THROW(Search<TicTacToe>(GameState<TicTacToe>(no_rules), options, 1),
               std::invalid_argument);
}

TEST(Report, SamplesMovesByVisits) {
  const toy::WideRules rules{5, 30};
  NoiseEvaluator<Wide> evaluator;
  Search<Wide> search(GameState<Wide>(rules), {}, 3);
  run<Wide>(search, evaluator, {.simulations = 1000});
  Random random(1);
  EXPECT_EQ(sample_move(search, 0, random), best_move(search));
  std::array<int, 5> counts{};
  constexpr int draws = 20'000;
  for (int i = 0; i < draws; ++i) {
    ++counts[static_cast<std::size_t>(sample_move(search, 1, random).number())];
  }
  for (const auto& child : root_children(search)) {
    const double share = static_cast<double>(child.visits) / 999;
    EXPECT_NEAR(counts[static_cast<std::size_t>(child.move.number())] / double{draws}, share, 0.02);
  }
  // A low temperature is nearly the best move, even where powers of visits would overflow.
  for (int i = 0; i < 100; ++i) EXPECT_EQ(sample_move(search, 1e-3, random), best_move(search));
}

TEST(Report, VariationIsPlayable) {
  const toy::RaceRules rules{12, 40};
  RolloutEvaluator<toy::Race> rollouts;
  GameState<toy::Race> state(rules);
  Search<toy::Race> search(state, {}, 1);
  run<toy::Race>(search, rollouts, {.simulations = 20'000});
  const auto line = principal_variation(search);
  EXPECT_GT(line.size(), 4U);
  for (const auto& step : line) {
    ASSERT_EQ(step.chance, state.node_kind() == NodeKind::chance);
    if (step.chance) {
      state.play_chance(step.outcome);
    } else {
      state.play(step.move);
    }
  }
  EXPECT_EQ(principal_variation(search, 3).size(), 3U);
}

}  // namespace
}  // namespace tavlab
