// Files that are not tavlab's are left alone, wherever a command writes; and what cannot be written
// is reported.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/tools/process.h"

namespace tavlab::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMine = "mine, and nobody else's\n";
constexpr const char* kRun = "tavlab experiment run ./e.toml --out out --quiet";
constexpr const char* kConfig =
    "id = \"e\"\ntitle = \"t\"\nquestion = \"q\"\nrules = [\"brandubh-7\"]\n"
    "agents = [\"random\"]\ngames = 4\nseed = 1\nopening_plies = 2\nmax_plies = 40\n";

class Output : public testing::Test {
 protected:
  Output() {
    folder_.write("e.toml", kConfig);
    fs::create_directory(out_);
  }
  [[nodiscard]] Outcome run(const std::string& line, const std::string& input = {}) const {
    // A command that never ends fails the test instead of hanging it.
    return shell("tavlab() { timeout 100 " TAVLAB_BINARY " \"$@\"; }\n" + line, input,
                 folder_.path());
  }
  static void expect_one_line(const Outcome& outcome, const std::string& says) {
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
    EXPECT_NE(outcome.err.find(says), std::string::npos) << outcome.err;
  }
  TemporaryFolder folder_;
  fs::path out_ = folder_.path() / "out";
};

TEST_F(Output, LeavesForeignFilesAlone) {
  for (const char* const name :
       {"report.html", "summary.csv", "summary.json", "summary.md", "figures"}) {
    const fs::path file = folder_.write(std::string("out/") + name, kMine);
    expect_one_line(run(kRun), std::string("out/") + name + ": already exists");
    EXPECT_EQ(content(file), kMine);
    EXPECT_EQ(std::distance(fs::directory_iterator(out_), {}), 1) << "nothing else is left behind";
    fs::remove(file);
  }
}

TEST_F(Output, OfEveryKindOfRunLeavesForeignFilesAlone) {
  std::vector<std::pair<std::string, std::string>> cases = {
      {"claim.json",
       "tavlab claim run tafl-unarmed-king --agents alphabeta:nodes=32 mcts:rollout=none,sims=32 "
       "--games 2 --out out --quiet"},
      {"claims.md",
       "tavlab claim run all --agents alphabeta:nodes=16 mcts:rollout=none,sims=16 --games 2 --out "
       "out --quiet"},
      {"experiment.toml",
       "tavlab compare brandubh-7 helmfrid-9 --agent random --games 2 --out out --quiet"},
      {"calibration.json",
       "tavlab calibrate brandubh-7 --agents random greedy --games 2 --out out --quiet"},
      {"limit.json",
       "tavlab limit brandubh-7 --agents random --limits 5 9 --games 4 --out out --quiet"},
      {"ladder.md", "tavlab ladder brandubh-7 --agents random greedy --games 2 --out out --quiet"},
      {"ambiguity.json",
       "tavlab experiment ambiguity brandubh-7 --agent random --games 2 --out out --quiet"},
  };
  if (test::has_torch()) {
    cases.push_back({"metrics.jsonl", "tavlab train train-ur-finkel --out out --quiet"});
  }
  for (const auto& [name, command] : cases) {
    const fs::path file = folder_.write("out/" + name, kMine);
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.code, 2) << command << '\n' << outcome.err;
    EXPECT_NE(outcome.err.find(name), std::string::npos) << outcome.err;
    EXPECT_EQ(content(file), kMine) << command;
    fs::remove(file);
  }
}

