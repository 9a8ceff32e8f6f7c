#include "experiments/match/sequential_match.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <vector>

#include "core/error.h"
#include "core/random.h"
#include "experiments/match/match_text.h"
#include "experiments/stats/elo.h"

namespace tavlab {
namespace {

using testing::HasSubstr;

GameRecord game_of_pair(std::uint64_t number, Result result) {
  GameRecord record;
  record.number = number;
  record.swapped = number % 2 == 1;
  record.result = result;
  record.reason = result == Result::unfinished ? "ply cap" : "king captured";
  record.plies = 10;
  record.moves = std::to_string(number);
  return record;
}

/// The result of a game in which the first agent has this score.
Result result_of(std::uint64_t number, double score) {
  if (score == 0.5) return Result::draw;
  const bool first_agent_is_second_side = number % 2 == 1;
  return (score == 1.0) != first_agent_is_second_side ? Result::first_wins : Result::second_wins;
}

/// Games of an agent with these chances, on openings that are worth 0.2 to one of the sides.
std::vector<GameRecord> drawn_games(std::uint64_t seed, std::uint64_t count, double score) {
  Random random(seed);
  std::vector<GameRecord> games;
  double advantage = 0.0;
  for (std::uint64_t number = 0; number < count; ++number) {
    if (number % 2 == 0) advantage = random.uniform() < 0.5 ? 0.2 : -0.2;
    const double chance = score + (number % 2 == 0 ? advantage : -advantage);
    const double x = random.uniform();
    const double own = x < chance - 0.1 ? 1.0 : x < chance + 0.1 ? 0.5 : 0.0;
    games.push_back(game_of_pair(number, result_of(number, own)));
  }
  return games;
}

TEST(SprtSettings, AreReadAndWritten) {
  const SprtSettings settings = SprtSettings::parse("elo0=0,elo1=20");
  EXPECT_EQ(settings.hypotheses.model, EloModel::logistic);
  EXPECT_EQ(settings.hypotheses.elo0, 0.0);
  EXPECT_EQ(settings.hypotheses.elo1, 20.0);
  EXPECT_EQ(settings.text(), "elo0=0,elo1=20,alpha=0.05,beta=0.05,model=logistic");
  const std::string other = "elo0=-1.75,elo1=0.25,alpha=0.01,beta=0.1,model=normalized";
  EXPECT_EQ(SprtSettings::parse("model=normalized,beta=0.1,elo1=0.25,alpha=0.01,elo0=-1.75").text(),
            other);
  EXPECT_EQ(SprtSettings::parse(other).text(), other);
}

TEST(SprtSettings, RefuseWhatCannotBe) {
  const auto error = [](const char* text) {
    try {
      SprtSettings::parse(text);
    } catch (const UserError& refused) {
      return std::string(refused.what());
    }
    return std::string("read");
  };
  EXPECT_THAT(error(""), HasSubstr("'' has no value"));
  EXPECT_THAT(error("elo0=0"), HasSubstr("elo1 is missing"));
  EXPECT_THAT(error("elo0=0,elo1"), HasSubstr("'elo1' has no value"));
  EXPECT_THAT(error("elo0=0,elo1=5,elo1=6"), HasSubstr("'elo1' is given twice"));
  EXPECT_THAT(error("elo0=5,elo1=5"), HasSubstr("less than elo1"));
  EXPECT_THAT(error("elo0=0,elo1=x"), HasSubstr("elo1 must be a number, not 'x'"));
  EXPECT_THAT(error("elo0=nan,elo1=5"), HasSubstr("elo0 must be a number"));
  EXPECT_THAT(error("elo0=0,elo1=1e9"), HasSubstr("from -1000 to 1000"));
  EXPECT_THAT(error("elo0=0,elo1=300,model=normalized"), HasSubstr("from -200 to 200"));
  EXPECT_THAT(error("elo0=0,elo1=5,model=bayes"), HasSubstr("logistic or normalized"));
  EXPECT_THAT(error("elo0=0,elo1=5,alpha=0.5"), HasSubstr("below 0.5"));
  EXPECT_THAT(error("elo0=0,elo1=5,beta=0"), HasSubstr("above 0"));
  EXPECT_THAT(error("elo0=0,elo1=5,gamma=1"), HasSubstr("unknown key 'gamma'"));
}

/// Whatever order games end in, the same pairs count, in the order of their numbers.
TEST(SequentialMatch, DoesNotDependOnTheOrderInWhichGamesEnd) {
  const SprtSettings settings = SprtSettings::parse("elo0=0,elo1=60");
  std::vector<GameRecord> games = drawn_games(1, 4000, 0.58);
  std::vector<std::uint64_t> counted;
  SequentialMatch in_order(settings, [&](const GameRecord& one) { counted.push_back(one.number); });
  for (const GameRecord& one : games) in_order.add(one);
  ASSERT_TRUE(in_order.decided());
  ASSERT_LT(counted.size(), 3000U);
  for (std::size_t i = 0; i < counted.size(); ++i) EXPECT_EQ(counted[i], i);
  EXPECT_EQ(counted.size() % 2, 0U);
  Random random(2);
  for (int shuffle = 0; shuffle < 20; ++shuffle) {
    // As threads leave them: each a few places from where it was.
    for (std::size_t i = 0; i + 1 < games.size(); ++i) {
      const std::size_t other = std::min(games.size() - 1, i + random.below(8));
      std::swap(games[i], games[other]);
    }
    std::vector<std::uint64_t> now;
    SequentialMatch match(settings, [&](const GameRecord& one) { now.push_back(one.number); });
    for (const GameRecord& one : games) match.add(one);
    EXPECT_EQ(now, counted);
    EXPECT_EQ(match.state(), in_order.state());
    EXPECT_EQ(match.ratio(), in_order.ratio());
    EXPECT_EQ(match.summary().pairs(), in_order.summary().pairs());
  }
}

/// By hand: with only two of the five pair scores, w pairs of 3/2 and l of 1/2, the nearest
/// distribution with mean s has the share 2 s - 1/2 of the upper one, so that the ratio is Wald's.
TEST(SequentialMatch, AgreesWithAHandComputedRatio) {
  const SprtSettings settings = SprtSettings::parse("elo0=0,elo1=50");
  SequentialMatch match(settings);
  const double s1 = score_from_elo(50.0);
  double expected = 0.0;
  std::uint64_t number = 0;
  for (const bool won : {true, false, true, true, false, true, true}) {
    const double before = match.ratio();
    match.add(game_of_pair(number, result_of(number, won ? 1.0 : 0.0)));
    EXPECT_EQ(match.ratio(), before) << "half a pair carries no information";
    ++number;
    match.add(game_of_pair(number, Result::draw));
    ++number;
    expected += std::log(won ? (2.0 * s1 - 0.5) / 0.5 : (1.5 - 2.0 * s1) / 0.5);
    // Scores without any pair count 1e-3; there must be some of both.
    if (number >= 4) {
      EXPECT_NEAR(match.ratio(), expected, 0.02) << number;
    }
  }
  EXPECT_EQ(match.state(), SprtState::undecided);
  EXPECT_EQ(match.summary().pairs(), (PairCounts{{0, 2, 0, 5, 0}}));
}

TEST(SequentialMatch, LeavesPairsWithAnUnfinishedGameOut) {
  SequentialMatch match(SprtSettings::parse("elo0=0,elo1=50"));
  match.add(game_of_pair(0, Result::first_wins));
  match.add(game_of_pair(1, Result::unfinished));
  EXPECT_EQ(match.ratio(), 0.0);
  EXPECT_EQ(match.summary().games(), 2U);
  EXPECT_EQ(match.summary().pairs().pairs(), 0U);
  EXPECT_EQ(match.summary().two_game_matches().unfinished, 1U);
  match.add(game_of_pair(2, Result::first_wins));
  match.add(game_of_pair(3, Result::second_wins));
  EXPECT_EQ(match.summary().pairs(), (PairCounts{{0, 0, 0, 0, 1}}));
  EXPECT_GT(match.ratio(), 0.0);
}

/// Error rates on pairs that depend on their opening: with alpha 0.1 and beta 0.05, H1 is accepted
/// in just under 10 % and just over 95 %, as tests overshoot their bounds.
TEST(SequentialMatch, ErrsAsOftenAsItMay) {
  constexpr int kMatches = 600;
  const SprtSettings settings = SprtSettings::parse("elo0=-20,elo1=60,alpha=0.1,beta=0.05");
  const auto accepted = [&](std::uint64_t seed, double elo) {
    int h1 = 0;
    for (std::uint64_t i = 0; i < kMatches; ++i) {
      SequentialMatch match(settings);
      for (const GameRecord& one : drawn_games(derive_seed({seed, i}), 3000, score_from_elo(elo))) {
        match.add(one);
      }
      EXPECT_TRUE(match.decided());
      h1 += match.state() == SprtState::accept_h1 ? 1 : 0;
    }
    return static_cast<double>(h1) / kMatches;
  };
  const double at_h0 = accepted(3, -20.0), at_h1 = accepted(4, 60.0);
  std::cout << "H1 accepted where H0 is true: " << at_h0 << ", where H1 is: " << at_h1 << '\n';
  EXPECT_NEAR(at_h0, 0.085, 0.04);
  EXPECT_NEAR(at_h1, 0.955, 0.03);
}

/// Whatever the games, there is an estimate, and a text of it.
TEST(SequentialMatch, HasAnEstimateForAllCounts) {
  for (const char* text :
       {"elo0=0,elo1=20", "elo0=-1000,elo1=1000", "elo0=999,elo1=1000", "elo0=0,elo1=0.01",
        "elo0=-200,elo1=200,model=normalized", "elo0=0,elo1=400,alpha=0.001,beta=0.49"}) {
    for (unsigned mask = 1; mask < 32; ++mask) {
      for (const int pairs : {1, 7, 60}) {
        SequentialMatch match(SprtSettings::parse(text));
        std::uint64_t number = 0;
        Random random(mask);
        for (int pair = 0; pair < pairs; ++pair) {
          unsigned points = random.below(5);
          while ((mask >> points & 1U) == 0) points = (points + 1) % 5;
          const double first = points >= 2 ? 1.0 : points * 0.5;
          match.add(game_of_pair(number, result_of(number, first)));
          ++number;
          match.add(game_of_pair(number, result_of(number, points * 0.5 - first)));
          ++number;
        }
        ASSERT_TRUE(std::isfinite(match.ratio())) << text << ' ' << mask;
        const std::optional<SprtEstimate> estimate = match.estimate();
        // Pairs with equal points have no variance, and so give no estimate.
        const auto seen = std::ranges::count_if(match.summary().pairs().by_points,
                                                [](std::uint64_t count) { return count > 0; });
        ASSERT_EQ(estimate.has_value(), seen > 1);
        if (!estimate) continue;
        EXPECT_LE(estimate->interval.low, estimate->elo) << text << ' ' << mask << ' ' << pairs;
        EXPECT_LE(estimate->elo, estimate->interval.high) << text << ' ' << mask << ' ' << pairs;
        EXPECT_GE(estimate->superiority, 0.0);
        EXPECT_LE(estimate->superiority, 1.0);
      }
    }
  }
}

TEST(MatchText, KeepsItsColumnsWithLongNames) {
  MatchSettings settings;
  settings.rule_set.id = "rules";
  settings.first_agent = "mcts:sims=200,cutoff=20,rollout=informed,cpuct=1.25,temperature=0.5";
  settings.second_agent = "random";
  settings.swap = true;
  MatchSummary summary;
  for (std::uint64_t i = 0; i < 4; ++i)
    summary.add(game_of_pair(i, result_of(i, i == 3 ? 0.0 : 1.0)));
  const std::string text = match_text({settings, "attackers", "defenders", summary});
  std::vector<std::size_t> columns;
  for (std::size_t at = text.find(" won "); at != std::string::npos;
       at = text.find(" won ", at + 1)) {
    columns.push_back(at - text.rfind('\n', at));
  }
  ASSERT_EQ(columns.size(), 3U);
  EXPECT_EQ(columns[0], columns[1]);
  EXPECT_EQ(columns[0], columns[2]);
  EXPECT_THAT(text, HasSubstr("first against second: Elo +190.8 ["));
  EXPECT_THAT(text, HasSubstr("from 2 pairs with 0, 1/2, 1, 3/2, 2 points: 0 0 1 0 1"));
}

}  // namespace
}  // namespace tavlab
