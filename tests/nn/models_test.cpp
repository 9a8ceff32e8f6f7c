// The trained nets that come with tavlab: they load, and play the rules that they are named after.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

#include "core/families.h"
#include "nn/eigen/eigen_backend.h"
#include "nn/net_evaluator.h"
#include "tests/support/positions.h"

namespace tavlab {
namespace {

namespace fs = std::filesystem;

TEST(Models, LoadAndEvaluateTheirRules) {
  int found = 0;
  for (const auto& entry : fs::directory_iterator(TAVLAB_MODELS)) {
    if (!entry.is_directory()) continue;
    ++found;
    const fs::path& folder = entry.path();
    const fs::path file = folder / "net.safetensors";
    for (const char* part : {"config.toml", "metrics.jsonl", "ladder.jsonl"}) {
      EXPECT_TRUE(fs::exists(folder / part)) << folder / part;
    }
    EXPECT_LT(fs::file_size(file), 5'000'000U) << file;
    const Net net = read_net(file);
    ASSERT_FALSE(net.rules.empty()) << file;
    if (net.rules.size() == 1) {
      EXPECT_EQ(net.rules.front().id, folder.filename().string());
    }
    for (const NetRules& known : net.rules) {
      const RulesIdentity rules = identity_of(load_rule_set(known.id));
      EXPECT_EQ(rules.hash, known.hash) << known.id;
      EXPECT_EQ(rules.parameters, known.parameters) << known.id;
      EXPECT_NO_THROW(check_rules(net, rules, file.string()));
    }
    const RuleSet rule_set = load_rule_set(net.rules.at(0).id);
    visit_game(rule_set, [&](auto game, const auto& rules) {
      using G = decltype(game);
      NetEvaluator<G> evaluator(net, make_eigen_backend(net), false);
      GameState<G> state(*rules);
      Random random(1);
      play_to_a_choice(state, random);
      EvaluationRequest<G> request(state);
      request.renew(1);
      EvaluationRequest<G>* batch[] = {&request};
      evaluator.evaluate(batch);
      EXPECT_NEAR(static_cast<double>(request.value.win + request.value.draw + request.value.loss),
                  1.0, 1e-5);
      // It has opinions: its moves are not all alike to it.
      const auto [low, high] = std::ranges::minmax_element(request.logits());
      EXPECT_GT(*high - *low, 0.1F) << file;
    });
  }
  EXPECT_GE(found, 1);
}

}  // namespace
}  // namespace tavlab
