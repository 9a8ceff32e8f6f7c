// The order of the parts, held to: a part includes only itself and the parts before it, so that
// rules never depend on search, nor search on experiments.
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
const std::vector<std::string> kParts = {"core",     "solve",       "mcts", "nn",
                                         "selfplay", "experiments", "tools"};

/// One #include of a file of ours.
struct Include {
  std::string file;  ///< path from the root of the repository
  int line;
  std::string target;  ///< what stands between the quotes or brackets
};

struct SourceFile {
  std::string path;
  std::vector<std::string> lines;
};

bool is_source(const fs::path& path) {
  return path.extension() == ".h" || path.extension() == ".cpp";
}

std::vector<SourceFile> read_sources(const fs::path& root,
                                     const std::vector<std::string>& folders) {
  std::vector<SourceFile> files;
  for (const std::string& folder : folders) {
    if (!fs::exists(root / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (!entry.is_regular_file() || !is_source(entry.path())) continue;
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

// Each rule answers with what is wrong with an include, or nothing.

std::string wrong_order(const Include& include) {
  const int from = rank_of(include.file), to = rank_of(include.target);
  if (from < 0 || to <= from) return {};
  return kParts[static_cast<std::size_t>(from)] + " may not include " +
         kParts[static_cast<std::size_t>(to)];
}

/// Families are the folders of core that hold code.
std::string another_family(const Include& include, const std::set<std::string>& families) {
  if (first_folder(include.file) != "core" || first_folder(include.target) != "core") return {};
  const std::string from = second_folder(include.file), to = second_folder(include.target);
  if (!families.contains(from) || !families.contains(to) || from == to) return {};
  return from + " may not include " + to;
}

std::string names_a_family(const Include& include, const std::set<std::string>& families) {
  if (first_folder(include.target) != "core" || !families.contains(second_folder(include.target))) {
    return {};
  }
  const std::string part = first_folder(include.file);
  // Solvers and encodings are made for a family, in a folder of its name; solve/exact.h and
  // nn/encodings.h are how generic code comes to them.
  const bool made_for_it = second_folder(include.file) == second_folder(include.target);
  if ((part == "solve" || part == "nn") && made_for_it) return {};
  if (include.file == "solve/exact.h") return {};
  if (part == "tests" || (part == "core" && families.contains(second_folder(include.file)))) {
    return {};
  }
  if (include.file == "core/registry.h" || include.file == "core/family_schemas.cpp") return {};
  return "only core/registry.h and core/ruleset/family_schemas.cpp name families";
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
    files_ = read_sources(TAVLAB_ROOT, folders);
    includes_ = includes_of(files_);
    for (const SourceFile& file : files_) {
      if (first_folder(file.path) == "core" && !second_folder(file.path).empty()) {
        families_.insert(second_folder(file.path));
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

/// The walk has seen the parts that there are, so that the rules below have something to judge.
TEST_F(Architecture, TheSourcesAreFound) {
  for (const char* path : {"core/game.h", "core/tafl/position.cpp", "core/registry.h"}) {
    EXPECT_TRUE(std::any_of(files_.begin(), files_.end(), [&](const SourceFile& file) {
      return file.path == path;
    })) << path;
  }
  EXPECT_TRUE(families_.contains("tafl"));
  EXPECT_FALSE(families_.contains("rulesets"));
  EXPECT_GT(includes_.size(), 200U);
}

TEST_F(Architecture, PartsIncludeOnlyEarlierParts) { check(wrong_order); }

TEST_F(Architecture, FamiliesDoNotIncludeEachOther) {
  check([](const Include& include) { return another_family(include, families_); });
}

TEST_F(Architecture, NobodyElseNamesAFamily) {
  check([](const Include& include) { return names_a_family(include, families_); });
}

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

  EXPECT_FALSE(another_family({"core/tafl/moves.h", 1, "core/ur/moves.h"}, families).empty());
  EXPECT_TRUE(another_family({"core/tafl/moves.h", 1, "core/tafl/rules.h"}, families).empty());
  EXPECT_TRUE(another_family({"core/tafl/moves.h", 1, "core/game.h"}, families).empty());

  EXPECT_FALSE(names_a_family({"tools/cli.h", 1, "core/tafl/tafl.h"}, families).empty());
  EXPECT_FALSE(names_a_family({"nn/net.h", 1, "core/tafl/tafl.h"}, families).empty());
  EXPECT_FALSE(names_a_family({"nn/tafl/encoding.h", 1, "core/ur/ur.h"}, families).empty());
  EXPECT_TRUE(names_a_family({"nn/tafl/encoding.h", 1, "core/tafl/tafl.h"}, families).empty());
  EXPECT_FALSE(names_a_family({"core/perft.h", 1, "core/tafl/tafl.h"}, families).empty());
  EXPECT_TRUE(names_a_family({"core/registry.h", 1, "core/tafl/tafl.h"}, families).empty());
  EXPECT_TRUE(names_a_family({"solve/ur/index.h", 1, "core/ur/rules.h"}, {"ur"}).empty());
  EXPECT_TRUE(names_a_family({"solve/exact.h", 1, "core/ur/ur.h"}, {"ur"}).empty());
  EXPECT_FALSE(names_a_family({"solve/other.h", 1, "core/ur/ur.h"}, {"ur"}).empty());
  EXPECT_TRUE(names_a_family({"tests/tafl/a.cpp", 1, "core/tafl/tafl.h"}, families).empty());

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
