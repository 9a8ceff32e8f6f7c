// Random games that play themselves against the same draws through GameState.
#include "core/ur/random_game.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/playout.h"
#include "core/ur/ur.h"

namespace tavlab::ur {
namespace {

std::vector<RuleSet> rule_sets() {
  std::vector<RuleSet> all;
  for (const std::string& id : builtin_rule_set_ids()) {
    RuleSet rule_set = load_rule_set(id);
    if (rule_set.family == "ur") all.push_back(std::move(rule_set));
  }
  const std::vector<std::vector<std::string>> variants = {
      {"stack.capacity=1"},  // deadlocks
      {"exit=at_least"},
      {"capture.backward=true"},
      {"stack.access=any_in_depot"},
      {"opening=free", "deadlock=more_home", "stack.capacity=2"},
      {"capture.extra_throw=true"},
      {"pieces=1"}};
  for (const auto& overrides : variants) {
    all.push_back(load_rule_set("ur-skiryuk", overrides));
  }
  return all;
}

TEST(UrRandomGame, IsTheGameOfTheSameDraws) {
  std::map<std::string_view, int> endings;
  for (const RuleSet& rule_set : rule_sets()) {
    const auto rules = Ur::compile(rule_set);
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
      // From a position somewhere in a game, with a roll due or a move, cut off at times.
      GameState<Ur> state(*rules);
      Random random(seed);
      for (auto steps = random.below(100); steps > 0 && !state.over(); --steps) {
        if (state.node_kind() == NodeKind::chance) {
          state.play_random_chance(random);
        } else {
          state.play(state.random_move(random));
        }
      }
      const int cap = seed % 4 == 0 ? static_cast<int>(random.below(40)) : 100'000;

      RandomGame game(*rules, state.position(), random, cap);
      if (!game.over()) {
        while (game.turn()) continue;
      }
      const int before = state.plies();
      const Result result = play_randomly(state, random, before + cap);
      ASSERT_EQ(game.position().result, result) << rule_set.id << " seed " << seed;
      ASSERT_EQ(game.plies(), state.plies() - before) << rule_set.id << " seed " << seed;
      ASSERT_EQ(game.position(), state.position()) << rule_set.id << " seed " << seed;
      Random after = game.random();
      ASSERT_EQ(after(), random()) << rule_set.id << " seed " << seed;
      ++endings[result == Result::unfinished ? "cut off" : state.reason()];
    }
  }
  EXPECT_GT(endings["cut off"], 100);
  EXPECT_GE(endings["nobody can move"], 3);
  EXPECT_GT(endings["pieces home"], 1000);
}

TEST(UrRandomGame, ManyAtOnceAreTheSameGames) {
  using Ends = std::multimap<std::pair<int, Result>, std::string>;
  for (const RuleSet& rule_set : rule_sets()) {
    const auto rules = Ur::compile(rule_set);
    const Position start = Ur::start(*rules);
    for (const std::uint64_t games : {0, 1, 2, 3, 4, 50}) {
      for (const int cap : {0, 1, 60, 100'000}) {
        const auto seed = [](std::uint64_t i) { return 7 * i; };
        Ends expected, found;
        for (std::uint64_t i = 0; i < games; ++i) {
          GameState<Ur> state(*rules);
          Random random(seed(i));
          const Result result = play_randomly(state, random, cap);
          expected.emplace(std::pair(state.plies(), result), state.reason());
        }
        play_random_games<Ur>(*rules, start, games, cap, seed, [&](const RandomGameEnd& end) {
          found.emplace(std::pair(end.plies, end.result), end.reason);
        });
        ASSERT_EQ(found, expected) << rule_set.id << ", " << games << " games to ply " << cap;
      }
    }
  }
}

TEST(UrRandomGame, OfAGameThatIsOverEndsAtOnce) {
  const auto rules = Ur::compile(load_rule_set("ur-finkel"));
  GameState<Ur> state(*rules);
  Random random(1);
  play_randomly(state, random, 100'000);
  int ends = 0;
  play_random_games<Ur>(
      *rules, state.position(), 5, 100, [](std::uint64_t i) { return i; },
      [&](const RandomGameEnd& end) {
        EXPECT_EQ(end.plies, 0);
        EXPECT_EQ(end.result, state.result());
        ++ends;
      });
  EXPECT_EQ(ends, 5);
}

}  // namespace
}  // namespace tavlab::ur
