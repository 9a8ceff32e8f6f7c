// The formulas of Gumbel planning, against cases computed by hand.
#include "mcts/gumbel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>
#include <vector>

namespace tavlab {
namespace {

using testing::ElementsAre;

/// Three moves with priors 1/2, 1/4, 1/4; the first two were visited, 3 times and once.
struct Case {
  std::array<float, 3> logits = {std::log(2.0F), 0.0F, 0.0F};
  std::array<float, 3> priors = {0.5F, 0.25F, 0.25F};
  std::array<std::uint32_t, 3> visits = {3, 1, 0};
  std::array<float, 3> means = {0.6F, 0.3F, 0.0F};
  [[nodiscard]] MoveValues values() const { return {logits, priors, visits, means, 0.4}; }
};

TEST(Gumbel, TheUnvisitedAreWorthTheMixedValue) {
  // Weighted mean of the visited: (0.5 * 0.6 + 0.25 * 0.3) / 0.75 = 0.5; (0.4 + 4 * 0.5) / 5.
  EXPECT_NEAR(mixed_value(Case().values()), 0.48, 1e-6);
  Case none;
  none.visits = {0, 0, 0};
  EXPECT_EQ(mixed_value(none.values()), 0.4);
}

TEST(Gumbel, TheImprovedPolicyIsTheSoftmaxOfLogitsAndValues) {
  const Case one;
  const GumbelScale scale{2.0, 1.0, false};  // (2 + 3) q
  std::array<double, 3> policy{};
  improved_policy(one.values(), scale, policy);
  const double a = 2.0 * std::exp(5 * 0.6), b = std::exp(5 * 0.3), c = std::exp(5 * 0.48);
  EXPECT_NEAR(policy[0], a / (a + b + c), 1e-6);
  EXPECT_NEAR(policy[1], b / (a + b + c), 1e-6);
  EXPECT_NEAR(policy[2], c / (a + b + c), 1e-6);
}

TEST(Gumbel, RescaledValuesGoFromWorstToBest) {
  const Case one;
  std::array<double, 3> policy{};
  improved_policy(one.values(), {2.0, 1.0, true}, policy);
  // 0.6, 0.3 and 0.48 become 1, 0 and 0.6.
  const double a = 2.0 * std::exp(5 * 1.0), b = std::exp(5 * 0.0), c = std::exp(5 * 0.6);
  EXPECT_NEAR(policy[0], a / (a + b + c), 1e-6);
  EXPECT_NEAR(policy[1], b / (a + b + c), 1e-6);
  EXPECT_NEAR(policy[2], c / (a + b + c), 1e-6);
}

TEST(Gumbel, WithoutVisitsThePolicyStaysTheNets) {
  Case none;
  none.visits = {0, 0, 0};
  std::array<double, 3> policy{};
  improved_policy(none.values(), {}, policy);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(policy[i], double{none.priors[i]}, 1e-6);
}

/// For any values, the improved policy's expected value is at least that of the net's own policy,
/// if the values are right (the paper's section 4, for completed values).
TEST(Gumbel, ImprovesThePolicy) {
  Random random(4);
  for (int round = 0; round < 200; ++round) {
    std::vector<float> logits(6), priors(6), means(6);
    std::vector<std::uint32_t> visits(6);
    float sum = 0;
    for (std::size_t i = 0; i < 6; ++i) {
      logits[i] = static_cast<float>(4 * random.uniform());
      sum += priors[i] = std::exp(logits[i]);
      means[i] = static_cast<float>(random.uniform());
      visits[i] = 1 + random.below(9);
    }
    for (float& p : priors) p /= sum;
    const MoveValues moves{logits, priors, visits, means, 0.5};
    std::vector<double> policy(6);
    improved_policy(moves, {10.0, 0.5}, policy);
    double before = 0, after = 0;
    for (std::size_t i = 0; i < 6; ++i) {
      before += double{priors[i]} * double{means[i]};
      after += policy[i] * double{means[i]};
    }
    EXPECT_GE(after, before - 1e-6);
    EXPECT_NEAR(std::accumulate(policy.begin(), policy.end(), 0.0), 1.0, 1e-9);
  }
}

TEST(SequentialHalving, SharesSimulationsByPhases) {
  // 4 moves, 16 simulations, 2 phases: each of four twice, then each of two four times.
  EXPECT_THAT(considered_visits(4, 16),
              ElementsAre(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5));
  EXPECT_THAT(considered_visits(1, 3), ElementsAre(0, 1, 2));
  EXPECT_THAT(considered_visits(8, 4), ElementsAre(0, 0, 0, 0));
  // The paper's figure: 200 simulations of 16 moves begin with 3 visits of each.
  const auto sequence = considered_visits(16, 200);
  EXPECT_EQ(sequence.size(), 200U);
  EXPECT_EQ(std::ranges::count(sequence, 2U), 16);
  EXPECT_EQ(std::ranges::count(sequence, 3U), 8);
}

TEST(SequentialHalving, LooksAtTheBestOfThoseThatAreDue) {
  const Case one;
  const GumbelScale scale{2.0, 1.0, false};
  std::array<double, 3> scratch{};
  // Due with no visits: the third only; with one: the second; the most visited is played.
  EXPECT_EQ(root_choice(one.values(), std::array{9.0, 9.0, 0.0}, 0, scale, scratch), 2U);
  EXPECT_EQ(root_choice(one.values(), std::array{9.0, 0.0, 9.0}, 1, scale, scratch), 1U);
  EXPECT_EQ(root_choice(one.values(), std::array{0.0, 9.0, 9.0}, 3, scale, scratch), 0U);
  // Of equally visited ones, gumbel + logit + value: 0.69 + 3.0 + g against 0 + 1.5 + g.
  Case even;
  even.visits = {2, 2, 0};
  EXPECT_EQ(root_choice(even.values(), std::array{0.0, 2.0, 0.0}, 2, {2.0, 1.25, false}, scratch),
            0U);
  EXPECT_EQ(root_choice(even.values(), std::array{0.0, 2.3, 0.0}, 2, {2.0, 1.25, false}, scratch),
            1U);
}

/// The largest of logits and Gumbel noise is drawn by the softmax of the logits (Gumbel 1954,
/// Maddison et al. 2014).
TEST(Gumbel, VariatesDrawByTheSoftmax) {
  Random random(8);
  std::array<int, 3> drawn{};
  constexpr int kDraws = 40'000;
  for (int i = 0; i < kDraws; ++i) {
    std::array<double, 3> scores = {std::log(0.5), std::log(0.3), std::log(0.2)};
    for (double& score : scores) score += gumbel_variate(random);
    ++drawn[static_cast<std::size_t>(std::ranges::max_element(scores) - scores.begin())];
  }
  EXPECT_NEAR(drawn[0], 0.5 * kDraws, 400);  // four standard deviations
  EXPECT_NEAR(drawn[1], 0.3 * kDraws, 370);
}

}  // namespace
}  // namespace tavlab
