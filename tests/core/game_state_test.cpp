#include "core/game_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "core/families.h"

namespace tavlab {
namespace {

using testing::Contains;
using testing::Not;
using testing::UnorderedElementsAreArray;

using G = Tafl<2>;

/// A 7x7 game in which both sides can shuttle freely, the attackers with g5-g4 and the king with
/// d3-c3, so that a position recurs after four plies.
constexpr std::string_view kOpen = "7/7/6a/7/3k3/7/7";

class Shuttle {
 public:
  explicit Shuttle(std::vector<std::string> overrides, std::string position = "")
      : rules_(rules_for(std::move(overrides))),
        state_(*rules_, G::parse_position(
                            *rules_, position.empty() ? std::string(kOpen) + " a" : position)) {}

  static std::shared_ptr<const G::Rules> rules_for(std::vector<std::string> overrides) {
    overrides.insert(overrides.begin(), "encirclement=off");
    return G::compile(load_rule_set("brandubh-7", overrides));
  }

  GameState<G>& state() { return state_; }

  G::Move move(std::string_view text) const {
    return G::parse_move(*rules_, state_.position(), text);
  }
  /// Plays moves while the game lasts; returns how many.
  int play(const std::string& moves) {
    std::istringstream words(moves);
    int played = 0;
    for (std::string word; !state_.over() && words >> word; ++played) state_.play(move(word));
    return played;
  }
  std::vector<std::string> legal() const {
    MoveList<G> moves;
    state_.legal_moves(moves);
    std::vector<std::string> texts;
    for (const auto m : moves) texts.push_back(G::move_text(*rules_, state_.position(), m));
    return texts;
  }

