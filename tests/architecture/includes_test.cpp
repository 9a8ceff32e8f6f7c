// Enforces the order of the parts: each includes only itself and the parts before it, so that rules
// never depend on search, nor search on experiments.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tavlab {
namespace {

namespace fs = std::filesystem;

/// Every part may include those to its left.
const std::vector<std::string> kParts = {"core",        "solve", "mcts",  "nn",    "selfplay",
                                         "experiments", "serve", "tools", "python"};

/// One #include in a file of ours.
struct Include {
  std::string file;  ///< path from the root of the repository
  int line;
  std::string target;  ///< the text between the quotes or brackets
};

struct SourceFile {
  std::string path;
  std::vector<std::string> lines;
};

bool is_source(const fs::path& path) {
  return path.extension() == ".h" || path.extension() == ".cpp";
}

/// Templates, scripts, pages and build files.
bool is_other_code(const fs::path& path) {
  static const std::set<std::string> kinds = {".in",   ".cmake", ".sh", ".py",
                                              ".html", ".css",   ".js"};
  return kinds.contains(path.extension().string()) || path.filename() == "CMakeLists.txt";
}

std::vector<SourceFile> read_files(const fs::path& root, const std::vector<std::string>& folders,
                                   bool (*wanted)(const fs::path&) = is_source) {
  std::vector<SourceFile> files;
  for (const std::string& folder : folders) {
    if (!fs::exists(root / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (!entry.is_regular_file() || !wanted(entry.path())) continue;
      SourceFile file{fs::relative(entry.path(), root).generic_string(), {}};
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) file.lines.push_back(line);
      files.push_back(std::move(file));
    }
  }
  return files;
}

/// The name between quotes or brackets of an #include line, or nothing.
std::string include_target(std::string_view line) {
  const std::size_t hash = line.find_first_not_of(" \t");
  if (hash == std::string_view::npos || line[hash] != '#') return {};
  const std::size_t word = line.find_first_not_of(" \t", hash + 1);
  if (word == std::string_view::npos || !line.substr(word).starts_with("include")) return {};
  const std::size_t open = line.find_first_of("\"<", word);
  if (open == std::string_view::npos) return {};
  const std::size_t close = line.find_first_of("\">", open + 1);
  if (close == std::string_view::npos) return {};
  return std::string(line.substr(open + 1, close - open - 1));
}

std::vector<Include> includes_of(const std::vector<SourceFile>& files) {
  std::vector<Include> includes;
  for (const SourceFile& file : files) {
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::string target = include_target(file.lines[i]);
      if (!target.empty()) includes.push_back({file.path, static_cast<int>(i + 1), target});
    }
  }
  return includes;
}

std::string first_folder(std::string_view path) {
  return std::string(path.substr(0, path.find('/')));
}

/// The second folder of a path such as core/tafl/moves.h, or nothing.
std::string second_folder(std::string_view path) {
  const std::size_t start = path.find('/');
  if (start == std::string_view::npos) return {};
  const std::size_t end = path.find('/', start + 1);
  return end == std::string_view::npos ? std::string{}
                                       : std::string(path.substr(start + 1, end - start - 1));
}

/// The position of a path's part in the order, or -1.
int rank_of(std::string_view path) {
  const auto found = std::find(kParts.begin(), kParts.end(), first_folder(path));
  return found == kParts.end() ? -1 : static_cast<int>(found - kParts.begin());
}

// Each rule returns what is wrong with an include, or nothing.

std::string wrong_order(const Include& include) {
  const int from = rank_of(include.file), to = rank_of(include.target);
  if (from < 0 || to <= from) return {};
  return kParts[static_cast<std::size_t>(from)] + " may not include " +
         kParts[static_cast<std::size_t>(to)];
}

bool is_solver(std::string_view path) {
  if (first_folder(path) != "core") return false;
  return second_folder(path) == "solving" || path.find("/solve/") != std::string_view::npos;
}

std::string rules_need_solvers(const Include& include) {
  const bool rules = first_folder(include.file) == "core" && !is_solver(include.file);
  return rules && is_solver(include.target) ? "rules do not need solvers" : "";
}

