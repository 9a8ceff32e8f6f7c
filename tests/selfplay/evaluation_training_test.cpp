// Training learned evaluations: the config, the positions learned from, and training that gives the
// same result however often it is stopped.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/families.h"
#include "core/io/files.h"
#include "nn/evaluation/evaluation_net.h"
#include "nn/evaluation/net_evaluation.h"
#include "nn/tensor_file.h"
#include "nn/torch_library.h"
#include "selfplay/agents/agent_spec.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/dataset/shard.h"
#include "selfplay/evaluation/node_balance.h"
#include "selfplay/evaluation/play_game.h"
#include "selfplay/evaluation/samples.h"
#include "selfplay/evaluation/training.h"
#include "selfplay/match/match.h"
#include "selfplay/train/metrics.h"
#include "tests/support/refusal.h"
#include "tests/support/temporary_folder.h"

namespace tavlab {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

constexpr const char* kTiny = R"(title = "tiny"
rules = "brandubh-7"
seed = 5
width = 32
rounds = 2
[games]
first_agent = "alphabeta:nodes=40,table=1"
agent = "alphabeta:net=NET,nodes=40,table=1"
positions = 500
balance = 4
opening_plies = 4
max_plies = 60
[learn]
batch = 128
epochs = 2
[match]
opponent = "random"
agent = "alphabeta:net=NET,nodes=40"
games = 4
)";

EvaluationConfig tiny(const std::string& from, const std::string& to) {
  std::string text = kTiny;
  if (!from.empty()) text.replace(text.find(from), from.size(), to);
  return parse_evaluation_config(text, "tiny.toml");
}

TEST(EvaluationConfigFile, SaysWhatIsWrongAndWhere) {
  const auto wrong = [](const std::string& from, const std::string& to) {
    return refusal([&] { tiny(from, to); });
  };
  EXPECT_EQ(wrong("", ""), "none");
  EXPECT_THAT(wrong("width = 32", "width = 40"), HasSubstr("must be a multiple of 32, not 40"));
  EXPECT_THAT(wrong("brandubh-7", "ur-finkel"), HasSubstr("family ur has no learned evaluations"));
  EXPECT_THAT(wrong("\"brandubh-7\"", "[\"brandubh-7\", \"tablut-9\"]"),
              HasSubstr("one evaluation cannot serve both brandubh-7 and tablut-9"));
  EXPECT_THAT(wrong("net=NET,nodes=40,table=1", "nodes=40"), HasSubstr("as NET"));
  EXPECT_THAT(wrong("\"random\"", "\"alphabeto\""), HasSubstr("alphabeto"));
  EXPECT_THAT(wrong("epochs = 2", "epoch = 2"), HasSubstr("epoch"));
  EXPECT_THAT(wrong("balance = 4", "balance = 0.5"), HasSubstr("balance"));
  EXPECT_THAT(wrong("\"alphabeta:nodes=40,table=1\"", "\"alphabeta:depth=2\""),
              HasSubstr("'balance' in [games] needs alphabeta with a limit of nodes and no other "
                        "one, not alphabeta:depth=2"));
  EXPECT_THAT(wrong("[match]", "[match]\nodds = \"second=10\""), HasSubstr("odds need"));
  EXPECT_EQ(wrong("[match]", "[match]\nnodes = 50\nodds = \"second=10\""), "none");
}

TEST(EvaluationConfigFile, BuiltInOnesAreRead) {
  for (const std::string& id : builtin_evaluation_ids()) {
    EXPECT_GT(load_evaluation_config(id).rounds, 0U) << id;
  }
  EXPECT_THAT(refusal([] { load_evaluation_config("evaluate-nothing"); }),
              HasSubstr("no config 'evaluate-nothing'"));
}

/// A player with these nodes for a move of each side.
template <typename G>
EvaluationPlayer<G> player_of(const typename G::Rules& rules, int opening_plies,
                              std::array<std::uint64_t, 2> nodes) {
  EvaluationGamesOptions options;
  options.opening_plies = opening_plies;
  std::array<std::unique_ptr<Agent<G>>, 2> agents;
  for (auto& agent : agents) {
    agent = make_agent<G>(AgentSpec::parse("alphabeta:table=1,nodes=1"), rules);
  }
  EvaluationPlayer<G> player(rules, options, std::move(agents));
  player.limit(nodes);
  return player;
}

