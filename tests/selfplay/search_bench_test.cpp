#include "selfplay/bench/search_bench.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/families.h"
#include "selfplay/protocol/move_words.h"
#include "tests/support/refusal.h"

namespace tavlab {
namespace {

std::uint64_t nodes_of(std::span<const std::string> rules, const SearchBenchOptions& options = {}) {
  return bench_search(rules, options, [](const SearchBenchResult&) {}).nodes;
}

/// A commit that changes what a search visits must update CONTRIBUTING.md: only this test reminds
/// of it. (tests/tools has the same for a fresh process.)
TEST(SearchBench, HasTheSignatureThatContributingSays) {
  std::ifstream file(std::string(TAVLAB_SOURCE_DIR) + "/CONTRIBUTING.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::vector<std::string> rules = search_bench_rules();
  const std::uint64_t nodes = nodes_of(rules);
  EXPECT_NE(text.find("signature: " + std::to_string(nodes)), std::string::npos) << nodes;
  EXPECT_EQ(nodes_of(rules), nodes) << "in a second run";
}

TEST(SearchBench, SearchesEachPositionToItsDepth) {
  for (const BenchPosition& position : search_bench_suite()) {
    visit_game(load_rule_set(position.rules), [&](auto game, const auto& rules) {
      using G = decltype(game);
      GameState<G> state(*rules);
      for (const std::string& word : position.moves) protocol::play_word(state, word);
      ASSERT_EQ(state.node_kind(), NodeKind::decision) << position.rules;
      EXPECT_GT(state.count_legal_moves(), 1U) << position.rules << " searches nothing";
    });
  }
}

TEST(SearchBench, TakesOptions) {
  const std::vector<std::string> one = {search_bench_rules().front()};
  EXPECT_GT(nodes_of(one, {.deeper = 1}), nodes_of(one));
  EXPECT_GT(nodes_of(one, {.threads = 2}), 0U);
  const std::vector<std::string> none = {"nowhere"};
  EXPECT_THAT(refusal([&] { nodes_of(none); }), testing::HasSubstr("no positions of 'nowhere'"));
}

}  // namespace
}  // namespace tavlab
