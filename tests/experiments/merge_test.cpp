// Shards of a run, each in a store of its own, and their merging.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "experiments/experiment.h"
#include "experiments/merge.h"
#include "experiments/run/shard.h"
#include "experiments/store/sqlite.h"
#include "tests/experiments/fake_games.h"

namespace tavlab {
namespace {

using test::error_of;
using testing::HasSubstr;

class MergeTest : public testing::Test {
 protected:
  MergeTest() : config_(folder_.path() / "small.toml") { test::write(config_, test::kSmallConfig); }

  static ExperimentOptions quiet(const std::string& shard = {}) {
    ExperimentOptions options;
    options.threads = 2;
    options.shard = Shard::parse(shard);
    test::silence(options);
    options.player = test::fake_player();
    return options;
  }

  std::filesystem::path at(const std::string& name) const { return folder_.path() / name; }

  ExperimentOutcome run(const std::string& out, const std::string& shard = {}) {
    return run_experiment(config_.string(), at(out), quiet(shard));
  }

  MergeOutcome merge(const std::string& out, const std::vector<std::string>& parts) {
    std::vector<std::filesystem::path> paths;
    for (const std::string& part : parts) paths.push_back(at(part));
    return merge_experiments(paths, at(out), quiet());
  }

  std::string rows(const std::string& out) {
    sqlite::Database database(at(out) / "games.sqlite", sqlite::Database::Mode::existing);
    sqlite::Statement games(database,
                            "SELECT label, number, result, plies, moves FROM games JOIN cells ON "
                            "games.cell = cells.id ORDER BY place, number");
    std::string text;
    while (games.step()) {
      for (int column = 0; column < 5; ++column) text += std::string(games.text(column)) + " ";
      text += '\n';
    }
    return text;
  }

  void change(const std::string& out, const char* sql) {
    test::change_store(at(out) / "games.sqlite", sql);
  }

  TemporaryFolder folder_;
  std::filesystem::path config_;
};

TEST(Shard, PartsAllNumbersAmongItsLike) {
  for (std::uint64_t games : {1U, 7U, 40U}) {
    std::uint64_t shared = 0;
    for (const char* text : {"1/3", "2/3", "3/3"}) {
      const Shard shard = Shard::parse(text);
      std::uint64_t has = 0;
      for (std::uint64_t number = 0; number < games; ++number) has += shard.has(number) ? 1 : 0;
      EXPECT_EQ(has, shard.share_of(games)) << text;
      shared += has;
    }
    EXPECT_EQ(shared, games);
  }
  EXPECT_TRUE(Shard::parse("").whole());
  EXPECT_EQ(Shard::parse("2/3").text(), "2/3");
}

TEST(Shard, RefusesWhatIsNone) {
  for (const char* text : {"0/3", "4/3", "1/0", "a/3", "1", "1/", "1/3x", "-1/3", "1/9999999"}) {
    EXPECT_THAT(error_of([&] { Shard::parse(text); }), HasSubstr("must be K/N")) << text;
  }
}

TEST_F(MergeTest, ShardsTogetherAreTheUndisturbedRun) {
  run("whole");
  for (const char* shard : {"1/3", "2/3", "3/3"}) {
    const ExperimentOutcome part = run(std::string("part") + shard[0], shard);
    EXPECT_FALSE(part.interrupted) << "a shard is done with its own share";
    EXPECT_FALSE(part.summary.complete());
  }
  const MergeOutcome merged = merge("merged", {"part1", "part2", "part3"});
  EXPECT_EQ(merged.taken, 8U * 40U);
  EXPECT_EQ(merged.known, 0U);
  EXPECT_TRUE(merged.summary.complete());
  EXPECT_EQ(rows("merged"), rows("whole"));

  const MergeOutcome again = merge("merged", {"part1", "part3"});
  EXPECT_EQ(again.taken, 0U);
  EXPECT_GT(again.known, 0U);
  EXPECT_EQ(rows("merged"), rows("whole"));
}

TEST_F(MergeTest, TakesInGrownShards) {
  run("whole");
  ExperimentOptions few = quiet("1/2");
  few.games = 10;
  run_experiment(config_.string(), at("part1"), few);
  few.shard = Shard::parse("2/2");
  run_experiment(config_.string(), at("part2"), few);
  EXPECT_EQ(merge("merged", {"part1", "part2"}).summary.games(), 8U * 10U);
  // The same shards once more, without a number of games: the config's.
  run("part1", "1/2");
  run("part2", "2/2");
  const MergeOutcome grown = merge("merged", {"part1", "part2"});
  EXPECT_EQ(grown.summary.games(), 8U * 40U);
  EXPECT_TRUE(grown.summary.complete());
  EXPECT_FALSE(grown.summary.experiment.games_option);
  EXPECT_EQ(rows("merged"), rows("whole"));
}

TEST_F(MergeTest, OverlappingShardsAreCountedOnce) {
  run("whole");
  run("half", "1/2");
  run("quarter", "1/4");
  run("rest", "2/2");
  const MergeOutcome merged = merge("merged", {"half", "quarter", "rest"});
  EXPECT_EQ(merged.known, 8U * 10U);
  EXPECT_EQ(rows("merged"), rows("whole"));
}

TEST_F(MergeTest, AFolderKeepsToItsShard) {
  run("part", "1/2");
  EXPECT_THAT(error_of([&] { run("part", "2/2"); }), HasSubstr("holds shard 1/2, not shard 2/2"));
  EXPECT_THAT(error_of([&] { run("part"); }), HasSubstr("holds shard 1/2, not the whole run"));
}

TEST_F(MergeTest, RefusesWhatIsNotOfOneRun) {
  run("one", "1/2");
  run("two", "2/2");
  run("changed", "2/2");
  change("changed", "UPDATE games SET moves = 'a1-a2' WHERE number = 1");
  EXPECT_THAT(error_of([&] {
                merge("merged", {"one", "two", "changed"});
              }),
              HasSubstr("differs from the one in another store"));
  const std::string before = rows("merged");
  EXPECT_FALSE(before.empty()) << "what was merged before the wrong store is kept";

  change("changed", "UPDATE meta SET value = '0.0.9' WHERE key = 'tavlab_version'");
  EXPECT_THAT(error_of([&] { merge("merged", {"changed"}); }), HasSubstr("by tavlab 0.0.9"));
  EXPECT_EQ(rows("merged"), before);

  std::string other(test::kSmallConfig);
  other.replace(other.find("seed = 7"), 8, "seed = 8");
  test::write(config_, other);
  run("seed");
  EXPECT_THAT(error_of([&] { merge("merged", {"seed"}); }),
              HasSubstr("its cells differ from those of the others"));
  EXPECT_THAT(error_of([&] { merge("merged", {"merged"}); }), HasSubstr("into itself"));
  EXPECT_THAT(error_of([&] { merge("fresh", {"one", "missing"}); }), HasSubstr("missing"));
  EXPECT_FALSE(std::filesystem::exists(at("fresh"))) << "all stores are checked first";
}

TEST_F(MergeTest, ACutStoreIsNamed) {
  run("one", "1/2");
  run("two", "2/2");
  const auto file = at("two") / "games.sqlite";
  std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
  EXPECT_THAT(error_of([&] { merge("merged", {"one", "two"}); }), HasSubstr("is damaged"));
}

}  // namespace
}  // namespace tavlab
