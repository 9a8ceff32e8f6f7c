// What a match adds to the games of agents: clocks, suites of openings, adjudication by agreement.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "core/game_text.h"
#include "core/symmetry.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/match/game_runner.h"
#include "selfplay/match/match.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/toy_agents.h"
#include "tests/support/toy_games.h"

namespace tavlab {
namespace {

using testing::HasSubstr;
using toy::Chase;

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

// ---------------------------------------------------------------------------------------------
// Time

TEST(MatchLimits, ReadsClocks) {
  EXPECT_EQ(MatchLimits::parse_clock("60+0.5").remaining, 60.0);
  EXPECT_EQ(MatchLimits::parse_clock("60+0.5").increment, 0.5);
  EXPECT_EQ(MatchLimits::parse_clock("0.2").increment, 0.0);
  for (const char* wrong : {"", "+", "60+", "+1", "60+x", "nan", "-1", "0", "60 + 1", "1e9+0"}) {
    EXPECT_THAT(error_of([&] { MatchLimits::parse_clock(wrong); }), HasSubstr("write S+INC"))
        << wrong;
  }
  MatchLimits both;
  both.seconds = 1.0;
  EXPECT_NO_THROW(both.check());
  both.clock = PlayerClock{60.0, 0.0};
  EXPECT_THAT(error_of([&] { both.check(); }), HasSubstr("exclude each other"));
  MatchLimits margin;
  margin.margin = 1.0;
  EXPECT_THAT(error_of([&] { margin.check(); }), HasSubstr("needs a time"));
}

TEST(GameClock, CountsDownAndAddsTheIncrement) {
  MatchLimits control;
  control.clock = PlayerClock{10.0, 2.0};
  control.margin = 0.5;
  GameClock clock(control, false);
  EXPECT_EQ(clock.limits(0).clock->remaining, 10.0);
  EXPECT_TRUE(clock.spend(0, 4.0));
  EXPECT_EQ(clock.limits(0).clock->remaining, 8.0);
  EXPECT_EQ(clock.limits(1).clock->remaining, 10.0);
  EXPECT_EQ(clock.limits(1).others->remaining, 8.0);
  EXPECT_EQ(clock.limits(1).clock->increment, 2.0);
  EXPECT_TRUE(clock.spend(0, 8.25));  // within the margin
  EXPECT_EQ(clock.limits(0).clock->remaining, 2.0);
  EXPECT_FALSE(clock.spend(0, 2.75));
}

TEST(GameClock, TimeOfAMoveIsForfeitedOnlyWithAMargin) {
  MatchLimits control;
  control.seconds = 1.0;
  EXPECT_TRUE(GameClock(control, false).spend(0, 100.0));
  control.margin = 0.25;
  EXPECT_TRUE(GameClock(control, false).spend(0, 1.25));
  EXPECT_FALSE(GameClock(control, false).spend(0, 1.5));
  EXPECT_EQ(GameClock(control, false).limits(1).seconds, 1.0);
  EXPECT_FALSE(GameClock().limits(0).any());
}

TEST(MatchLimits, ReadsOdds) {
  EXPECT_EQ(MatchLimits::parse_odds("second=10").side, Side::second);
  EXPECT_EQ(MatchLimits::parse_odds("first=2.5").factor, 2.5);
  for (const char* wrong :
       {"", "second", "second=", "=10", "white=10", "second=0.5", "first=nan"}) {
    EXPECT_THAT(error_of([&] { MatchLimits::parse_odds(wrong); }), HasSubstr("write SIDE=FACTOR"))
        << wrong;
  }
  MatchLimits odds;
  odds.odds = SideOdds{Side::second, 10.0};
  EXPECT_THAT(error_of([&] { odds.check(); }), HasSubstr("odds need"));
  odds.nodes = 5000;
  EXPECT_NO_THROW(odds.check());
  EXPECT_FALSE(odds.measured());
  EXPECT_EQ(odds.text(), "5000 nodes a move, 1/10 of that for the second side");
  odds.seconds = 1.0;
  EXPECT_THAT(error_of([&] { odds.check(); }), HasSubstr("excludes time"));
}

TEST(GameClock, GivesOddsToASideWhoeverPlaysIt) {
  MatchLimits nodes;
  nodes.nodes = 5000;
  nodes.odds = SideOdds{Side::second, 10.0};
  EXPECT_EQ(GameClock(nodes, false).limits(0).nodes, 5000U);
  EXPECT_EQ(GameClock(nodes, false).limits(1).nodes, 500U);
  EXPECT_EQ(GameClock(nodes, true).limits(0).nodes, 500U);
  EXPECT_EQ(GameClock(nodes, true).limits(1).nodes, 5000U);
  nodes.odds->factor = 1e6;
  EXPECT_EQ(GameClock(nodes, false).limits(1).nodes, 1U);

  MatchLimits time;
  time.clock = PlayerClock{10.0, 2.0};
  time.margin = 0.0;
  time.odds = SideOdds{Side::first, 4.0};
  GameClock clock(time, false);
  EXPECT_EQ(clock.limits(0).clock->remaining, 2.5);
  EXPECT_EQ(clock.limits(1).others->increment, 0.5);
  EXPECT_TRUE(clock.spend(0, 1.0));
  EXPECT_EQ(clock.limits(0).clock->remaining, 2.0);
  EXPECT_FALSE(clock.spend(0, 3.0));

  MatchLimits moves;
  moves.seconds = 1.0;
  moves.margin = 0.25;
  moves.odds = SideOdds{Side::first, 2.0};
  EXPECT_EQ(GameClock(moves, true).limits(1).seconds, 0.5);
  EXPECT_FALSE(GameClock(moves, true).spend(1, 1.0));
  EXPECT_TRUE(GameClock(moves, true).spend(0, 1.0));
}

/// For each move takes the time and reports the value that the test sets.
template <Game G>
class FakeAgent final : public Agent<G> {
 public:
  using Move = typename G::Move;
  FakeAgent(double& now, double seconds, std::optional<double> value = {})
      : now_(now), seconds_(seconds), value_(value) {}

