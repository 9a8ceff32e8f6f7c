// Markup, style sheets and scripts are in separate files (experiments/report/web), where people
// look for them and where templates escape what is inserted; C++ strings contain none.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace tavlab {
namespace {

namespace fs = std::filesystem;

/// One class alone draws, shape by shape; templates recognize the end of a script.
bool may_hold_tags(const std::string& path) {
  return path == "experiments/report/svg.cpp" || path == "experiments/report/svg.h" ||
         path == "experiments/report/template.cpp";
}

/// The first tag in a string of a line of C++; empty if there is none.
std::string tag_in(std::string_view line) {
  constexpr std::array<std::string_view, 30> kElements = {
      "html",    "head",   "body",  "main",   "section", "header", "div",        "p",
      "span",    "h1",     "h2",    "h3",     "ul",      "li",     "table",      "thead",
      "tr",      "td",     "th",    "pre",    "code",    "figure", "figcaption", "details",
      "summary", "script", "style", "symbol", "use",     "svg"};
  for (std::size_t at = line.find('"'); (at = line.find('<', at)) != line.npos; ++at) {
    std::size_t begin = at + 1;
    if (begin < line.size() && line[begin] == '/') ++begin;
    const std::string_view name = line.substr(begin, line.find_first_of(" />\\\"", begin) - begin);
    for (const std::string_view element : kElements) {
      if (name == element) return std::string(line.substr(at, 20));
    }
  }
  return {};
}

TEST(Markup, IsInFilesOfItsOwn) {
  const fs::path root = TAVLAB_ROOT;
  int files = 0;
  for (const char* part :
       {"core", "solve", "mcts", "nn", "selfplay", "experiments", "serve", "tools"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / part)) {
      const std::string path = fs::relative(entry.path(), root).generic_string();
      if (entry.path().extension() != ".h" && entry.path().extension() != ".cpp") continue;
      if (may_hold_tags(path)) continue;
      ++files;
      std::ifstream in(entry.path());
      int number = 0;
      for (std::string line; std::getline(in, line);) {
        ++number;
        const std::string tag = line.starts_with("#include") ? "" : tag_in(line);
        EXPECT_EQ(tag, "") << path << ":" << number;
      }
    }
  }
  EXPECT_GT(files, 100);
}

TEST(Markup, IsFoundWhereThereIsAny) {
  EXPECT_EQ(tag_in(R"(  page += "<td>";)"), "<td>\";");
  EXPECT_EQ(tag_in(R"(  page += "x</td>\n";)"), "</td>\\n\";");
  EXPECT_EQ(tag_in(R"(  f("<table id=\"{}\">", id))").substr(0, 6), "<table");
  EXPECT_EQ(tag_in("  std::vector<p> \"x\""), "");
  EXPECT_EQ(tag_in(R"(  "a <b> of <file>")"), "");
}

}  // namespace
}  // namespace tavlab
