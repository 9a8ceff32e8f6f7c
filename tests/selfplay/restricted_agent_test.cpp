// Agents that abstain from moves of some kinds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "core/move_kinds.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/match/match_summary.h"
#include "selfplay/record/replay.h"
#include "tests/selfplay/played.h"

namespace tavlab {
namespace {

using testing::HasSubstr;

/// Moves of a kind in games, by agent.
struct Counts {
  int of_kind[2] = {0, 0};
  int avoidable[2] = {0, 0};  ///< there was another
};

Counts count_moves(const MatchSettings& match, const std::vector<GameRecord>& records,
                   std::string_view kind) {
  return visit_game(match.rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    const std::size_t number = move_kind_number<G>(kind);
    Counts counts;
    for (const GameRecord& record : records) {
      int ply = 0;
      replay<G>(*rules, record.moves, [&](const GameState<G>& state, typename G::Move move) {
        const bool random = ply++ < match.opening_plies;
        const auto is_of_kind = [&](typename G::Move each) {
          return is_of_move_kind<G>(*rules, state.position(), each, number);
        };
        if (random || !is_of_kind(move)) return;
        const auto agent =
            static_cast<std::size_t>((state.to_move() == Side::second) != record.swapped);
        MoveList<G> moves;
        state.legal_moves(moves);
        ++counts.of_kind[agent];
        counts.avoidable[agent] += std::all_of(moves.begin(), moves.end(), is_of_kind) ? 0 : 1;
      });
    }
    return counts;
  });
}

struct Case {
  const char* rules;
  const char* agent;
  const char* kind;
};

TEST(RestrictedAgent, AbstainsWhereItCanAndItsOpponentDoesNot) {
  for (const Case& each : {
           Case{"tavreli", "random", "own_stacking"},
           Case{"tavreli", "greedy", "capture"},
           Case{"tavreli", "alphabeta:depth=2", "own_stacking"},
           Case{"tavreli", "alphabeta:nodes=500", "capture"},
           Case{"tavreli", "mcts:sims=60,cutoff=10", "own_stacking"},
           Case{"tavreli", "mcts:sims=60,rollout=informed,cutoff=10", "capture"},
           Case{"tavreli", "mcts:sims=60,gumbel=8,rollout=none", "carrying"},
           Case{"chess", "alphabeta:depth=2", "capture"},
           Case{"helmfrid-9", "alphabeta:depth=2", "capture"},
           Case{"helmfrid-9", "alphabeta:nodes=500", "capture"},
           Case{"copenhagen-11", "alphabeta:nodes=300", "capture"},
           Case{"helmfrid-9", "mcts:sims=60,rollout=informed,cutoff=10", "capture"},
           Case{"ur-finkel", "alphabeta:depth=1", "capture"},
           Case{"ur-finkel", "mcts:sims=60", "capture"},
           Case{"russian-draughts", "alphabeta:nodes=300", "by_king"},
       }) {
    SCOPED_TRACE(testing::Message() << each.rules << ' ' << each.agent << ' ' << each.kind);
    const std::string agent = each.agent;
    const std::string forbid = (agent.find(':') == std::string::npos ? ":forbid=" : ",forbid=");
    MatchSettings match = match_of(each.rules, agent + forbid + each.kind, agent);
    match.opening_plies = 2;
    match.max_plies = 150;
    const Counts counts = count_moves(match, played(match, 6, 2), each.kind);
    EXPECT_EQ(counts.avoidable[0], 0);
    EXPECT_GT(counts.avoidable[1], 0);
  }
}

TEST(RestrictedAgent, MayDoWhatItMust) {
  // In draughts captures are compulsory.
  const MatchSettings match = match_of("russian-draughts", "random:forbid=capture", "random");
  const Counts counts = count_moves(match, played(match, 4), "capture");
  EXPECT_GT(counts.of_kind[0], 0);
  EXPECT_EQ(counts.avoidable[0], 0);
}

/// The chosen move, and the first player's expected score.
template <Game G>
std::pair<std::string, Analysis<G>> choice(const char* rule_set, const char* agent_text,
                                           const char* position) {
  const auto rules = G::compile(load_rule_set(rule_set));
  GameState<G> state(*rules, G::parse_position(*rules, position));
  const auto agent = make_agent<G>(AgentSpec::parse(agent_text), *rules);
  Random random(1);
  Analysis<G> analysis;
  agent->start_game();
  const auto move = agent->choose(state, random, &analysis);
  EXPECT_EQ(state.restriction().kinds, 0U) << "the state is given back as it was";
  return {G::move_text(*rules, state.position(), move), analysis};
}

TEST(RestrictedAgent, PlansWithItsRestriction) {
  // The fork wins the queen, but only for who may take her.
  const char* fork = "2q3k1/8/8/5N2/8/8/P7/K7 w - -";
  for (const std::string agent : {"alphabeta:depth=3", "alphabeta:nodes=5000"}) {
    const auto free = choice<Tavreli>("chess", agent.c_str(), fork);
    const std::string text = agent + ",forbid=capture";
    const auto bound = choice<Tavreli>("chess", text.c_str(), fork);
    EXPECT_EQ(free.first, "f5-e7") << agent;
    EXPECT_GT(free.second.value, 0.5) << agent;
    EXPECT_LT(bound.second.value, 0.3) << agent;
  }
  // His own captures are excluded from what he considers.
  const char* hanging = "4k3/8/8/3q4/8/8/8/3RK3 w - -";
  const auto bound = choice<Tavreli>("chess", "alphabeta:depth=3,forbid=capture", hanging).second;
  EXPECT_EQ(bound.candidates.size() + 1,
            choice<Tavreli>("chess", "alphabeta:depth=3", hanging).second.candidates.size());
}

/// Where capturing the king is forbidden, so is the win that it would be.
TEST(RestrictedAgent, SeesNoWinInAForbiddenMove) {
  const char* rules = "brandubh-7-weak-king";
  const char* lost_king = "7/7/7/7/1a5/1k5/3a3 a";  // d1-b1 takes the king
  for (const char* agent : {"alphabeta:depth=3", "alphabeta:nodes=2000", "mcts:sims=300",
                            "mcts:sims=300,rollout=informed", "greedy"}) {
    const std::string text = agent;
    const auto free = choice<Tafl<2>>(rules, agent, lost_king);
    const std::string bound_text =
        text + (text.find(':') == std::string::npos ? ":" : ",") + "forbid=capture";
    const auto bound = choice<Tafl<2>>(rules, bound_text.c_str(), lost_king);
    EXPECT_EQ(free.second.proven, Result::first_wins) << agent;
    EXPECT_NE(bound.first, free.first) << agent;
    EXPECT_NE(bound.second.proven, Result::first_wins) << agent;
  }
}

TEST(RestrictedAgent, GamesDoNotDependOnThreads) {
  for (const char* agent : {"alphabeta:depth=2,ties=random,forbid=own_stacking",
                            "mcts:sims=40,cutoff=10,forbid=own_stacking+castling"}) {
    MatchSettings match = match_of("tavreli", agent, "alphabeta:nodes=200,forbid=capture");
    match.opening_plies = 2;
    match.max_plies = 60;
    const auto one = played(match, 4, 1), two = played(match, 4, 2);
    for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(one[i].moves, two[i].moves) << agent;
  }
}

/// A player without captures loses to one with them, who still loses to nobody by it.
TEST(RestrictedAgent, AbstainingCostsGames) {
  for (const char* rules : {"chess", "helmfrid-9"}) {
    MatchSettings match = match_of(rules, "alphabeta:depth=2,forbid=capture", "alphabeta:depth=2");
    match.opening_plies = 4;
    match.max_plies = 300;
    const ResultCounts tally = MatchSummary(played(match, 10, 2)).agent(0);
    EXPECT_LT(tally.wins, tally.losses) << rules;
  }
}

/// Abstaining from what never comes up changes nothing.
TEST(RestrictedAgent, AbstainingFromNothingIsTheSameGame) {
  const auto rules =
      Tavreli::compile(load_rule_set("tavreli", std::vector<std::string>{"castling=false"}));
  for (const char* agent : {"alphabeta:depth=3", "alphabeta:nodes=1000"}) {
    std::vector<std::string> lines[2];
    for (const bool restricted : {false, true}) {
      const std::string text = std::string(agent) + (restricted ? ",forbid=castling" : "");
      const auto player = make_agent<Tavreli>(AgentSpec::parse(text), *rules);
      GameState<Tavreli> state(*rules);
      Random random(1);
      player->start_game();
      for (int ply = 0; ply < 12 && !state.over(); ++ply) {
        const auto move = ply % 2 == 0 ? player->choose(state, random) : state.random_move(random);
        lines[restricted ? 1 : 0].push_back(Tavreli::move_text(*rules, state.position(), move));
        player->observe_move(move);
        state.play(move);
      }
    }
    EXPECT_EQ(lines[0], lines[1]) << agent;
  }
}

std::string error_of(const char* rules, const char* agent) {
  try {
    const MatchSettings match = match_of(rules, agent, "random");
    played(match, 1);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TEST(RestrictedAgent, RefusesKindsThatThereAreNot) {
  EXPECT_THAT(error_of("tavreli", "random:forbid=flying"),
              HasSubstr("forbid must be one or more of capture, own_stacking"));
  EXPECT_THAT(error_of("helmfrid-9", "alphabeta:depth=1,forbid=castling"),
              HasSubstr("no moves of the kind 'castling'; kinds: capture"));
  EXPECT_THAT(error_of("ur-finkel", "alphabeta:endgame=no.table,forbid=capture"),
              HasSubstr("forbid and endgame exclude each other"));
  EXPECT_THAT(error_of("ur-finkel", "table:no.table,forbid=capture"), HasSubstr("no.table"));
  // Two spellings of one agent.
  EXPECT_EQ(AgentSpec::parse("random:forbid=castling+capture").canonical(),
            AgentSpec::parse("random:forbid=capture+castling+capture").canonical());
}

}  // namespace
}  // namespace tavlab