  Move choose(GameState<G>& state, Random& random, Analysis<G>*) override {
    asked.push_back(this->turn_limits());
    now_ += seconds_;
    return state.random_move(random);
  }
  [[nodiscard]] std::optional<double> value() const override { return value_; }

  std::vector<TurnLimits> asked;

 private:
  double& now_;
  double seconds_;
  std::optional<double> value_;
};

/// A game that never ends by itself.
const toy::ChaseRules kEndless{.size = 1000, .repetition = {}};

TEST(Match, AFallenFlagLosesTheGame) {
  for (const bool swapped : {false, true}) {
    double now = 0.0;
    GameRunner<Chase> runner(kEndless, [&] { return now; });
    FakeAgent<Chase> slow(now, 3.0), fast(now, 0.125);
    GameSetup setup;
    setup.swapped = swapped;
    setup.max_plies = 100;
    setup.limits.clock = PlayerClock{10.0, 1.0};
    const auto record = runner.play(setup, slow, fast);
    ASSERT_TRUE(record);
    EXPECT_EQ(record->reason, "time forfeit");
    EXPECT_EQ(record->result, swapped ? Result::first_wins : Result::second_wins);
    // 10, 8, 6, 4, 2 seconds on the clock; the fifth move takes 3 and is not played.
    EXPECT_EQ(slow.asked.size(), 5U);
    EXPECT_EQ(slow.asked.back().clock->remaining, 2.0);
    EXPECT_EQ(record->plies, swapped ? 9 : 8);
    EXPECT_EQ(std::ranges::count(record->moves, ' ') + 1, record->plies);
  }
}

TEST(Match, TimeForAMoveIsToldToBothAgents) {
  double now = 0.0;
  GameRunner<Chase> runner(kEndless, [&] { return now; });
  FakeAgent<Chase> slow(now, 3.0), fast(now, 0.125);
  GameSetup setup;
  setup.max_plies = 10;
  setup.limits.seconds = 0.5;
  auto record = runner.play(setup, slow, fast);
  EXPECT_EQ(record->reason, "ply cap");  // no margin: nobody is too late
  EXPECT_EQ(slow.asked.front().seconds, 0.5);
  EXPECT_EQ(fast.asked.front().seconds, 0.5);
  setup.limits.margin = 1.0;
  record = runner.play(setup, fast, slow);
  EXPECT_EQ(record->reason, "time forfeit");
  EXPECT_EQ(record->result, Result::first_wins);
  setup.limits = {};
  slow.asked.clear();
  record = runner.play(setup, fast, slow);
  EXPECT_EQ(record->reason, "ply cap");
  EXPECT_FALSE(slow.asked.front().any());
}

TEST(Match, GamesByTimeAreMarked) {
  MatchSettings match;
  match.first_agent = "alphabeta:depth=2";
  match.second_agent = "random";
  EXPECT_TRUE(match.reproducible());
  EXPECT_TRUE(match.conditions().empty());
  match.limits.seconds = 0.1;
  EXPECT_FALSE(match.reproducible());
  EXPECT_EQ(match.conditions().front().second, "0.1 s a move");
  EXPECT_EQ(match.conditions().back().first, "reproducible");
  match.limits = {};
  match.second_agent = "alphabeta:seconds=0.1";
  EXPECT_FALSE(match.reproducible());
}

TEST(Match, LimitsOfAMatchMakeItReproducibleOrNot) {
  MatchSettings match;
  match.first_agent = "alphabeta:seconds=1";
  match.limits.nodes = 100;
  EXPECT_TRUE(match.reproducible()) << "the nodes replace the seconds";
  match.second_agent = "alphabeta:depth=2,threads=2";
  EXPECT_FALSE(match.reproducible());
  match.second_agent = "mcts:sims=10,net=tavlei-9,device=cuda:0";
  EXPECT_FALSE(match.reproducible()) << "batches depend on the threads";
}

/// The value and nodes of the start after a search of `agent` with a limit of nodes for the turn.
std::string searched_in_limits(const std::string& agent) {
  std::string text;
  visit_game(load_rule_set("brandubh-7"), [&](auto game, const auto& rules) {
    using G = decltype(game);
    GameState<G> state(*rules);
    Random random(1);
    const auto player = make_agent<G>(AgentSpec::parse(agent), *rules);
    TurnLimits limits;
    limits.nodes = 3000;
    player->limit_turn(limits);
    Analysis<G> analysis;
    player->choose(state, random, &analysis);
    text = fmt::format("{} {} {}", analysis.value, analysis.depth, analysis.nodes);
  });
  return text;
}

TEST(AlphaBeta, InLimitsOfATurnItIsSelectiveAsWithItsOwn) {
  const std::string selective = searched_in_limits("alphabeta:nodes=1");
  EXPECT_EQ(searched_in_limits("alphabeta:depth=4"), selective);
  EXPECT_NE(searched_in_limits("alphabeta:depth=4,selective=off"), selective);
}

// ---------------------------------------------------------------------------------------------
// Adjudication

TEST(Adjudication, ReadsWhatItWrites) {
  for (const char* text : {"plies=8,score=0.95", "plies=4,draw=0.02", "plies=1,score=1",
                           "plies=8,score=0.9,draw=0.05,after=80"}) {
    EXPECT_EQ(Adjudication::parse(text).text(), text);
  }
  const auto error = [](const char* text) { return error_of([&] { Adjudication::parse(text); }); };
  EXPECT_THAT(error(""), HasSubstr("has no value"));
  EXPECT_THAT(error("score=0.9"), HasSubstr("plies is missing"));
  EXPECT_THAT(error("plies=8"), HasSubstr("score or draw is missing"));
  EXPECT_THAT(error("plies=8,score=0.4"), HasSubstr("score must be from 0.5 to 1, not '0.4'"));
  EXPECT_THAT(error("plies=8,score=nan"), HasSubstr("score must be"));
  EXPECT_THAT(error("plies=1.5,score=1"), HasSubstr("whole number"));
  EXPECT_THAT(error("plies=0,score=1"), HasSubstr("plies must be from 1 to 1000"));
  EXPECT_THAT(error("plies=8,score=1,after=3"), HasSubstr("draw is missing"));
  EXPECT_THAT(error("plies=8,plies=9,score=1"), HasSubstr("given twice"));
  EXPECT_THAT(error("plies=8,resign=1"), HasSubstr("unknown key 'resign'"));
}

TEST(Adjudicator, NeedsBothAgentsInARow) {
  Adjudicator both(Adjudication::parse("plies=4,score=0.9"));
  const auto open = Result::unfinished;
  EXPECT_EQ(both.after_move(0, 0.95, 1), open);
  EXPECT_EQ(both.after_move(1, 0.95, 2), open);
  EXPECT_EQ(both.after_move(0, 0.5, 3), open);  // no longer in a row
  EXPECT_EQ(both.after_move(1, 0.95, 4), open);
  EXPECT_EQ(both.after_move(0, 0.95, 5), open);
  EXPECT_EQ(both.after_move(1, {}, 6), open);  // a forced move has no value
  EXPECT_EQ(both.after_move(0, 0.95, 7), Result::first_wins);

  Adjudicator alone(Adjudication::parse("plies=4,score=0.9"));
  for (int ply = 1; ply < 20; ply += 2) {
    EXPECT_EQ(alone.after_move(0, 0.99, ply), open);
    EXPECT_EQ(alone.after_move(1, {}, ply + 1), open);
  }
  Adjudicator disagree(Adjudication::parse("plies=2,score=0.9"));
  for (int ply = 1; ply < 20; ply += 2) {
    EXPECT_EQ(disagree.after_move(0, 0.99, ply), open);
    EXPECT_EQ(disagree.after_move(1, 0.01, ply + 1), open);
  }
  Adjudicator second(Adjudication::parse("plies=2,score=0.9"));
  EXPECT_EQ(second.after_move(0, 0.05, 1), open);
  EXPECT_EQ(second.after_move(1, 0.1, 2), Result::second_wins);
}

TEST(Adjudicator, DrawsOnlyAfterAPly) {
  Adjudicator draw(Adjudication::parse("plies=2,draw=0.02,after=4"));
  EXPECT_EQ(draw.after_move(0, 0.51, 1), Result::unfinished);
  EXPECT_EQ(draw.after_move(1, 0.49, 2), Result::unfinished);
  EXPECT_EQ(draw.after_move(0, 0.50, 3), Result::unfinished);
  EXPECT_EQ(draw.after_move(1, 0.50, 4), Result::draw);
  Adjudicator none;
  EXPECT_EQ(none.after_move(0, 1.0, 1), Result::unfinished);
}

TEST(Match, EndsWhereBothAgree) {
  double now = 0.0;
  GameRunner<Chase> runner(kEndless, [&] { return now; });
  FakeAgent<Chase> one(now, 0.0, 0.97), other(now, 0.0, 0.96), unsure(now, 0.0, 0.7);
  GameSetup setup;
  setup.max_plies = 30;
  setup.adjudication = Adjudication::parse("plies=8,score=0.95");
  auto record = runner.play(setup, one, other);
  EXPECT_EQ(record->reason, "adjudicated");
  EXPECT_EQ(record->result, Result::first_wins);
  EXPECT_EQ(record->plies, 8);
  EXPECT_EQ(record->values, "970 960 970 960 970 960 970 960");
  record = runner.play(setup, one, unsure);
  EXPECT_EQ(record->reason, "ply cap");
  setup.adjudication.reset();
  EXPECT_EQ(runner.play(setup, one, other)->reason, "ply cap");
}

// ---------------------------------------------------------------------------------------------
// Openings

std::vector<GameRecord> played(const MatchSettings& match, std::uint64_t games, int threads) {
  std::vector<std::uint64_t> numbers(games);
  std::iota(numbers.begin(), numbers.end(), 0);
  std::vector<GameRecord> records;
  play_games(match, numbers, threads, [&](const GameRecord& game) { records.push_back(game); });
  std::ranges::sort(records, {}, &GameRecord::number);
  return records;
}

MatchSettings with_openings(std::string_view rules, std::string_view openings) {
  MatchSettings match;
  match.rule_set = load_rule_set(rules);
  match.first_agent = "greedy";
  match.second_agent = "random";
  match.swap = true;
  match.max_plies = 200;
  match.openings = load_openings(openings, match.rule_set, match.seed);
  return match;
}

TEST(OpeningSuite, EachIsPlayedInAPairWithSidesExchanged) {
  for (const char* rules : {"brandubh-7", "tavreli", "ur-finkel", "russian-draughts"}) {
    const MatchSettings match = with_openings(rules, "plies=1,unique");
    const std::uint64_t openings = match.openings->lines.size();
    const std::uint64_t games = 2 * std::min<std::uint64_t>(openings, 12) + 2;
    const auto records = played(match, games, 2);
    ASSERT_EQ(records.size(), games);
    for (const GameRecord& game : records) {
      const std::string& line = match.openings->lines[game.number / 2 % openings];
      EXPECT_TRUE(game.moves.starts_with(line)) << game.moves;
      EXPECT_EQ(game.swapped, game.number % 2 == 1);
      EXPECT_GT(game.plies, 0);
    }
    const auto texts = [](const std::vector<GameRecord>& all) {
      std::vector<std::string> moves;
      for (const GameRecord& game : all) moves.push_back(game.moves + game.reason);
      return moves;
    };
    EXPECT_EQ(texts(records), texts(played(match, games, 1))) << rules;
  }
}

TEST(OpeningSuite, UniqueOnesAreOneOfEachClassInAnOrderOfTheSeed) {
  const RuleSet rules = load_rule_set("brandubh-7");
  const auto all = load_openings("plies=2", rules, 1);
  const auto unique = load_openings("plies=2,unique", rules, 1);
  EXPECT_GT(all->lines.size(), 6 * unique->lines.size());
  EXPECT_EQ(unique->plies, 2);
  EXPECT_EQ(unique->lines, load_openings("plies=2,unique", rules, 1)->lines);
  const auto other = load_openings("plies=2,unique", rules, 2);
  EXPECT_NE(unique->lines, other->lines);
  EXPECT_NE(unique->hash_text(), other->hash_text());
  EXPECT_EQ(std::set(unique->lines.begin(), unique->lines.end()),
            std::set(other->lines.begin(), other->lines.end()));
  visit_game(rules, [&](auto game, const auto& compiled) {
    using G = decltype(game);
    Symmetry<G> symmetry(*compiled);
    std::set<std::uint64_t> classes;
    for (const std::string& line : unique->lines) {
      GameState<G> state(*compiled);
      play_text(state, line);
      classes.insert(symmetry.key(state.position(), state.occurrences()));
    }
    EXPECT_EQ(classes.size(), unique->lines.size());
  });
}

TEST(OpeningSuite, AFileIsPlayedInItsOrder) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "some.txt") << "# two openings\nd1-c1 d3-c3\r\n\n1. g4-g3 d5-g5\n";
  const RuleSet rules = load_rule_set("brandubh-7");
  const auto suite = load_openings("some.txt", rules, 1, folder.path());
  EXPECT_EQ(suite->lines, (std::vector<std::string>{"d1-c1 d3-c3", "g4-g3 d5-g5"}));
  const auto refuse = [&](const std::string& content) {
    std::ofstream(folder.path() / "wrong.txt") << content;
    return error_of([&] { load_openings("wrong.txt", rules, 1, folder.path()); });
  };
  EXPECT_THAT(refuse("d1-c1\nd1-c1 d1-c1\n"), HasSubstr("wrong.txt:2: ply 2: "));
  EXPECT_THAT(refuse("# nothing\n"), HasSubstr("there are none"));
  EXPECT_THAT(error_of([&] { load_openings("none.txt", rules, 1, folder.path()); }),
              HasSubstr("none.txt"));
}