/// Families are the folders of core that hold rule sets.
std::string another_family(const Include& include, const std::set<std::string>& families) {
  if (first_folder(include.file) != "core" || first_folder(include.target) != "core") return {};
  const std::string from = second_folder(include.file), to = second_folder(include.target);
  if (!families.contains(from) || !families.contains(to) || from == to) return {};
  return from + " may not include " + to;
}

/// Where a family may be named: in its folder, in the one list, and in tests.
bool may_name_families(const std::string& path, const std::set<std::string>& families) {
  const std::string part = first_folder(path);
  if (part == "tests" || path == "core/families.h") return true;
  return part == "core" && families.contains(second_folder(path));
}

std::string names_a_family(const Include& include, const std::set<std::string>& families) {
  if (first_folder(include.target) != "core" || !families.contains(second_folder(include.target))) {
    return {};
  }
  if (may_name_families(include.file, families)) return {};
  return "only core/families.h names families";
}

/// The family named on a line, in code or comment, or nothing: as a word, or within one if the name
/// is too long to occur there by chance.
std::string family_named(std::string line, const std::set<std::string>& families) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  const auto in_word = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  std::transform(line.begin(), line.end(), line.begin(), lower);
  for (const std::string& family : families) {
    for (std::size_t at = line.find(family); at != std::string::npos;
         at = line.find(family, at + 1)) {
      const std::size_t end = at + family.size();
      const bool whole =
          (at == 0 || !in_word(line[at - 1])) && (end == line.size() || !in_word(line[end]));
      if (whole || family.size() > 3) return family;
    }
  }
  return {};
}

/// Folders of experiments/ and selfplay/ by layer: each includes only itself and those before it.
/// The files at the top of a part come last in experiments/ (they are what its commands do) and
/// first in selfplay/ (all of it shares them).
const std::vector<std::string> kExperimentLayers = {
    "stats",   "text",      "config", "folder",   "store",  "measure", "run",
    "summary", "match",     "human",  "report",   "review", "claim",   "compare",
    "ladder",  "calibrate", "limit",  "training", ""};
const std::vector<std::string> kSelfplayLayers = {
    "",       "alphabeta", "protocol", "process", "programs", "agents", "bench",
    "record", "match",     "engine",   "dataset", "generate", "train",  "evaluation"};

std::string wrong_room(const Include& include) {
  const std::string part = first_folder(include.file);
  if (part != first_folder(include.target)) return {};
  const auto& rooms = part == "experiments" ? kExperimentLayers : kSelfplayLayers;
  if (part != "experiments" && part != "selfplay") return {};
  const auto rank = [&](const std::string& path) {
    return std::find(rooms.begin(), rooms.end(), second_folder(path)) - rooms.begin();
  };
  const auto from = rank(include.file), to = rank(include.target);
  if (from == static_cast<std::ptrdiff_t>(rooms.size())) return "its folder is in no layer";
  return to > from ? "that is a later layer" : "";
}

std::string torch_elsewhere(const Include& include) {
  for (const std::string_view prefix : {"torch/", "ATen/", "c10/"}) {
    if (!include.target.starts_with(prefix)) continue;
    if (!include.file.starts_with("nn/torch/")) return "LibTorch is for nn/torch/ alone";
  }
  return {};
}

std::string tests_included(const Include& include) {
  if (include.target.starts_with("tests/") && !include.file.starts_with("tests/")) {
    return "tests are for tests alone";
  }
  return {};
}

class Architecture : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    std::vector<std::string> folders = kParts;
    folders.emplace_back("tests");
    files_ = read_files(TAVLAB_ROOT, folders);
    includes_ = includes_of(files_);
    for (const SourceFile& file : files_) {
      const std::string folder = second_folder(file.path);
      const bool has_rules = fs::exists(fs::path(TAVLAB_ROOT) / "core" / folder / "rulesets");
      if (first_folder(file.path) == "core" && !folder.empty() && has_rules) {
        families_.insert(folder);
      }
    }
  }

  template <typename Rule>
  static void check(Rule&& rule) {
    for (const Include& include : includes_) {
      const std::string wrong = rule(include);
      EXPECT_TRUE(wrong.empty()) << include.file << ':' << include.line << ": includes "
                                 << include.target << ", but " << wrong;
    }
  }

  static bool is_header(const SourceFile& file) { return file.path.ends_with(".h"); }

  static inline std::vector<SourceFile> files_;
  static inline std::vector<Include> includes_;
  static inline std::set<std::string> families_;
};

