#include "selfplay/match/match_summary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/random.h"

namespace tavlab {
namespace {

using Winner = TwoGameMatch::Winner;

GameRecord game(std::uint64_t number, bool swapped, Result result, int captured_first = 0,
                int captured_second = 0) {
  GameRecord record;
  record.number = number;
  record.swapped = swapped;
  record.result = result;
  record.reason = result == Result::unfinished ? "ply cap" : "king captured";
  record.plies = 10;
  record.captured_first = captured_first;
  record.captured_second = captured_second;
  record.mean_legal_moves = 4.5;
  record.moves = std::to_string(number % 3);
  return record;
}

TEST(TwoGameMatch, GamePointsDecideFirst) {
  // The first side wins both games: each agent has won one.
  TwoGameMatch match =
      score_two_games(game(0, false, Result::first_wins), game(1, true, Result::second_wins));
  EXPECT_EQ(match.winner, Winner::first_agent);
  EXPECT_EQ(match.first_points, 2.0);
  EXPECT_FALSE(match.by_captures);

  match = score_two_games(game(0, false, Result::draw, 9, 0), game(1, true, Result::first_wins));
  EXPECT_EQ(match.winner, Winner::second_agent);
  EXPECT_EQ(match.first_points, 0.5);
  EXPECT_EQ(match.second_points, 1.5);
}

TEST(TwoGameMatch, CapturedMenDecideWhenPointsAreEqual) {
  // Game 0: the first agent attacks, captures 3 defenders and loses 5 pieces. Game 1: it defends,
  // captures 4 attackers and loses 1. So it captured 7, the second agent 6.
  const TwoGameMatch match = score_two_games(game(0, false, Result::first_wins, 5, 3),
                                             game(1, true, Result::first_wins, 4, 1));
  EXPECT_EQ(match.first_points, 1.0);
  EXPECT_EQ(match.second_points, 1.0);
  EXPECT_EQ(match.first_captures, 7);
  EXPECT_EQ(match.second_captures, 6);
  EXPECT_EQ(match.winner, Winner::first_agent);
  EXPECT_TRUE(match.by_captures);
}

TEST(TwoGameMatch, IsTiedWhenBothAreEqual) {
  const TwoGameMatch match =
      score_two_games(game(0, false, Result::draw, 2, 3), game(1, true, Result::draw, 2, 3));
  EXPECT_EQ(match.winner, Winner::none);
  EXPECT_TRUE(match.finished);
}

TEST(TwoGameMatch, HasNoWinnerWithAnUnfinishedGame) {
  const TwoGameMatch match =
      score_two_games(game(0, false, Result::first_wins), game(1, true, Result::unfinished));
  EXPECT_FALSE(match.finished);
  EXPECT_EQ(match.winner, Winner::none);
}

TEST(MatchSummary, CountsByAgentAndSide) {
  const std::vector<GameRecord> games = {
      game(0, false, Result::first_wins, 1, 2), game(1, true, Result::first_wins, 3, 4),
      game(2, false, Result::draw), game(3, true, Result::unfinished)};
  const MatchSummary summary(games);
  EXPECT_EQ(summary.games(), 4U);
  EXPECT_EQ(summary.agent(0).wins, 1U);
  EXPECT_EQ(summary.agent(0).losses, 1U);
  EXPECT_EQ(summary.agent(0).draws, 1U);
  EXPECT_EQ(summary.agent(0).unfinished, 1U);
  EXPECT_EQ(summary.agent(1).wins, 1U);
  EXPECT_EQ(summary.agent_as(0, 0).wins, 1U);
  EXPECT_EQ(summary.agent_as(0, 1).losses, 1U);
  EXPECT_EQ(summary.agent_as(1, 0).wins, 1U);
  EXPECT_EQ(summary.agent_as(1, 0).unfinished, 1U);
  EXPECT_EQ(summary.first_side().wins, 2U);
  EXPECT_DOUBLE_EQ(summary.agent(0).score(), 0.5);
  EXPECT_DOUBLE_EQ(summary.first_side().score(), 2.5 / 3);
  EXPECT_DOUBLE_EQ(summary.mean_plies(), 10);
  // Of the three games that were finished.
  EXPECT_DOUBLE_EQ(summary.mean_lost(0), 4.0 / 3);
  EXPECT_DOUBLE_EQ(summary.mean_lost(1), 2);
  EXPECT_DOUBLE_EQ(summary.mean_legal_moves(), 4.5);
  EXPECT_EQ(summary.distinct_games(), 3U);
  EXPECT_EQ(summary.reasons().at("king captured"), 3U);
  EXPECT_EQ(summary.two_game_matches().matches, 2U);
  EXPECT_EQ(summary.two_game_matches().unfinished, 1U);
  EXPECT_EQ(summary.two_game_matches().tied, 1U);  // a point each, 2 + 3 pieces against 1 + 4
  EXPECT_EQ(summary.pairs().by_points, (std::array<std::uint64_t, 5>{0, 0, 1, 0, 0}));
}

TEST(MatchSummary, DoesNotDependOnTheOrder) {
  std::vector<GameRecord> games;
  Random random(3);
  for (std::uint64_t number = 0; number < 201; ++number) {
    games.push_back(game(number, number % 2 == 1, static_cast<Result>(random.below(4)),
                         static_cast<int>(random.below(5)), static_cast<int>(random.below(5))));
  }
  const TwoGameSummary forward = MatchSummary(games).two_game_matches();
  std::ranges::shuffle(games, random);
  const TwoGameSummary shuffled = MatchSummary(games).two_game_matches();
  EXPECT_EQ(forward.matches, 100U);  // the last game has no counterpart
  EXPECT_EQ(shuffled.matches, 100U);
  EXPECT_EQ(forward.first_points, shuffled.first_points);
  EXPECT_EQ(forward.first_by_points, shuffled.first_by_points);
  EXPECT_EQ(forward.second_by_captures, shuffled.second_by_captures);
  EXPECT_EQ(forward.tied, shuffled.tied);
  EXPECT_EQ(MatchSummary(games).pairs().pairs(), forward.matches - forward.unfinished);
  EXPECT_EQ(forward.first_by_points + forward.second_by_points + forward.first_by_captures +
                forward.second_by_captures + forward.tied + forward.unfinished,
            forward.matches);
}

TEST(MatchSummary, GamesWithoutExchangeAreNoMatches) {
  const std::vector<GameRecord> games = {game(0, false, Result::draw),
                                         game(1, false, Result::draw)};
  EXPECT_EQ(MatchSummary(games).two_game_matches().matches, 0U);
  EXPECT_EQ(MatchSummary(games).pairs().pairs(), 0U);
}

// The points of a pair are the first agent's, on whatever side it plays.
TEST(MatchSummary, CountsPairsByTheFirstAgentsPoints) {
  using enum Result;
  const std::vector<GameRecord> games = {
      game(0, false, first_wins),  game(1, true, second_wins),  // both won
      game(2, false, second_wins), game(3, true, first_wins),   // both lost
      game(4, false, first_wins),  game(5, true, draw),         // one and a half
      game(6, false, draw),        game(7, true, first_wins),   // one half
      game(8, false, draw),        game(9, true, draw),         // one
      game(10, false, first_wins), game(11, true, first_wins),  // one
      game(12, false, first_wins), game(13, true, unfinished),  // left out
      game(14, false, first_wins)};
  const MatchSummary summary(games);
  EXPECT_EQ(summary.pairs().by_points, (std::array<std::uint64_t, 5>{1, 1, 2, 1, 1}));
  EXPECT_EQ(summary.two_game_matches().unfinished, 1U);
}

TEST(MatchSummary, WithoutFinishedGamesHasNoMeans) {
  MatchSummary summary;
  summary.add(game(0, false, Result::unfinished));
  EXPECT_EQ(summary.agent(0).score(), 0);
  EXPECT_EQ(summary.games(), 1U);
  EXPECT_TRUE(std::isnan(summary.mean_plies()));
  EXPECT_TRUE(std::isnan(summary.mean_lost(0)));
  EXPECT_TRUE(std::isnan(summary.mean_legal_moves()));
}

}  // namespace
}  // namespace tavlab
