// Nets and training runs of version 0.1: its nets play as they did, and its runs are resumed.
// tests/data/version-0.1/nets.json has that version's moves and outputs with the nets that come
// with tavlab and with three small ones that it trained for many rules.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/families.h"
#include "core/io/files.h"
#include "nn/cpu/isa.h"
#include "nn/torch_library.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/train/training.h"
#include "tests/selfplay/played.h"
#include "tests/support/temporary_folder.h"

namespace tavlab {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path kRoot = TAVLAB_SOURCE_DIR;
const fs::path kData = kRoot / "tests/data/version-0.1";

json read_json(const fs::path& path) { return json::parse(read_file(path, 1 << 20)); }

/// The seed of a game comes from the agents' texts, so files are named as when it was recorded:
/// from the root of the repository.
class Version01Nets : public testing::Test {
 protected:
  Version01Nets() { fs::current_path(kRoot); }
  ~Version01Nets() override { fs::current_path(before_); }

  static std::string agent(const std::string& file, int simulations) {
    return "mcts:net=" + file + ",sims=" + std::to_string(simulations) +
           ",backend=eigen,symmetry=none";
  }

  /// The same best moves, values and policy in the positions of a record.
  static void expect_same_opinions(const json& record, const std::string& file) {
    visit_game(load_rule_set(record.at("rules").get<std::string>()), [&](auto game,
                                                                         const auto& rules) {
      using G = decltype(game);
      const auto searcher = make_agent<G>(AgentSpec::parse(agent(file, 16)), *rules);
      for (const json& expected : record.at("positions")) {
        const std::string position = expected.at("position");
        GameState<G> state(*rules, G::parse_position(*rules, position));
        searcher->start_game();
        Random random(1);
        Analysis<G> found;
        const auto best = searcher->choose(state, random, &found);
        EXPECT_EQ(G::move_text(*rules, state.position(), best), expected.at("best")) << position;
        EXPECT_NEAR(found.net_value.value(), expected.at("net_value").get<double>(), 1e-5);
        EXPECT_NEAR(found.value, expected.at("value").get<double>(), 1e-5) << position;
        const json& moves = expected.at("moves");
        ASSERT_GE(found.candidates.size(), moves.size()) << position;
        for (std::size_t i = 0; i < moves.size(); ++i) {
          const auto& candidate = found.candidates[i];
          EXPECT_EQ(G::move_text(*rules, state.position(), candidate.move), moves[i].at(0));
          EXPECT_NEAR(candidate.policy.value(), moves[i].at(1).get<double>(), 1e-5) << position;
        }
      }
    });
  }

 private:
  fs::path before_ = fs::current_path();
};

TEST_F(Version01Nets, PlayAsTheyDid) {
  const json records = read_json(kData / "nets.json");
  EXPECT_EQ(records.size(), 15U);
  for (const json& record : records) {
    const std::string file = record.at("net").get<std::string>() + "/net.safetensors";
    const std::string rules = record.at("rules");
    MatchSettings match = match_of(rules, agent(file, 24), agent(file, 24));
    match.swap = false;
    match.opening_plies = 4;
    match.max_plies = 60;
    match.seed = 7;
    EXPECT_EQ(played(match, 1).front().moves, record.at("games").at(0)) << file << " " << rules;
    EXPECT_GE(record.at("positions").size(), 5U);
    expect_same_opinions(record, file);
  }
}

/// A net of format 1 that is written again is the same net in the present format.
TEST_F(Version01Nets, AreTheSameInThePresentFormat) {
  const TemporaryFolder folder;
  const std::string written = (folder.path() / "net.safetensors").string();
  for (const json& record : read_json(kData / "nets.json")) {
    const std::string file = record.at("net").get<std::string>() + "/net.safetensors";
    const bool shipped = file.starts_with("nn/models/");
    EXPECT_EQ(read_tensor_file(file).metadata.at("format_version"), shipped ? "2" : "1") << file;
    write_net(written, read_net(file));
    EXPECT_EQ(read_tensor_file(written).metadata.at("format_version"), "2");
    EXPECT_EQ(read_net(written).tensors, read_net(file).tensors);
    expect_same_opinions(record, written);
  }
}

class Version01Training : public testing::TestWithParam<const char*> {};

/// The round that follows is the one that version 0.1 would have played and learned from, except
/// that nets now see positions under other random symmetries of the rules (NetEvaluator). With AMX
/// the nets that play compute in bfloat16 and play other games, so there are two records.
TEST_P(Version01Training, IsResumed) {
  if (find_torch_library() == nullptr) GTEST_SKIP() << "this build has no LibTorch";
  const fs::path from = kData / (std::string("training-") + GetParam());
  const TemporaryFolder folder;
  const fs::path to = folder.path() / "run";
  fs::copy(from, to, fs::copy_options::recursive);
  std::string config = read_file(from / "config.toml", 1 << 20);
  const auto replace = [&](const std::string& before, const std::string& now) {
    ASSERT_NE(config.find(before), std::string::npos) << before;
    config.replace(config.find(before), before.size(), now);
  };
  std::vector<RoundReport> reports;
  TrainingHooks hooks;
  hooks.round = [&](const RoundReport& report, const fs::path&) { reports.push_back(report); };
  const auto resume = [&] {
    testing::internal::CaptureStderr();
    run_training(parse_train_config(config, "it"), to, {}, hooks);
    return testing::internal::GetCapturedStderr();
  };
  replace("rounds = 1", "rounds = 2");
  EXPECT_THAT(resume(),
              testing::HasSubstr("'most_gradient' in [learn] is now called 'max_grad_norm'"));
  ASSERT_EQ(reports.size(), 1U);
  const std::vector<CpuIsa> isas = available_isas();
  const bool amx = !isas.empty() && isas.back() == CpuIsa::amx;
  const json expected = read_json(from / (amx ? "round-2-amx.json" : "round-2.json"));
  const RoundReport& found = reports.front();
  EXPECT_EQ(found.round, expected.at("round"));
  EXPECT_EQ(found.games.results.games(), expected.at("games"));
  EXPECT_EQ(found.games.positions, expected.at("positions"));
  EXPECT_EQ(found.steps, expected.at("steps"));
  EXPECT_EQ(found.play.simulations, expected.at("simulations"));
  const double tolerance = GetParam() == std::string("tafl") ? 0.05 : 1e-4;
  const auto near = [&](double loss, const char* key) {
    EXPECT_NEAR(loss, expected.at(key).get<double>(), tolerance) << key;
  };
  near(found.losses.policy, "policy_loss");
  near(found.losses.value, "value_loss");
  near(found.losses.moves_left, "plies_loss");
  near(found.losses.captured, "captured_loss");
  near(found.losses.ownership, "squares_loss");

  // It keeps seeing rules as before, and is resumed again under the keys' present names.
  const Net first = read_net(from / "net.safetensors");
  EXPECT_EQ(read_net(to / "net.safetensors").spec, first.spec);
  replace("rounds = 2", "rounds = 3");
  replace("reuse", "replay_ratio");
  replace("most_gradient", "max_grad_norm");
  replace("plies_weight", "moves_left_weight");
  replace("squares_weight", "ownership_weight");
  EXPECT_EQ(resume(), "");
  EXPECT_EQ(reports.size(), 2U);
  EXPECT_EQ(read_net(to / "net.safetensors").spec, first.spec);
}

INSTANTIATE_TEST_SUITE_P(Families, Version01Training, testing::Values("tafl", "ur", "tavreli"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace tavlab
