// Reports of runs whose folders cannot be written, or must not change: archives.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "experiments/claim/claim_overview.h"
#include "experiments/claim/claim_run.h"
#include "experiments/experiment.h"
#include "experiments/folder/directory_lock.h"
#include "experiments/merge.h"
#include "tests/experiments/fake_games.h"

namespace tavlab {
namespace {

namespace fs = std::filesystem;
using test::error_of;
using testing::HasSubstr;

class ReportElsewhere : public testing::Test {
 protected:
  ReportElsewhere() : config_(folder_.write("small.toml", std::string(test::kSmallConfig))) {
    fs::permissions(folder_.path(), fs::perms(0755));
  }

  static ExperimentOptions quiet() {
    ExperimentOptions options;
    options.threads = 2;
    test::silence(options);
    options.player = test::fake_player();
    return options;
  }

  fs::path at(const std::string& name) const { return folder_.path() / name; }
  void run(const std::string& out) { run_experiment(config_.string(), at(out), quiet()); }

  /// Everything that would show a change in a folder or its files.
  static std::vector<std::string> state(const fs::path& folder) {
    std::vector<fs::path> paths = {folder};
    for (const auto& entry : fs::directory_iterator(folder)) paths.push_back(entry.path());
    std::vector<std::string> lines;
    for (const fs::path& path : paths) {
      struct stat status = {};
      EXPECT_EQ(lstat(path.c_str(), &status), 0);
      lines.push_back(path.string() + " " + std::to_string(status.st_ino) + " " +
                      std::to_string(status.st_size) + " " + std::to_string(status.st_ctim.tv_sec) +
                      "." + std::to_string(status.st_ctim.tv_nsec) + " " +
                      std::to_string(status.st_mtim.tv_nsec));
    }
    std::ranges::sort(lines);
    return lines;
  }

  /// The files in a folder, except those of a store.
  static std::vector<std::string> files(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      const std::string name = fs::relative(entry.path(), folder).string();
      if (!name.starts_with("games.sqlite")) names.push_back(name);
    }
    std::ranges::sort(names);
    return names;
  }

  TemporaryFolder folder_;
  fs::path config_;
};

TEST_F(ReportElsewhere, ChangesNothingInTheRunsFolder) {
  run("out");
  report_experiment(at("out"), quiet());
  const auto before = state(at("out"));
  report_experiment(at("out"), quiet(), at("elsewhere"));
  EXPECT_EQ(state(at("out")), before);
  EXPECT_EQ(files(at("elsewhere")), files(at("out")));
  for (const char* name : {"summary.csv", "summary.json", "summary.md", "report.html"}) {
    EXPECT_EQ(test::read(at("elsewhere") / name), test::read(at("out") / name)) << name;
  }
}

TEST_F(ReportElsewhere, AlsoAfterAKillWhenTheLogHoldsGames) {
  // As a kill leaves it: the files while the store is still open.
  run("out");
  {
    Store store = Store::open_for_report(at("out"));
    sqlite::Database writer(at("out") / "games.sqlite", sqlite::Mode::existing);
    writer.execute("PRAGMA wal_autocheckpoint = 0");
    writer.execute("DELETE FROM games WHERE number >= 30");
    fs::create_directory(at("killed"));
    for (const char* name : {"games.sqlite", "games.sqlite-wal"}) {
      fs::copy_file(at("out") / name, at("killed") / name);
    }
  }
  ASSERT_GT(fs::file_size(at("killed") / "games.sqlite-wal"), 0U);
  const auto before = state(at("killed"));
  EXPECT_EQ(report_experiment(at("killed"), quiet(), at("elsewhere")).games(), 240U)
      << "with what is in the log";
  EXPECT_EQ(state(at("killed")), before);
  EXPECT_EQ(files(at("elsewhere")), files(at("out"))) << "no copy stays";
}

TEST_F(ReportElsewhere, AlsoWhileARunIsAtWork) {
  run("out");
  const DirectoryLock lock(at("out"));
  Store store = Store::open_for_report(at("out"));  // as during a run: SQLite's files are there
  EXPECT_EQ(report_experiment(at("out"), quiet(), at("elsewhere")).games(), 320U);
}

TEST_F(ReportElsewhere, FoldersMayHaveAnyName) {
  const std::string odd = "100% odd?mode=ro#name & \xc3\xa4'\"";
  run(odd);
  EXPECT_EQ(report_experiment(at(odd), quiet()).games(), 320U);
  EXPECT_EQ(report_experiment(at(odd), quiet(), at("else" + odd)).games(), 320U);
  EXPECT_EQ(merge_experiments({at(odd)}, at("merged" + odd), quiet()).taken, 320U);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()), 4)
      << "and nothing lies beside them";
}

