#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <thread>

#include "core/error.h"
#include "experiments/experiment.h"
#include "experiments/folder/directory_lock.h"
#include "experiments/run/progress.h"
#include "experiments/store/sqlite.h"
#include "experiments/text/table.h"
#include "tests/experiments/fake_games.h"

namespace tavlab {
namespace {

using namespace std::chrono_literals;
using test::error_of;
using testing::ContainsRegex;
using testing::HasSubstr;

class RunTest : public testing::Test {
 protected:
  RunTest() {
    config_ = folder_.path() / "small.toml";
    test::write(config_, test::kSmallConfig);
  }

  static ExperimentOptions quiet(GamePlayer player = test::fake_player(), int threads = 2) {
    ExperimentOptions options;
    options.threads = threads;
    test::silence(options);
    options.player = std::move(player);
    return options;
  }

  ExperimentOutcome run(const std::string& out, const ExperimentOptions& options = quiet()) {
    return run_experiment(config_.string(), folder_.path() / out, options);
  }

  /// Everything stored but the seconds, as one text.
  std::string rows(const std::string& out) {
    sqlite::Database database(folder_.path() / out / "games.sqlite",
                              sqlite::Database::Mode::existing);
    sqlite::Statement games(
        database,
        "SELECT label, number, swapped, result, reason, plies, captured_first, captured_second, "
        "mean_legal_moves, choices, throws, passes, longest_run, longest_turn, lead_changes, "
        "throw_counts, moves FROM games JOIN cells ON games.cell = cells.id ORDER BY place, "
        "number");
    constexpr int kColumns = 17;
    std::string text;
    while (games.step()) {
      for (int column = 0; column < kColumns; ++column) {
        text += std::string(games.text(column)) + (column + 1 < kColumns ? " " : "\n");
      }
    }
    return text;
  }

  TemporaryFolder folder_;
  std::filesystem::path config_;
};

TEST_F(RunTest, PlaysEveryGameAndWritesTheResults) {
  const ExperimentOutcome outcome = run("out");
  EXPECT_FALSE(outcome.interrupted);
  EXPECT_TRUE(outcome.summary.complete());
  EXPECT_EQ(outcome.summary.games(), 8U * 40U);
  for (const char* name : {"games.sqlite", "summary.csv", "summary.json", "report.html"}) {
    EXPECT_GT(std::filesystem::file_size(folder_.path() / "out" / name), 500U) << name;
  }
}

TEST_F(RunTest, PlaysTheSameGamesOnAnyNumberOfThreads) {
  run("one", quiet(test::fake_player(), 1));
  run("five", quiet(test::fake_player(200us), 5));
  EXPECT_EQ(rows("one"), rows("five"));
}

TEST_F(RunTest, ContinuesAfterAKillAsIfNothingHadHappened) {
  run("undisturbed");
  // Killed twice, in the middle of playing and writing.
  for (int attempt = 0; attempt < 2; ++attempt) {
    const pid_t child = fork();
    if (child == 0) {
      run("killed", quiet(test::fake_player(20ms)));
      _exit(0);
    }
    std::this_thread::sleep_for(1300ms);
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status)) << "the run was over before it was killed";
  }
  auto played = std::make_shared<std::atomic<int>>(0);
  const ExperimentOutcome outcome = run("killed", quiet(test::fake_player(0us, played)));
  EXPECT_TRUE(outcome.summary.complete());
  EXPECT_LT(*played, 300) << "what was finished a second before a kill must have been kept";
  EXPECT_GT(*played, 0);
  EXPECT_EQ(rows("killed"), rows("undisturbed"));
}

TEST_F(RunTest, TellsOfTheGamesThatItAsksFor) {
  run("out");
  ExperimentOptions fewer = quiet();
  fewer.games = 10;
  EXPECT_EQ(run("out", fewer).summary.games(), 8U * 10U);
  EXPECT_EQ(report_experiment(folder_.path() / "out", quiet()).games(), 8U * 10U);
  EXPECT_EQ(run("out").summary.games(), 8U * 40U) << "the others are there again";
}