/// The walk has found all parts, so that the rules below have something to check.
TEST_F(Architecture, TheSourcesAreFound) {
  for (const char* path : {"core/game.h", "core/tafl/position.cpp", "core/families.h"}) {
    EXPECT_TRUE(std::any_of(files_.begin(), files_.end(), [&](const SourceFile& file) {
      return file.path == path;
    })) << path;
  }
  EXPECT_TRUE(families_.contains("tafl"));
  EXPECT_FALSE(families_.contains("io"));
  EXPECT_GT(includes_.size(), 200U);
}

TEST_F(Architecture, PartsIncludeOnlyEarlierParts) { check(wrong_order); }

TEST_F(Architecture, RulesDoNotIncludeSolvers) { check(rules_need_solvers); }

TEST_F(Architecture, FamiliesDoNotIncludeEachOther) {
  check([](const Include& include) { return another_family(include, families_); });
}

TEST_F(Architecture, NobodyElseNamesAFamily) {
  check([](const Include& include) { return names_a_family(include, families_); });
}

/// In code and comments: generic code goes through the contract instead. Two scripts list rule sets
/// to play or to prove, as configs do, an example is about one game, and the page translates names.
TEST_F(Architecture, NoOtherFileNamesAFamily) {
  const std::set<std::string> lists = {"core/families.cmake", "tools/strength_tables.py",
                                       "tools/exact_results.py", "python/examples/ur_exact.py",
                                       "serve/page/words.js"};
  std::vector<std::string> folders = kParts;
  folders.emplace_back("cmake");
  std::vector<SourceFile> files = read_files(TAVLAB_ROOT, folders, is_other_code);
  EXPECT_GT(files.size(), 40U);
  files.insert(files.end(), files_.begin(), files_.end());
  for (const SourceFile& file : files) {
    if (may_name_families(file.path, families_) || lists.contains(file.path)) continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::string family = family_named(file.lines[i], families_);
      EXPECT_TRUE(family.empty()) << file.path << ':' << i + 1 << ": says " << family << ": "
                                  << file.lines[i];
    }
  }
}

TEST_F(Architecture, RoomsIncludeOnlyEarlierRooms) { check(wrong_room); }

TEST_F(Architecture, LibTorchStaysBehindItsInterface) { check(torch_elsewhere); }

TEST_F(Architecture, NothingIncludesTests) { check(tests_included); }

/// Includes are written from the root of the repository, so that the rules above can read them.
TEST_F(Architecture, IncludesAreWrittenFromTheRoot) {
  for (const Include& include : includes_) {
    EXPECT_FALSE(
        include.target.find("..") != std::string::npos ||
        fs::exists(fs::path(TAVLAB_ROOT) / fs::path(include.file).parent_path() / include.target))
        << include.file << ':' << include.line << ": " << include.target;
  }
}

TEST_F(Architecture, HeadersAreIncludedOnce) {
  for (const SourceFile& file : files_) {
    if (!is_header(file)) continue;
    EXPECT_NE(std::find(file.lines.begin(), file.lines.end(), "#pragma once"), file.lines.end())
        << file.path << " has no #pragma once";
  }
}

TEST_F(Architecture, HeadersDoNotOpenNamespaces) {
  for (const SourceFile& file : files_) {
    if (!is_header(file)) continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      EXPECT_EQ(file.lines[i].find("using namespace"), std::string::npos)
          << file.path << ':' << i + 1;
    }
  }
}