/// Calls f with the game of a rule set and its rules.
template <typename F>
void with_game(const std::string& id, F&& f) {
  visit_game(load_rule_set(id), [&](auto game, const auto& rules) {
    using G = decltype(game);
    if constexpr (G::capabilities.features) f(game, *rules);
  });
}

template <typename F>
void with_brandubh(F&& f) {
  with_game("brandubh-7", std::forward<F>(f));
}

TEST(EvaluationGames, DependOnTheirSeedsOnly) {
  with_brandubh([](auto game, const auto& rules) {
    using G = decltype(game);
    auto one = player_of<G>(rules, 4, {60, 20}), other = player_of<G>(rules, 4, {60, 20});
    const StoredGame first = one.play(0, 11, {});
    one.play(1, 12, {});
    other.play(1, 13, {});
    EXPECT_EQ(one.play(0, 11, {}), first);
    EXPECT_EQ(other.play(0, 11, {}), first);
    EXPECT_LE(first.opening_events, 4U);
    EXPECT_FALSE(first.decisions.empty());
  });
}

TEST(EvaluationGames, HaveThePlayedMoveAsPolicy) {
  with_brandubh([](auto game, const auto& rules) {
    using G = decltype(game);
    const StoredGame played = player_of<G>(rules, 4, {60, 20}).play(0, 11, {});
    ASSERT_EQ(played.policy.size(), played.decisions.size());
    for (const SearchedDecision& decision : played.decisions) {
      ASSERT_EQ(decision.policy_count, 1U);
      const PolicyEntry& entry = played.policy[decision.first_policy];
      EXPECT_EQ(entry.target, 1.0F);
      if (decision.event < played.events.size()) {  // the last move of a won game is not played
        EXPECT_EQ(entry.move, played.events[decision.event].word);
      }
    }
  });
}

TEST(EvaluationGames, TheSideWithFewerNodesWinsLess) {
  with_brandubh([](auto game, const auto& rules) {
    using G = decltype(game);
    std::array<std::uint64_t, 2> wins{};  // of the attackers, by the side with fewer nodes
    for (const Side side : {Side::first, Side::second}) {
      std::array<std::uint64_t, 2> nodes = {1000, 1000};
      nodes[at(side)] = 30;
      auto player = player_of<G>(rules, 2, nodes);
      for (std::uint64_t i = 0; i < 120; ++i) {
        if (player.play(i, i, {}).result == Result::first_wins) ++wins[at(side)];
      }
    }
    EXPECT_GE(wins[1], wins[0] + 15);
  });
}

TEST(NodeBalance, GivesMoreToTheSideThatWinsLess) {
  using Nodes = std::array<std::uint64_t, 2>;
  NodeBalance balance(400, 16, {0.0, 0.0});
  EXPECT_EQ(balance.nodes(0), (Nodes{400, 400}));
  balance.change(0, {.wins = 30, .draws = 20, .losses = 30});
  EXPECT_EQ(balance.log2_ratios()[0], 0);
  balance.change(0, {.wins = 0, .losses = 256});  // a factor of 4
  EXPECT_EQ(balance.nodes(0), (Nodes{800, 200}));
  for (int i = 0; i < 10; ++i) balance.change(0, {.losses = 256});  // 16 at most
  EXPECT_EQ(balance.nodes(0), (Nodes{1600, 100}));
  for (int i = 0; i < 10; ++i) balance.change(0, {.wins = 256});
  EXPECT_EQ(balance.nodes(0), (Nodes{100, 1600}));
  balance.change(0, {.unfinished = 256});
  EXPECT_EQ(balance.nodes(0), (Nodes{100, 1600}));
  EXPECT_EQ(balance.nodes(1), (Nodes{400, 400}));                 // another variant
  for (int i = 0; i < 4; ++i) balance.change(1, {.losses = 16});  // few games at a time
  EXPECT_EQ(balance.nodes(1), (Nodes{800, 200}));
}

