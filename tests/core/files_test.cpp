// Reading and replacing files.
#include "core/io/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "core/error.h"
#include "tests/support/temporary_folder.h"

namespace tavlab {
namespace {

namespace fs = std::filesystem;

template <typename Action>
std::string error_of(const Action& action) {
  try {
    action();
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

class Files : public testing::Test {
 protected:
  static std::string text(const fs::path& path) { return read_file(path, 1 << 20); }
  TemporaryFolder folder_;
  fs::path file_ = folder_.path() / "file";
};

TEST_F(Files, AreReadUpToALimit) {
  folder_.write("file", "12345");
  EXPECT_EQ(read_file(file_, 5), "12345");
  EXPECT_NE(error_of([&] { read_file(file_, 4); }).find("larger than 4 bytes"), std::string::npos);
}

TEST_F(Files, ThatAreNotRegularAreRejectedAtOnce) {
  ASSERT_EQ(mkfifo(file_.c_str(), 0600), 0);
  EXPECT_NE(error_of([&] { text(file_); }).find("not a regular file"), std::string::npos);
  EXPECT_NE(error_of([&] { text("/dev/zero"); }).find("not a regular file"), std::string::npos);
  EXPECT_NE(error_of([&] { text(folder_.path()); }).find("Is a directory"), std::string::npos);
}

TEST_F(Files, WithoutASizeAreRead) { EXPECT_FALSE(text("/proc/self/status").empty()); }

TEST_F(Files, AreReplacedWhole) {
  folder_.write("file", "before");
  write_file(file_, "after");
  EXPECT_EQ(text(file_), "after");
  EXPECT_EQ(names_in(folder_.path()), std::vector<std::string>{"file"});
}

TEST_F(Files, AreNotWrittenThroughLinks) {
  const fs::path target = folder_.write("target", "mine");
  fs::create_symlink(target, file_);
  fs::create_symlink(target,
                     folder_.path() / "file.tmp");  // the temporary name of earlier versions
  write_file(file_, "after");
  EXPECT_EQ(text(target), "mine");
  EXPECT_EQ(text(file_), "after");
  EXPECT_FALSE(fs::is_symlink(file_));
  EXPECT_EQ(text(folder_.path() / "file.tmp"), "mine");
}

TEST_F(Files, DoNotTakeThePlaceOfPipesAndFolders) {
  ASSERT_EQ(mkfifo(file_.c_str(), 0600), 0);
  EXPECT_NE(error_of([&] { write_file(file_, "x"); }).find("not a regular file"),
            std::string::npos);
  EXPECT_TRUE(fs::is_fifo(file_));
  fs::create_directory(folder_.path() / "below");
  EXPECT_NE(error_of([&] { write_file(folder_.path() / "below", "x"); }), "");
  EXPECT_TRUE(fs::is_directory(folder_.path() / "below"));
}

TEST_F(Files, ThatAreNewReplaceNothing) {
  write_new_file(file_, "one");
  EXPECT_NE(error_of([&] { write_new_file(file_, "two"); }).find("already exists"),
            std::string::npos);
  fs::create_symlink("nowhere", folder_.path() / "link");
  EXPECT_NE(error_of([&] { write_new_file(folder_.path() / "link", "two"); }), "");
  EXPECT_EQ(text(file_), "one");
  EXPECT_FALSE(fs::exists(folder_.path() / "nowhere"));
}

TEST_F(Files, ThatAreUnfinishedGo) {
  folder_.write(".tavlab-0123456789abcdef.tmp", "half");
  folder_.write(".tavlab-mine.tmp", "mine");
  folder_.write("file.tmp", "mine");
  remove_unfinished_files(folder_.path());
  EXPECT_EQ(names_in(folder_.path()), (std::vector<std::string>{".tavlab-mine.tmp", "file.tmp"}));
}

/// A writer killed at any moment leaves either the old or the new content.
TEST_F(Files, AreWholeAfterAKill) {
  const std::string old_text(300'000, 'a'), new_text(300'000, 'b');
  for (int round = 0; round < 30; ++round) {
    write_file(file_, old_text);
    int told[2];
    ASSERT_EQ(pipe(told), 0);
    const pid_t child = fork();
    if (child == 0) {
      for (bool now = true;; now = !now) {
        if (write(told[1], "x", 1) != 1) _exit(1);
        write_file(file_, now ? new_text : old_text);
      }
    }
    char byte = 0;  // killed in the middle of another write in each round
    for (int writes = 0; writes <= round % 4; ++writes) ASSERT_EQ(read(told[0], &byte, 1), 1);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    close(told[0]);
    close(told[1]);
    const std::string found = text(file_);
    EXPECT_TRUE(found == old_text || found == new_text);
  }
}

}  // namespace
}  // namespace tavlab
