// Ratings of agents whose strength is made up.
#include "experiments/ladder/ladder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "experiments/compare/pair_choice.h"
#include "tests/experiments/fake_games.h"

namespace tavlab {
namespace {

using test::error_of;
using testing::HasSubstr;

/// In logits; mcts:sims=N is as strong as ln N.
double strength(const std::string& agent) {
  if (agent == "random") return 0.0;
  return std::log(std::stod(agent.substr(agent.find("sims=") + 5)));
}

constexpr double kAdvantage = 0.7;  // of the first side, in logits

/// Games with results drawn from the model.
void play(const MatchSettings& settings, std::span<const std::uint64_t> numbers, int,
          const std::function<void(const GameRecord&)>& finished, const std::stop_token&) {
  for (const std::uint64_t number : numbers) {
    GameRecord game = test::fake_game(settings, number);
    const double first = strength(settings.first_agent), second = strength(settings.second_agent);
    const double logit = kAdvantage + (game.swapped ? second - first : first - second);
    Random random(derive_seed({test::fake_cell(settings), number, 1}));
    game.result = random.uniform() < 1.0 / (1.0 + std::exp(-logit)) ? Result::first_wins
                                                                    : Result::second_wins;
    finished(game);
  }
}

LadderOptions ladder_of(std::vector<std::string> agents) {
  LadderOptions options;
  options.rules = "helmfrid-9";
  options.agents = std::move(agents);
  options.games = 1000;
  options.threads = 2;
  test::silence(options);
  options.player = play;
  return options;
}

TEST(Ladder, RatesAgentsAndTheFirstSide) {
  const TemporaryFolder folder;
  const LadderResult result =
      run_ladder(ladder_of({"random", "mcts:sims=2", "mcts:sims=4"}), folder.path());
  ASSERT_EQ(result.rungs.size(), 3U);
  EXPECT_EQ(result.rungs.front().agent, "mcts:sims=4");
  EXPECT_EQ(result.rungs.back().agent, "random");
  const double elo = 400.0 / std::log(10.0);
  const double spread = result.rungs.front().rating - result.rungs.back().rating;
  EXPECT_NEAR(spread, elo * std::log(4.0), 40.0);
  EXPECT_NEAR(result.advantage, elo * kAdvantage, 30.0);
  ASSERT_TRUE(result.sides);
  EXPECT_GT(result.sides->p_value, 0.001) << "made up equally strong on both sides";
  for (const Rung& rung : result.rungs) {
    EXPECT_EQ(rung.mirror.games, 1000U);
    EXPECT_NEAR(rung.mirror.mean, 1.0 / (1.0 + std::exp(-kAdvantage)), 0.05);
    EXPECT_LT(rung.error, 40.0);
  }
  const auto json = nlohmann::json::parse(test::read(folder.path() / "ladder.json"));
  EXPECT_EQ(json.at("rungs").size(), 3U);
  EXPECT_THAT(test::read(folder.path() / "report.html"), HasSubstr("id=\"ladder\""));
}

TEST(Ladder, NeighboursPlayFewerPairs) {
  const TemporaryFolder folder;
  LadderOptions options = ladder_of({"random", "mcts:sims=2", "mcts:sims=4", "mcts:sims=8"});
  options.games = 200;
  options.schedule = LadderOptions::Schedule::neighbours;
  options.neighbours = 1;
  const LadderResult result = run_ladder(options, folder.path());
  EXPECT_EQ(result.games.cells.size(), 4U + 3U);
  EXPECT_EQ(result.rungs.front().agent, "mcts:sims=8");
}

TEST(Ladder, TheAdaptiveScheduleAsksWhereItDoesNotKnow) {
  const TemporaryFolder folder;
  LadderOptions options = ladder_of({"random", "mcts:sims=2", "mcts:sims=3", "mcts:sims=3000"});
  options.games = 200;
  options.schedule = LadderOptions::Schedule::adaptive;
  const LadderResult result = run_ladder(options, folder.path() / "a");
  std::uint64_t of_pairs = 0;
  std::map<std::string, std::uint64_t> games;
  for (const CellSummary& cell : result.games.cells) {
    if (!cell.agents) continue;
    of_pairs += cell.games();
    games[cell.cell.agents.first + " " + cell.cell.agents.second] = cell.games();
    EXPECT_EQ(cell.games() % 2, 0U);
  }
  EXPECT_EQ(of_pairs, 6U * 200U) << "as many as everybody would play";
  EXPECT_GT(games.at("mcts:sims=2 mcts:sims=3"), games.at("random mcts:sims=3000"));
  EXPECT_EQ(result.rungs.front().agent, "mcts:sims=3000");

  // Again after an interrupted run: the same games, whatever is in the store.
  std::atomic<int> left = 900;
  options.player = [&left](const auto& settings, auto numbers, int threads, const auto& finished,
                           const auto& stop) {
    if ((left -= static_cast<int>(numbers.size())) < 0) throw std::runtime_error("broke off");
    play(settings, numbers, threads, finished, stop);
  };
  EXPECT_THROW(run_ladder(options, folder.path() / "b"), std::runtime_error);
  options.player = play;
  const LadderResult again = run_ladder(options, folder.path() / "b");
  ASSERT_EQ(again.rungs.size(), result.rungs.size());
  for (std::size_t i = 0; i < again.rungs.size(); ++i) {
    EXPECT_EQ(again.rungs[i].rating, result.rungs[i].rating);
  }
  for (std::size_t i = 0; i < again.games.cells.size(); ++i) {
    EXPECT_EQ(again.games.cells[i].games(), result.games.cells[i].games());
  }
  // A smaller budget in the same folder counts its own games only.
  options.games = 100;
  const LadderResult smaller = run_ladder(options, folder.path() / "b");
  EXPECT_EQ(smaller.games.games(), 4U * 100U + 6U * 100U);
}

TEST(Ladder, SharesGamesOutByWhatTheyTell) {
  const std::vector<Pairing> games = {
      {0, 1, 0, {10, 0, 10}}, {1, 2, 0, {10, 0, 10}}, {2, 3, 0, {20, 0, 0}}};
  BradleyTerryModel model;
  model.prior_games = 1.0;
  const std::vector<AgentsPair> pairs = {{0, 1}, {1, 2}, {2, 3}, {0, 2}};
  const auto shares = allocate_games(fit_bradley_terry(games, model), pairs, 402);
  EXPECT_EQ(shares[0] + shares[1] + shares[2] + shares[3], 402U);
  for (const std::uint64_t share : shares) EXPECT_EQ(share % 2, 0U);
  EXPECT_GT(shares[3], 0U) << "never met";
}

TEST(Ladder, RatesWhoLosesEverything) {
  const TemporaryFolder folder;
  LadderOptions options = ladder_of({"random", "mcts:sims=100000"});
  options.games = 40;
  const LadderResult result = run_ladder(options, folder.path());
  EXPECT_EQ(result.rungs.front().agent, "mcts:sims=100000");
  EXPECT_TRUE(std::isfinite(result.rungs.front().rating));
  EXPECT_FALSE(result.sides) << "no maximum without a prior";
}

TEST(Ladder, RefusesWhatIsNone) {
  const TemporaryFolder folder;
  const auto error = [&](const LadderOptions& options) {
    return error_of([&] { run_ladder(options, folder.path() / "out"); });
  };
  EXPECT_THAT(error(ladder_of({"random"})), HasSubstr("at least two agents"));
  EXPECT_THAT(error(ladder_of({"random", "random"})), HasSubstr("named twice"));
  LadderOptions odd = ladder_of({"random", "greedy"});
  odd.games = 3;
  EXPECT_THAT(error(odd), HasSubstr("must be even"));
}

}  // namespace
}  // namespace tavlab