/// Games read from a file give the same balance as while they were played.
TEST(NodeBalance, FollowsFromTheGames) {
  std::vector<StoredGame> games(700);
  const std::vector<double> start = {0.5, 0.0};
  NodeBalance live(400, 100, start), later(400, 100, start);
  std::array<ResultCounts, 2> results;
  const auto change = [&] {
    live.change(0, std::exchange(results[0], {}));
    live.change(1, std::exchange(results[1], {}));
  };
  Random random(1);
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (i > 0 && i % NodeBalance::kGames == 0) change();
    games[i].number = i;
    games[i].rules = random.below(4) == 0 ? 1 : 0;
    const bool lost = games[i].rules == 1 || random.below(3) == 0;
    games[i].result = lost ? Result::second_wins : Result::first_wins;
    results[games[i].rules].add(games[i].result);
  }
  change();
  later.change_by(games);
  EXPECT_LT(live.log2_ratios()[0], 0.5);
  EXPECT_GT(live.log2_ratios()[1], 0.0);
  EXPECT_EQ(later.log2_ratios(), live.log2_ratios());
}

TEST(EvaluationSamples, MixResultsAndValuesAndLeaveCapturesOut) {
  with_brandubh([](auto game, const auto& rules) {
    using G = decltype(game);
    auto player = player_of<G>(rules, 2, {200, 200});
    const typename G::Features features(rules);
    std::size_t decisions = 0;
    EvaluationSamples results(1, 0, false), values(1, 0, true);
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      const StoredGame played = player.play(seed, seed, {});
      decisions += played.decisions.size();
      Random random(seed), same(seed);
      results.add<G>(rules, features, played, {}, random);
      values.add<G>(rules, features, played, {}, same);
    }
    const int buckets = features.shape().buckets;
    results.set_targets(1.0, buckets);
    values.set_targets(0.0, buckets);
    ASSERT_GT(results.size(), 20U);
    EXPECT_LT(results.size(), decisions);  // some moves capture or threaten
    std::vector<std::uint32_t> all(results.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    const EvaluationBatch by_result = results.batch(all), by_value = values.batch(all);
    for (const float target : by_result.target) {
      EXPECT_TRUE(target == 0 || target == 0.5F || target == 1);
    }
    int between = 0;
    for (const float target : by_value.target) between += target > 0 && target < 1 ? 1 : 0;
    EXPECT_GT(between, 10);
    EXPECT_EQ(by_result.features[0], by_value.features[0]);
    EXPECT_TRUE(by_result.base.empty());
    EXPECT_EQ(by_value.base.size(), all.size());
    EXPECT_EQ(by_result.first[0].size(), all.size());
    // The handcrafted evaluation by itself.
    double loss = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double target = by_value.target[i], logit = 0.5 * by_value.base[i];
      loss -= target * std::log(logistic(logit)) + (1 - target) * std::log(logistic(-logit));
    }
    const std::vector<double> half(static_cast<std::size_t>(buckets), 0.5);
    EXPECT_NEAR(values.base_loss(all, half), loss / static_cast<double>(all.size()), 1e-6);
  });
}

class EvaluationTraining : public testing::Test {
 protected:
  void SetUp() override {
    if (find_torch_library() == nullptr) GTEST_SKIP() << "this build has no LibTorch";
  }
  TemporaryFolder folder_;
};

