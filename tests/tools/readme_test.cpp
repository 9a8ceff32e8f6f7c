// Every command of the README runs.
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "tests/tools/process.h"

namespace tavlab::test {
namespace {

/// The lines that a reader is told to type: those behind "$ " in blocks marked `console`.
std::vector<std::string> readme_commands() {
  std::ifstream file(TAVLAB_SOURCE_DIR "/README.md");
  std::vector<std::string> commands;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("```")) {
      inside = line == "```console";
    } else if (inside && line.starts_with("$ ")) {
      commands.push_back(line.substr(2));
    }
  }
  return commands;
}

TEST(Readme, EveryTavlabCommandRuns) {
  const TemporaryFolder folder;
  int run_commands = 0;
  for (const std::string& command : readme_commands()) {
    // The two scripts install and build; the test of scripts runs the one, and is run by the other.
    if (command.starts_with("tools/") || command.starts_with("git ")) continue;
    const Outcome run = shell(command, "quit\n", folder.path());
    EXPECT_EQ(run.code, 0) << command << '\n' << run.err;
    ++run_commands;
  }
  EXPECT_GE(run_commands, 8);
}

TEST(Readme, TheQuickstartScriptRuns) {
  const TemporaryFolder folder;
  const Outcome run = shell(
      "TAVLAB_OUT='" + (folder.path() / "out").string() + "' tools/quickstart.sh --games 1 --quiet",
      "", TAVLAB_SOURCE_DIR);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("report.html"), std::string::npos) << run.out;
}

}  // namespace
}  // namespace tavlab::test