TEST_F(RunTest, StopsWhenAskedAndContinues) {
  const pid_t child = fork();
  if (child == 0) {
    const ExperimentOutcome outcome = run("out", quiet(test::fake_player(10ms)));
    _exit(outcome.interrupted ? 77 : 1);
  }
  std::this_thread::sleep_for(500ms);
  kill(child, SIGINT);
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 77);
  const Summary partial = report_experiment(folder_.path() / "out", quiet());
  EXPECT_GT(partial.games(), 20U);  // half a second's games, the last ones included
  EXPECT_FALSE(partial.complete());
  run("out");
  run("undisturbed");
  EXPECT_EQ(rows("out"), rows("undisturbed"));
}

TEST_F(RunTest, PlaysOnlyWhatIsAdded) {
  run("out");
  auto played = std::make_shared<std::atomic<int>>(0);
  run("out", quiet(test::fake_player(0us, played)));
  EXPECT_EQ(*played, 0);
  ExperimentOptions more = quiet(test::fake_player(0us, played));
  more.games = 55;
  const ExperimentOutcome outcome = run("out", more);
  EXPECT_EQ(*played, 8 * 15);
  EXPECT_EQ(outcome.summary.games(), 8U * 55U);
  EXPECT_THAT(outcome.summary.command("DIR"), HasSubstr("--out DIR --games 55"));
  ExperimentOptions fresh = quiet();
  fresh.games = 55;
  run("fresh", fresh);
  EXPECT_EQ(rows("out"), rows("fresh"));
}

TEST_F(RunTest, RefusesASecondRunInTheSameFolder) {
  std::filesystem::create_directories(folder_.path() / "out");
  const DirectoryLock lock(folder_.path() / "out");
  const std::string message = error_of([&] { run("out"); });
  EXPECT_THAT(message, HasSubstr("process " + std::to_string(getpid()) + " is using this folder"));
}

TEST_F(RunTest, FinishesTheGamesInHandWhenASchedulerAsks) {
  const pid_t child = fork();
  if (child == 0) {
    auto handed_out = std::make_shared<std::atomic<std::uint64_t>>(0);
    const GamePlayer player = [handed_out](const MatchSettings& settings,
                                           std::span<const std::uint64_t> numbers, int,
                                           const std::function<void(const GameRecord&)>& finished,
                                           const std::stop_token& stop) {
      *handed_out += numbers.size();
      test::fake_player(10ms)(settings, numbers, 1, finished, stop);
    };
    const ExperimentOutcome outcome = run("out", quiet(player));
    _exit(outcome.interrupted && outcome.summary.games() == *handed_out ? 77 : 1);
  }
  std::this_thread::sleep_for(300ms);
  kill(child, SIGTERM);
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 77) << "every game that was begun is stored, and not all are";
  run("out");
  run("undisturbed");
  EXPECT_EQ(rows("out"), rows("undisturbed"));
}

TEST_F(RunTest, RefusesAgentsThatDoNotFitBeforeItTouchesAnything) {
  const GamePlayer refusing = [](const MatchSettings&, std::span<const std::uint64_t>, int,
                                 const std::function<void(const GameRecord&)>&,
                                 const std::stop_token&) { throw UserError("agent: no such net"); };
  EXPECT_EQ(error_of([&] { run("out", quiet(refusing)); }), "agent: no such net");
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "out"));
}

TEST_F(RunTest, KeepsWhatWasPlayedWhenAPlayerFails) {
  const GamePlayer failing =
      [](const MatchSettings& settings, std::span<const std::uint64_t> numbers, int,
         const std::function<void(const GameRecord&)>& finished, const std::stop_token&) {
        for (const std::uint64_t number : numbers) {
          if (number == 30) throw UserError("the machine is on fire");
          finished(test::fake_game(settings, number));
        }
      };
  EXPECT_EQ(error_of([&] { run("out", quiet(failing, 1)); }), "the machine is on fire");
  EXPECT_GE(report_experiment(folder_.path() / "out", quiet()).games(), 30U);
  run("out");
  run("undisturbed");
  EXPECT_EQ(rows("out"), rows("undisturbed"));
}

