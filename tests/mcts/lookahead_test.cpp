#include "mcts/lookahead.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <vector>

#include "mcts/rollout.h"
#include "tests/mcts/check.h"
#include "tests/support/toy_games.h"

namespace tavlab {
namespace {

using toy::no_rules;
using toy::Race;
using toy::TicTacToe;

/// The first side's score is a fifth, and as much more as the number of the highest cell that is
/// taken.
struct HighestCell {
  static double score(int cell) { return 0.2 + 0.05 * cell; }
  static Wdl value(const GameState<TicTacToe>& state) {
    const unsigned taken = state.position().cells[0] | unsigned{state.position().cells[1]};
    return Wdl::from_score(score(static_cast<int>(std::bit_width(taken)) - 1));
  }
};

double logit(double score) { return std::log(score / (1 - score)); }

struct Answer {
  Wdl value;
  std::vector<int> moves;
  std::vector<float> logits;
};

Answer answer_at(GameState<TicTacToe> state) {
  LookaheadEvaluator<TicTacToe, HighestCell> evaluator{HighestCell()};
  EvaluationRequest<TicTacToe> request(state);
  EvaluationRequest<TicTacToe>* const batch[] = {&request};
  const auto before = state.position().cells;
  evaluator.evaluate(batch);
  EXPECT_EQ(state.position().cells, before) << "the moves are taken back";
  Answer answer{request.value, {}, {}};
  for (const auto move : request.moves()) answer.moves.push_back(move.number());
  const auto logits = request.logits();
  answer.logits.assign(logits.begin(), logits.end());
  return answer;
}

TEST(Lookahead, LogitsAreThoseOfTheMoversScoresAfterTheMoves) {
  constexpr double kSharpness = 1.5;
  for (const bool second : {false, true}) {
    const GameState<TicTacToe> state =
        second ? TicTacToe::after(no_rules, {0}) : GameState<TicTacToe>(no_rules);
    const Answer answer = answer_at(state);
    EXPECT_NEAR(answer.value.score(), second ? HighestCell::score(0) : HighestCell::score(-1),
                1e-6);
    ASSERT_EQ(answer.moves.size(), second ? 8U : 9U);
    for (std::size_t i = 0; i < answer.moves.size(); ++i) {
      const double first = kSharpness * logit(HighestCell::score(answer.moves[i]));
      EXPECT_NEAR(double{answer.logits[i]}, second ? -first : first, 1e-5) << answer.moves[i];
    }
  }
}

TEST(Lookahead, AMoveThatWinsHasTheLargestPrior) {
  const Answer answer = answer_at(TicTacToe::after(no_rules, {0, 3, 1, 8}));  // 2 wins
  const auto best = std::ranges::max_element(answer.logits) - answer.logits.begin();
  EXPECT_EQ(answer.moves[static_cast<std::size_t>(best)], 2);
}

/// Moves that lead to a roll, and rolls, which have no policy.
TEST(Lookahead, ConvergesToTheExpectationOverDice) {
  const toy::RaceRules rules{3, 4};
  GameState<Race> state(rules);
  LookaheadEvaluator<Race, StaticEvaluator<Race>> evaluator{StaticEvaluator<Race>()};
  Search<Race> search(state, {}, 1);
  run<Race>(search, evaluator, {.simulations = 300'000});
  EXPECT_NEAR(root_report(search).value, toy::exact_value(state), 0.01);
}

}  // namespace
}  // namespace tavlab