TEST_F(Output, LeavesForeignFoldersOfFiguresAlone) {
  const fs::path figures = folder_.path() / "figures";
  fs::create_directory(figures);
  folder_.write("figures/curve-1.svg", kMine);
  folder_.write("figures/score.svg", kMine);
  EXPECT_EQ(run(kRun).code, 0);
  fs::remove_all(out_ / "figures");
  fs::create_directory_symlink(figures, out_ / "figures");
  folder_.write("grid.toml",
                std::string(kConfig) + "[grid]\n\"limits.king_side_moves\" = [5, 10, 15]\n");
  // A run with curves, into a folder whose figures are a link.
  const fs::path other = folder_.path() / "other";
  EXPECT_EQ(run("tavlab experiment run ./grid.toml --out other --quiet").code, 0);
  fs::remove_all(other / "figures");
  fs::create_directory_symlink(figures, other / "figures");
  expect_one_line(run("tavlab experiment report other"), "other/figures: is a link");
  EXPECT_EQ(content(figures / "curve-1.svg"), kMine);
  if (!test::has_torch()) return;
  // A training into a folder with somebody's figures.
  fs::create_directory(folder_.path() / "train");
  fs::create_directory(folder_.path() / "train/figures");
  expect_one_line(run("tavlab train train-ur-finkel --out train --quiet"), "figures");
}

TEST_F(Output, LeavesWhatSqliteWouldRemoveAlone) {
  for (const char* const name : {"games.sqlite-wal", "games.sqlite-shm", "games.sqlite-journal"}) {
    const fs::path file = folder_.write(std::string("out/") + name, kMine);
    expect_one_line(run(kRun), name);
    EXPECT_EQ(content(file), kMine);
    EXPECT_EQ(std::distance(fs::directory_iterator(out_), {}), 1) << "nothing else is left behind";
    fs::remove(file);
  }
  EXPECT_EQ(run(kRun).code, 0);
  const fs::path mine = folder_.write("mine", kMine);
  for (const char* const name : {"games.sqlite-wal", "games.sqlite-shm", "games.sqlite-journal"}) {
    for (const bool hard : {false, true}) {
      const fs::path link = out_ / name;
      hard ? fs::create_hard_link(mine, link) : fs::create_symlink(mine, link);
      expect_one_line(run("tavlab experiment run ./e.toml --games 6 --out out --quiet"), name);
      EXPECT_EQ(content(mine), kMine);
      fs::remove(link);
    }
  }
}

/// What a run killed at its first write leaves: a journal without the header SQLite writes later.
TEST_F(Output, ResumesFromTheJournalOfAKilledRun) {
  folder_.write("out/games.sqlite", "");
  folder_.write("out/games.sqlite-journal",
                std::string(12, '\0') + "nonce" + std::string(495, '\0'));
  EXPECT_EQ(run(kRun).code, 0);
}

TEST_F(Output, IsNoRunForAnyStore) {
  const fs::path report = folder_.write("out/report.html", kMine);
  folder_.write("out/games.sqlite", "");
  expect_one_line(run(kRun), "report.html: already exists");
  fs::remove(out_ / "games.sqlite");
  fs::create_symlink("nowhere", out_ / "games.sqlite");
  expect_one_line(run(kRun), "games.sqlite: is not a regular file");
  EXPECT_EQ(content(report), kMine);
  EXPECT_FALSE(fs::exists(out_ / "nowhere"));
}

TEST_F(Output, WritesToNoStoreByAnotherName) {
  EXPECT_EQ(run("tavlab experiment run ./e.toml --out first --quiet").code, 0);
  const fs::path store = folder_.path() / "first/games.sqlite";
  const std::string before = content(store);
  for (const bool hard : {false, true}) {
    hard ? fs::create_hard_link(store, out_ / "games.sqlite")
         : fs::create_symlink(store, out_ / "games.sqlite");
    expect_one_line(run("tavlab experiment run ./e.toml --games 6 --out out --quiet"),
                    "out/games.sqlite");
    EXPECT_EQ(content(store), before);
    fs::remove(out_ / "games.sqlite");
  }
  EXPECT_EQ(run("tavlab experiment run ./e.toml --games 6 --out first --quiet").code, 0);
}

TEST_F(Output, OfClaimsLeavesAForeignOverviewAlone) {
  EXPECT_EQ(run("tavlab claim run tafl-two-game-match --games 2 --out out/x --quiet").code, 0);
  for (const char* const name : {"claims.md", "claims.json"}) {
    const fs::path file = folder_.write(std::string("out/") + name, kMine);
    expect_one_line(run("tavlab claim report out"), name);
    EXPECT_EQ(content(file), kMine);
    EXPECT_EQ(run("tavlab claim report out --force").code, 0);
    EXPECT_EQ(run("tavlab claim report out").code, 0) << "an existing overview is recognized";
    fs::remove(out_ / "claims.md");
    fs::remove(out_ / "claims.json");
  }
}

