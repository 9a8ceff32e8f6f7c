#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "mcts/noise.h"
#include "tests/mcts/check.h"
#include "tests/support/toy_games.h"

namespace tavlab {
namespace {

using toy::Wide;

/// Logits that depend on the move alone, and a value without pattern.
class PolicyEvaluator final : public Evaluator<Wide> {
 public:
  static float logit(toy::Move move) {
    return static_cast<float>(static_cast<double>(mix64(move.word()) % 1000) / 200);
  }
  void evaluate(std::span<EvaluationRequest<Wide>* const> batch) override {
    for (EvaluationRequest<Wide>* const request : batch) {
      request->value = Wdl::from_score(request->random().uniform());
      const auto moves = request->moves();
      const auto logits = request->logits();
      ASSERT_EQ(moves.size(), logits.size());
      for (std::size_t i = 0; i < moves.size(); ++i) logits[i] = logit(moves[i]);
    }
  }
};

double softmax(int move, int width) {
  double total = 0;
  for (int i = 0; i < width; ++i)
    total += std::exp(double{PolicyEvaluator::logit(toy::Move::number(i))});
  return std::exp(double{PolicyEvaluator::logit(toy::Move::number(move))}) / total;
}

TEST(Policy, PriorsAreTheSoftmaxAndMovesAreTriedInTheirOrder) {
  const toy::WideRules rules{110, 20};
  PolicyEvaluator evaluator;
  SearchOptions options;
  options.root_fpu = options.fpu = {FirstPlayUrgency::Kind::absolute, 100};
  Search<Wide> search(GameState<Wide>(rules), options, 1);
  run<Wide>(search, evaluator, {.simulations = 111});
  const auto children = root_children(search);
  ASSERT_EQ(children.size(), 110U);
  double total = 0;
  std::set<int> moves;
  for (std::size_t k = 0; k < children.size(); ++k) {
    EXPECT_NEAR(children[k].prior, softmax(children[k].move.number(), 110), 1e-6);
    EXPECT_LE(children[k].prior, children[k == 0 ? 0 : k - 1].prior);
    total += children[k].prior;
    moves.insert(children[k].move.number());
  }
  EXPECT_NEAR(total, 1, 1e-5);
  EXPECT_EQ(moves.size(), 110U);
}

TEST(Policy, VisitsFollowThePriorsWhereValuesAreNoise) {
  const toy::WideRules rules{110, 20};
  PolicyEvaluator evaluator;
  SearchOptions options;
  options.cpuct = 100;
  Search<Wide> search(GameState<Wide>(rules), options, 1);
  run<Wide>(search, evaluator, {.simulations = 20'000});
  for (const auto& child : root_children(search)) {
    EXPECT_NEAR(static_cast<double>(child.visits) / 20'000, child.prior, 0.01);
  }
  expect_consistent(search.tree(), false);
}

TEST(Policy, SurvivesMovesOfTheRootAndManyInFlight) {
  const toy::WideRules rules{30, 20};
  PolicyEvaluator evaluator;
  Search<Wide> search(GameState<Wide>(rules), with_leaves_in_flight(5), 1);
  for (int move = 0; move < 10; ++move) {
    run<Wide>(search, evaluator, {.simulations = 500});
    for (const auto& child : root_children(search)) {
      EXPECT_NEAR(child.prior, softmax(child.move.number(), 30), 1e-6);
    }
    expect_consistent(search.tree(), false);
    search.play(best_move(search));
  }
}

TEST(Policy, AWinInOneIsFoundWhateverItsPrior) {
  const toy::WideRules rules{50, 1};
  PolicyEvaluator evaluator;
  Search<Wide> search(GameState<Wide>(rules), {}, 1);
  run<Wide>(search, evaluator, {.simulations = 100});
  EXPECT_EQ(search.simulations(), 2U);
  EXPECT_EQ(root_report(search).proof, Proof::first_wins);
  EXPECT_NEAR(root_children(search)[0].prior, softmax(best_move(search).number(), 50), 1e-6);
}

TEST(Noise, PriorsStillSumToOne) {
  const toy::WideRules rules{110, 20};
  PolicyEvaluator policy;
  NoiseEvaluator<Wide> uniform;
  for (Evaluator<Wide>* const evaluator :
       {static_cast<Evaluator<Wide>*>(&policy), static_cast<Evaluator<Wide>*>(&uniform)}) {
    SearchOptions options;
    options.noise_weight = 0.25;
    options.root_fpu = {FirstPlayUrgency::Kind::absolute, 100};
    Search<Wide> search(GameState<Wide>(rules), options, 1);
    for (int move = 0; move < 3; ++move) {  // from the second on with existing children
      run<Wide>(search, *evaluator, {.simulations = 300});
      const auto children = root_children(search);
      ASSERT_EQ(children.size(), 110U);
      double total = 0;
      double moved = 0;
      std::set<int> moves;
      for (const auto& child : children) {
        const double clean = evaluator == &policy ? softmax(child.move.number(), 110) : 1.0 / 110;
        EXPECT_GE(child.prior, 0.75 * clean - 1e-6);
        total += child.prior;
        moved += std::abs(child.prior - clean);
        moves.insert(child.move.number());
      }
      EXPECT_NEAR(total, 1, 1e-5);
      EXPECT_GT(moved, 0.1);
      EXPECT_EQ(moves.size(), 110U);
      search.play(best_move(search));
    }
  }
}

TEST(Noise, GammaVariatesHaveTheRightMoments) {
  Random random(5);
  for (const double alpha : {0.05, 0.3, 1.0, 2.5, 10.0}) {
    constexpr int draws = 200'000;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < draws; ++i) {
      const double x = gamma_variate(alpha, random);
      ASSERT_GE(x, 0);
      sum += x;
      squares += x * x;
    }
    const double mean = sum / draws;
    EXPECT_NEAR(mean, alpha, 6 * std::sqrt(alpha / draws));
    EXPECT_NEAR(squares / draws - mean * mean, alpha, 0.05 * alpha + 0.003);
  }
}

}  // namespace
}  // namespace tavlab
