// Pruning at chance events: the same values as plain expectimax, in every window.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "core/families.h"
#include "selfplay/alphabeta/search.h"
#include "tests/selfplay/plain_search.h"
#include "tests/support/toy_games.h"

namespace tavlab {
namespace {

using FourRolls = Expectation<4>;

/// The exact score of a window's search: inside the window the value, outside a bound of it.
void expect_agrees(SearchScore score, SearchScore value, SearchScore alpha, SearchScore beta) {
  if (score > alpha && score < beta) {
    EXPECT_EQ(score, value) << alpha << ' ' << beta;
  } else if (score <= alpha) {
    EXPECT_LE(value, score) << alpha << ' ' << beta;
  } else {
    EXPECT_GE(value, score) << alpha << ' ' << beta;
  }
}

TEST(Expectation, IsProvenOnlyIfEveryOutcomeIs) {
  const auto mean = [](std::vector<SearchScore> scores) {
    FourRolls event(-kInfiniteScore, kInfiniteScore);
    for (std::size_t i = 0; i < scores.size(); ++i) event.add(1.0 / double(scores.size()));
    for (std::size_t i = 0; i < scores.size(); ++i) {
      EXPECT_FALSE(event.decided());
      event.learn(i, scores[i], -kInfiniteScore, kInfiniteScore);
    }
    EXPECT_TRUE(event.exact());
    return event.score();
  };
  EXPECT_EQ(mean({100, 200}), 150);
  EXPECT_EQ(mean({kWinScore - 2, kWinScore - 4}), kWinScore - 3);
  EXPECT_EQ(mean({kWinScore, kWinScore, kWinScore, kProvenScore - 1}), kProvenScore - 1);
  EXPECT_EQ(mean({-kWinScore, -kWinScore, 1 - kProvenScore, 1 - kProvenScore}), 1 - kProvenScore);
}

/// Random scores in random windows, reported as by searches of random quality.
TEST(Expectation, DecidesAsTheMeanDoes) {
  Random random(3);
  int decided_early = 0;
  for (int number = 0; number < 20'000; ++number) {
    const auto any = [&] {
      const auto score = static_cast<SearchScore>(random.below(2 * kWinScore)) - kWinScore;
      return random.below(8) == 0 ? (score > 0 ? kWinScore - 3 : 3 - kWinScore) : score / 4;
    };
    std::array<SearchScore, 4> scores{};
    for (SearchScore& score : scores) score = any();
    const SearchScore alpha = any();
    const SearchScore beta = alpha + 1 + static_cast<SearchScore>(random.below(100'000));
    constexpr std::array<double, 4> kProbabilities = {0.125, 0.5, 0.25, 0.125};
    FourRolls whole(-kInfiniteScore, kInfiniteScore), event(alpha, beta);
    for (std::size_t i = 0; i < 4; ++i) {
      whole.add(kProbabilities[i]);
      event.add(kProbabilities[i]);
      whole.learn(i, scores[i], -kInfiniteScore, kInfiniteScore);
    }
    int searches = 0;
    for (const auto breadth :
         {FourRolls::Breadth::narrow, FourRolls::Breadth::needed, FourRolls::Breadth::full}) {
      for (std::size_t i = 0; i < 4 && !event.decided(); ++i) {
        if (event.known(i)) continue;
        const auto [low, high] = event.window(i, breadth);
        ASSERT_LT(low, high);
        // Fail-soft: some bound between the window and the score.
        SearchScore told = scores[i];
        if (told >= high)
          told -=
              static_cast<SearchScore>(random.below(static_cast<std::uint32_t>(told - high + 1)));
        if (told <= low)
          told +=
              static_cast<SearchScore>(random.below(static_cast<std::uint32_t>(low - told + 1)));
        event.learn(i, told, low, high);
        ++searches;
      }
    }
    ASSERT_TRUE(event.decided());
    expect_agrees(event.score(), whole.score(), alpha, beta);
    decided_early += searches < 4 ? 1 : 0;
  }
  EXPECT_GT(decided_early, 2000);
}

/// Searches random positions in random windows, with and without a table.
template <Game G>
void compare_windows(const typename G::Rules& rules, int positions, int deepest, Random& random) {
  GameState<G> state(rules);
  for (int number = 0; number < positions; ++number) {
    const int events = 1 + static_cast<int>(random.below(60));
    state.reset(G::start(rules));
    for (int i = 0; i < events && !state.over(); ++i) {
      if (state.node_kind() == NodeKind::chance) {
        state.play_random_chance(random);
      } else {
        state.play(state.random_move(random));
      }
    }
    if (state.over()) continue;
    const int depth = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(deepest)));
    const SearchScore first = PlainSearch<G>(true).value(state, depth);
    const SearchScore value = state.to_move() == Side::first ? first : -first;
    for (int window = 0; window < 4; ++window) {
      const auto spread = static_cast<std::uint32_t>(window == 0 ? 10 : 400'000);
      const SearchScore alpha = std::clamp(value - static_cast<SearchScore>(spread / 2) +
                                               static_cast<SearchScore>(random.below(spread)),
                                           -kWinScore, kWinScore - 1);
      const SearchScore beta =
          window % 2 == 0 ? alpha + 1
                          : std::min(alpha + 1 + static_cast<SearchScore>(random.below(spread)),
                                     kInfiniteScore);
      TranspositionTable table(0);
      AlphaBetaTree<G> tree({}, table);
      tree.start_search(state, SearchClock(false), {});
      tree.enter_root_move({}, depth);
      expect_agrees(tree.value_for(state.to_move(), depth, 0, alpha, beta), value, alpha, beta);
    }
  }
}

TEST(Star2, AgreesWithExpectimaxOnAGameWithDice) {
  Random random(1);
  compare_windows<toy::Race>({.length = 9, .max_plies = 20}, 400, 5, random);
}

TEST(Star2, AgreesWithExpectimaxOnRealDice) {
  Random random(2);
  for (const char* id : {"ur-finkel", "ur-blitz", "ur-skiryuk"}) {
    compare_windows<Ur>(*Ur::compile(load_rule_set(id)), 60, 3, random);
  }
  for (const char* kind : {"dice.kind=parity", "dice.kind=distance"}) {
    const std::vector<std::string> overrides = {kind, "repetition.result=draw"};
    visit_game(load_rule_set("brandubh-7", overrides), [&](auto game, const auto& rules) {
      compare_windows<decltype(game)>(*rules, 25, 2, random);
    });
  }
}

}  // namespace
}  // namespace tavlab
