// --seed of commands whose config has a seed.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/support/temporary_folder.h"
#include "tests/tools/process.h"

namespace tavlab::test {
namespace {

TEST(Experiment, TakesAnotherSeed) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& options) {
    return shell("tavlab experiment run quickstart --games 1 --out run --json --quiet" + options,
                 "", folder.path());
  };
  const Outcome other = run(" --seed 7");
  ASSERT_EQ(other.code, 0) << other.err;
  EXPECT_EQ(other.json()["experiment"]["seed"], 7);
  EXPECT_NE(shell("cat run/summary.md", "", folder.path()).out.find("--seed 7"), std::string::npos);
  EXPECT_EQ(run(" --seed 7").code, 0) << "goes on";
  const Outcome own = run("");
  EXPECT_EQ(own.code, 2);
  EXPECT_NE(own.err.find("was played with seed 7, not "), std::string::npos) << own.err;
}

TEST(Training, TakesAnotherSeedWithAConfigOnly) {
  const TemporaryFolder folder;
  for (const char* const command : {"train", "evaluate train"}) {
    const Outcome run =
        shell(std::string("tavlab ") + command + " --seed 7 --out x", "", folder.path());
    EXPECT_EQ(run.code, 2);
    EXPECT_NE(run.err.find("--seed needs a CONFIG"), std::string::npos) << run.err;
  }
  const Outcome trained =
      shell("tavlab evaluate train evaluate-brandubh-7 --seed 7 --out x --minutes 0.001 --quiet",
            "", folder.path());
  EXPECT_EQ(trained.code, 3) << trained.err;
  EXPECT_NE(shell("cat x/config.toml", "", folder.path()).out.find("seed = 7"), std::string::npos);
}

TEST(Seeds, HaveAFolderOfTheirOwn) {
  const TemporaryFolder folder;
  for (const char* const seed : {"", " --seed 7", " --seed 9223372036854775807"}) {
    const Outcome run =
        shell(std::string("tavlab experiment run quickstart --games 1 --quiet") + seed, "",
              folder.path());
    EXPECT_EQ(run.code, 0) << run.err;
  }
  for (const char* const name :
       {"quickstart", "quickstart-seed-7", "quickstart-seed-9223372036854775807"}) {
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "runs" / name / "report.html")) << name;
  }
  const Outcome large = shell("tavlab playout brandubh-7 --seed 9223372036854775808");
  EXPECT_EQ(large.code, 2);
  EXPECT_NE(large.err.find("of at most 9223372036854775807"), std::string::npos) << large.err;
}

TEST(Claims, AreOfOneSeed) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& options) {
    return shell(
        "tavlab claim run ur-d4 --agents alphabeta:nodes=200 mcts:sims=200 --games 2 --minutes "
        "0.01 "
        "--quiet --out run" +
            options,
        "", folder.path());
  };
  run("");
  const Outcome other = run(" --seed 7");
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("run: its games were played with seed "), std::string::npos)
      << other.err;
  EXPECT_NE(other.err.find(", not 7; games with another seed need another folder"),
            std::string::npos);
}

TEST(Claims, AllEndInANewFolder) {
  const TemporaryFolder folder;
  const Outcome run =
      shell("tavlab claim run all --minutes 0.0001 --out new --quiet", "", folder.path());
  EXPECT_EQ(run.code, 3) << run.err;
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "new" / "claims.md"));
}

}  // namespace
}  // namespace tavlab::test