TEST_F(Output, OfSelfPlayReplacesNoForeignShard) {
  folder_.write("rules", "");
  const std::string play =
      "tavlab selfplay brandubh-7 --net " TAVLAB_SOURCE_DIR
      "/nn/models/brandubh-7/net.safetensors --simulations 2 --out out --quiet ";
  EXPECT_EQ(run(play + "--games 2").code, 0);
  const fs::path next = folder_.write("out/games-000002.h5", kMine);
  expect_one_line(run(play + "--games 3"), "games-000002.h5");
  EXPECT_EQ(content(next), kMine);
  fs::remove(next);
  EXPECT_EQ(run(play + "--games 3").code, 0);
}

TEST_F(Output, HoldsNoLockByAnotherName) {
  const fs::path mine = folder_.write("mine", "");
  fs::create_hard_link(mine, out_ / "tavlab.lock");
  expect_one_line(run(kRun), "is not a tavlab lock");
  EXPECT_EQ(content(mine), "");
  fs::create_hard_link(mine, folder_.path() / "t.table.part");
  expect_one_line(run("tavlab solve ur-finkel --pieces 1 --json --out t.table"), "t.table.part");
  EXPECT_EQ(content(mine), "");
}

TEST_F(Output, ReplacesForeignFilesWhereItIsTold) {
  folder_.write("out/report.html", kMine);
  EXPECT_EQ(run(std::string(kRun) + " --force").code, 0);
  EXPECT_NE(content(out_ / "report.html"), kMine);
  EXPECT_EQ(run(kRun).code, 0) << "now it is the run's own";
}

TEST_F(Output, LeavesAForeignLockAlone) {
  const fs::path lock = folder_.write("out/lock", kMine);
  EXPECT_EQ(run(kRun).code, 0) << "not tavlab's business";
  EXPECT_EQ(content(lock), kMine);
  fs::remove_all(out_);
  fs::create_directory(out_);
  const fs::path own = folder_.write("out/tavlab.lock", kMine);
  expect_one_line(run(kRun), "is not a tavlab lock");
  EXPECT_EQ(content(own), kMine);
  for (const bool dangling : {false, true}) {
    fs::remove(own);
    const fs::path target = folder_.path() / "target";
    if (!dangling) folder_.write("target", kMine);
    fs::create_symlink(target, own);
    expect_one_line(run(kRun), "is not a tavlab lock");
    EXPECT_TRUE(fs::is_symlink(own));
    EXPECT_EQ(dangling ? "" : content(target), dangling ? "" : kMine);
    EXPECT_EQ(fs::exists(target), !dangling);
    fs::remove(target);
  }
  fs::remove(own);
  ASSERT_EQ(mkfifo(own.c_str(), 0600), 0);
  expect_one_line(run(kRun), "is not a tavlab lock");
}

TEST_F(Output, TakesTheLockOfAKilledRun) {
  folder_.write("out/tavlab.lock", "tavlab process 123456\n");
  EXPECT_EQ(run(kRun).code, 0);
  EXPECT_FALSE(fs::exists(out_ / "tavlab.lock"));
}

TEST_F(Output, FollowsNoLinkInPlaceOfAFile) {
  EXPECT_EQ(run(kRun).code, 0);
  const fs::path target = folder_.write("target", kMine);
  for (const char* const name : {"report.html", "report.html.tmp", "summary.md"}) {
    fs::remove(out_ / name);
    fs::create_symlink(target, out_ / name);
  }
  EXPECT_EQ(run("tavlab experiment report out").code, 0);
  EXPECT_EQ(content(target), kMine);
}

