// What a command reads and where it writes may be anything: pipes, devices, endless files; a log on
// a full disk. None of it loses a result, and none hangs.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/tools/process.h"

namespace tavlab::test {
namespace {

namespace fs = std::filesystem;

/// A command that writes files into the folder `out`, and may need others to be there.
struct Writer {
  std::string command;
  std::string before;
  std::vector<std::string> files;
};

void PrintTo(const Writer& writer, std::ostream* stream) { *stream << writer.command; }

class LostOutput : public testing::TestWithParam<Writer> {
 protected:
  LostOutput() {
    folder_.write("small.toml",
                  "id = \"x\"\ntitle = \"t\"\nquestion = \"q\"\nrules = [\"brandubh-7\"]\n"
                  "agents = [\"random\"]\ngames = 20\nseed = 1\n");
    folder_.write("claim.toml",
                  "id = \"x\"\ntitle = \"t\"\nquestion = \"q\"\nsource = \"s\"\nstatement = \"s\"\n"
                  "rules = [\"brandubh-7\"]\nagents = [\"random\"]\ngames = 60\nseed = 1\n"
                  "[[hypothesis]]\nmeasure = \"score\"\nat_least = 0.1\n");
  }

  Outcome run(const std::string& redirection) {
    if (!GetParam().before.empty()) shell(GetParam().before, "", folder_.path());
    return shell(GetParam().command + redirection, "", folder_.path());
  }

  void expect_files() {
    for (const std::string& name : GetParam().files) {
      const fs::path path = folder_.path() / "out" / name;
      EXPECT_TRUE(fs::exists(path) && fs::file_size(path) > 100) << name;
    }
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) {
      EXPECT_FALSE(entry.path().filename().string().starts_with(".tavlab-")) << entry.path();
    }
  }

  TemporaryFolder folder_;
};

TEST_P(LostOutput, AFullDiskBehindTheLogLosesNothing) {
  const Outcome run = this->run(" 2>/dev/full");
  EXPECT_EQ(run.code, 0);
  EXPECT_FALSE(run.out.empty()) << "the results are printed all the same";
  expect_files();
}

TEST_P(LostOutput, AFullDiskIsReportedAndLosesNoFile) {
  const Outcome run = this->run(" >/dev/full");
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("tavlab: cannot write to standard output"), std::string::npos) << run.err;
  expect_files();
}

TEST_P(LostOutput, BothAtOnceLoseNoFile) {
  EXPECT_EQ(run(" >/dev/full 2>/dev/full").code, 2);
  expect_files();
}

TEST_P(LostOutput, ClosedStreamsLoseNoFile) {
  run(" 2>&-");
  expect_files();
}

INSTANTIATE_TEST_SUITE_P(
    All, LostOutput,
    testing::Values(
        Writer{"tavlab experiment run ./small.toml --out out",
               "",
               {"report.html", "summary.csv", "summary.json", "summary.md"}},
        Writer{"tavlab experiment report out",
               "tavlab experiment run ./small.toml --out out --quiet; rm out/summary.* out/*.html",
               {"report.html", "summary.csv", "summary.json", "summary.md"}},
        Writer{"tavlab experiment merge part --out out",
               "tavlab experiment run ./small.toml --out part --quiet",
               {"report.html", "summary.csv", "summary.json", "summary.md"}},
        Writer{"tavlab experiment ambiguity tavlei-9 --agent random --games 4 --max-plies 40 --out "
               "out",
               "",
               {"report.html", "summary.csv", "ambiguity.json", "ambiguity.md"}},
        Writer{"tavlab claim run ./claim.toml --out out",
               "",
               {"report.html", "summary.csv", "claim.json", "claim.md"}},
        Writer{"tavlab claim report out",
               "tavlab claim run ./claim.toml --out out --quiet; rm out/claim.* out/*.html",
               {"report.html", "summary.csv", "claim.json", "claim.md"}},
        Writer{"tavlab claim report all --out out",
               "tavlab claim run ./claim.toml --out all/one --quiet",
               {"claims.md", "claims.json", "one/report.html", "one/claim.json"}},
        Writer{"tavlab compare tavlei-9 helmfrid-9 --agent random --games 10 --positions 20 "
               "--analyzed "
               "0 --max-plies 60 --out out",
               "",
               {"report.html", "summary.csv", "compare.json", "compare.md"}},
        Writer{
            "tavlab ladder brandubh-7 --agents random greedy --games 10 --max-plies 60 --out out",
            "",
            {"report.html", "summary.csv", "ladder.json", "ladder.md"}}));

