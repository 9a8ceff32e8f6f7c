// Every built-in claim from its file to its report, with the smallest budget.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "experiments/claim/claim.h"
#include "experiments/claim/claim_run.h"
#include "tests/experiments/fake_games.h"

namespace tavlab {
namespace {

class BuiltInClaim : public testing::TestWithParam<std::string> {};

TEST_P(BuiltInClaim, RunsFromEndToEnd) {
  const test::TemporaryFolder folder;
  ClaimOptions options;
  options.threads = 2;
  options.games = 2;
  options.quiet = true;
  options.output = nullptr;
  options.log = nullptr;
  const ClaimResult result = run_claim(GetParam(), folder.path(), options);
  EXPECT_EQ(result.games.games(), 2 * result.claim.experiment.cells.size()) << "all cells play";
  EXPECT_EQ(result.tests.size(), result.strengths.size() * result.claim.hypotheses.size());
  const auto json = nlohmann::json::parse(test::read(folder.path() / "claim.json"));
  EXPECT_EQ(json.at("verdict"), "undecided") << "two games prove nothing";
}

INSTANTIATE_TEST_SUITE_P(All, BuiltInClaim, testing::ValuesIn(builtin_claim_ids()),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace tavlab
