// Random games by the engine against their exact outcome, which the reference computes.
#include "core/playout.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>
#include <vector>

#include "core/ur/ur.h"
#include "tests/ur/reference/solver.h"

namespace tavlab::ur {
namespace {

struct Simulation {
  std::string rules;
  std::vector<std::string> overrides;
};

void PrintTo(const Simulation& simulation, std::ostream* out) { *out << simulation.rules; }

class Playouts : public testing::TestWithParam<Simulation> {};

TEST_P(Playouts, WinAsOftenAsTheyMust) {
  const RuleSet rule_set = load_rule_set(GetParam().rules, GetParam().overrides);
  const ur_reference::ReferenceGame game(rule_set);
  const ur_reference::Solver solver(game, ur_reference::Solver::Play::random);
  EXPECT_LT(solver.last_change(), 1e-15);
  const double expected = solver.white_score(game.start());
  EXPECT_GT(expected, 0.4);
  EXPECT_LT(expected, 0.6);

  constexpr int kGames = 200'000;
  const auto rules = Ur::compile(rule_set);
  GameState<Ur> state(*rules);
  double sum = 0, squares = 0;
  for (int i = 0; i < kGames; ++i) {
    Random random(playout_seed(1, rule_set.content_hash(), static_cast<std::uint64_t>(i)));
    state.reset(Ur::start(*rules));
    const Result result = play_randomly(state, random, 100'000);
    ASSERT_NE(result, Result::unfinished);
    sum += score(result);
    squares += score(result) * score(result);
  }
  const double mean = sum / kGames;
  const double deviation = std::sqrt((squares / kGames - mean * mean) / kGames);
  EXPECT_NEAR(mean, expected, 4 * deviation);
}

INSTANTIATE_TEST_SUITE_P(
    Ur, Playouts,
    testing::Values(Simulation{"ur-finkel", {"pieces=1"}}, Simulation{"ur-finkel", {"pieces=2"}},
                    Simulation{"ur-skiryuk", {"pieces=1"}}, Simulation{"ur-blitz", {"pieces=1"}},
                    Simulation{"ur-skiryuk-tjau", {"pieces=2", "opening=free"}}),
    [](const auto& tested) {
      std::string name = fmt::format("{}_{}", tested.param.rules, tested.index);
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

}  // namespace
}  // namespace tavlab::ur
