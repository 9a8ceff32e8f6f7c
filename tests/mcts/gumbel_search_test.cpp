// Searches with Gumbel planning at the root.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "mcts/report.h"
#include "mcts/run.h"
#include "tests/mcts/check.h"
#include "tests/support/toy_games.h"

namespace tavlab {
namespace {

using testing::ElementsAre;
using toy::TicTacToe;
using toy::Wide;

SearchOptions options(int considered, int leaves = 1) {
  SearchOptions made;
  made.gumbel_moves = considered;
  made.leaves_in_flight = leaves;
  return made;
}

template <Game G>
std::vector<std::uint64_t> sorted_visits(const Search<G>& search) {
  std::vector<std::uint64_t> visits;
  for (const auto& child : root_children(search)) visits.push_back(child.visits);
  std::ranges::sort(visits, std::ranges::greater{});
  return visits;
}

TEST(GumbelSearch, VisitsMovesAsSequentialHalvingSharesThem) {
  const toy::WideRules rules;
  NoiseEvaluator<Wide> evaluator;
  for (const int leaves : {1, 3}) {
    Search<Wide> search(GameState<Wide>(rules), options(4, leaves), 7);
    run(search, evaluator, {.simulations = 17});  // one evaluates the root
    EXPECT_THAT(sorted_visits(search), ElementsAre(6, 6, 2, 2)) << leaves;
    EXPECT_EQ(search.simulations(), 17U);
  }
}

TEST(GumbelSearch, BeginsAnewForEveryMove) {
  const toy::WideRules rules;
  NoiseEvaluator<Wide> evaluator;
  Search<Wide> search(GameState<Wide>(rules), options(4), 7);
  run(search, evaluator, {.simulations = 17});
  search.play(best_move(search));
  run(search, evaluator, {.simulations = 17});
  EXPECT_THAT(sorted_visits(search), ElementsAre(6, 6, 2, 2));
}

TEST(GumbelSearch, PlaysOneOfTheMovesLookedAtMostOften) {
  const toy::WideRules rules;
  NoiseEvaluator<Wide> evaluator;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Search<Wide> search(GameState<Wide>(rules), options(4), seed);
    run(search, evaluator, {.simulations = 17});
    const auto best = best_move(search);
    for (const auto& child : root_children(search)) {
      if (child.move == best) {
        EXPECT_EQ(child.visits, 6U);
      }
    }
    const std::vector<double> target = search.gumbel().target(search.tree());
    EXPECT_EQ(target.size(), search.gumbel().moves().size());
    EXPECT_NEAR(std::accumulate(target.begin(), target.end(), 0.0), 1.0, 1e-9);
  }
}

/// One position is clearly better than the others; the policy does not know.
class OneGoodPosition final : public Evaluator<Wide> {
 public:
  explicit OneGoodPosition(std::uint64_t good) : good_(good) {}
  void evaluate(std::span<EvaluationRequest<Wide>* const> batch) override {
    for (EvaluationRequest<Wide>* const request : batch) {
      request->value = Wdl::from_score(request->state().position().hash == good_ ? 0.9 : 0.4);
    }
  }

 private:
  std::uint64_t good_;
};

TEST(GumbelSearch, FindsTheGoodMoveAmongAllThatItLooksAt) {
  const toy::WideRules rules;
  const GameState<Wide> start(rules);
  MoveList<Wide> moves;
  start.legal_moves(moves);
  const auto good = moves[moves.size() / 2];
  GameState<Wide> after(start);
  after.play(good);
  OneGoodPosition evaluator(after.position().hash);
  int found = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    // As many simulations as moves: each is visited once, and the values decide.
    SearchOptions wide = options(static_cast<int>(moves.size()));
    wide.gumbel_scale = {50.0, 1.0, false};  // the paper's
    Search<Wide> search(start, wide, seed);
    run(search, evaluator, {.simulations = moves.size() + 1});
    found += best_move(search) == good ? 1 : 0;
    const std::vector<double> target = search.gumbel().target(search.tree());
    const auto at =
        std::ranges::find(search.gumbel().moves(), good) - search.gumbel().moves().begin();
    EXPECT_GT(target[static_cast<std::size_t>(at)], 0.9) << "50 times half a point more";
  }
  EXPECT_EQ(found, 10);
}

TEST(GumbelSearch, PlaysAWinAtOnce) {
  const toy::NoRules rules;
  NoiseEvaluator<TicTacToe> evaluator;
  const GameState<TicTacToe> state = TicTacToe::after(rules, {0, 3, 1, 8});
  Search<TicTacToe> search(state, options(2), 3);
  run(search, evaluator, {.simulations = 8});
  EXPECT_EQ(best_move(search).number(), 2);
}

TEST(GumbelSearch, NeedsALimitInSimulations) {
  const toy::WideRules rules;
  Search<Wide> search(GameState<Wide>(rules), options(4), 7);
  EXPECT_THROW(search.begin({.nodes = 100}), std::invalid_argument);
}

}  // namespace
}  // namespace tavlab
