// `tavlab solve` and what reads its tables, against files of other kinds, and a log that cannot be
// written.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/tools/process.h"

namespace tavlab::test {
namespace {

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Ends with one line that says this, at once: what waits for ever is ended with code 124.
void expect_refusal(const TemporaryFolder& folder, const std::string& arguments,
                    const std::string& says) {
  SCOPED_TRACE(arguments);
  const Outcome run = shell("timeout 60 tavlab " + arguments, "", folder.path());
  EXPECT_EQ(run.code, 2) << run.err;
  EXPECT_EQ(run.out, "");
  // Before it begins, `solve` reports its estimates.
  const std::string line = run.err.substr(std::min(run.err.find("tavlab: "), run.err.size()));
  EXPECT_EQ(std::ranges::count(line, '\n'), 1) << run.err;
  EXPECT_NE(line.find(says), std::string::npos) << run.err;
}

TEST(SolveFiles, TablesAreRegularFiles) {
  const TemporaryFolder folder;
  ASSERT_EQ(shell("mkfifo pipe; mkdir folder; ln -s pipe link", "", folder.path()).code, 0);
  for (const std::string file : {"/dev/zero", "/dev/null", "pipe", "link", "folder", "/"}) {
    const std::string says = "table '" + file + "': cannot be read: is not a regular file";
    expect_refusal(folder, "solve --info " + file, says);
    for (const std::string command :
         {"analyze ur-finkel --set pieces=1 --agent table:",
          "match ur-finkel --set pieces=1 --games 1 --first random --second mcts:sims=2,endgame=",
          "regret ur-finkel --set pieces=1 --positions 1 --agent random --table "}) {
      expect_refusal(folder, command + file, says);
    }
  }
}

TEST(SolveFiles, SmallTablesHaveASize) {
  const TemporaryFolder folder;
  const Outcome run = shell("tavlab solve ur-finkel --pieces 1 --out one.table", "", folder.path());
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err.find("0.00"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("B of memory, a file of "), std::string::npos) << run.err;
  const Outcome info = shell("tavlab solve --info one.table", "", folder.path());
  EXPECT_EQ(info.out.find("0.000 GB"), std::string::npos) << info.out;
  EXPECT_NE(info.out.find(" kB\n"), std::string::npos) << info.out;
}

TEST(SolveFiles, NothingForeignIsReplaced) {
  const TemporaryFolder folder;
  const std::string line =
      "echo notes >notes; ln -s notes link; ln -s nowhere dangling; mkfifo pipe; mkdir folder; "
      "echo notes >x.part; ln -s notes y.part; mkfifo z.part; mkdir w.part";
  ASSERT_EQ(shell(line, "", folder.path()).code, 0);
  const auto solve_to = [&](const std::string& out, const std::string& says) {
    expect_refusal(folder, "solve ur-finkel --pieces 1 --out " + out, says);
  };
  solve_to("notes", "table 'notes': exists and is not this table");
  solve_to("link", "table 'link': is not a regular file");
  solve_to("dangling", "table 'dangling': is not a regular file");
  solve_to("pipe", "table 'pipe': is not a regular file");
  solve_to("/dev/null", "table '/dev/null': is not a regular file");
  solve_to("folder", "table 'folder': is a folder");
  solve_to("/", "table '/': is a folder");
  solve_to("x", "table 'x.part': exists and is not the beginning of this table");
  solve_to("y", "table 'y.part': is not a regular file");
  solve_to("z", "table 'z.part': is not a regular file");
  solve_to("w", "table 'w.part': is not a regular file");
  for (const char* file : {"notes", "x.part"}) {
    EXPECT_EQ(bytes_of(folder.path() / file), "notes\n") << file;
  }
  const Outcome after = shell("ls -F", "", folder.path());
  EXPECT_EQ(after.out,
            "dangling@\nfolder/\nlink@\nnotes\npipe|\nw.part/\nx.part\ny.part@\nz.part|\n");
}

TEST(SolveFiles, ALogThatCannotBeWrittenEndsNoWork) {
  const TemporaryFolder folder;
  const std::string solve = "tavlab solve ur-finkel --pieces 2 --out ";
  const Outcome full = shell(solve + "full 2>/dev/full", "", folder.path());
  EXPECT_EQ(full.code, 0);
  EXPECT_NE(full.out.find("table: full"), std::string::npos);
  // A pipe that nobody reads any more.
  const Outcome broken =
      shell("{ " + solve + "broken 2>&1 >out; echo $? >code; } | true", "", folder.path());
  EXPECT_EQ(broken.code, 0);
  EXPECT_EQ(bytes_of(folder.path() / "code"), "0\n");
  const Outcome plain = shell(solve + "plain", "", folder.path());
  EXPECT_EQ(plain.code, 0);
  EXPECT_TRUE(bytes_of(folder.path() / "full") == bytes_of(folder.path() / "plain"));
  EXPECT_TRUE(bytes_of(folder.path() / "broken") == bytes_of(folder.path() / "plain"));
  EXPECT_EQ(shell("tavlab solve --info full", "", folder.path()).code, 0);
}

TEST(SolveFiles, OptionsOfCheckpoints) {
  const TemporaryFolder folder;
  const std::string solve = "tavlab solve ur-finkel --pieces 1 --out ";
  ASSERT_EQ(shell(solve + "often --checkpoint 0", "", folder.path()).code, 0);
  ASSERT_EQ(shell(solve + "never --checkpoint 86400", "", folder.path()).code, 0);
  EXPECT_TRUE(bytes_of(folder.path() / "often") == bytes_of(folder.path() / "never"));
  for (const char* seconds : {"-1", "nan", "inf", "1e9", "''", "x"}) {
    const Outcome run = shell(solve + "t --checkpoint " + seconds, "", folder.path());
    EXPECT_EQ(run.code, 2) << seconds;
    EXPECT_NE(run.err.find("--checkpoint"), std::string::npos) << run.err;
  }
}

}  // namespace
}  // namespace tavlab::test
