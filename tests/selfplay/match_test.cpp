#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <set>
#include <sstream>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include "core/error.h"
#include "selfplay/match/match.h"
#include "selfplay/match/match_runner.h"
#include "tests/support/toy_agents.h"
#include "tests/support/toy_games.h"

namespace tavlab {
namespace {

using testing::HasSubstr;
using toy::Chase;
using toy::Race;
using toy::TicTacToe;
using toy::Wide;

/// Everything of a record but the seconds.
std::string text(const GameRecord& record) {
  return std::to_string(record.number) + (record.swapped ? " swapped " : " ") +
         std::to_string(static_cast<int>(record.result)) + " " + record.reason + " " +
         std::to_string(record.plies) + " " + std::to_string(record.captured_first) + " " +
         std::to_string(record.captured_second) + " " + std::to_string(record.mean_legal_moves) +
         " " + record.moves + " " + record.values;
}

MatchSettings settings(std::string first, std::string second) {
  MatchSettings match;
  match.rule_set.id = "toy";
  match.rule_set.family = "toy";
  match.first_agent = std::move(first);
  match.second_agent = std::move(second);
  return match;
}

std::vector<std::uint64_t> up_to(std::uint64_t count) {
  std::vector<std::uint64_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

/// The records of a match, sorted by number.
template <Game G>
std::vector<GameRecord> played(const MatchSettings& match, std::vector<std::uint64_t> numbers,
                               int threads, const typename G::Rules& rules = {}) {
  std::vector<GameRecord> records;
  play_games_of<G>(rules, match, numbers, threads,
                   [&](const GameRecord& record) { records.push_back(record); });
  std::ranges::sort(records, {}, &GameRecord::number);
  return records;
}

std::vector<std::string> texts(const std::vector<GameRecord>& records) {
  std::vector<std::string> all;
  all.reserve(records.size());
  for (const GameRecord& record : records) all.push_back(text(record));
  return all;
}

TEST(Match, DoesNotDependOnThreadsOrOrder) {
  for (const char* first :
       {"random", "mcts:sims=40,temperature=1", "alphabeta:nodes=200,table=1"}) {
    MatchSettings match = settings(first, "mcts:sims=20");
    match.swap = true;
    match.opening_plies = 1;
    const auto one = texts(played<Race>(match, up_to(40), 1));
    ASSERT_EQ(one.size(), 40U);
    EXPECT_EQ(one, texts(played<Race>(match, up_to(40), 2)));
    std::vector<std::uint64_t> backwards = up_to(40);
    std::ranges::reverse(backwards);
    EXPECT_EQ(one, texts(played<Race>(match, backwards, 3)));
    // A part of the games, as when a run is continued.
    const auto part = texts(played<Race>(match, {39, 7}, 2));
    EXPECT_EQ(part, (std::vector<std::string>{one[7], one[39]}));
  }
}

TEST(Match, DependsOnSeedAgentsAndRules) {
  const MatchSettings match = settings("random", "random");
  const auto games = texts(played<Race>(match, up_to(10), 1));
  MatchSettings other = match;
  other.seed = 2;
  EXPECT_NE(games, texts(played<Race>(other, up_to(10), 1)));
  EXPECT_NE(GameSeeds(match).game(0), GameSeeds(match).game(1));
  EXPECT_NE(GameSeeds(match).game(0), GameSeeds(other).game(0));
  other = match;
  other.second_agent = "mcts";
  EXPECT_NE(GameSeeds(match).game(0), GameSeeds(other).game(0));
  other = match;
  other.first_agent = "mcts";
  MatchSettings spelled = match;
  spelled.first_agent = "mcts:rollout=random,sims=800";
  EXPECT_EQ(GameSeeds(other).game(5), GameSeeds(spelled).game(5));
}

TEST(Match, RecordsWhatHappened) {
  MatchSettings match = settings("alphabeta:depth=9", "random");
  for (const GameRecord& record : played<TicTacToe>(match, up_to(20), 1)) {
    EXPECT_NE(record.result, Result::second_wins);  // perfect play does not lose
    EXPECT_EQ(record.reason, "end of the game");
    EXPECT_EQ(std::ranges::count(record.moves, ' ') + 1, record.plies);
    double legal = 0;
    for (int ply = 0; ply < record.plies; ++ply) legal += 9 - ply;
    EXPECT_DOUBLE_EQ(record.mean_legal_moves, legal / record.plies);
    EXPECT_EQ(record.choices, std::min(record.plies, 8));  // the ninth cell is no choice
    EXPECT_EQ(record.chance.rolls, 0);
    EXPECT_EQ(record.chance.longest_run, 0);
    EXPECT_TRUE(record.chance.roll_counts.empty());
    EXPECT_FALSE(record.swapped);
    EXPECT_GE(record.seconds, 0);
  }
}

TEST(Match, RecordsRolls) {
  for (const GameRecord& record : played<Race>(settings("random", "random"), up_to(20), 1)) {
    // A roll before each move.
    EXPECT_EQ(std::ranges::count(record.moves, ' ') + 1, 2 * record.plies) << record.moves;
    EXPECT_EQ(record.chance.rolls, record.plies);
    EXPECT_EQ(record.chance.passes, 0);
    EXPECT_EQ(record.chance.longest_run, 1);  // the sides alternate
    EXPECT_EQ(record.chance.longest_turn, 1);
    std::uint64_t rolls = 0;
    for (const RollCount& each : record.chance.roll_counts) {
      rolls += each.count;
      // A roll of 0 leaves no choice.
      if (each.name == "0") {
        EXPECT_EQ(record.choices, record.plies - static_cast<int>(each.count));
      }
    }
    EXPECT_EQ(rolls, static_cast<std::uint64_t>(record.plies));
  }
}

TEST(Match, SwapExchangesSidesAndSharesTheOpening) {
  MatchSettings match = settings("random", "random");
  match.swap = true;
  match.opening_plies = 3;
  const auto records = played<Wide>(match, up_to(40), 2, {.width = 110, .depth = 10});
  std::set<std::string> openings;
  for (std::size_t i = 0; i < records.size(); i += 2) {
    EXPECT_FALSE(records[i].swapped);
    EXPECT_TRUE(records[i + 1].swapped);
    const auto opening = [](const GameRecord& record) {
      std::size_t end = 0;
      for (int word = 0; word < 3; ++word) end = record.moves.find(' ', end) + 1;
      return record.moves.substr(0, end);
    };
    EXPECT_EQ(opening(records[i]), opening(records[i + 1]));
    EXPECT_NE(records[i].moves, records[i + 1].moves);
    openings.insert(opening(records[i]));
  }
  EXPECT_EQ(openings.size(), 20U);
}

TEST(Match, SwapGivesTheStrongerAgentBothSides) {
  MatchSettings match = settings("alphabeta:depth=6", "random");
  match.swap = true;
  for (const GameRecord& record : played<TicTacToe>(match, up_to(20), 1)) {
    EXPECT_NE(record.result, record.swapped ? Result::first_wins : Result::second_wins);
  }
}

TEST(Match, OpeningsMakeDeterministicAgentsPlayDistinctGames) {
  MatchSettings match = settings("alphabeta:depth=2", "alphabeta:depth=2");
  const auto distinct = [&] {
    std::set<std::string> games;
    for (const GameRecord& record : played<TicTacToe>(match, up_to(20), 1)) {
      games.insert(record.moves);
    }
    return games.size();
  };
  EXPECT_EQ(distinct(), 1U);
  match.opening_plies = 2;
  EXPECT_GT(distinct(), 10U);
}

TEST(Match, OpeningThatEndsTheGameIsDrawnAgain) {
  MatchSettings match = settings("random", "random");
  match.opening_plies = 7;  // often a row of three is complete by then
  for (const GameRecord& record : played<TicTacToe>(match, up_to(50), 1)) {
    EXPECT_GT(record.plies, 7);
  }
  match.opening_plies = 9;
  EXPECT_THROW(played<TicTacToe>(match, up_to(2), 2), UserError);
}

TEST(Match, CutsOffAtThePlyCap) {
  MatchSettings match = settings("random", "random");
  match.max_plies = 7;
  const toy::ChaseRules endless{.size = 1000, .repetition = {}};
  for (const GameRecord& record : played<Chase>(match, up_to(4), 1, endless)) {
    EXPECT_EQ(record.result, Result::unfinished);
    EXPECT_EQ(record.reason, "ply cap");
    EXPECT_EQ(record.plies, 7);
  }
  match.max_plies = 9;  // the last ply may still decide
  for (const GameRecord& record : played<TicTacToe>(match, up_to(50), 1)) {
    EXPECT_NE(record.result, Result::unfinished);
  }
}

TEST(Match, ErrorsComeBeforeAnyGame) {
  const auto error_of = [](const MatchSettings& match, int threads) -> std::string {
    try {
      play_games_of<TicTacToe>({}, match, up_to(3), threads,
                               [](const GameRecord&) { ADD_FAILURE() << "a game was played"; });
    } catch (const UserError& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_THAT(error_of(settings("random", "mcts:x=1"), 1), HasSubstr("unknown option 'x'"));
  EXPECT_THAT(error_of(settings("nobody", "random"), 1), HasSubstr("unknown agent 'nobody'"));
  EXPECT_THAT(error_of(settings("random", "random"), 0), HasSubstr("threads must be"));
  MatchSettings match = settings("random", "random");
  match.max_plies = 0;
  EXPECT_THAT(error_of(match, 1), HasSubstr("max plies must be at least 1"));
  match.max_plies = 10;
  match.opening_plies = 10;
  EXPECT_THAT(error_of(match, 1), HasSubstr("opening plies must be from 0 to 9"));
  match.opening_plies = -1;
  EXPECT_THAT(error_of(match, 1), HasSubstr("opening plies"));
}

TEST(Match, StopsWhenAsked) {
  std::stop_source source;
  int games = 0;
  play_games_of<Wide>(
      {}, settings("mcts:sims=1000000000", "random"), up_to(10), 2,
      [&](const GameRecord&) { ++games; },
      [&] {
        source.request_stop();
        return source.get_token();
      }());
  EXPECT_EQ(games, 0);

  std::stop_source later;
  play_games_of<Race>(
      {}, settings("random", "random"), up_to(100'000), 2,
      [&](const GameRecord&) {
        if (++games == 5) later.request_stop();
      },
      later.get_token());
  EXPECT_EQ(games, 5);
}

TEST(Match, CarriesWhatTheCallerThrows) {
  const auto fail = [](const GameRecord&) { throw std::runtime_error("disk full"); };
  EXPECT_THROW(play_games_of<Race>({}, settings("random", "random"), up_to(100), 2, fail),
               std::runtime_error);
}

/// The words of a record's values.
std::vector<std::string> values_of(const GameRecord& record) {
  std::istringstream stream(record.values);
  return {std::istream_iterator<std::string>(stream), {}};
}

TEST(Match, KeepsWhatEachSearchThought) {
  MatchSettings match = settings("mcts:sims=50", "random");
  match.opening_plies = 2;
  for (const GameRecord& game : played<TicTacToe>(match, up_to(20), 1)) {
    const std::vector<std::string> values = values_of(game);
    ASSERT_EQ(values.size(), static_cast<std::size_t>(game.plies));
    for (std::size_t ply = 0; ply < values.size(); ++ply) {
      // Forced moves are not searched; in this game only the last of nine is one.
      const bool searched = ply >= 2 && ply % 2 == 0 && ply != 8;
      EXPECT_EQ(values[ply] != "-", searched) << game.values;
      if (searched) {
        EXPECT_LE(std::stoi(values[ply]), 1000);
      }
    }
    if (game.result == Result::first_wins && game.plies < 9) {
      EXPECT_EQ(values[static_cast<std::size_t>(game.plies) - 1], "1000") << game.moves;
    }
  }
  for (const GameRecord& game : played<TicTacToe>(settings("random", "random"), up_to(5), 1)) {
    EXPECT_EQ(game.values, "");
  }
}

TEST(Match, ValuesAreTheFirstPlayersForBothSides) {
  // Whoever moves, a won position of the first player is worth 1000 to a search that sees it.
  for (const GameRecord& game : played<TicTacToe>(
           settings("alphabeta:depth=9,ties=random", "alphabeta:depth=1"), up_to(10), 1)) {
    if (game.result != Result::first_wins) continue;
    EXPECT_EQ(values_of(game).back(), "1000");
  }
  for (const GameRecord& game :
       played<TicTacToe>(settings("random", "alphabeta:depth=9"), up_to(20), 1)) {
    if (game.result != Result::second_wins) continue;
    EXPECT_EQ(values_of(game).back(), "0");
  }
}

}  // namespace
}  // namespace tavlab
