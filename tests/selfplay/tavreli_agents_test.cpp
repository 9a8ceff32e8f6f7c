// Agents on tavreli and on chess by the same engine: small budgets, wide margins.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/alphabeta/search.h"
#include "selfplay/match/match_summary.h"
#include "tests/selfplay/played.h"

namespace tavlab {
namespace {

TEST(TavreliAgents, SearchesBeatRandomPlay) {
  for (const char* rules : {"tavreli", "tavreli-capture", "chess"}) {
    for (const char* agent : {"greedy", "alphabeta:depth=1", "alphabeta:depth=2",
                              "alphabeta:depth=2,eval=material", "mcts:rollout=none,sims=200"}) {
      MatchSettings match = match_of(rules, agent, "random");
      match.max_plies = 400;
      const Tally tally = MatchSummary(played(match, 8, 2)).agent(0);
      EXPECT_GT(tally.wins, 2 * tally.losses) << rules << " " << agent;
    }
  }
}

TEST(TavreliAgents, AGameOfTwoSearchesEnds) {
  for (const char* rules : {"tavreli", "tavreli-000", "tavreli-002", "tavreli-capture"}) {
    const auto records =
        played(match_of(rules, "alphabeta:depth=2", "mcts:rollout=none,sims=100"), 2, 2);
    for (const GameRecord& record : records) {
      EXPECT_NE(record.result, Result::unfinished) << rules;
      EXPECT_GT(record.plies, 4);
    }
  }
}

TEST(TavreliAgents, MatchDoesNotDependOnThreads) {
  const MatchSettings match =
      match_of("tavreli", "alphabeta:depth=2,ties=random", "mcts:cutoff=10,sims=30");
  const auto one = played(match, 4, 1), two = played(match, 4, 2);
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].moves, two[i].moves);
    EXPECT_EQ(one[i].result, two[i].result);
  }
}

/// A best move that the search must find, and whether it must be sure.
struct Puzzle {
  std::string position;
  std::string move;
  int depth;
  bool mates;
};

TEST(TavreliAgents, AlphaBetaFindsWhatThereIs) {
  const auto rules = Tavreli::compile(load_rule_set("tavreli"));
  const std::vector<Puzzle> puzzles = {// Mate on the back rank.
                                       {"7k/R7/8/8/8/8/8/1R4K1 w - - -", "b1-b8", 2, true},
                                       // A knyaz to be stood upon.
                                       {"4k3/8/8/3q4/8/2N5/8/4K3 w - - -", "c3-d5", 2, false}};
  for (const Puzzle& puzzle : puzzles) {
    GameState<Tavreli> state(*rules, Tavreli::parse_position(*rules, puzzle.position));
    AlphaBetaSearch<Tavreli> search({.depth = puzzle.depth});
    Random random(1);
    Analysis<Tavreli> report;
    const auto move = search.run(state, random, &report);
    EXPECT_EQ(Tavreli::move_text(*rules, state.position(), move), puzzle.move) << puzzle.position;
    EXPECT_EQ(report.proven == Result::first_wins, puzzle.mates) << puzzle.position;
  }
}

TEST(TavreliAgents, MaterialIsForFamiliesThatHaveIt) {
  const auto rules = Ur::compile(load_rule_set("ur-finkel"));
  EXPECT_THROW(make_agent<Ur>(AgentSpec::parse("alphabeta:depth=1,eval=material"), *rules),
               UserError);
}

}  // namespace
}  // namespace tavlab
