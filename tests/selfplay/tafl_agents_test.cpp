// Agents and matches on real rules: small boards, small budgets, wide margins.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "core/families.h"
#include "selfplay/alphabeta/search.h"
#include "selfplay/match/match_summary.h"
#include "tests/selfplay/plain_search.h"
#include "tests/selfplay/played.h"
#include "tests/support/later_version.h"

namespace tavlab {
namespace {

MatchSettings brandubh(std::string first, std::string second) {
  MatchSettings match = match_of("brandubh-7", std::move(first), std::move(second));
  match.max_plies = 500;
  return match;
}

TEST(TaflAgents, AlphaBetaAgreesWithPlainSearch) {
  visit_game(load_rule_set("brandubh-7"), [](auto game, const auto& rules) {
    using G = decltype(game);
    Random random(11);
    for (int number = 0; number < 2; ++number) {
      GameState<G> state(*rules);
      for (int ply = 0; ply < 60 && !state.over(); ++ply) {
        const int depth = ply == 25 ? 3 : ply % 5 == 0 ? 2 : 1;
        const SearchScore expected = PlainSearch<G>(true).value(state, depth);
        for (const std::size_t table : {0, 1}) {
          AlphaBetaSearch<G> search({.depth = depth, .table_megabytes = table});
          search.run(state, random, nullptr);
          const SearchScore score =
              state.to_move() == Side::first ? search.score() : -search.score();
          if (is_proven(score) && !is_proven(expected)) continue;  // proven at a lower depth
          ASSERT_EQ(score, expected) << "game " << number << " ply " << ply;
        }
        state.play(state.random_move(random));
      }
    }
  });
}

/// What the search takes on trust: a threat of the side to move is a win at once.
TEST(TaflAgents, ThreatsAreSound) {
  for (const std::string& id : builtin_rule_set_ids()) {
    visit_game(load_rule_set(id), [&](auto game, const auto& rules) {
      using G = decltype(game);
      if constexpr (G::capabilities.threats) {
        Random random(17);
        GameState<G> state(*rules);
        while (!state.over() && state.plies() < 300) {
          if (state.node_kind() == NodeKind::chance) {
            state.play_random_chance(random);
            continue;
          }
          MoveList<G> moves;
          G::generate(*rules, state.position(), moves);
          const bool wins = std::ranges::any_of(moves, [&](const auto move) {
            return G::wins_at_once(*rules, state.position(), move);
          });
          if (G::threatens(*rules, state.position(), state.to_move())) {
            ASSERT_TRUE(wins) << id << "\n" << G::position_text(*rules, state.position());
          }
          state.play(state.random_move(random));
        }
      }
    });
  }
}

TEST(TaflAgents, SearchesBeatRandomPlay) {
  for (const char* agent : {"greedy", "mcts:sims=100", "mcts:rollout=informed,sims=30",
                            "mcts:rollout=none,sims=100", "alphabeta:depth=2"}) {
    const auto records = played(brandubh(agent, "random"), 12, 2);
    const ResultCounts tally = MatchSummary(records).agent(0);
    EXPECT_GE(tally.score(), 0.8) << agent << ": " << tally.wins << " wins of " << tally.games();
    EXPECT_EQ(tally.games(), 12U);
  }
}

TEST(TaflAgents, MatchDoesNotDependOnThreads) {
  MatchSettings match = brandubh("mcts:sims=30", "alphabeta:nodes=300,table=1");
  match.opening_plies = 4;
  const auto one = played(match, 8, 1);
  const auto two = played(match, 8, 2);
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].moves, two[i].moves);
    EXPECT_EQ(one[i].result, two[i].result);
    EXPECT_EQ(one[i].reason, two[i].reason);
    EXPECT_EQ(one[i].captured_first, two[i].captured_first);
    EXPECT_EQ(one[i].captured_second, two[i].captured_second);
    EXPECT_EQ(one[i].mean_legal_moves, two[i].mean_legal_moves);
  }
  EXPECT_EQ(MatchSummary(one).two_game_matches().matches, 4U);
}

TEST(TaflAgents, RecordsReplay) {
  const MatchSettings match = brandubh("random", "random");
  visit_game(match.rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    for (const GameRecord& record : played(match, 20, 2)) {
      GameState<G> state(*rules);
      std::string_view rest = record.moves;
      while (!rest.empty()) {
        const std::string_view word = rest.substr(0, rest.find(' '));
        rest.remove_prefix(std::min(rest.size(), word.size() + 1));
        state.play(G::parse_move(*rules, state.position(), word));
      }
      EXPECT_EQ(state.plies(), record.plies);
      EXPECT_EQ(state.result(), record.result);
      const auto start = G::start(*rules);
      EXPECT_EQ(
          G::piece_count(start, Side::second) - G::piece_count(state.position(), Side::second),
          record.captured_second);
      EXPECT_EQ(G::piece_count(start, Side::first) - G::piece_count(state.position(), Side::first),
                record.captured_first);
    }
  });
}

/// Every game has its seed from the identity of its rules, which a parameter that a later version
/// adds does not change.
TEST(TaflAgents, PlayTheSameGamesInALaterVersion) {
  MatchSettings match = brandubh("alphabeta:depth=1", "mcts:sims=20");
  match.opening_plies = 4;
  const std::vector<GameRecord> now = played(match, 6);
  match.rule_set = later_version::upgraded(match.rule_set);
  const std::vector<GameRecord> later = played(match, 6);
  for (std::size_t i = 0; i < now.size(); ++i) EXPECT_EQ(later[i].moves, now[i].moves) << i;
  match.rule_set = with_overrides(match.rule_set, std::vector<std::string>{"imagined.flag=true"});
  const std::vector<GameRecord> other = played(match, 6);
  EXPECT_NE(other[0].moves, now[0].moves);
}

}  // namespace
}  // namespace tavlab