TEST_F(EvaluationTraining, ComesToTheSameHoweverOftenItIsStopped) {
  const fs::path whole = folder_.path() / "whole", parts = folder_.path() / "parts";
  std::vector<double> losses;
  EvaluationHooks hooks;
  hooks.round = [&](const EvaluationRound& round) {
    EXPECT_GT(round.samples, 100U);
    EXPECT_EQ(round.match.games(), 4U);
    losses.push_back(round.loss);
  };
  run_evaluation_training(tiny("", ""), whole, 1, hooks);
  ASSERT_EQ(losses.size(), 2U);
  EXPECT_LT(losses[1], std::log(2.0));  // better than a coin flip

  // Stopped at ever later callbacks, in games, learning and matches.
  int after = 3;
  for (;;) {
    int asked = 0;
    EvaluationHooks stopping;
    stopping.stop = [&] { return ++asked > after; };
    run_evaluation_training(tiny("", ""), parts, 1, stopping);
    if (asked <= after) break;
    after *= 4;
  }
  for (const char* const file : {"evaluation.safetensors", "nets/round-000001.safetensors",
                                 "games-000001.h5", "games-000002.h5"}) {
    EXPECT_EQ(read_file(whole / file, 1 << 26), read_file(parts / file, 1 << 26)) << file;
  }
  const auto lines = [&](const fs::path& folder) {
    const std::string text = read_file(folder / "metrics.jsonl", 1 << 20);
    return std::ranges::count(text, '\n');
  };
  EXPECT_EQ(lines(parts), 2);
  // As if a kill had come between a round's line and its checkpoint.
  append_line(whole / "metrics.jsonl", R"({"round":3})");
  // More rounds are allowed, different training is not.
  EvaluationConfig more = tiny("rounds = 2", "rounds = 3");
  more.match.games = 0;
  run_evaluation_training(more, whole, 2, {});
  EXPECT_EQ(read_evaluation_net(whole / "evaluation.safetensors").history.at("rounds"), "3");
  EXPECT_EQ(lines(whole), 3);
  EXPECT_THAT(refusal([&] { run_evaluation_training(tiny("seed = 5", "seed = 6"), whole, 1, {}); }),
              HasSubstr("holds a training run with another config"));
}

TEST_F(EvaluationTraining, CorrectsTheHandcraftedEvaluation) {
  EvaluationConfig config = tiny("seed = 5", "seed = 5\ncorrect_handcrafted = true");
  config.games.balance = 4;
  config.rounds = 1;
  config.match.games = 0;
  std::vector<double> losses;
  EvaluationHooks hooks;
  hooks.round = [&](const EvaluationRound& round) { losses.push_back(round.loss); };
  run_evaluation_training(config, folder_.path(), 1, hooks);
  const EvaluationNet net = read_evaluation_net(folder_.path() / "evaluation.safetensors");
  EXPECT_EQ(net.shape.base, "tafl-1");
  const float at_start = 256;
  EXPECT_THAT(net.tensors.at("base.weight").values, testing::Contains(testing::Ne(at_start)));
  ASSERT_EQ(losses.size(), 1U);
  EXPECT_LT(losses[0], std::log(2.0));
}

/// A search evaluates by what was learned, up to rounding.
class WrittenEvaluation : public EvaluationTraining,
                          public testing::WithParamInterface<const char*> {};

TEST_P(WrittenEvaluation, IsWhatWasLearned) {
  with_game(GetParam(), [](auto game, const auto& rules) {
    using G = decltype(game);
    const typename G::Features features(rules);
    EvaluationShape shape;
    shape.features = features.shape();
    shape.views = G::Features::kViews;
    shape.width = 32;
    shape.base = G::Features::kHandcrafted;
    std::vector<typename G::Position> positions;
    EvaluationBatch batch;
    Random random(3);
    GameState<G> state(rules);
    while (positions.size() < 400) {
      if (state.over()) state.reset(G::start(rules));
      state.play(state.random_move(random));
      if (state.over()) continue;
      const auto& position = state.position();
      positions.push_back(position);
      // With two views, the mover's comes first, and values are from the mover's side.
      const bool turned = shape.views == 2 && G::to_move(position) == Side::second;
      std::size_t size = 0;
      for (int view = 0; view < shape.views; ++view) {
        FeatureList list;
        features.list(position, static_cast<Side>(turned ? 1 - view : view), 0, list);
        batch.first[view].push_back(static_cast<std::int32_t>(batch.features[view].size()));
        batch.features[view].insert(batch.features[view].end(), list.begin(), list.end());
        size = list.size();
      }
      batch.bucket.push_back(features.bucket(position));
      const double base = (turned ? -1 : 1) *
                          logit_of_output(output_of_logit(evaluation_logit<G>(rules, position)));
      batch.base.push_back(static_cast<float>(base));
      // Linear in the handcrafted evaluation, plus something that it does not see.
      batch.target.push_back(static_cast<float>(logistic(2 * base + (size % 2 == 0 ? 1 : 0))));
    }
    batch.count = positions.size();
    EvaluationLearnerOptions options;
    const auto learner = torch_library().make_evaluation_learner(shape, 0, options);
    const std::vector<double> scale(static_cast<std::size_t>(shape.features.buckets), 2.5);
    learner->set_base_scale(scale);
    for (int step = 0; step < 200; ++step) learner->step(batch, 3e-3);

    EvaluationNet net;
    net.shape = shape;
    net.tensors = learner->rounded();
    NetEvaluation<G> evaluation(
        std::make_shared<const EvaluationWeights>(net, std::vector<float>()), rules);
    double loss = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const bool turned = shape.views == 2 && G::to_move(positions[i]) == Side::second;
      const double logit = (turned ? -1 : 1) * logit_of_output(evaluation.output(positions[i]));
      const double target = batch.target[i];
      loss -= target * std::log(logistic(logit)) + (1 - target) * std::log(logistic(-logit));
    }
    EXPECT_NEAR(loss / static_cast<double>(positions.size()), learner->measure(batch), 0.003);
    EXPECT_THAT(net.tensors.at("base.weight").values,
                testing::Each(2.5F * static_cast<float>(kEvaluationBaseOne)));
  });
}

