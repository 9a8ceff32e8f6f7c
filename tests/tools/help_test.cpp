// The help, the manual and the examples in them, of every command.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/tools/process.h"

namespace tavlab::test {
namespace {

using testing::HasSubstr;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The commands below one, from what completes it.
std::vector<std::string> commands_below(const std::string& path) {
  std::vector<std::string> commands;
  for (const std::string& line : lines_of(shell("tavlab complete " + path + " ''").out)) {
    const std::string word = line.substr(0, line.find('\t'));
    const std::string command = path.empty() ? word : path + ' ' + word;
    const std::string help = shell("tavlab " + command + " --help").out;
    if (help.find("Usage: tavlab " + command) != std::string::npos) commands.push_back(command);
  }
  return commands;
}

std::vector<std::string> all_commands() {
  std::vector<std::string> all;
  for (const std::string& command : commands_below("")) {
    all.push_back(command);
    for (const char* group : {"rules", "games", "experiment", "claim", "train", "dataset",
                              "evaluate", "net", "bench"}) {
      if (command != group) continue;
      const std::vector<std::string> below = commands_below(command);
      EXPECT_FALSE(below.empty()) << command;
      all.insert(all.end(), below.begin(), below.end());
    }
  }
  return all;
}

std::vector<std::string> examples_in(const std::string& help) {
  std::vector<std::string> examples;
  bool inside = false;
  for (const std::string& line : lines_of(help)) {
    if (line == "Examples:") inside = true;
    if (inside && line.starts_with("  tavlab ")) examples.push_back(line.substr(2));
  }
  return examples;
}

TEST(Help, ListsTasksWithEveryCommand) {
  const std::string tasks = shell("tavlab help").out;
  const std::vector<std::string> commands = commands_below("");
  EXPECT_GE(commands.size(), 30U);
  for (const std::string& command : commands) {
    EXPECT_THAT(tasks, HasSubstr("tavlab " + command)) << command;
  }
  for (const std::string& line : lines_of(tasks)) EXPECT_LE(line.size(), 110U) << line;
}

TEST(Help, OfACommandIsItsHelp) {
  for (const char* command : {"perft", "rules show", "bench nn"}) {
    const std::string name = command;
    EXPECT_EQ(shell("tavlab help " + name).out, shell("tavlab " + name + " --help").out);
  }
  const std::string kind = shell("tavlab help agents mcts").out;
  EXPECT_TRUE(kind.starts_with("mcts: ")) << kind;
  EXPECT_THAT(kind, testing::Not(HasSubstr("alphabeta:")));
  EXPECT_THAT(shell("tavlab help agents").out, HasSubstr(kind));
}

TEST(Help, OfRulesListsParametersOfAFamily) {
  const std::string all = shell("tavlab help rules").out;
  EXPECT_THAT(all, HasSubstr("Rule sets\n"));
  const std::string tafl = shell("tavlab help rules tafl").out;
  EXPECT_TRUE(tafl.starts_with("Parameters of tafl rule sets\n")) << tafl;
  EXPECT_THAT(tafl, testing::Not(HasSubstr("Parameters of ur")));
  EXPECT_THAT(all, HasSubstr(tafl));
  EXPECT_THAT(shell("tavlab help rules tafel").err, HasSubstr("the nearest is 'tafl'"));
}

TEST(Help, LeadsToWhatExplainsANameThatIsNoTopic) {
  EXPECT_THAT(shell("tavlab help ur").err, HasSubstr("see `tavlab help rules ur`"));
  EXPECT_THAT(shell("tavlab help tavlei-9").err, HasSubstr("see `tavlab rules show tavlei-9`"));
  EXPECT_THAT(shell("tavlab help mcts").err, HasSubstr("see `tavlab help agents mcts`"));
  EXPECT_THAT(shell("tavlab help king.armed").err, HasSubstr("see `tavlab help rules tafl`"));
  EXPECT_THAT(shell("tavlab help alfabeta").err, HasSubstr("the nearest is 'alphabeta'"));
}

TEST(Help, OfNotationSpeaksRussian) {
  const std::string english = shell("LC_ALL=C.UTF-8 tavlab help notation").out;
  EXPECT_THAT(english, HasSubstr("Positions\n"));
  const std::string russian = shell("LC_ALL=ru_RU.UTF-8 tavlab help notation").out;
  EXPECT_THAT(russian, HasSubstr("Позиции\n"));
  EXPECT_THAT(russian, testing::Not(HasSubstr(" the ")));
}

/// Each example in the help of each command runs; those that play until they are interrupted are.
TEST(Help, HasExamplesThatRun) {
  const bool torch = has_torch();
  std::vector<std::string> commands = all_commands();
  commands.insert(commands.begin(), "");  // tavlab itself
  for (const std::string& command : commands) {
    const std::string help = shell("tavlab " + command + " --help").out;
    const std::vector<std::string> examples = examples_in(help);
    EXPECT_FALSE(examples.empty()) << command << " has no examples";
    const TemporaryFolder folder;
    for (const std::string& example : examples) {
      const bool trains =
          example.starts_with("tavlab train train-") || example.starts_with("tavlab learn ");
      if (trains && !torch) {
        EXPECT_THAT(shell(example, "", folder.path()).err, HasSubstr("LibTorch")) << example;
        continue;
      }
      const bool endless = trains || example.starts_with("tavlab serve") ||
                           example.starts_with("tavlab evaluate train");
      // The second signal ends a training at once.
      const std::string line =
          endless ? "timeout --preserve-status --signal=INT --kill-after=5 2 " + example : example;
      const Outcome run = shell(line, "quit\n", folder.path());
      if (endless) {
        EXPECT_THAT(run.code, testing::AnyOf(0, 130, 137)) << example << '\n' << run.err;
      } else {
        EXPECT_EQ(run.code, 0) << example << '\n' << run.err;
      }
    }
  }
}

class Manual : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(shell("tavlab manual --out .", "", folder_.path()).code, 0);
    man_ = folder_.path() / "share/man/man1";
  }
  TemporaryFolder folder_;
  std::filesystem::path man_;
};

TEST_F(Manual, HasAPageForEveryCommand) {
  for (const std::string& command : commands_below("")) {
    const std::string page = content(man_ / ("tavlab-" + command + ".1"));
    EXPECT_THAT(page, HasSubstr(".SH SYNOPSIS")) << command;
    EXPECT_THAT(content(man_ / "tavlab.1"), HasSubstr("tavlab\\-" + command)) << command;
  }
  const std::string perft = content(man_ / "tavlab-perft.1");
  EXPECT_THAT(perft, HasSubstr("\\fB\\-\\-depth\\fR"));
  EXPECT_THAT(perft, HasSubstr("tavlab perft brandubh\\-7 \\-\\-depth 3"));
}

TEST_F(Manual, IsCleanRoff) {
  const bool mandoc = shell("command -v mandoc").code == 0;
  for (const auto& page : std::filesystem::directory_iterator(man_)) {
    const std::string file = page.path().string();
    const Outcome man = shell("LC_ALL=C.UTF-8 MANWIDTH=100 man --warnings -l '" + file + "'");
    EXPECT_EQ(man.code, 0) << file;
    EXPECT_EQ(man.err, "") << file;
    EXPECT_THAT(man.out, HasSubstr("NAME"));
    if (!mandoc) continue;
    const Outcome lint = shell("mandoc -Tlint -Werror '" + file + "'");
    EXPECT_EQ(lint.out, "") << file;
  }
}

}  // namespace
}  // namespace tavlab::test