/// The rules themselves, on includes that do not exist.
TEST(ArchitectureRules, FindWhatTheyAreFor) {
  const std::set<std::string> families = {"tafl", "ur"};
  EXPECT_FALSE(wrong_order({"core/game.h", 1, "mcts/search.h"}).empty());
  EXPECT_FALSE(wrong_order({"mcts/search.h", 1, "tools/cli.h"}).empty());
  EXPECT_TRUE(wrong_order({"mcts/search.h", 1, "core/game.h"}).empty());
  EXPECT_TRUE(wrong_order({"mcts/search.h", 1, "mcts/tree.h"}).empty());
  EXPECT_TRUE(wrong_order({"core/game.h", 1, "vector"}).empty());
  EXPECT_FALSE(wrong_order({"core/ur/solve/index.h", 1, "solve/certificate.h"}).empty());
  EXPECT_FALSE(wrong_order({"core/ur/solve/index.h", 1, "mcts/search.h"}).empty());

  EXPECT_FALSE(rules_need_solvers({"core/ur/moves.h", 1, "core/ur/solve/index.h"}).empty());
  EXPECT_FALSE(rules_need_solvers({"core/perft.h", 1, "core/solving/exact.h"}).empty());
  EXPECT_TRUE(rules_need_solvers({"core/ur/solve/index.h", 1, "core/solving/exact.h"}).empty());
  EXPECT_TRUE(rules_need_solvers({"mcts/search.h", 1, "core/solving/exact.h"}).empty());

  EXPECT_FALSE(another_family({"core/tafl/moves.h", 1, "core/ur/moves.h"}, families).empty());
  EXPECT_TRUE(another_family({"core/tafl/moves.h", 1, "core/tafl/rules.h"}, families).empty());
  EXPECT_TRUE(another_family({"core/tafl/moves.h", 1, "core/game.h"}, families).empty());

  EXPECT_FALSE(names_a_family({"tools/cli.h", 1, "core/tafl/tafl.h"}, families).empty());
  EXPECT_FALSE(names_a_family({"nn/net.h", 1, "core/tafl/tafl.h"}, families).empty());
  EXPECT_FALSE(names_a_family({"core/perft.h", 1, "core/tafl/tafl.h"}, families).empty());
  EXPECT_TRUE(names_a_family({"core/families.h", 1, "core/tafl/tafl.h"}, families).empty());
  EXPECT_TRUE(names_a_family({"core/ur/solve/index.h", 1, "core/ur/rules.h"}, {"ur"}).empty());
  EXPECT_FALSE(names_a_family({"core/solving/exact.h", 1, "core/ur/ur.h"}, {"ur"}).empty());
  EXPECT_FALSE(names_a_family({"solve/ur/index.h", 1, "core/ur/ur.h"}, {"ur"}).empty());
  EXPECT_TRUE(names_a_family({"tests/tafl/a.cpp", 1, "core/tafl/tafl.h"}, families).empty());

  EXPECT_EQ(family_named("// as in Tafl<2>", families), "tafl");
  EXPECT_EQ(family_named("\"ur-finkel\"", families), "ur");
  EXPECT_EQ(family_named("return our_turn;", families), "");

  EXPECT_FALSE(wrong_room({"experiments/store/store.h", 1, "experiments/report/svg.h"}).empty());
  EXPECT_FALSE(wrong_room({"experiments/store/store.h", 1, "experiments/merge.h"}).empty());
  EXPECT_TRUE(wrong_room({"experiments/merge.h", 1, "experiments/store/store.h"}).empty());
  EXPECT_TRUE(wrong_room({"selfplay/match/match.h", 1, "selfplay/agent.h"}).empty());
  EXPECT_FALSE(wrong_room({"selfplay/agent.h", 1, "selfplay/match/match.h"}).empty());

  EXPECT_FALSE(torch_elsewhere({"nn/net.h", 1, "torch/torch.h"}).empty());
  EXPECT_FALSE(torch_elsewhere({"selfplay/agent.h", 1, "ATen/ATen.h"}).empty());
  EXPECT_TRUE(torch_elsewhere({"nn/torch/net.cpp", 1, "torch/torch.h"}).empty());
  EXPECT_FALSE(tests_included({"core/game.h", 1, "tests/support/toy_games.h"}).empty());

  EXPECT_EQ(include_target("#include \"core/game.h\"  // why"), "core/game.h");
  EXPECT_EQ(include_target("  #  include <vector>"), "vector");
  EXPECT_EQ(include_target("// #include <vector>"), "");
  EXPECT_EQ(include_target("#pragma once"), "");
}

}  // namespace
}  // namespace tavlab