INSTANTIATE_TEST_SUITE_P(Families, WrittenEvaluation,
                         testing::Values("brandubh-7", "copenhagen-11", "tavreli",
                                         "russian-draughts"));

TEST_F(EvaluationTraining, RefusesAgentsThatDoNotSearch) {
  EvaluationConfig config = tiny("", "");
  config.games.first_agent = "random";
  config.games.balance = 1;
  EXPECT_THAT(
      refusal([&] { run_evaluation_training(config, folder_.path(), 1, {}); }),
      HasSubstr("games of the agent 'random' in [games] gave no new position to learn from"));
}

TEST_F(EvaluationTraining, WritesIntoFoldersWithAComma) {
  EvaluationConfig config = tiny("rounds = 2", "rounds = 1");
  run_evaluation_training(config, folder_.path() / "a,b", 1, {});
  EXPECT_TRUE(fs::exists(folder_.path() / "a,b" / "evaluation.safetensors"));
}

TEST_F(EvaluationTraining, StartsFromAnotherOne) {
  const fs::path first = folder_.path() / "first", second = folder_.path() / "second";
  EvaluationConfig config = tiny("rounds = 2", "rounds = 1");
  config.match.games = 0;
  run_evaluation_training(config, first, 1, {});
  const fs::path net = first / "evaluation.safetensors";
  config.from = net.string();
  config.text += "# from\n";
  config.learn.learning_rate = config.learn.final_learning_rate = 0.0;
  run_evaluation_training(config, second, 1, {});
  // Nothing was learned, and nothing lost in the conversion from whole numbers and back.
  EXPECT_EQ(read_evaluation_net(second / "evaluation.safetensors").tensors,
            read_evaluation_net(net).tensors);
  // From one rule set to several: the inputs of the rules have no effect yet.
  EvaluationConfig several = config;
  several.rules.front().vary = {{"king.armed", {"full", "none"}}};
  several.text += "# several\n";
  run_evaluation_training(several, folder_.path() / "several", 1, {});
  EvaluationNet wider = read_evaluation_net(folder_.path() / "several" / "evaluation.safetensors");
  EXPECT_EQ(wider.trained.rules.size(), 2U);
  EXPECT_THAT(wider.tensors.at("rules.weight").values, testing::Each(0.0F));
  wider.tensors.erase("rules.weight");
  EXPECT_EQ(wider.tensors, read_evaluation_net(net).tensors);
  config.width = 64;
  EXPECT_THAT(refusal([&] { run_evaluation_training(config, folder_.path() / "third", 1, {}); }),
              HasSubstr("cannot start from it"));
}