/// Every option that names a file, with files that are not regular or never end.
class EndlessFiles : public testing::TestWithParam<const char*> {};

TEST_P(EndlessFiles, AreRejectedAtOnce) {
  const TemporaryFolder folder;
  const std::string command = GetParam();
  ASSERT_EQ(shell("mkfifo pipe.toml; mkdir folder.toml; truncate -s 100M large.toml; "
                  "ln -s /dev/zero zero.toml; ln -s loop.toml loop.toml",
                  "", folder.path())
                .code,
            0);
  for (const char* file :
       {"pipe.toml", "folder.toml", "large.toml", "zero.toml", "loop.toml", "missing.toml"}) {
    const std::string name = std::string("./") + file;
    std::string line = command;
    line.replace(line.find("FILE"), 4, name);
    // `timeout` would return 124, and the test fail.
    const Outcome run = shell("timeout 60 " + line, "", folder.path());
    EXPECT_EQ(run.code, 2) << line << run.err;
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
    EXPECT_NE(run.err.find(file), std::string::npos) << run.err;
    EXPECT_EQ(run.out, "");
    EXPECT_FALSE(fs::exists(folder.path() / "out"));
  }
}

INSTANTIATE_TEST_SUITE_P(All, EndlessFiles,
                         testing::Values("tavlab experiment run FILE --out out",
                                         "tavlab claim run FILE --out out",
                                         "tavlab claim show FILE", "tavlab rules show FILE",
                                         "tavlab trace brandubh-7 --moves FILE",
                                         "tavlab trace brandubh-7 --game FILE",
                                         "tavlab compare FILE brandubh-7 --out out",
                                         "tavlab ladder FILE --agents random greedy --out out",
                                         "tavlab experiment ambiguity FILE --out out"));

TEST(Trace, AnEndlessLineIsRejected) {
  for (const char* command : {"tavlab trace brandubh-7 --moves -", "tavlab play brandubh-7"}) {
    const Outcome run = shell(std::string("timeout 60 ") + command + " </dev/zero");
    EXPECT_EQ(run.code, 2) << command;
    EXPECT_NE(run.err.find("standard input: "), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("is longer than 1048576 bytes"), std::string::npos) << run.err;
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
  }
  const Outcome game = shell("timeout 60 tavlab trace brandubh-7 --game - </dev/zero");
  EXPECT_EQ(game.code, 2);
  EXPECT_NE(game.err.find("is longer than 67108864 bytes"), std::string::npos) << game.err;
}

TEST(Trace, AnswersLineByLine) {
  // A million lines are answered as they come: the first answers do not wait for the rest.
  const Outcome run = shell("yes | timeout 60 tavlab trace brandubh-7 --moves - | head -n 3");
  EXPECT_EQ(std::ranges::count(run.out, '\n'), 3) << run.err;
}

TEST(Trace, TakesLinesOfWindowsAndALastLineWithoutEnd) {
  const Outcome run = shell("tavlab trace brandubh-7 --moves -", "d1-c1\r\n\r\nd1-b1");
  const std::vector<nlohmann::json> lines = run.json_lines();
  ASSERT_EQ(lines.size(), 5U) << run.out;
  EXPECT_EQ(lines[0].at("move"), "d1-c1");
  EXPECT_EQ(lines[2].at("plies"), 0);
  EXPECT_EQ(lines[4].at("game"), 2);
}

TEST(Reports, OfAnArchiveGoElsewhere) {
  const TemporaryFolder folder;
  folder.write("small.toml",
               "id = \"x\"\ntitle = \"t\"\nquestion = \"q\"\nrules = [\"brandubh-7\"]\n"
               "agents = [\"random\"]\ngames = 20\nseed = 1\n");
  ASSERT_EQ(shell("tavlab experiment run ./small.toml --out dir --quiet", "", folder.path()).code,
            0);
  const std::string list = "stat -c '%n %i %s %y %z' dir dir/*";
  const std::string before = shell(list, "", folder.path()).out;
  const Outcome run = shell("tavlab experiment report dir --out other", "", folder.path());
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("report: other/report.html"), std::string::npos) << run.out;
  EXPECT_EQ(shell(list, "", folder.path()).out, before);
  EXPECT_EQ(content(folder.path() / "other/report.html"),
            content(folder.path() / "dir/report.html"));
  const Outcome mistaken = shell("tavlab experiment report dir --out ''", "", folder.path());
  EXPECT_EQ(mistaken.code, 2);
}

}  // namespace
}  // namespace tavlab::test
