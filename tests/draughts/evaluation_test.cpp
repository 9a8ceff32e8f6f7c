// The evaluation, and searches that use it.
#include "core/draughts/evaluation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "selfplay/agents/make_agent.h"
#include "selfplay/alphabeta/search.h"
#include "selfplay/match/match_summary.h"
#include "tests/draughts/table.h"
#include "tests/selfplay/played.h"

namespace tavlab::draughts {
namespace {

double value(const char* rules, const char* position, const Texts& overrides = {}) {
  const Table table(rules, overrides, position);
  return Draughts::evaluate(table.rules(), table.position());
}

/// The same board with the players swapped, seen from the other side.
std::string turned(const std::string& text) {
  const std::size_t end = text.find(' ');
  std::string board;
  for (std::size_t i = end; i-- > 0;) {
    const char c = text[i];
    const std::string_view letters = "wWbB", others = "bBwW";
    const auto found = letters.find(c);
    if (c == ')') {  // columns stay as they are, from the bottom up
      const std::size_t open = text.rfind('(', i);
      board += '(';
      for (std::size_t k = open + 1; k < i; ++k) board += others[letters.find(text[k])];
      board += ')';
      i = open;
    } else if (found != std::string_view::npos) {
      board += others[found];
    } else {
      board += c;
    }
  }
  return board + (text[end + 1] == 'w' ? " b" : " w");
}

TEST(Evaluation, IsTheSameForBothPlayers) {
  for (const char* rules : {"russian-draughts", "bashni", "lasca", "english-draughts"}) {
    Table table(rules);
    GameState<Draughts> state = table.state();
    Random random(3);
    for (int ply = 0; ply < 60 && !state.over(); ++ply) {
      const std::string text = position_text(table.rules(), state.position());
      const Position other =
          parse_position(table.rules(), turned(text.substr(0, text.find(' ') + 2)));
      const double here = Draughts::evaluate(table.rules(), state.position());
      EXPECT_NEAR(Draughts::evaluate(table.rules(), other), 1 - here, 1e-9) << text;
      EXPECT_NEAR(evaluate_material(table.rules(), other),
                  1 - evaluate_material(table.rules(), state.position()), 1e-9);
      state.play(state.random_move(random));
    }
  }
}

TEST(Evaluation, LikesPiecesAndKings) {
  const double even = value("russian-draughts", "8/8/1b1b4/8/8/2w1w3/8/8 w");
  EXPECT_GT(value("russian-draughts", "8/8/1b6/8/8/2w1w3/8/8 w"), even + 0.1);
  EXPECT_GT(value("russian-draughts", "8/8/1b1b4/8/8/2w1W3/8/8 w"), even + 0.05);
  EXPECT_LT(value("russian-draughts", "8/8/1b1B4/8/8/2w1w3/8/8 w"), even - 0.05);
  EXPECT_GT(value("lasca", "7/7/b1b4/7/7/1(ww)1w3/7 w"), value("lasca", "7/7/b1b4/7/7/1w1w3/7 w"));
}

/// Pieces about to be taken do not count.
TEST(Evaluation, SettlesCaptures) {
  // Black's man is lost, and White's is safe.
  const double taken = value("russian-draughts", "8/8/8/2b5/3w4/8/7b/8 w");
  EXPECT_NEAR(taken, value("russian-draughts", "8/8/1w6/8/8/8/7b/8 b"), 1e-9);
  // White must capture, and is captured in turn.
  EXPECT_EQ(value("russian-draughts", "8/6b1/5b2/8/3b4/2w5/7b/8 w"), 0.0);
  EXPECT_GT(evaluate_material(Table("russian-draughts").rules(),
                              Table("russian-draughts", {}, "8/8/5b2/8/8/2w1w3/7b/8 w").position()),
            0.49);
}

TEST(Evaluation, KnowsDrawnEndings) {
  EXPECT_EQ(value("russian-draughts", "7B/8/8/8/8/2W1W3/8/8 b"), 0.5);
  EXPECT_GT(value("russian-draughts", "1B6/8/8/8/8/2W1W3/8/2W5 b"), 0.6);
  EXPECT_GT(value("english-draughts", "7B/8/8/8/8/2W1W3/8/8 b"), 0.5);  // kings that step
}

TEST(MoveOrder, CrowningComesFirst) {
  const Table table("russian-draughts", {}, "8/w7/8/8/5w2/W7/7b/8 w");
  for (const std::string text : {"a7-b8", "f4-e5", "a3-c5"}) {
    const Move move = parse_move(table.rules(), table.position(), text);
    EXPECT_EQ(move_order_score(table.rules(), table.position(), move), text == "a7-b8" ? 2 : 0);
  }
}

TEST(Agents, SearchesBeatRandomPlay) {
  for (const char* rules : {"russian-draughts", "bashni", "lasca", "italian-draughts"}) {
    for (const char* agent :
         {"greedy", "alphabeta:depth=1", "alphabeta:depth=3", "alphabeta:depth=2,eval=material",
          "mcts:rollout=none,sims=100", "mcts:sims=30"}) {
      MatchSettings match = match_of(rules, agent, "random");
      match.max_plies = 400;
      const ResultCounts tally = MatchSummary(played(match, 8, 2)).agent(0);
      EXPECT_GT(tally.wins, 2 * tally.losses) << rules << " " << agent;
    }
  }
}

TEST(Agents, DeeperSearchesBeatShallowOnes) {
  for (const char* rules : {"russian-draughts", "bashni", "lasca"}) {
    MatchSettings match = match_of(rules, "alphabeta:depth=5", "alphabeta:depth=1");
    match.opening_plies = 6;
    const ResultCounts tally = MatchSummary(played(match, 16, 2)).agent(0);
    EXPECT_GE(tally.wins, 10U) << rules;
  }
}

TEST(Agents, AlphaBetaFindsWhatThereIs) {
  const auto searched = [](const char* position, int depth) {
    const Table table("russian-draughts", {}, position);
    GameState<Draughts> state = table.state();
    AlphaBetaSearch<Draughts> search({.depth = depth});
    Random random(1);
    Analysis<Draughts> report;
    const auto move = search.run(state, random, &report);
    const char* proven = report.proven == Result::first_wins ? " wins" : "";
    return move_text(table.rules(), state.position(), move) + proven;
  };
  // The last man is shut in.
  EXPECT_EQ(searched("8/8/8/b7/8/w1w5/3w4/8 w", 1), "a3-b4 wins");
  // Men are sacrificed, and a king captures everything.
  const char* shot = "8/2w5/8/w7/1w3b2/2b5/3b1b2/8 w";
  EXPECT_EQ(searched(shot, 1), "c7-b8");
  EXPECT_EQ(searched(shot, 5), "a5-b6 wins");
  EXPECT_EQ(searched("8/b1w5/1w3b2/6b1/8/2b1w3/8/8 w", 5), "c7-d8 wins");
}

}  // namespace
}  // namespace tavlab::draughts
