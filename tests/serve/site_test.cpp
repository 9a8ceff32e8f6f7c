#include "serve/site/site.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "core/error.h"
#include "core/io/files.h"
#include "core/ruleset/ruleset.h"
#include "serve/api/answers.h"
#include "serve/api/atlas_answer.h"
#include "serve/api/folder_answers.h"
#include "tests/support/temporary_folder.h"

namespace tavlab::serve {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Site : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_.path() / "runs" / "out" / "quick run");
    folder_.write("runs/out/quick run/games.sqlite", "");
    folder_.write("runs/out/quick run/report.html", "<p>quick</p>");
    options_ = {folder_.path() / "site", folder_.path() / "runs", {}};
  }

  [[nodiscard]] std::string text(const std::string& name) const {
    return read_file(options_.target / name, kMaxDataBytes);
  }
  [[nodiscard]] Json json(const std::string& name) const { return Json::parse(text(name)); }

  /// What the export says against its target.
  [[nodiscard]] std::string objection() const {
    try {
      export_site(options_);
    } catch (const UserError& error) {
      return error.what();
    }
    return {};
  }

  TemporaryFolder folder_;
  SiteOptions options_;
};

TEST_F(Site, HasWhatAServerWouldAnswer) {
  const std::size_t files = export_site(options_);
  for (const std::string& id : builtin_rule_set_ids()) {
    for (const char* const language : {"en", "ru"}) {
      EXPECT_EQ(json("api/rules/" + id + "." + language + ".json"),
                describe_rules({{"rules", id}, {"language", language}}));
    }
  }
  for (const char* const language : {"en", "ru"}) {
    const Json asked = {{"language", language}};
    EXPECT_EQ(json(fmt::format("api/rulesets.{}.json", language)), list_rule_sets(asked));
    EXPECT_EQ(json(fmt::format("api/families.{}.json", language)), list_families(asked));
    EXPECT_EQ(json(fmt::format("api/atlas.{}.json", language)),
              atlas(options_.runs, language_of(asked)));
  }
  EXPECT_EQ(json("api/about.json")["read_only"], true);
  EXPECT_EQ(text("reports/out/quick run/index.html"), "<p>quick</p>");
  EXPECT_EQ(json("api/folders.json")["folders"].size(), 1U);
  EXPECT_THAT(text("index.html"), HasSubstr(R"(name="tavlab-export" content="files")"));
  EXPECT_EQ(json("tavlab-export.json")["files"].size() + 1, files);
}

/// A run's page has no games, which need a server, and a link to the copy of its report.
TEST_F(Site, HasThePagesOfRuns) {
  export_site(options_);
  const Json run = json("api/folders/out/quick run.en.json");
  EXPECT_EQ(json("api/folders/out/quick run.ru.json")["name"], run["name"]);
  EXPECT_EQ(run["name"], "out/quick run");
  EXPECT_EQ(run["report"], "reports/out/quick run/index.html");
  EXPECT_EQ(json("api/folders.json")["folders"][0]["report"], run["report"]);
  EXPECT_EQ(run["has_games"], false);
  EXPECT_EQ(run["running"], false);
  EXPECT_TRUE(run["command"].is_null());
  // The store is empty.
  EXPECT_EQ(run["fault"], "its files are damaged, or of another version of tavlab");
}

/// Where the runs were is not told, and there is no token.
TEST_F(Site, TellsNothingOfTheMachine) {
  export_site(options_);
  for (const auto& entry : fs::recursive_directory_iterator(options_.target)) {
    if (!entry.is_regular_file()) continue;
    const std::string content = read_file(entry.path(), kMaxDataBytes);
    EXPECT_EQ(content.find(folder_.path().string()), std::string::npos) << entry.path();
  }
}

TEST_F(Site, ReplacesAnEarlierExport) {
  export_site(options_);
  fs::remove_all(options_.runs / "out");
  options_.target += "/";
  EXPECT_EQ(objection(), "");
  EXPECT_FALSE(fs::exists(options_.target / "reports"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), {}), 2);  // runs and site
}

TEST_F(Site, LeavesOtherFoldersAlone) {
  fs::create_directory(options_.target);
  folder_.write("site/thesis.tex", "years of work");
  EXPECT_THAT(objection(), HasSubstr("'thesis.tex', which no export wrote"));
  EXPECT_EQ(text("thesis.tex"), "years of work");

  fs::remove(options_.target / "thesis.tex");
  export_site(options_);  // into an empty one
  folder_.write("site/api/notes.txt", "mine");
  EXPECT_THAT(objection(), HasSubstr("'api/notes.txt'"));
  EXPECT_EQ(text("api/notes.txt"), "mine");

  folder_.write("site/tavlab-export.json", R"({"files": "all"})");
  EXPECT_THAT(objection(), HasSubstr("which no export wrote"));
}

TEST_F(Site, RefusesWhatIsNoFolder) {
  folder_.write("site", "a file");
  EXPECT_THAT(objection(), HasSubstr("exists, and is not a folder"));
  fs::remove(options_.target);
  fs::create_directory_symlink(folder_.path() / "runs", options_.target);
  EXPECT_THAT(objection(), HasSubstr("exists, and is not a folder"));
  options_.target = ".";
  EXPECT_THAT(objection(), HasSubstr("name a folder of its own"));
}

TEST_F(Site, TakesOnlyAModule) {
  options_.wasm = folder_.write("tavlab.wasm", "#!/bin/sh\n");
  EXPECT_THAT(objection(), HasSubstr("is not a WebAssembly module"));
  EXPECT_FALSE(fs::exists(options_.target));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), {}), 2);  // runs and the file

  folder_.write("tavlab.wasm", std::string("\0asm\1\0\0\0", 8));
  EXPECT_EQ(objection(), "");
  EXPECT_THAT(text("index.html"), HasSubstr(R"(content="module")"));
  EXPECT_EQ(json("api/about.json")["read_only"], false);
  EXPECT_EQ(json("evaluations.json")[load_rule_set("helmfrid-9").hash_text()], "helmfrid-9");
  EXPECT_TRUE(fs::exists(options_.target / "evaluations" / "helmfrid-9.safetensors"));
}

}  // namespace
}  // namespace tavlab::serve
