// Every command of the README runs.
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "tests/tools/process.h"

namespace tavlab::test {
namespace {

/// The `reading` of the quickstart's file: what its games show and what they do not.
std::string quickstart_reading() {
  const std::string file = source_file("experiments/configs/quickstart.toml");
  const std::string begin = "reading = \"\"\"\n";
  const std::size_t at = file.find(begin) + begin.size();
  return file.substr(at, file.find("\"\"\"", at) - at);
}

/// The commands of the README: lines after "$ " in blocks marked `console`.
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
    // These scripts install and build; the quickstart is tested below, and test.sh runs this test.
    // What they install in build/ is tested by tests/python.
    if (command.starts_with("tools/") || command.starts_with("git ") ||
        command.starts_with("build/")) {
      continue;
    }
    // A server runs until it is interrupted.
    const bool serves = command.starts_with("tavlab serve");
    const Outcome run = shell(
        serves ? "timeout --preserve-status --signal=INT 1 " + command + " --port 0" : command,
        "quit\n", folder.path());
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
  EXPECT_NE(run.out.find(quickstart_reading()), std::string::npos) << run.out;
}

/// The README shows the table and the `reading` of the current quickstart.
TEST(Readme, ShowsTheQuickstartThatThereIs) {
  const std::string readme = source_file("README.md");
  const std::string reading = quickstart_reading();
  for (const char* word : {"What this shows", "What it does not show", "against themselves"}) {
    EXPECT_NE(reading.find(word), std::string::npos) << word;
  }
  EXPECT_NE(readme.find(reading), std::string::npos);

  const TemporaryFolder folder;
  const Outcome run = shell("tavlab experiment run quickstart --games 1 --out out --json --quiet",
                            "", folder.path());
  ASSERT_EQ(run.code, 0) << run.err;
  const nlohmann::json summary = run.json();
  EXPECT_NE(readme.find(summary["experiment"]["title"].get<std::string>() + "\n\n"),
            std::string::npos);
  for (const nlohmann::json& cell : summary["cells"]) {
    const std::string agents = cell["agents"]["name"];
    EXPECT_NE(readme.find("\n" + agents + ":\n"), std::string::npos) << agents;
  }
}

}  // namespace
}  // namespace tavlab::test