TEST_F(Output, WaitsForNoPipe) {
  ASSERT_EQ(mkfifo((out_ / "report.html.tmp").c_str(), 0600), 0);
  EXPECT_EQ(run(kRun).code, 0);
  ASSERT_EQ(mkfifo((folder_.path() / "pipe").c_str(), 0600), 0);
  fs::create_symlink("pipe", folder_.path() / "pipe.toml");
  for (const char* const command :
       {"tavlab experiment run ./pipe.toml --out new", "tavlab claim run ./pipe.toml --out new",
        "tavlab perft ./pipe.toml --depth 1", "tavlab train ./pipe.toml --out new",
        "tavlab trace helmfrid-9 --moves pipe", "tavlab trace helmfrid-9 --game pipe",
        "tavlab analyze helmfrid-9 --agent net:file=pipe", "tavlab dataset info pipe",
        "tavlab analyze ur-finkel --agent table:pipe", "tavlab solve --info pipe"}) {
    expect_one_line(run(command), "");
  }
  EXPECT_FALSE(fs::exists(folder_.path() / "new"));
}

TEST_F(Output, ReadsNoEndlessFiles) {
  fs::create_symlink("/dev/zero", folder_.path() / "zero.toml");
  folder_.write("large.toml", std::string(3 << 20, '#'));
  for (const char* const command :
       {"tavlab experiment run ./zero.toml --out new", "tavlab claim run ./zero.toml --out new",
        "tavlab perft ./zero.toml --depth 1", "tavlab trace helmfrid-9 --moves /dev/zero",
        "tavlab trace helmfrid-9 --game /dev/zero", "tavlab train ./zero.toml --out new",
        "tavlab analyze helmfrid-9 --agent net:file=/dev/zero", "tavlab dataset info /dev/zero",
        "tavlab analyze ur-finkel --agent table:/dev/zero", "tavlab solve --info /dev/zero",
        "tavlab experiment run ./large.toml --out new", "tavlab claim run ./large.toml --out new",
        "tavlab perft ./large.toml --depth 1", "tavlab train ./large.toml --out new"}) {
    expect_one_line(run(command), "");
  }
}

TEST_F(Output, OfPlayReplacesOnlyWhatTheGameSaved) {
  const fs::path file = folder_.write("game", kMine);
  const Outcome outcome =
      run("tavlab play brandubh-7 --second random", "save game\nd7-c7\nsave new\nsave new\nquit\n");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(content(file), kMine);
  const Outcome again =
      run("(printf 'save own\\n'; until [ -s own ]; do sleep 0.02; done; echo other >own; printf "
          "'save own\\nquit\\n') | tavlab play brandubh-7 --second random");
  EXPECT_NE(again.out.find("Not saved: own: already exists"), std::string::npos) << again.out;
  EXPECT_EQ(content(folder_.path() / "own"), "other\n");
  EXPECT_NE(outcome.out.find("Not saved: game: already exists"), std::string::npos);
  EXPECT_NE(outcome.out.find("Saved to new"), std::string::npos);
  EXPECT_NE(content(folder_.path() / "new").find("d7-c7"), std::string::npos);
}

TEST_F(Output, IsNotTheRootOfTheFileSystem) {
  for (const char* const root : {"/", "//", "/tmp/..", "/../."}) {
    expect_one_line(run(std::string("tavlab experiment run ./e.toml --out ") + root),
                    "root of the file system");
  }
  expect_one_line(run("tavlab experiment merge out --out /"), "root of the file system");
}

TEST_F(Output, FullDisksAreReported) {
  expect_one_line(run("tavlab rules show helmfrid-9 >/dev/full"),
                  "cannot write to standard output");
  expect_one_line(run("tavlab perft helmfrid-9 --depth 1 >/dev/full"),
                  "cannot write to standard output");
  const Outcome experiment = run(std::string(kRun) + " >/dev/full");
  expect_one_line(experiment, "cannot write to standard output");
  EXPECT_TRUE(fs::exists(out_ / "report.html")) << "the report is written all the same";
}

