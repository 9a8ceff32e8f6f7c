#include "selfplay/agents/greedy_agent.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "selfplay/agents/agent_factory.h"
#include "tests/support/toy_games.h"

namespace tavlab {
namespace {

using toy::Move;
using toy::NoRules;
using toy::TicTacToe;

/// Each move sets the value, whichever side makes it; several moves share the best one.
struct PilePosition : toy::Common {
  int value = 50;  ///< of the first side, in hundredths
};
struct Pile : toy::Toy<Pile, NoRules, PilePosition, 8> {
  static Position start(const Rules&) { return {}; }
  static void generate(const Rules&, const Position&, Moves& moves) {
    moves.clear();
    for (int i = 0; i < 8; ++i) moves.push(Move::number(i));
  }
  static bool play(const Rules&, Position& p, Move move) {
    constexpr int kWorth[8] = {40, 70, 20, 70, 70, 60, 20, 50};
    p.value = kWorth[move.number()];
    p.side = other(p.side);
    return true;
  }
  static std::uint64_t key(const Rules&, const Position& p) {
    return static_cast<std::uint64_t>(p.value);
  }
  static double evaluate(const Rules&, const Position& p) { return p.value / 100.0; }
};
static_assert(Game<Pile>);

template <Game G>
std::unique_ptr<Agent<G>> greedy(const typename G::Rules& rules, std::string_view text = "greedy") {
  return make_agent<G>(AgentSpec::parse(text), rules);
}

template <Game G>
std::set<int> choices(GameState<G> state, std::string_view text) {
  const auto player = greedy<G>(state.rules(), text);
  Random random(1);
  std::set<int> all;
  for (int i = 0; i < 200; ++i) all.insert(player->choose(state, random).number());
  return all;
}

TEST(GreedyAgent, PlaysTheBestRatedMove) {
  const NoRules rules;
  GameState<Pile> state(rules);
  EXPECT_EQ(choices(state, "greedy"), (std::set<int>{1, 3, 4}));
  EXPECT_EQ(choices(state, "greedy:ties=first"), (std::set<int>{1}));
  state.play(Move::number(0));  // the second side wants the least
  EXPECT_EQ(choices(state, "greedy"), (std::set<int>{2, 6}));
  EXPECT_EQ(choices(state, "greedy:ties=first"), (std::set<int>{2}));
}

TEST(GreedyAgent, TakesAWinAndLooksNoFurther) {
  const NoRules rules;
  // The first side wins on 2, and would lose on 5: only the win is seen.
  EXPECT_EQ(choices(TicTacToe::after(rules, {0, 3, 1, 4}), "greedy"), (std::set<int>{2}));
  EXPECT_EQ(choices(TicTacToe::after(rules, {0, 3, 8, 4}), "greedy").size(), 5U);
}

TEST(GreedyAgent, ReportsWhatItThinks) {
  const NoRules rules;
  GameState<Pile> state(rules);
  Random random(1);
  Analysis<Pile> report;
  const Move move = greedy<Pile>(rules)->choose(state, random, &report);
  ASSERT_EQ(report.candidates.size(), 8U);
  EXPECT_EQ(report.candidates.front().move, move);
  EXPECT_EQ(report.value, 0.7);
  EXPECT_EQ(report.proven, Result::unfinished);
  EXPECT_EQ(report.candidates.back().value, 0.2);
  EXPECT_EQ(state.plies(), 0);

  Analysis<TicTacToe> win;
  GameState<TicTacToe> board = TicTacToe::after(rules, {0, 3, 1, 4});
  greedy<TicTacToe>(rules)->choose(board, random, &win);
  EXPECT_EQ(win.proven, Result::first_wins);
  EXPECT_EQ(win.value, 1.0);
}

}  // namespace
}  // namespace tavlab
