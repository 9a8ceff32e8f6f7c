// The README and the pages of docs/: every command runs, and prints what the page shows.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/tools/process.h"

namespace tavlab::test {
namespace {

namespace fs = std::filesystem;

/// The `reading` of the quickstart's file: what its games show and what they do not.
std::string quickstart_reading() {
  const std::string file = source_file("experiments/configs/quickstart.toml");
  const std::string begin = "reading = \"\"\"\n";
  const std::size_t at = file.find(begin) + begin.size();
  return file.substr(at, file.find("\"\"\"", at) - at);
}

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(without_trailing_blanks(line));
  return lines;
}

/// A command of a page, with the output that stands below it; a line `...` stands for any number of
/// lines.
struct Command {
  std::string line;
  std::vector<std::string> shown;
};

/// What a reader does with a page, in its order: commands, and files that are to be written.
struct Step {
  Command command;
  bool takes_long = false;  ///< a command that is only begun here
  std::string file;         ///< a name, if this is a file
  std::string content;
};

/// The commands are in blocks marked `console`, after "$ ", where a backslash at the end continues
/// a line; those that take minutes or hours are in blocks marked `text`. The files are in blocks
/// marked `toml` that begin with a comment, their name.
std::vector<Step> steps(const std::string& page) {
  std::vector<Step> found;
  std::ifstream file(fs::path(TAVLAB_SOURCE_DIR) / page);
  std::string block;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("```")) {
      block = block.empty() ? line : "";
      if (line == "```toml") found.emplace_back();
    } else if ((block == "```console" || block == "```text") && line.starts_with("$ ")) {
      found.push_back({.command = {line.substr(2), {}},
                       .takes_long = block == "```text",
                       .file = {},
                       .content = {}});
      std::string& command = found.back().command.line;
      while (command.ends_with('\\') && std::getline(file, line)) {
        command.pop_back();
        command += line;
      }
    } else if (block == "```console") {
      EXPECT_FALSE(found.empty()) << page << ": output before the first command";
      if (!found.empty()) found.back().command.shown.push_back(without_trailing_blanks(line));
    } else if (block == "```toml") {
      Step& step = found.back();
      if (step.file.empty() && line.starts_with("# ")) {
        step.file = line.substr(2);
      } else {
        step.content += line + "\n";
      }
    }
  }
  return found;
}

/// The first line that is shown but not printed at its place, or printed but not shown; empty if
/// there is none.
std::string not_printed(const std::vector<std::string>& shown,
                        const std::vector<std::string>& printed) {
  auto at = printed.begin();
  bool anywhere = false;
  for (const std::string& line : shown) {
    if (line == "...") {
      anywhere = true;
      continue;
    }
    if (anywhere) at = std::find(at, printed.end(), line);
    if (at == printed.end() || *at != line) return line.empty() ? "(an empty line)" : line;
    ++at;
    anywhere = false;
  }
  return shown.empty() || anywhere || at == printed.end() ? "" : "not shown: " + *at;
}

/// The README first, then the pages of docs/ by name.
std::vector<std::string> pages() {
  std::vector<std::string> found;
  const fs::path root = TAVLAB_SOURCE_DIR;
  for (const auto& entry : fs::recursive_directory_iterator(root / "docs")) {
    if (entry.path().extension() != ".md") continue;
    const std::string page = fs::relative(entry.path(), root).generic_string();
    if (!steps(page).empty()) found.push_back(page);
  }
  std::sort(found.begin(), found.end());
  found.insert(found.begin(), "README.md");
  return found;
}

/// A server runs until it is interrupted: here once it has said where it is.
std::string served(const std::string& command) {
  return command +
         " --port 0 > served & until grep -q token served || ! kill -0 $!; do sleep 0.05; done; "
         "kill -INT $!; wait $! && cat served";
}

/// The lines with the same port and token in every address of a server: they differ by run.
std::vector<std::string> with_equal_addresses(std::vector<std::string> lines) {
  const std::regex address("http://127\\.0\\.0\\.1:[0-9]+/\\?token=[0-9a-f]+");
  for (std::string& line : lines) line = std::regex_replace(line, address, "http://ADDRESS");
  return lines;
}

/// Begins a command that takes long, as it stands on a page, and stops it.
void expect_begins(const std::string& command, const fs::path& folder) {
  if (command.starts_with("tavlab train") && !has_torch()) return;
  if (command.starts_with("tavlab ")) {
    const Outcome run = shell(command + " --minutes 0.01 > /dev/null", "", folder);
    EXPECT_TRUE(run.code == 0 || run.code == 3) << command << '\n' << run.err;
    return;
  }
  // Scripts: they are there, and have the options.
  const std::size_t script = command.find("tools/");
  if (script == std::string::npos || command.starts_with("export")) return;
  std::istringstream words(command.substr(script));
  std::string file, word, help;
  words >> file;
  ASSERT_TRUE(fs::exists(fs::path(TAVLAB_SOURCE_DIR) / file)) << command;
  if (!file.ends_with(".py")) return;
  std::string call = "python3 " + file;
  for (bool first = true; words >> word; first = false) {
    if (first && file == "tools/strength_tables.py") call += " " + word;  // its verb
    if (!word.starts_with("--")) continue;
    if (help.empty()) help = shell(call + " --help", "", TAVLAB_SOURCE_DIR).out;
    EXPECT_NE(help.find(word.substr(0, word.find('='))), std::string::npos) << command;
  }
}