/// Earlier versions balanced the nodes of all variants together, and stored one ratio.
TEST_F(EvaluationTraining, ReadsTheOneRatioOfEarlierVersions) {
  EvaluationConfig config = tiny("rounds = 2", "rounds = 1");
  config.match.games = 0;
  config.rules.front().vary = {{"king.armed", {"full", "none"}}};
  run_evaluation_training(config, folder_.path(), 1, {});
  const fs::path path = folder_.path() / "checkpoint.safetensors";
  TensorFile checkpoint = read_tensor_file(path);
  checkpoint.metadata["log2_node_ratio"] = "1.5";
  write_tensor_file(path, checkpoint);
  config.rounds = 2;
  EvaluationHooks hooks;
  hooks.round = [](const EvaluationRound& round) {
    ASSERT_EQ(round.nodes.size(), 2U);
    for (const auto& [first, second] : round.nodes) EXPECT_GT(first, second);
  };
  run_evaluation_training(config, folder_.path(), 1, hooks);
}

/// Games of self-play by a net's search serve as well as those of a training run.
TEST_F(EvaluationTraining, LearnsFromDatasets) {
  const fs::path played = folder_.path() / "played", learned = folder_.path() / "learned";
  EvaluationConfig config = tiny("", "");
  config.match.games = 0;
  config.rounds = 2;
  run_evaluation_training(config, played, 1, {});
  config.games.datasets = {played.string(), (played / "games-000001.h5").string()};
  std::vector<EvaluationRound> rounds;
  EvaluationHooks hooks;
  hooks.round = [&](const EvaluationRound& round) { rounds.push_back(round); };
  config.text += "# datasets\n";
  run_evaluation_training(config, learned, 1, hooks);
  ASSERT_EQ(rounds.size(), 2U);
  const auto games = [](const fs::path& file) { return read_shard(file).games; };
  EXPECT_EQ(games(learned / "games-000001.h5").size(),
            games(played / "games-000001.h5").size() + games(played / "games-000002.h5").size())
      << "each game once";
  EXPECT_GT(rounds[1].samples, rounds[0].samples) << "and then it plays";
  EXPECT_LT(rounds[1].loss, std::log(2.0));

  EvaluationConfig other = tiny("brandubh-7", "tavlei-9");
  other.match.games = 0;
  other.games.datasets = {played.string()};
  const fs::path third = folder_.path() / "third";
  EXPECT_THAT(refusal([&] { run_evaluation_training(other, third, 1, {}); }),
              HasSubstr("games-000001.h5: has games played under other rules ('brandubh-7')"));
  EXPECT_FALSE(fs::exists(third / "checkpoint.safetensors")) << "nothing has begun";
  other.games.datasets = {third.string()};
  const fs::path fourth = folder_.path() / "fourth";
  EXPECT_THAT(refusal([&] { run_evaluation_training(other, fourth, 1, {}); }),
              HasSubstr("has no shards games-*.h5"));
}

TEST_F(EvaluationTraining, ServesSeveralRulesByTheirInputs) {
  std::string text = kTiny;
  const std::string rules = "rules = \"brandubh-7\"\n";
  text.erase(text.find(rules), rules.size());
  text += "[[rules]]\nname = \"brandubh-7\"\nvary = { \"king.armed\" = [\"full\", \"none\"] }\n";
  EvaluationConfig config = parse_evaluation_config(text, "tiny.toml");
  config.rounds = 1;
  config.match.games = 0;
  run_evaluation_training(config, folder_.path(), 1, {});
  const std::string net = (folder_.path() / "evaluation.safetensors").string();
  const auto plays = [&](std::vector<std::string> overrides) {
    return refusal([&] {
      visit_game(load_rule_set("brandubh-7", overrides), [&](auto game, const auto& rules) {
        using G = decltype(game);
        make_agent<G>(AgentSpec::parse("alphabeta:net=" + net), *rules);
      });
    });
  };
  EXPECT_EQ(plays({}), "none");
  EXPECT_EQ(plays({"king.armed=none"}), "none");
  EXPECT_THAT(plays({"king.weak=true"}),
              HasSubstr("it was trained for brandubh-7 (2 variants), not for"));
}

}  // namespace
}  // namespace tavlab