TEST_F(ReportElsewhere, SaysWhichReportsComeFromTheirOwnFolderAlone) {
  run("out");
  test::change_store(at("out") / "games.sqlite",
                     "UPDATE meta SET value = 'tavlab compare a b' WHERE key = 'command'");
  EXPECT_THAT(error_of([&] { report_experiment(at("out"), quiet(), at("elsewhere")); }),
              HasSubstr("tavlab compare a b --out " + at("out").string() +
                        "` in this folder only: copy it to a writable place"));
  EXPECT_FALSE(fs::exists(at("elsewhere")));
}

TEST_F(ReportElsewhere, RefusesTheFolderOfAnotherRun) {
  run("out");
  run("other");
  const auto before = state(at("other"));
  EXPECT_THAT(error_of([&] { report_experiment(at("out"), quiet(), at("other")); }),
              HasSubstr("other: holds another run"));
  EXPECT_EQ(state(at("other")), before);
  EXPECT_THAT(error_of([&] { report_experiment(at("missing"), quiet(), at("new")); }),
              HasSubstr("no such store"));
  EXPECT_FALSE(fs::exists(at("new")));
  test::change_store(at("out") / "games.sqlite", "PRAGMA user_version = 9");
  EXPECT_THAT(error_of([&] { report_experiment(at("out"), quiet(), at("new")); }),
              HasSubstr("has format 9"));
  EXPECT_FALSE(fs::exists(at("new"))) << "no folder without a report";
}

/// Read-only folders, as seen by a user who is not root.
TEST_F(ReportElsewhere, ReportsAndMergesWhatCannotBeWritten) {
  run("out");
  fs::create_directory(at("open"));
  fs::permissions(at("open"), fs::perms(0777));
  fs::permissions(at("out"), fs::perms(0555));
  const pid_t child = fork();
  if (child == 0) {
    if (geteuid() == 0 && setuid(65534) != 0) _exit(2);  // nobody, since root may write anywhere
    const std::string message = error_of([&] { report_experiment(at("out"), quiet()); });
    if (message.find("name another folder for the report with --out") == std::string::npos)
      _exit(3);
    std::string other = error_of([&] {
      if (report_experiment(at("out"), quiet(), at("open") / "report").games() != 320) _exit(4);
    });
    if (!other.empty()) _exit(5);
    other = error_of([&] {
      if (merge_experiments({at("out")}, at("open") / "merged", quiet()).taken != 320) _exit(6);
    });
    _exit(other.empty() ? 77 : 7);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 77);
  fs::permissions(at("out"), fs::perms(0755));
  EXPECT_EQ(test::read(at("open") / "report" / "summary.csv"),
            test::read(at("out") / "summary.csv"));
}

TEST_F(ReportElsewhere, OfAClaim) {
  const fs::path file = folder_.write("claim.toml", R"toml(
id = "made"
title = "Made up"
source = "nobody"
statement = "The attackers have it easier."
question = "Have they?"
rules = ["helmfrid-9"]
agents = ["random"]
games = 400
seed = 4
[[hypothesis]]
measure = "score"
at_least = 0.5
)toml");
  ClaimOptions options;
  test::silence(options);
  options.player = test::fake_player();
  run_claim(file.string(), at("claims") / "made", options);
  report_claim(at("claims") / "made", options);
  const auto before = state(at("claims") / "made");
  report_claim(at("claims") / "made", options, at("elsewhere"));
  EXPECT_EQ(folders_of_claims(at("claims"), at("elsewhere")).size(), 1U);
  EXPECT_EQ(state(at("claims") / "made"), before);
  EXPECT_EQ(files(at("elsewhere")), files(at("claims") / "made"));
  for (const char* name : {"claim.json", "claim.md", "report.html", "summary.csv"}) {
    EXPECT_EQ(test::read(at("elsewhere") / name), test::read(at("claims") / "made" / name)) << name;
  }
}

}  // namespace
}  // namespace tavlab