TEST(OpeningSuite, ASampleIsDrawnFromAllAndTheSameForRulesWithTheSameMoves) {
  const RuleSet rules = load_rule_set("brandubh-7");
  const auto all = load_openings("plies=2,unique", rules, 1);
  const auto sample = load_openings("plies=2,unique,sample=60", rules, 1);
  EXPECT_EQ(sample->lines.size(), 60U);
  visit_game(rules, [&](auto game, const auto& compiled) {
    using G = decltype(game);
    Symmetry<G> symmetry(*compiled);
    const auto classes = [&](const OpeningSuite& suite) {
      std::set<std::uint64_t> keys;
      for (const std::string& line : suite.lines) {
        GameState<G> state(*compiled);
        play_text(state, line);
        keys.insert(symmetry.key(state.position(), state.occurrences()));
      }
      return keys;
    };
    const std::set<std::uint64_t> known = classes(*all), drawn = classes(*sample);
    EXPECT_EQ(drawn.size(), 60U) << "no two are symmetric";
    EXPECT_TRUE(std::ranges::includes(known, drawn));
  });
  EXPECT_EQ(sample->lines, load_openings("plies=2,sample=60,unique", rules, 1)->lines);
  EXPECT_NE(sample->lines, load_openings("plies=2,unique,sample=60", rules, 2)->lines);
  // A weak king moves like any other, so that arms are paired.
  EXPECT_EQ(
      sample->lines,
      load_openings("plies=2,unique,sample=60", load_rule_set("brandubh-7-weak-king"), 1)->lines);
  // Where rolls come first, a line has one for each move.
  const auto rolled = load_openings("plies=3,sample=20", load_rule_set("ur-finkel"), 1);
  EXPECT_EQ(std::set(rolled->lines.begin(), rolled->lines.end()).size(), 20U);
  EXPECT_THAT(error_of([&] { load_openings("plies=1,unique,sample=500", rules, 1); }),
              HasSubstr("draw fewer, or longer ones"));
  for (const char* wrong : {"plies=2,sample=0", "plies=2,sample=x", "plies=2,sample=5,sample=6",
                            "plies=2,unique,unique", "plies=2,sample=50001", "plies=2,all"}) {
    EXPECT_THAT(error_of([&] { load_openings(wrong, rules, 1); }),
                HasSubstr("either with ,sample=M"))
        << wrong;
  }
}