TEST_F(RunTest, SaysWhatIsWrongWithTheFolder) {
  test::write(folder_.path() / "file", "");
  EXPECT_THAT(error_of([&] { run("file"); }), HasSubstr("file: cannot create the folder"));
  EXPECT_THAT(error_of([&] { run_experiment(config_.string(), "/proc/tavlab", quiet()); }),
              HasSubstr("/proc/tavlab: cannot create the folder"));
}

TEST_F(RunTest, SaysThatAFolderMayNotBeWritten) {
  std::filesystem::permissions(folder_.path(), std::filesystem::perms(0755));
  std::filesystem::permissions(config_, std::filesystem::perms(0644));
  std::filesystem::create_directories(folder_.path() / "closed");
  std::filesystem::permissions(folder_.path() / "closed", std::filesystem::perms(0555));
  const pid_t child = fork();
  if (child == 0) {
    if (geteuid() == 0 && setuid(65534) != 0) _exit(2);  // nobody, since root may write anywhere
    const std::string message = error_of([&] { run("closed"); });
    _exit(message.find("closed/tavlab.lock: cannot be written") != std::string::npos ? 77 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 77);
}

/// Runs in a child process with a limit on file sizes, as on a full disk.
TEST_F(RunTest, SurvivesAFullDisk) {
  const pid_t child = fork();
  if (child == 0) {
    const rlimit limit{200'000, 200'000};
    setrlimit(RLIMIT_FSIZE, &limit);
    ExperimentOptions options = quiet();
    options.games = 2000;
    const std::string message = error_of([&] { run("out", options); });
    const bool told = message.find("games.sqlite: ") != std::string::npos &&
                      message.find("run the same command again") != std::string::npos;
    _exit(told ? 77 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 77);
  ExperimentOptions options = quiet();
  options.games = 2000;
  run("out", options);
  run("undisturbed", options);
  EXPECT_EQ(rows("out"), rows("undisturbed"));
}

TEST_F(RunTest, LeavesOldReportsWhereNewOnesCannotBeWritten) {
  run("out");
  const std::string before = test::read(folder_.path() / "out" / "report.html");
  const pid_t child = fork();
  if (child == 0) {
    const rlimit limit{40'000, 40'000};  // enough for SQLite's index of the log
    setrlimit(RLIMIT_FSIZE, &limit);
    const std::string message =
        error_of([&] { report_experiment(folder_.path() / "out", quiet()); });
    _exit(message.find("cannot be written") != std::string::npos ? 77 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 77);
  EXPECT_EQ(test::read(folder_.path() / "out" / "report.html"), before);
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "out" / "report.html.tmp"));
}

TEST_F(RunTest, ShowsProgressInALog) {
  const auto log = folder_.path() / "log";
  std::FILE* file = std::fopen(log.c_str(), "w");
  ASSERT_NE(file, nullptr);
  ExperimentOptions options = quiet(test::fake_player(5ms));
  options.quiet = false;
  options.log = file;
  run("out", options);
  std::fclose(file);
  const std::string text = test::read(log);
  EXPECT_THAT(text, HasSubstr("320 of 320 games"));
  EXPECT_THAT(text, HasSubstr("games/s"));
  EXPECT_EQ(text.find('\x1b'), std::string::npos) << "no control sequences outside a terminal";
}

/// Progress with a unit shows nothing of quick work, and an occasional line of longer work.
TEST_F(RunTest, ShowsProgressOfOtherThingsInALog) {
  const auto log = folder_.path() / "log";
  std::FILE* file = std::fopen(log.c_str(), "w");
  ASSERT_NE(file, nullptr);
  {
    Progress quick("positions", 3, file);
    for (std::uint64_t i = 1; i <= 3; ++i) quick.update(i, "note");
  }
  EXPECT_EQ(test::read(log), "");
  {
    Progress slow("positions", 10, file);
    slow.update(4, "begun");  // 4 of which were there before
    Progress more("nodes", 5, file);
    more.update(1, "");
    std::this_thread::sleep_for(1100ms);
    slow.update(6, "at work");
    more.forget_total();
    more.update(9, "more than expected");
  }
  std::fclose(file);
  const std::string text = test::read(log);
  EXPECT_TRUE(text.starts_with("6 of 10 positions, 1.")) << text;
  EXPECT_THAT(text, HasSubstr(" positions/s, 2 s left; at work\n"));
  EXPECT_THAT(text, ContainsRegex("\n9 nodes, .* so far; more than expected\n"));
  EXPECT_EQ(std::ranges::count(text, '\n'), 2);
}

/// On a terminal of unknown size, which counts as 80 columns, no line may wrap, or the lines above
/// it are not drawn over; and rows with long labels must still differ.
TEST_F(RunTest, ShowsRowsThatFitATerminal) {
  const auto screen = folder_.path() / "screen";
  std::FILE* file = std::fopen(screen.c_str(), "w");
  ASSERT_NE(file, nullptr);
  {
    Progress progress(file, Progress::Style::terminal);
    ResultCounts counts;
    counts.wins = 7;
    const std::string begin = "move limit, king side moves and more of the kind ";
    for (const char* end : {"limit=13 | alphabeta:depth=1", "limit=15 | alphabeta:depth=1",
                            "limit=15 | alphabeta:depth=2"}) {
      progress.add_cell(begin + end, 40, counts);
    }
    progress.start(1);
    progress.finish();
  }
  std::fclose(file);
  std::istringstream drawn(test::read(screen));
  std::set<std::string> rows;
  std::size_t lines = 0;
  for (std::string line; std::getline(drawn, line);) {
    const std::size_t end = line.find("\x1b[K");
    if (end == std::string::npos) continue;
    line.resize(end);
    EXPECT_LE(display_width(line), 79U) << line;
    rows.insert(line);
    ++lines;
  }
  EXPECT_EQ(lines, 4U);
  EXPECT_EQ(rows.size(), lines);
}

/// A log that cannot be written does not end a run.
TEST_F(RunTest, ProgressOnAFullDiskIsLost) {
  std::FILE* full = std::fopen("/dev/full", "w");
  ASSERT_NE(full, nullptr);
  ExperimentOptions options = quiet(test::fake_player(5ms));
  options.quiet = false;
  options.log = full;
  EXPECT_TRUE(run("out", options).summary.complete());
  std::fclose(full);
}

TEST_F(RunTest, TwoGameMatchesAreScored) {
  std::string text(test::kSmallConfig);
  text.replace(text.find("seed = 7"), 8, "seed = 7\nmatch = \"two_game\"");
  test::write(config_, text);
  const ExperimentOutcome outcome = run("out");
  for (const CellSummary& cell : outcome.summary.cells) {
    ASSERT_TRUE(cell.matches.has_value());
    EXPECT_EQ(cell.matches->matches, 20U);
  }
}

TEST_F(RunTest, PlaysRealGamesTheSameOnOneAndTwoThreads) {
  test::write(config_, R"(
id = "real"
title = "Real games"
question = "?"
rules = ["helmfrid-9", "helmfrid-11", "ur-skiryuk"]
agents = ["random", "greedy", "mcts:sims=4"]
games = 4
seed = 3
opening_plies = 2
max_plies = 40
)");
  run("one", quiet(nullptr, 1));
  run("two", quiet(nullptr, 2));
  EXPECT_EQ(rows("one"), rows("two"));
}

}  // namespace
}  // namespace tavlab