class Page : public testing::TestWithParam<std::string> {};

TEST_P(Page, EveryCommandRunsAndPrintsWhatIsShown) {
  const TemporaryFolder folder;
  for (const Step& step : steps(GetParam())) {
    const std::string& command = step.command.line;
    if (command.empty()) {
      if (!step.file.empty()) folder.write(step.file, step.content);
      continue;
    }
    if (step.takes_long) {
      expect_begins(command, folder.path());
      continue;
    }
    const bool serves = command.starts_with("tavlab serve");
    const Outcome run = shell(serves ? served(command) : command, "quit\n", folder.path());
    EXPECT_EQ(run.code, 0) << command << '\n' << run.err;
    EXPECT_EQ(not_printed(with_equal_addresses(step.command.shown),
                          with_equal_addresses(lines_of(run.out))),
              "")
        << command << '\n'
        << run.out;
  }
}

INSTANTIATE_TEST_SUITE_P(Documents, Page, testing::ValuesIn(pages()), [](const auto& page) {
  std::string name = page.param;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

TEST(Pages, AreCompared) {
  const std::vector<std::string> printed = {"a", "b", "c", "d"};
  EXPECT_EQ(not_printed({}, printed), "");
  EXPECT_EQ(not_printed({"a", "...", "d"}, printed), "");
  EXPECT_EQ(not_printed({"...", "b", "c", "d"}, printed), "");
  EXPECT_EQ(not_printed({"a", "c"}, printed), "c");
  EXPECT_EQ(not_printed({"a", "b"}, printed), "not shown: c");
  EXPECT_EQ(not_printed({"...", "c", "...", "a"}, printed), "a");
  EXPECT_GE(pages().size(), 12U);
}

TEST(Readme, HasEightCommandsAndNoMoreLinesThanOneReads) {
  EXPECT_GE(steps("README.md").size(), 8U);
  EXPECT_LE(lines_of(source_file("README.md")).size(), 135U);
}

/// The two commands of the installation, with a clone of this repository and with a bundle of it;
/// what the second one does is tested below.
TEST(Readme, TheCloneLineWorks) {
  const std::string line = "git clone URL tavlab && cd tavlab";
  EXPECT_NE(source_file("README.md").find("$ " + line + "\n$ tools/quickstart.sh\n"),
            std::string::npos);
  const std::string root = TAVLAB_SOURCE_DIR;
  if (shell("git -C '" + root + "' rev-parse HEAD").code != 0) GTEST_SKIP() << "no repository";
  const TemporaryFolder folder;
  const Outcome bundle = shell("git -C '" + root + "' bundle create -q \"$PWD/tavlab.bundle\" HEAD",
                               "", folder.path());
  ASSERT_EQ(bundle.code, 0) << bundle.err;
  for (const std::string& url : {root, std::string("tavlab.bundle")}) {
    std::string command = line;
    command.replace(command.find("URL"), 3, "'" + url + "'");
    const Outcome clone =
        shell("rm -rf tavlab\n" + command + " && test -x tools/quickstart.sh", "", folder.path());
    EXPECT_EQ(clone.code, 0) << clone.err;
  }
}

TEST(Readme, TheQuickstartScriptRuns) {
  const TemporaryFolder folder;
  const Outcome run = shell(
      "TAVLAB_OUT='" + (folder.path() / "out").string() + "' tools/quickstart.sh --games 1 --quiet",
      "", TAVLAB_SOURCE_DIR);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("report.html"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find(quickstart_reading()), std::string::npos) << run.out;
  // In the end it says what to try next; without a terminal it asks nothing.
  for (const char* next : {"/out/report.html", "tavlab serve", "tavlab play", "tavlab help"}) {
    EXPECT_NE(run.out.find(next), std::string::npos) << next;
  }
  EXPECT_EQ(run.out.find("LibTorch"), std::string::npos) << run.out;
}

/// The page on the quickstart shows the table and the `reading` of the current one.
TEST(Readme, ShowsTheQuickstartThatThereIs) {
  const std::string page = source_file("docs/quickstart.md");
  const std::string reading = quickstart_reading();
  for (const char* word : {"What this shows", "What it does not show", "against themselves"}) {
    EXPECT_NE(reading.find(word), std::string::npos) << word;
  }
  EXPECT_NE(page.find(reading), std::string::npos);

  const TemporaryFolder folder;
  const Outcome run = shell("tavlab experiment run quickstart --games 1 --out out --json --quiet",
                            "", folder.path());
  ASSERT_EQ(run.code, 0) << run.err;
  const nlohmann::json summary = run.json();
  EXPECT_NE(page.find(summary["experiment"]["title"].get<std::string>() + "\n\n"),
            std::string::npos);
  for (const nlohmann::json& cell : summary["cells"]) {
    const std::string agents = cell["agents"]["name"];
    EXPECT_NE(page.find("\n" + agents + ":\n"), std::string::npos) << agents;
  }
}

}  // namespace
}  // namespace tavlab::test