 private:
  std::shared_ptr<const G::Rules> rules_;
  GameState<G> state_;
};

const std::string kAttackersFirst = "g5-g4 d3-c3 g4-g5 c3-d3 ";
const std::string kDefendersFirst = "d3-c3 g5-g4 c3-d3 g4-g5 ";
const std::string kOpenDefenders = std::string(kOpen) + " d";

std::string times(int n, const std::string& text) {
  std::string all;
  for (int i = 0; i < n; ++i) all += text;
  return all;
}

// ---------------------------------------------------------------------------------------------
// The verdicts, on the position that occurs for the third time after eight plies.

TEST(GameStateRepetition, CountsTheOccurrencesOfThePosition) {
  Shuttle game({"repetition.result=draw", "repetition.count=9"});
  std::vector<int> counts = {game.state().occurrences()};
  for (int ply = 0; ply < 12; ++ply) {
    std::istringstream words(kAttackersFirst);
    std::string word;
    for (int i = 0; i <= ply % 4; ++i) words >> word;
    game.play(word);
    counts.push_back(game.state().occurrences());
  }
  EXPECT_EQ(counts, (std::vector<int>{1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4}));
}

TEST(GameStateRepetition, Draw) {
  Shuttle game({"repetition.result=draw"});
  EXPECT_EQ(game.play(times(3, kAttackersFirst)), 8);
  EXPECT_EQ(game.state().result(), Result::draw);
  EXPECT_EQ(game.state().reason(), "repetition");
  EXPECT_EQ(game.state().node_kind(), NodeKind::terminal);
}

TEST(GameStateRepetition, TheCountIsAParameter) {
  for (const int count : {2, 4}) {
    Shuttle game({"repetition.result=draw", "repetition.count=" + std::to_string(count)});
    EXPECT_EQ(game.play(times(5, kAttackersFirst)), 4 * (count - 1));
    EXPECT_EQ(game.state().result(), Result::draw);
  }
}

TEST(GameStateRepetition, MoverLoses) {
  Shuttle by_defenders({"repetition.result=mover_loses"});
  EXPECT_EQ(by_defenders.play(times(3, kAttackersFirst)), 8);
  EXPECT_EQ(by_defenders.state().result(), Result::first_wins);

  Shuttle by_attackers({"repetition.result=mover_loses"}, kOpenDefenders);
  EXPECT_EQ(by_attackers.play(times(3, kDefendersFirst)), 8);
  EXPECT_EQ(by_attackers.state().result(), Result::second_wins);
  EXPECT_EQ(by_attackers.state().reason(), "repetition");
}

TEST(GameStateRepetition, AttackersWin) {
  Shuttle by_defenders({"repetition.result=attackers_win"});
  EXPECT_EQ(by_defenders.play(times(3, kAttackersFirst)), 8);
  EXPECT_EQ(by_defenders.state().result(), Result::first_wins);

  Shuttle by_attackers({"repetition.result=attackers_win"}, kOpenDefenders);
  EXPECT_EQ(by_attackers.play(times(3, kDefendersFirst)), 8);
  EXPECT_EQ(by_attackers.state().result(), Result::first_wins);
}

TEST(GameStateRepetition, Ignored) {
  Shuttle game({"repetition.result=ignored"});
  EXPECT_EQ(game.play(times(30, kAttackersFirst)), 120);
  EXPECT_FALSE(game.state().over());
  EXPECT_EQ(game.state().result(), Result::unfinished);
  EXPECT_EQ(game.state().occurrences(), 1);
}

TEST(GameStateRepetition, ForbiddenMovesAreNotAmongTheLegalOnes) {
  Shuttle game({"repetition.result=forbidden"});
  ASSERT_EQ(game.play(times(1, kAttackersFirst) + "g5-g4 d3-c3 g4-g5"), 7);
  const auto repeating = game.move("c3-d3");  // the family ignores repetition
  EXPECT_FALSE(game.state().allowed(repeating));
  const std::vector<std::string> legal = game.legal();
  EXPECT_THAT(legal, Not(Contains("c3-d3")));
  EXPECT_THAT(legal, Contains("c3-e3"));
  EXPECT_EQ(legal.size() + 1, G::count_moves(game.state().rules(), game.state().position()));
  EXPECT_EQ(game.state().count_legal_moves(), legal.size());
  Random random(3);
  for (int i = 0; i < 2000; ++i) ASSERT_NE(game.state().random_move(random), repeating);

  // Any other move may be played, and the game continues.
  game.play("c3-e3");
  EXPECT_FALSE(game.state().over());
}

TEST(GameStateRepetition, ForbiddenToTheDefendersAlone) {
  Shuttle by_defenders({"repetition.result=forbidden_to_defenders"});
  by_defenders.play(times(1, kAttackersFirst) + "g5-g4 d3-c3 g4-g5");
  EXPECT_THAT(by_defenders.legal(), Not(Contains("c3-d3")));

  Shuttle by_attackers({"repetition.result=forbidden_to_defenders"}, kOpenDefenders);
  by_attackers.play(times(1, kDefendersFirst) + "d3-c3 g5-g4 c3-d3");
  EXPECT_THAT(by_attackers.legal(), Contains("g4-g5"));
  by_attackers.play("g4-g5");  // the third occurrence has no further consequence
  EXPECT_FALSE(by_attackers.state().over());
  EXPECT_EQ(by_attackers.state().occurrences(), 3);
  // From here the king may not bring about the third occurrence of what follows.
  EXPECT_THAT(by_attackers.legal(), Not(Contains("d3-c3")));
}

/// The king shuttles in a corridor of two cells and has no other move.
constexpr std::string_view kCorridor = "7/7/6a/2aa3/1ak1a2/2aa3/7 a";

TEST(GameStateRepetition, WhereEveryMoveIsForbiddenTheNoMoveRuleDecides) {
  const std::vector<std::string> forbidden = {"repetition.result=forbidden", "repetition.count=2",
                                              "board.throne=none"};
  const std::string cycle = "g5-g6 c3-d3 g6-g5 d3-c3";
  std::vector<std::string> overrides = forbidden;
  Shuttle loses(overrides, std::string(kCorridor));
  EXPECT_EQ(loses.play(cycle), 3);
  EXPECT_EQ(loses.state().result(), Result::first_wins);
  EXPECT_EQ(loses.state().reason(), "no legal move");

  overrides.emplace_back("no_move.defenders=draws");
  Shuttle draws(overrides, std::string(kCorridor));
  EXPECT_EQ(draws.play(cycle), 3);
  EXPECT_EQ(draws.state().result(), Result::draw);
  EXPECT_EQ(draws.state().reason(), "no legal move");
}

TEST(GameStateRepetition, AMoveThatEndsTheGameRepeatsNothing) {
  Shuttle game({"repetition.result=forbidden", "repetition.count=2", "limits.total_plies=4"});
  ASSERT_EQ(game.play("g5-g4 d3-c3 g4-g5"), 3);
  EXPECT_THAT(game.legal(), Contains("c3-d3"));
  game.play("c3-d3");
  EXPECT_EQ(game.state().reason(), "total plies");
  EXPECT_EQ(game.state().result(), Result::draw);

  Shuttle longer({"repetition.result=forbidden", "repetition.count=2", "limits.total_plies=5"});
  longer.play("g5-g4 d3-c3 g4-g5");
  EXPECT_THAT(longer.legal(), Not(Contains("c3-d3")));
}

// ---------------------------------------------------------------------------------------------
// The scope.

TEST(GameStateRepetition, AMovePatternIsTheSameCycleAgainAndAgain) {
  const std::vector<std::string> pattern = {"repetition.result=draw", "repetition.count=2",
                                            "repetition.scope=move_pattern"};
  Shuttle same(pattern);
  EXPECT_EQ(same.play(times(3, kAttackersFirst)), 8);
  EXPECT_EQ(same.state().result(), Result::draw);

  // By turns: the position recurs every four plies, the cycle does not.
  const std::string another = "g5-g6 d3-e3 g6-g5 e3-d3 ";
  Shuttle by_turns(pattern);
  const std::string moves = times(3, kAttackersFirst + another);
  EXPECT_EQ(by_turns.play(moves), 24);
  EXPECT_FALSE(by_turns.state().over());
  EXPECT_EQ(by_turns.state().occurrences(), 7);

  Shuttle by_position({"repetition.result=draw", "repetition.count=2"});
  EXPECT_EQ(by_position.play(moves), 4);
}

TEST(GameStateRepetition, AMovePatternMayBeForbidden) {
  Shuttle game(
      {"repetition.result=forbidden", "repetition.count=2", "repetition.scope=move_pattern"});
  ASSERT_EQ(game.play(times(1, kAttackersFirst) + "g5-g4 d3-c3 g4-g5"), 7);
  EXPECT_THAT(game.legal(), Not(Contains("c3-d3")));
  EXPECT_THAT(game.legal(), Contains("c3-b3"));
}

TEST(GameStateRepetition, ACaptureResetsTheCount) {
  // The piece on c5 can be captured by g5-d5, against b5.
  Shuttle game({"repetition.result=draw"}, "7/7/1ad3a/7/3k3/7/7 a");
  ASSERT_EQ(game.play(times(1, kAttackersFirst)), 4);
  EXPECT_EQ(game.state().occurrences(), 2);
  ASSERT_EQ(game.play("g5-d5"), 1);
  EXPECT_EQ(G::piece_count(game.state().position(), Side::second), 1);
  EXPECT_EQ(game.state().occurrences(), 1);
  EXPECT_EQ(game.play(times(4, "d3-c3 d5-e5 c3-d3 e5-d5 ")), 8);
  EXPECT_EQ(game.state().result(), Result::draw);
}

// ---------------------------------------------------------------------------------------------
// With dice.

TEST(GameStateRepetition, PassedTurnsCountButOnlyAMoveBringsTheVerdict) {
  Shuttle game({"repetition.result=draw", "repetition.count=2", "dice.kind=parity"});
  GameState<G>& state = game.state();
  const auto pass = G::parse_chance(state.rules(), state.position(), "[odd]");
  const auto move = G::parse_chance(state.rules(), state.position(), "[even]");
  state.play_chance(pass);
  EXPECT_EQ(state.to_move(), Side::second);
  state.play_chance(pass);
  EXPECT_EQ(state.to_move(), Side::first);
  EXPECT_EQ(state.occurrences(), 2);
  EXPECT_FALSE(state.over());
  EXPECT_EQ(state.plies(), 0);

  // A roll that lets the player move is not a separate occurrence.
  state.play_chance(move);
  game.play("g5-g4");
  EXPECT_EQ(state.occurrences(), 1);
  state.play_chance(pass);
  state.play_chance(move);
  game.play("g4-g5");
  EXPECT_EQ(state.occurrences(), 2);  // the defenders to move: once after a pass, once now
  EXPECT_EQ(state.result(), Result::draw);
  EXPECT_EQ(state.reason(), "repetition");
}

TEST(GameState, ChanceFallsByItsProbabilities) {
  Shuttle game({"dice.kind=distance", "dice.faces=4", "repetition.result=draw"});
  GameState<G>& state = game.state();
  const auto mark = state.mark();
  std::vector<int> counts(5);
  Random random(11);
  for (int i = 0; i < 40000; ++i) {
    ++counts[state.play_random_chance(random)];
    state.rewind(mark);
  }
  for (int face = 1; face <= 4; ++face) {  // 10000 each, give or take 5 standard deviations
    EXPECT_NEAR(counts[static_cast<std::size_t>(face)], 10000, 433) << face;
  }
}

// ---------------------------------------------------------------------------------------------
// Taking moves back.

/// Everything that can be asked of a state.
struct Asked {
  G::Position position;
  std::uint64_t key;
  Result result;
  NodeKind kind;
  std::string reason;
  int plies;
  int occurrences;
  std::vector<std::uint64_t> legal;
  bool operator==(const Asked&) const = default;
};

Asked ask(const GameState<G>& state) {
  Asked asked{state.position(),
              state.key(),
              state.result(),
              state.node_kind(),
              std::string(state.reason()),
              state.plies(),
              state.occurrences(),
              {}};
  if (state.node_kind() == NodeKind::decision) {
    MoveList<G> moves;
    state.legal_moves(moves);
    for (const auto move : moves) asked.legal.push_back(move.word());
  }
  return asked;
}

TEST(GameState, RewindRestoresWhatWasThere) {
  for (const char* rule : {"draw", "mover_loses", "forbidden", "ignored"}) {
    for (const char* dice : {"none", "parity"}) {
      if (std::string(rule) == "forbidden" && std::string(dice) != "none") continue;
      Shuttle game({std::string("repetition.result=") + rule, std::string("dice.kind=") + dice,
                    "repetition.count=2", "range.attacker=1", "range.king=1"});
      GameState<G>& state = game.state();
      Random random(5);
      std::vector<GameState<G>::Mark> marks;
      std::vector<Asked> asked;
      int ends = 0;
      for (int step = 0; step < 2000; ++step) {
        if (state.over() || marks.size() > 60 || (random.below(10) == 0 && !marks.empty())) {
          ends += state.over();
          std::size_t back = random.below(static_cast<std::uint32_t>(marks.size()));
          if (random.below(2) == 0) back = marks.size() - 1;
          state.rewind(marks[back]);
          ASSERT_EQ(ask(state), asked[back]) << rule << ' ' << dice << " step " << step;
          marks.resize(back);
          asked.resize(back);
          continue;
        }
        marks.push_back(state.mark());
        asked.push_back(ask(state));
        if (state.node_kind() == NodeKind::chance) {
          state.play_random_chance(random);
        } else {
          state.play(state.random_move(random));
        }
      }
      EXPECT_GT(ends, 0);
    }
  }
}

TEST(GameState, ACopyIsAGameOfItsOwn) {
  Shuttle game({"repetition.result=draw"});
  game.play(kAttackersFirst);
  GameState<G> copy = game.state();
  EXPECT_EQ(ask(copy), ask(game.state()));
  game.play(kAttackersFirst);
  EXPECT_EQ(game.state().result(), Result::draw);
  EXPECT_FALSE(copy.over());
  EXPECT_EQ(copy.plies(), 4);
  for (const char* text : {"g5-g4", "d3-c3", "g4-g5", "c3-d3"}) {
    EXPECT_FALSE(copy.over());
    copy.play(G::parse_move(copy.rules(), copy.position(), text));
  }
  EXPECT_EQ(ask(copy), ask(game.state()));
}

TEST(GameState, ResetForgetsTheGame) {
  Shuttle game({"repetition.result=draw"});
  const G::Position start = game.state().position();
  const Asked asked = ask(game.state());
  game.play(times(2, kAttackersFirst));
  ASSERT_TRUE(game.state().over());
  game.state().reset(start);
  EXPECT_EQ(ask(game.state()), asked);
  EXPECT_EQ(game.play(times(2, kAttackersFirst)), 8);
}

TEST(GameState, TheKeyDependsOnOccurrences) {
  Shuttle game({"repetition.result=draw"});
  const std::uint64_t first = game.state().key();
  game.play(kAttackersFirst);
  EXPECT_NE(game.state().key(), first);
  EXPECT_EQ(G::key(game.state().rules(), game.state().position()), first);

  Shuttle ignoring({"repetition.result=ignored"});
  const std::uint64_t before = ignoring.state().key();
  ignoring.play(kAttackersFirst);
  EXPECT_EQ(ignoring.state().key(), before);
}

TEST(GameState, RandomMovesAreTheLegalOnesWhereMostAreForbidden) {
  // In the corridor with a way out to e3: the king has two moves, one of which repeats.
  Shuttle game({"repetition.result=forbidden", "repetition.count=2", "board.throne=none"},
               "7/7/6a/2aaa2/1ak2a1/2aaa2/7 a");
  ASSERT_EQ(game.play("g5-g6 c3-d3 g6-g5"), 3);
  const std::vector<std::string> expected = {"d3-e3"};
  EXPECT_THAT(game.legal(), UnorderedElementsAreArray(expected));
  Random random(2);
  for (int i = 0; i < 500; ++i) {
    ASSERT_EQ(game.state().random_move(random), game.move("d3-e3"));
  }
}

}  // namespace
}  // namespace tavlab
