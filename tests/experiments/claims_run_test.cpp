// Every built-in claim from its file to its report, with the smallest budget.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "experiments/claim/claim.h"
#include "experiments/claim/claim_run.h"
#include "tests/experiments/fake_games.h"
#include "tests/support/test_name.h"

namespace tavlab {
namespace {

class BuiltInClaim : public testing::TestWithParam<std::string> {};

TEST_P(BuiltInClaim, RunsFromEndToEnd) {
  const TemporaryFolder folder;
  ClaimOptions options;
  options.threads = 2;
  options.games = 2;
  test::silence(options);
  const Claim claim = load_claim(GetParam());
  if (!claim.untestable.empty()) {
    EXPECT_FALSE(claim.statement.empty());
    return;
  }
  if (claim.request) options.agents = {"alphabeta:nodes=32", "mcts:sims=32,rollout=none"};
  const ClaimResult result = run_claim(GetParam(), folder.path(), options);
  const bool exact = std::ranges::all_of(result.claim.hypotheses, &Hypothesis::exact);
  const std::size_t cells = result.claim.experiment.cells.size();
  EXPECT_LE(result.games.games(), exact ? 0 : 2 * cells);
  EXPECT_GE(result.games.games(), exact ? 0 : cells) << "most cells play, or none";
  EXPECT_GE(result.tests.size(), result.strengths.size() * result.claim.hypotheses.size());
  EXPECT_EQ(result.strengths.size(), claim.request ? 5 : result.strengths.size());
  const auto json = nlohmann::json::parse(test::read(folder.path() / "claim.json"));
  EXPECT_EQ(json.at("verdict") == "undecided", !exact) << "two games prove nothing";
}

INSTANTIATE_TEST_SUITE_P(All, BuiltInClaim, testing::ValuesIn(builtin_claim_ids()),
                         [](const auto& info) { return test_name(info.param); });

}  // namespace
}  // namespace tavlab
