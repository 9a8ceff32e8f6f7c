// The parts of training: its config, its window, and a loop that gives the same results however
// often it is interrupted and resumed.
#include "selfplay/train/training.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/io/files.h"
#include "nn/torch_library.h"
#include "selfplay/dataset/window.h"
#include "tests/support/temporary_folder.h"

namespace tavlab {
namespace {

using testing::HasSubstr;

TEST(TrainingWindow, GrowsByAPowerLaw) {
  constexpr std::uint64_t kMost = 10'000'000;
  EXPECT_EQ(window_size(0, 1000, kMost), 1000U);
  EXPECT_EQ(window_size(1000, 1000, kMost), 1000U);
  // 1000 (1 + 0.4 (16^0.75 - 1) / 0.75), by hand.
  EXPECT_EQ(window_size(16'000, 1000, kMost), 4733U);
  EXPECT_EQ(window_size(16'000, 1000, 2000), 2000U);
  // The slope at first is 0.4.
  EXPECT_NEAR(static_cast<double>(window_size(1'001'000, 1'000'000, kMost) - 1'000'000), 400.0,
              2.0);
}

StoredGame game_with(std::uint64_t number, int full, int fast) {
  StoredGame game;
  game.number = number;
  for (int i = 0; i < full + fast; ++i) {
    SearchedDecision decision;
    decision.full = i < full;
    game.decisions.push_back(decision);
  }
  return game;
}

TEST(TrainingWindow, KeepsTheNewestPositionsOfFullSearches) {
  Window window;
  for (std::uint64_t i = 0; i < 10; ++i) window.add(game_with(i, 3, 2));
  EXPECT_EQ(window.positions(), 30U);
  window.trim(10);  // games are dropped whole
  EXPECT_EQ(window.positions(), 12U);
  ASSERT_EQ(window.games().size(), 4U);
  EXPECT_EQ(window.games().front().number, 6U);
  Random random(1);
  std::vector<int> drawn(10);
  for (int i = 0; i < 1200; ++i) {
    const Sample sample = window.draw(random);
    EXPECT_LT(sample.decision, 3U);
    ++drawn[sample.game->number];
  }
  for (std::size_t i = 6; i < 10; ++i) EXPECT_NEAR(drawn[i], 300, 80);
  window.keep_games(1);
  EXPECT_EQ(window.positions(), 3U);
  EXPECT_EQ(window.draw(random).game->number, 9U);
}

constexpr const char* kConfig = R"(
title = "a small one"
rules = "RULES"
seed = 5
rounds = 3

[net]
trunk = "TRUNK"
blocks = 1
channels = 8
value_hidden = 8

[selfplay]
simulations = 6
gumbel = 4
games_per_round = 6
games_in_flight = 4
max_plies = 30
past_share = 0.3
past_every = 1
branch_share = 0.2
resign_below = 0.1

[learn]
batch = 16
replay_ratio = 2
window = 100
start = 20
)";

std::string config_text(const std::string& rules, std::uint64_t rounds = 3) {
  std::string text = kConfig;
  const auto put = [&](const std::string& what, const std::string& by) {
    text.replace(text.find(what), what.size(), by);
  };
  put("RULES", rules);
  put("TRUNK", rules == "ur-finkel" ? "dense" : "residual");
  put("rounds = 3", "rounds = " + std::to_string(rounds));
  return text;
}

std::string refusal(const std::string& text) {
  try {
    parse_train_config(text, "config");
  } catch (const UserError& error) {
    return error.what();
  }
  return "read";
}

TEST(TrainConfigTest, MistakesAreNamedWithTheirPlace) {
  EXPECT_EQ(refusal(config_text("ur-finkel")), "read");
  EXPECT_THAT(
      refusal("rules = \"ur-finkel\"\n[net]\ntrunk = \"dense\"\n[learn]\nbach = 4\n"),
      testing::AllOf(HasSubstr("config:5"), HasSubstr("'bach' in [learn]"), HasSubstr("batch")));
  EXPECT_THAT(
      refusal(config_text("ur-finkel") + "precision = \"half\"\n"),
      testing::AllOf(HasSubstr("'precision' in [learn]"), HasSubstr("\"single\", \"mixed\"")));
  EXPECT_THAT(refusal("rules = \"ur-finkel\"\n"), HasSubstr("'trunk'"));
  EXPECT_THAT(refusal("[net]\ntrunk = \"dense\"\n"), HasSubstr("'rules' is missing"));
  EXPECT_THAT(refusal("rules = \"ur-finkel\"\nnet = 3\n"), HasSubstr("'net' must be a table"));
  EXPECT_THAT(refusal("rules = 3\n"), HasSubstr("the name of a rule set"));
  EXPECT_THAT(refusal(config_text("ur-finkel") + "[ladder]\nagent = \"mcts:sims=3\"\n"),
              HasSubstr("NET"));
  EXPECT_THAT(refusal(config_text("ur-finkel") + "[ladder]\nopponents = [\"nobody\"]\n"),
              HasSubstr("unknown agent"));
  EXPECT_THAT(refusal("[[rules]]\nname = \"helmfrid-9\"\nvary = { \"king.armed\" = 3 }\n"),
              HasSubstr("config:3"));
  const std::string opponent =
      "rules = \"brandubh-7\"\nnet = { trunk = \"residual\" }\n[selfplay]\nopponent_share = 0.5\n";
  EXPECT_THAT(refusal(opponent), HasSubstr("needs an agent as 'opponent'"));
  EXPECT_THAT(refusal(opponent + "opponent = \"nobody\"\n"), HasSubstr("unknown agent"));
  EXPECT_THAT(refusal(opponent + "opponent = \"alphabeta:seconds=1\"\n"),
              testing::AllOf(HasSubstr("config:5"), HasSubstr("plays other games")));
  EXPECT_THAT(refusal(opponent + "opponent = \"alphabeta:net=tavlei-9,nodes=100\"\n"),
              testing::AllOf(HasSubstr("config:"), HasSubstr("not for brandubh-7")));
  EXPECT_EQ(refusal(opponent + "opponent = \"alphabeta:nodes=100\"\n"), "read");
  EXPECT_THAT(refusal("rules = \"ur-finkel\"\nnet = { trunk = \"dense\" }\n[selfplay]\n"
                      "endgame = \"no.table\"\n"),
              testing::AllOf(HasSubstr("config:"), HasSubstr("no.table")));
  const std::string several = opponent + "opponent = [\"greedy\", \"alphabeta:nodes=9\"]\n";
  EXPECT_EQ(refusal(several + "opponent_side = \"attackers\"\n"), "read");
  EXPECT_THAT(refusal(several + "opponent_side = \"white\"\n"),
              testing::AllOf(HasSubstr("config:6"), HasSubstr("\"attackers\", \"defenders\"")));
  EXPECT_THAT(refusal(opponent + "opponent = [\"greedy\", \"nobody\"]\n"),
              HasSubstr("unknown agent"));
}

TEST(TrainConfigTest, ExploitersPlayAgainstANetThatDoesNotLearn) {
  const TrainConfig config = load_train_config("train-tavlei-9");
  const TrainConfig exploiter = playing_against(config, "tavlei-9", "attackers", "config");
  const std::string opponent =
      fmt::format("mcts:net=tavlei-9,sims={}", config.selfplay.simulations);
  EXPECT_THAT(exploiter.selfplay.opponents, testing::ElementsAre(opponent));
  EXPECT_EQ(exploiter.selfplay.opponent_share, 1.0);
  EXPECT_EQ(exploiter.selfplay.opponent_side, Side::second);
  EXPECT_EQ(exploiter.ladder.opponents.size(), config.ladder.opponents.size() + 1);
  EXPECT_EQ(exploiter.ladder.opponents.back(), opponent);
  EXPECT_EQ(exploiter.net, config.net);
  EXPECT_EQ(exploiter.selfplay.simulations, config.selfplay.simulations);
  // It is stored with the training, and read again when that is resumed.
  EXPECT_EQ(identity_text(parse_train_config(exploiter.text, "stored")), identity_text(exploiter));
  EXPECT_EQ(playing_against(config, "tavlei-9", "", "config").selfplay.opponent_side, std::nullopt);

  const auto refused = [&](const TrainConfig& from, const char* net, const char* side) {
    try {
      playing_against(from, net, side, "config");
    } catch (const UserError& error) {
      return std::string(error.what());
    }
    return std::string("read");
  };
  EXPECT_THAT(refused(config, "tavlei-9", "white"), HasSubstr("attackers, defenders"));
  EXPECT_THAT(refused(config, "no-such-net", "attackers"), HasSubstr("no-such-net"));
  EXPECT_THAT(refused(config, "brandubh-7", "attackers"), HasSubstr("brandubh-7"));
  EXPECT_THAT(refused(exploiter, "tavlei-9", "attackers"), HasSubstr("has an opponent"));
}

TEST(TrainConfigTest, BuiltInOnesCanBegin) {
  const std::vector<std::string> ids = builtin_training_ids();
  EXPECT_GE(ids.size(), 6U);
  for (const std::string& id : ids) {
    const TrainConfig config = load_train_config(id);
    const RuleVariants variants(config.rules);
    EXPECT_NO_THROW(random_net(variants.family(), config.net, config.seed)) << id;
    EXPECT_FALSE(config.ladder.opponents.empty()) << id;
  }
}

TEST(TrainConfigTest, RulesThatItsNetCannotPlayAreToldWithTheFile) {
  EXPECT_THAT(refusal("rules = \"ur-finkle\"\n[net]\ntrunk = \"dense\"\n"),
              testing::AllOf(HasSubstr("config:"), HasSubstr("ur-finkel")));
  EXPECT_THAT(refusal("rules = [\"brandubh-7\", \"tavlei-9\"]\n[net]\ntrunk = \"residual\"\n"
                      "max_size = 7\n"),
              testing::AllOf(HasSubstr("config:"), HasSubstr("9x9")));
}

TEST(TrainConfigTest, RulesMayVary) {
  const TrainConfig config = parse_train_config(
      "[[rules]]\nname = \"helmfrid-9\"\nset = \"king.armed=false\"\n"
      "vary = { \"limits.king_side_moves\" = [\"none\", 20], throne.pass = [\"all\"] }\n"
      "[net]\ntrunk = \"residual\"\n",
      "config");
  ASSERT_EQ(config.rules.size(), 1U);
  EXPECT_THAT(config.rules[0].overrides, testing::ElementsAre("king.armed=false"));
  ASSERT_EQ(config.rules[0].vary.size(), 2U);
  EXPECT_EQ(config.rules[0].vary[0].first, "limits.king_side_moves");
  EXPECT_THAT(config.rules[0].vary[0].second, testing::ElementsAre("none", "20"));
  EXPECT_EQ(config.rules[0].vary[1].first, "throne.pass");
}

class TrainingTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (find_torch_library() == nullptr) GTEST_SKIP() << "this build has no LibTorch";
  }

  /// Trains in a folder, stopping and resuming after each round, finished game or step of learning
  /// that is new if `in_pieces`.
  static std::vector<RoundReport> train(const std::filesystem::path& folder, int threads,
                                        bool in_pieces, const std::string& rules) {
    const TrainConfig config = parse_train_config(config_text(rules), "config");
    std::vector<RoundReport> reports;
    std::uint64_t learned = 0;  // the last round whose learning was stopped
    bool left = true;
    while (left) {
      left = false;
      std::stop_source stop;
      const auto leave = [&] {
        left = in_pieces;
        if (in_pieces) stop.request_stop();
      };
      TrainingHooks hooks;
      hooks.round = [&](const RoundReport& report, const std::filesystem::path&) {
        reports.push_back(report);
        leave();
      };
      hooks.playing = [&](std::uint64_t, const SelfPlayProgress&) { leave(); };
      hooks.learning = [&](std::uint64_t round, std::uint64_t step, std::uint64_t) {
        if (step != 1 || learned >= round) return;
        learned = round;
        leave();
      };
      hooks.stop = stop.get_token();
      run_training(config, folder, {{"cpu", "cpu"}, threads}, hooks);
    }
    return reports;
  }
};

TEST_P(TrainingTest, IsTheSameHoweverOftenItIsLeft) {
  const TemporaryFolder once, pieces;
  const auto whole = train(once.path(), 1, false, GetParam());
  const auto parts = train(pieces.path(), 1, true, GetParam());
  ASSERT_EQ(whole.size(), 3U);
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_GT(whole.back().steps, 0U);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_EQ(whole[i].all_positions, parts[i].all_positions);
    EXPECT_EQ(whole[i].window, parts[i].window);
    EXPECT_EQ(whole[i].steps, parts[i].steps);
    EXPECT_EQ(whole[i].losses.policy, parts[i].losses.policy);
    EXPECT_EQ(whole[i].losses.value, parts[i].losses.value);
  }
  EXPECT_TRUE(read_net(once.path() / "net.safetensors").tensors ==
              read_net(pieces.path() / "net.safetensors").tensors);
  // One more call has nothing to do.
  EXPECT_TRUE(train(once.path(), 1, false, GetParam()).empty());
}

TEST_P(TrainingTest, RefusesTheFolderOfAnother) {
  const TemporaryFolder folder;
  train(folder.path(), 2, false, GetParam());
  const std::string other = std::string(GetParam()) == "ur-finkel" ? "brandubh-7" : "ur-finkel";
  try {
    run_training(parse_train_config(config_text(other), "config"), folder.path(), {}, {});
    FAIL();
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("holds a training run with '"));
  }
  // More rounds of the same are not different training.
  const TrainConfig longer = parse_train_config(config_text(GetParam(), 4), "config");
  int rounds = 0;
  TrainingHooks hooks;
  hooks.round = [&](const RoundReport& report, const std::filesystem::path&) {
    ++rounds;
    EXPECT_EQ(report.round, 4U);
  };
  run_training(longer, folder.path(), {}, hooks);
  EXPECT_EQ(rounds, 1);
}

/// A run from another's net begins with its weights, even for other rules, and needs it only then.
TEST(TrainingFromANet, BeginsWithItsWeights) {
  if (find_torch_library() == nullptr) GTEST_SKIP() << "this build has no LibTorch";
  const TemporaryFolder first, second;
  run_training(parse_train_config(config_text("brandubh-7", 1), "config"), first.path(),
               {{"eigen", "cpu"}, 1}, {});
  const std::filesystem::path file = first.path() / "net.safetensors";
  const auto weights = read_net(file).tensors;
  const auto train = [&](std::uint64_t rounds) {
    const TrainConfig config = starting_from(
        parse_train_config(config_text("ard-ri-7", rounds), "config"), file.string(), "config");
    run_training(config, second.path(), {{"eigen", "cpu"}, 1}, {});
  };
  train(1);
  const std::filesystem::path began = second.path() / "nets" / "round-000000.safetensors";
  EXPECT_TRUE(read_net(began).tensors == weights);
  EXPECT_FALSE(read_net(second.path() / "net.safetensors").tensors == weights);
  std::filesystem::remove(file);
  train(2);
  const TemporaryFolder third;
  try {
    run_training(parse_train_config(
                     "from = \"" + file.string() + "\"\n" + config_text("ard-ri-7", 1), "config"),
                 third.path(), {{"eigen", "cpu"}, 1}, {});
    FAIL();
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("net.safetensors"));
  }
}

