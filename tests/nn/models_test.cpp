// The trained nets that come with tavlab: they load, and play the rules that they are named after.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "nn/shipped_nets.h"
#include "tests/support/net_opinion.h"

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
    // In most positions it does not rate all moves alike. (Some early decisions of Ur hardly
    // matter.)
    constexpr int kGames = 16;
    int distinguished = 0;
    for (int game = 1; game <= kGames; ++game) {
      const NetOutput opinion =
          outputs_of(net, load_rule_set(net.rules.at(0).id), static_cast<std::uint64_t>(game));
      EXPECT_NEAR(opinion.win + opinion.draw + opinion.loss, 1.0F, 1e-5F);
      const auto [low, high] = std::ranges::minmax_element(opinion.logits);
      if (*high - *low > 0.1F) ++distinguished;
    }
    EXPECT_GT(2 * distinguished, kGames) << file;
  }
  EXPECT_GE(found, 1);
}

std::string net_for(const std::string& rules, const std::vector<std::string>& overrides = {}) {
  return shipped_net_for(identity_of(load_rule_set(rules, overrides)));
}

/// `auto` stands for the net that is named after the rules, else for the most special one.
TEST(Models, AreFoundByTheirRules) {
  for (const char* const rules : {"brandubh-7", "ur-finkel", "ur-skiryuk"}) {
    EXPECT_EQ(net_for(rules), rules);
  }
  EXPECT_EQ(net_for("viavuca-11"), "tafl-11");
  EXPECT_EQ(net_for("helmfrid-11"), "helmfrid-11") << "its name, and not the smaller tafl-11";
  EXPECT_EQ(net_for("helmfrid-11-cross", {"limits.king_side_moves=15"}), "helmfrid-11");
  EXPECT_EQ(net_for("sea-battle-9"), "tafl-9-universal");
  EXPECT_EQ(net_for("tavlei-9", {"limits.king_side_moves=40"}), "tafl-9")
      << "not the universal one, which plays it, too";
  EXPECT_EQ(net_for("helmfrid-9"), "tafl-9") << "the one of this name is for those who name it";
  EXPECT_EQ(net_for("lasca"), "");
  EXPECT_EQ(net_for("brandubh-7", {"king.armed=none"}), "") << "it was not trained for that";
}

}  // namespace
}  // namespace tavlab
