#include "mcts/rollout.h"

#include <gtest/gtest.h>

#include "tests/mcts/check.h"
#include "tests/support/toy_games.h"

namespace tavlab {
namespace {

using toy::Chase;
using toy::no_rules;
using toy::Race;
using toy::TicTacToe;
using Policy = RolloutOptions::Policy;

/// Probability that the first player wins, and draws, under uniformly random play.
template <Game G>
std::pair<double, double> random_outcome(GameState<G>& state) {
  if (state.over()) {
    return {state.result() == Result::first_wins ? 1.0 : 0.0,
            state.result() == Result::draw ? 1.0 : 0.0};
  }
  const auto mark = state.mark();
  double win = 0;
  double draw = 0;
  if (state.node_kind() == NodeKind::chance) {
    ChanceList<G> outcomes;
    G::chance_outcomes(state.rules(), state.position(), outcomes);
    for (const ChanceOutcome& outcome : outcomes) {
      state.play_chance(outcome.value);
      const auto [w, d] = random_outcome(state);
      state.rewind(mark);
      win += outcome.probability * w;
      draw += outcome.probability * d;
    }
    return {win, draw};
  }
  MoveList<G> moves;
  state.legal_moves(moves);
  for (const auto move : moves) {
    state.play(move);
    const auto [w, d] = random_outcome(state);
    state.rewind(mark);
    win += w / static_cast<double>(moves.size());
    draw += d / static_cast<double>(moves.size());
  }
  return {win, draw};
}

template <Game G>
Wdl mean_of(const RolloutOptions& options, GameState<G>& state, int count) {
  const RolloutEvaluator<G> rollouts(options);
  Random random(3);
  Wdl sum;
  const std::uint64_t key = state.key();
  for (int i = 0; i < count; ++i) {
    const Wdl value = rollouts.evaluate(state, random);
    sum.win += value.win;
    sum.draw += value.draw;
    sum.loss += value.loss;
    EXPECT_EQ(state.key(), key);
    EXPECT_EQ(state.plies(), 0);
  }
  const auto n = static_cast<float>(count);
  return {sum.win / n, sum.draw / n, sum.loss / n};
}

TEST(Rollout, UniformPlayoutsHaveTheExactProbabilities) {
  GameState<TicTacToe> board(no_rules);
  const Wdl value = mean_of({}, board, 100'000);
  const auto [win, draw] = random_outcome(board);
  EXPECT_NEAR(win, 0.5849, 1e-4);  // known
  EXPECT_NEAR(double{value.win}, win, 0.006);
  EXPECT_NEAR(double{value.draw}, draw, 0.006);
  const toy::RaceRules rules{4, 6};
  GameState<Race> race(rules);
  const Wdl race_value = mean_of({}, race, 100'000);
  const auto [race_win, race_draw] = random_outcome(race);
  EXPECT_NEAR(double{race_value.win}, race_win, 0.006);
  EXPECT_NEAR(double{race_value.draw}, race_draw, 0.006);
}

TEST(Rollout, MeanOfSeveralPlayouts) {
  GameState<TicTacToe> board(no_rules);
  const RolloutEvaluator<TicTacToe> rollouts({.playouts = 1000});
  Random random(3);
  EXPECT_NEAR(double{rollouts.evaluate(board, random).win}, 0.585, 0.06);
}

TEST(Rollout, CutOffIsJudgedByTheEvaluation) {
  const toy::ChaseRules endless{6, {}};
  GameState<Chase> chase(endless);
  for (const Policy policy : {Policy::uniform, Policy::informed}) {
    const Wdl value = mean_of({.policy = policy, .max_plies = 1}, chase, 10);
    EXPECT_EQ(value.win, 0.5F);  // what the toy's evaluation says
    EXPECT_EQ(value.loss, 0.5F);
  }
}

TEST(Rollout, InformedTakesAWin) {
  GameState<TicTacToe> board = TicTacToe::after(no_rules, {0, 3, 1, 4});
  const RolloutEvaluator<TicTacToe> rollouts({.policy = Policy::informed});
  Random random(3);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(rollouts.evaluate(board, random).win, 1);
}

TEST(Rollout, InformedPreventsALossWhereItCan) {
  // O must play 2. With many retries it always finds it; with none it does so one time in six.
  GameState<TicTacToe> board = TicTacToe::after(no_rules, {0, 4, 1});
  const auto block = [&board](int retries) {
    const RolloutEvaluator<TicTacToe> rollouts({.policy = Policy::informed, .retries = retries});
    Random random(3);
    double win = 0;
    for (int i = 0; i < 4000; ++i) win += double{rollouts.evaluate(board, random).win};
    return win / 4000;
  };
  EXPECT_GT(block(0), 0.8);
  EXPECT_LT(block(100), 0.3);
  EXPECT_GT(block(2), block(100));
  EXPECT_LT(block(2), block(0));
}

TEST(Rollout, InformedPlayoutsBlunderLess) {
  // Tic-tac-toe is a draw; one uniformly random game in eight finds it.
  GameState<TicTacToe> board(no_rules);
  const Wdl value = mean_of({.policy = Policy::informed, .retries = 4}, board, 2000);
  EXPECT_GT(value.draw, 0.2F);
}

TEST(Rollout, InformedHandlesDiceAndRepetition) {
  const toy::RaceRules rules{6, 20};
  GameState<Race> race(rules);
  const Wdl value = mean_of({.policy = Policy::informed}, race, 2000);
  EXPECT_NEAR(double{value.win + value.draw + value.loss}, 1, 1e-5);
  EXPECT_GT(value.win, value.loss);  // the first to roll is ahead
  using Verdict = RepetitionRule::Verdict;
  for (const Verdict verdict :
       {Verdict::draw, Verdict::mover_loses, Verdict::forbidden, Verdict::forbidden_to_second}) {
    const toy::ChaseRules chase{7, {verdict, RepetitionRule::Scope::position, 2}};
    GameState<Chase> state(chase);
    const Wdl chase_value = mean_of({.policy = Policy::informed}, state, 500);
    EXPECT_NEAR(double{chase_value.win + chase_value.draw + chase_value.loss}, 1, 1e-5);
  }
}

TEST(Rollout, StaticEvaluationIsTheFamilys) {
  GameState<TicTacToe> board(no_rules);
  StaticEvaluator<TicTacToe> evaluator;
  Search<TicTacToe> search(board, {}, 1);
  run<TicTacToe>(search, evaluator, {.simulations = 1});
  EXPECT_EQ(root_report(search).value, 0.5);
}

}  // namespace
}  // namespace tavlab