/// A net that has learned nothing gives values at random: games that it resigns teach nothing.
TEST(TrainingResignations, BeginWhenTheNetHasLearned) {
  if (find_torch_library() == nullptr) GTEST_SKIP() << "this build has no LibTorch";
  std::string text = config_text("brandubh-7", 4);
  text.replace(text.find("resign_below = 0.1"), 18, "resign_below = 0.45\nresign_after = 1");
  text.replace(text.find("start = 20"), 10, "start = 150");
  const TemporaryFolder folder;
  std::uint64_t resigned_by_random = 0, resigned = 0;
  bool learned = false;
  TrainingHooks hooks;
  hooks.round = [&](const RoundReport& report, const std::filesystem::path&) {
    (learned ? resigned : resigned_by_random) += report.games.resigned;
    learned = learned || report.steps > 0;
  };
  run_training(parse_train_config(text, "config"), folder.path(), {{"eigen", "cpu"}, 1}, hooks);
  EXPECT_EQ(resigned_by_random, 0U);
  EXPECT_GT(resigned, 0U);
}

/// Once its window is full, training takes no more memory however long it runs. (A sanitizer's
/// allocator is not counted; then there is nothing to see here.)
TEST(TrainingMemory, IsFlat) {
  if (find_torch_library() == nullptr) GTEST_SKIP() << "this build has no LibTorch";
  std::string text = config_text("ur-finkel", 60);
  text.replace(text.find("window = 100"), 12, "window = 100\nmax_window = 200");
  const TemporaryFolder folder;
  std::vector<std::size_t> bytes;  // in use after each round
  TrainingHooks hooks;
  hooks.round = [&](const RoundReport&, const std::filesystem::path&) {
    bytes.push_back(mallinfo2().uordblks);
  };
  run_training(parse_train_config(text, "config"), folder.path(), {{"eigen", "cpu"}, 1}, hooks);
  ASSERT_EQ(bytes.size(), 60U);
  const auto most = [&](std::size_t first, std::size_t last) {
    return *std::max_element(bytes.begin() + static_cast<std::ptrdiff_t>(first),
                             bytes.begin() + static_cast<std::ptrdiff_t>(last));
  };
  // Rounds differ by the games in flight; one kept game of each round would be over 64 KiB by then.
  EXPECT_LE(most(40, 60), most(20, 40) + 64 * 1024);
}

INSTANTIATE_TEST_SUITE_P(Families, TrainingTest,
                         testing::Values("brandubh-7", "ur-finkel", "tavreli"));

}  // namespace
}  // namespace tavlab