TEST_F(Output, NeedsNoLog) {
  for (const char* const log : {"2>/dev/full", "2>&-", "2> >(true)"}) {
    fs::remove_all(out_);
    const Outcome outcome = run("tavlab experiment run ./e.toml --out out " + std::string(log));
    EXPECT_EQ(outcome.code, 0) << log;
    EXPECT_TRUE(fs::exists(out_ / "report.html")) << log;
  }
}

TEST_F(Output, DoesNotHangWhereThereAreTooFewThreads) {
  // Room for the program and some threads of the 900, each of which wants 8 MB for its stack alone.
  const std::string few = "ulimit -v 1200000; ";
  const Outcome experiment = run(few + kRun + " --threads 900");
  EXPECT_EQ(experiment.code, 0) << experiment.err;
  EXPECT_TRUE(fs::exists(out_ / "report.html"));
  // On a slow machine lines of progress come first.
  const Outcome solve =
      run(few + "tavlab solve ur-finkel --pieces 4 --threads 900 --json --out table");
  EXPECT_EQ(solve.code, 2);
  EXPECT_THAT(solve.err, testing::EndsWith("tavlab: cannot start 900 threads; ask for "
                                           "fewer with --threads\n"));
}

TEST_F(Output, OfATrainingIsNotWaitedForWithoutMemory) {
  const Outcome outcome = run("ulimit -v 800000; tavlab train train-ur-finkel --out out --quiet");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
}

TEST_F(Output, EndsQuietlyWhereNobodyReads) {
  const Outcome outcome =
      run("set -o pipefail; tavlab rules list | true; tavlab rules list | head -1");
  EXPECT_EQ(outcome.err, "");
  for (const std::string command : {"--version", "experiment run ./e.toml --out out --quiet"}) {
    const Outcome piped = run("tavlab " + command + " > >(true); code=$?; wait; exit $code");
    EXPECT_EQ(piped.err, "") << command;
  }
}

TEST(CommandLine, TakesPlainTextOnly) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"tavlab perft helmfrid-9 --depth 1 --set $'king.armed=\\xff'", "not valid UTF-8"},
      {"tavlab match helmfrid-9 --first $'random\\e[31m'", "control characters"},
      {"tavlab perft $'helm\\xc2\\x9b31m' --depth 1", "control characters"},
  };
  for (const auto& [command, says] : cases) {
    const Outcome outcome = shell(command);
    EXPECT_EQ(outcome.code, 2) << command;
    EXPECT_NE(outcome.err.find(says), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.err.find_first_of("\x1b\x9b\xff"), std::string::npos) << outcome.err;
  }
}

TEST(CommandLine, RepeatsNoLongInput) {
  for (const char* const command :
       {"tavlab perft $X --depth 1", "tavlab $X", "tavlab perft helmfrid-9 --depth $X",
        "tavlab perft helmfrid-9 --depth 1 --set $X", "tavlab perft helmfrid-9 --depth 1 --$X",
        "tavlab match helmfrid-9 --first $X", "tavlab perft helmfrid-9 --depth 1 --position $X",
        "tavlab experiment run $X --out out", "tavlab solve --info $X", "tavlab bench --seconds $X",
        "tavlab trace helmfrid-9 --moves $X"}) {
    const Outcome outcome =
        shell("X=$(head -c 100000 /dev/zero | tr '\\0' x); " + std::string(command));
    EXPECT_EQ(outcome.code, 2) << command;
    EXPECT_LT(outcome.err.size(), 2000U) << command;
  }
}

TEST(CommandLine, TakesNumbersForNumbers) {
  for (const char* const command :
       {"tavlab bench --seconds nan", "tavlab bench nn --seconds nan", "tavlab bench --seconds inf",
        "tavlab dataset export . --out out --lambda nan",
        "tavlab claim run all --out out --minutes nan"}) {
    const Outcome outcome = shell(command);
    EXPECT_EQ(outcome.code, 2) << command;
    EXPECT_NE(outcome.err.find("must be"), std::string::npos) << outcome.err;
  }
}

}  // namespace
}  // namespace tavlab::test
