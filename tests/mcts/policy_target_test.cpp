// Policy targets of searches: forced playouts and their pruning, and proven moves.
#include "mcts/policy_target.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "mcts/run.h"
#include "tests/mcts/check.h"
#include "tests/support/toy_games.h"

namespace tavlab {
namespace {

using toy::TicTacToe;
using toy::Wide;

/// Values and policies at random.
template <Game G>
class NoisyNet final : public Evaluator<G> {
 public:
  void evaluate(std::span<EvaluationRequest<G>* const> batch) override {
    for (EvaluationRequest<G>* const request : batch) {
      request->value = Wdl::from_score(request->random().uniform());
      for (float& logit : request->logits()) {
        logit = static_cast<float>(2.0 * request->random().uniform());
      }
    }
  }
};

SearchOptions forced(double factor) {
  SearchOptions options;
  options.forced_playouts = factor;
  options.solver = false;
  return options;
}

/// A search of many moves with forced playouts.
class ForcedPlayouts : public testing::Test {
 protected:
  ForcedPlayouts() : search_(GameState<Wide>(rules_), forced(2.0), 5) {
    NoisyNet<Wide> evaluator;
    run(search_, evaluator, {.simulations = 400});
  }
  toy::WideRules rules_;
  Search<Wide> search_;
};

TEST_F(ForcedPlayouts, VisitEveryTriedMoveAsOftenAsTheFormulaSays) {
  const Search<Wide>& search = search_;
  const auto& tree = search.tree();
  const auto& root = tree.node(0);
  ASSERT_TRUE(root.policy);
  const double all = tree.visits(0) - 1.0;
  for (std::uint32_t k = 0; k < root.children; ++k) {
    const double least = std::sqrt(2.0 * double{tree.edge_priors(root.edges)[k]} * all);
    EXPECT_GE(tree.visits(root.first_child + k) + 1.0, least) << k;
  }
}

TEST_F(ForcedPlayouts, PruningTakesNoMoreThanWasForced) {
  const Search<Wide>& search = search_;
  const auto& tree = search.tree();
  const auto& root = tree.node(0);
  const std::vector<double> pruned = pruned_visits(search);
  ASSERT_EQ(pruned.size(), root.children);
  const double all = tree.visits(0) - 1.0;
  const Selector<Wide> selector(tree, search.options());
  const double k = selector.exploration(0);
  std::size_t most = 0;
  const auto visits = [&](std::size_t i) {
    return double{
        static_cast<double>(tree.visits(root.first_child + static_cast<std::uint32_t>(i)))};
  };
  const auto prior = [&](std::size_t i) { return double{tree.edge_priors(root.edges)[i]}; };
  const auto mean = [&](std::size_t i) {
    const double first = tree.mean(root.first_child + static_cast<std::uint32_t>(i));
    return root.side == Side::first ? first : 1.0 - first;
  };
  for (std::size_t i = 0; i < pruned.size(); ++i) most = visits(i) > visits(most) ? i : most;
  EXPECT_EQ(pruned[most], visits(most));
  const double bar = mean(most) + k * prior(most) / (1.0 + visits(most));
  double taken = 0;
  for (std::size_t i = 0; i < pruned.size(); ++i) {
    EXPECT_LE(pruned[i], visits(i));
    taken += visits(i) - pruned[i];
    if (pruned[i] == 0.0 || i == most) continue;
    EXPECT_GE(pruned[i], visits(i) - std::sqrt(2.0 * prior(i) * all) - 1e-9);
    if (pruned[i] < visits(i)) {
      EXPECT_LE(mean(i) + k * prior(i) / (1.0 + pruned[i]), bar + 1e-9);
    }
  }
  EXPECT_GT(taken, 0.0);
}

TEST(PolicyTarget, SharesOfVisitsSumToOne) {
  const toy::WideRules rules;
  NoisyNet<Wide> evaluator;
  for (const int gumbel : {0, 8}) {
    SearchOptions options = forced(gumbel == 0 ? 2.0 : 0.0);
    options.gumbel_moves = gumbel;
    Search<Wide> search(GameState<Wide>(rules), options, 5);
    run(search, evaluator, {.simulations = 60});
    const auto target = policy_target(search);
    double sum = 0;
    std::uint64_t visits = 0;
    for (const auto& each : target) {
      sum += each.share;
      visits += each.visits;
      EXPECT_GE(each.share, 0.0);
    }
    EXPECT_NEAR(sum, 1.0, 1e-9) << gumbel;
    EXPECT_EQ(visits, 59U) << "all but the one that evaluated the root";
  }
}

/// X to move wins at once in one place: that is all there is to learn.
TEST(PolicyTarget, AProvenWinIsAllThatIsLearnt) {
  const toy::NoRules rules;
  GameState<TicTacToe> state(rules);
  for (const int cell : {0, 3, 1, 4}) {
    MoveList<TicTacToe> moves;
    state.legal_moves(moves);
    const auto move = std::ranges::find_if(moves, [&](const auto& each) {
      return TicTacToe::move_text(rules, state.position(), each) == std::to_string(cell);
    });
    ASSERT_NE(move, moves.end());
    state.play(*move);
  }
  NoisyNet<TicTacToe> evaluator;
  for (const int gumbel : {0, 4}) {
    SearchOptions options;
    options.gumbel_moves = gumbel;
    Search<TicTacToe> search(state, options, 5);
    run(search, evaluator, {.simulations = 30});
    double sum = 0;
    for (const auto& each : policy_target(search)) {
      sum += each.share;
      if (each.share > 0) {
        EXPECT_EQ(TicTacToe::move_text(rules, state.position(), each.move), "2");
      }
    }
    EXPECT_EQ(sum, 1.0);
  }
}

}  // namespace
}  // namespace tavlab