/// Where the agents do not exchange sides, each game has the next opening.
TEST(OpeningSuite, IsPlayedGameByGameWithoutPairs) {
  MatchSettings match = with_openings("brandubh-7", "plies=2,unique");
  match.swap = false;
  const std::vector<GameRecord> games = played(match, 3, 1);
  for (std::size_t n = 0; n < games.size(); ++n) {
    EXPECT_TRUE(games[n].moves.starts_with(match.openings->lines[n])) << n;
    EXPECT_FALSE(games[n].swapped);
  }
}

TEST(OpeningSuite, RefusesWhatCannotBePlayed) {
  const RuleSet rules = load_rule_set("brandubh-7");
  for (const char* wrong : {"plies=", "plies=0", "plies=13", "plies=x", "plies=2,all", "plies=2,",
                            "plies=2,unique,unique"}) {
    EXPECT_THAT(error_of([&] { load_openings(wrong, rules, 1); }),
                HasSubstr("write plies=N or plies=N,unique"))
        << wrong;
  }
  EXPECT_THAT(error_of([&] { load_openings("plies=12,unique", rules, 1); }),
              HasSubstr("more than 50000 openings of 12 plies"));
  EXPECT_THAT(error_of([&] { load_openings("plies=12", rules, 1); }),
              HasSubstr("more than 50000 openings of 12 plies"));
  MatchSettings match = with_openings("brandubh-7", "plies=2,unique");
  match.opening_plies = 2;
  EXPECT_THAT(error_of([&] { played(match, 2, 1); }), HasSubstr("exclude each other"));
  match.opening_plies = 0;
  match.max_plies = 2;
  EXPECT_THAT(error_of([&] { played(match, 2, 1); }), HasSubstr("an opening has 2 plies"));
}

}  // namespace
}  // namespace tavlab
