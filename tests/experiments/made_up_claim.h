#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "experiments/claim/claim_run.h"
#include "tests/experiments/fake_games.h"

namespace tavlab::test {

/// A claim's file without its hypotheses.
inline constexpr std::string_view kClaimHead = R"toml(
id = "made-up"
title = "A claim"
source = "nobody"
statement = "The attackers win more."
question = "Do they?"
rules = ["helmfrid-9"]
agents = ["random", "mcts:sims=10"]
games = 3000
seed = 7
max_plies = 300
)toml";

inline constexpr const char* kAtLeastHalf = "[[hypothesis]]\nmeasure = \"score\"\nat_least = 0.5\n";

/// Runs a claim of made-up games in a folder of its own.
class ClaimRun : public testing::Test {
 protected:
  ClaimRun() : file_(folder_.path() / "made.toml") {
    test::write(file_, std::string(kClaimHead) + kAtLeastHalf);
  }

  ClaimResult run(const std::string& out, int threads = 2,
                  GamePlayer player = test::fake_player()) {
    ClaimOptions options;
    options.threads = threads;
    test::silence(options);
    options.player = std::move(player);
    return run_claim(file_.string(), folder_.path() / out, options);
  }

  TemporaryFolder folder_;
  std::filesystem::path file_;
};

}  // namespace tavlab::test
