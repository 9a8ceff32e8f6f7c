#include "serve/api/folder_answers.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "serve/api/atlas_answer.h"
#include "tests/support/temporary_folder.h"

namespace tavlab::serve {
namespace {

namespace fs = std::filesystem;

class Folders : public testing::Test {
 protected:
  void SetUp() override {
    make("out/quick", "games.sqlite", "");
    make("out/quick", "report.html", "<p>quick</p>");
    make("out/claims/dice", "claim.json", "{}");
    make(".hidden", "games.sqlite", "");
    make("deep/er/and/er", "games.sqlite", "");
    fs::create_directory(folder_.path() / "empty");
    folder_.write("report.html", "secret");
    fs::create_directory_symlink(folder_.path() / "out", folder_.path() / "link");
  }
  void make(const std::string& folder, const std::string& file, const std::string& text) {
    fs::create_directories(folder_.path() / folder);
    static_cast<void>(folder_.write(folder + "/" + file, text));
  }
  TemporaryFolder folder_;
};

TEST_F(Folders, AreThoseOfRuns) {
  const Json list = list_folders(folder_.path());
  std::map<std::string, Json> found;
  for (const Json& each : list["folders"]) found[each["name"].get<std::string>()] = each;
  ASSERT_EQ(found.size(), 2U) << list.dump();
  EXPECT_EQ(found["out/quick"]["kind"], "experiment");
  EXPECT_EQ(found["out/quick"]["report"], "/reports/out/quick");
  EXPECT_EQ(found["out/claims/dice"]["kind"], "claim");
  EXPECT_TRUE(found["out/claims/dice"]["report"].is_null());
}

TEST_F(Folders, MayBeMissing) {
  EXPECT_TRUE(list_folders(folder_.path() / "none")["folders"].empty());
}

TEST_F(Folders, GiveTheirReportsOnly) {
  EXPECT_EQ(report_of(folder_.path(), "out/quick"), "<p>quick</p>");
  for (const char* name : {"", ".", "..", "out", "out/quick/", "out/quick/../..", "/etc",
                           "link/quick", "out/claims/dice", "out//quick", ".hidden"}) {
    EXPECT_EQ(report_of(folder_.path(), name), std::nullopt) << name;
  }
}

TEST_F(Folders, LeadNowhereElse) {
  make("trap", "games.sqlite", "");
  fs::create_symlink("/etc/hostname", folder_.path() / "trap" / "report.html");
  EXPECT_EQ(report_of(folder_.path(), "trap"), std::nullopt);
}

TEST_F(Folders, MakeTheAtlas) {
  make("cal", "calibration.json",
       R"({"rules": "helmfrid-9{king.armed=none}", "set": ["king.armed=none"],
           "rules_hash": "0123456789abcdef", "first_player": "attackers", "value": 0.7,
           "value_interval": [0.6, 0.8], "games": [[4, 4], [4, 4]]})");
  make("cal", "summary.json",
       R"({"cells": [{"games": 3, "plies": {"mean": 10}}, {"games": 1, "plies": {"mean": 30}}]})");
  make("broken", "calibration.json", R"({"value_interval": 3})");
  make("torn", "calibration.json", R"({"value_inter)");
  make("no-set", "calibration.json", R"({"rules": "chess", "value": 0.5, "value_interval": [0, 1],
       "games": [[1]], "rules_hash": "0", "first_player": "white"})");
  make("short", "calibration.json", R"({"rules": "chess", "set": [], "value": 0.5,
       "value_interval": [], "games": [[1]], "rules_hash": "0", "first_player": "white"})");
  make("list", "calibration.json", "[1]");
  const Json points = atlas(folder_.path())["points"];
  // The others come with tavlab.
  ASSERT_GT(points.size(), 1U);
  EXPECT_TRUE(points[1]["folder"].is_null());
  EXPECT_EQ(points[0]["folder"], "cal");
  EXPECT_EQ(points[0]["board"]["rows"].size(), 9U);
  EXPECT_EQ(points[0]["rules"], "helmfrid-9");
  EXPECT_EQ(points[0]["hash"], "0123456789abcdef");
  EXPECT_EQ(points[0]["low"], 0.6);
  EXPECT_EQ(points[0]["plies"], 15);
  EXPECT_EQ(points[0]["games"], 16);
  const Json russian = atlas(folder_.path(), Language::russian)["points"];
  EXPECT_EQ(russian[0]["title"], "Хнефатафл Хельмфрида, 9×9");
  EXPECT_EQ(russian[0]["player"], points[0]["player"]);
}

/// Whoever adds or changes a rule set measures it: `tools/atlas.py`.
TEST(StoredAtlas, HasEveryRuleSet) {
  std::map<std::string, Json> points;
  const Json all = atlas("none");
  for (const Json& point : all["points"]) {
    points[point["rules"].get<std::string>()] = point;
  }
  for (const std::string& id : builtin_rule_set_ids()) {
    SCOPED_TRACE(id);
    ASSERT_TRUE(points.contains(id));
    const Json& point = points[id];
    EXPECT_TRUE(point["folder"].is_null());
    const auto low = point["low"].get<double>(), high = point["high"].get<double>();
    const auto value = point["value"].get<double>();
    EXPECT_TRUE(0.0 <= low && low <= value && value <= high && high <= 1.0) << point.dump();
    EXPECT_GE(point["games"], 30);
    EXPECT_GT(point["plies"], 0);
    EXPECT_EQ(point["agents"].size(), 1U);
  }
}

/// A calibration of one's own takes the place of the stored one of the same rules.
TEST_F(Folders, MeasureAnew) {
  make("own", "calibration.json",
       R"({"rules": "chess", "set": [], "rules_hash": "0123456789abcdef",
           "first_player": "white", "value": 0.7, "value_interval": [0.6, 0.8], "games": [[4]], "agents": ["random", "greedy"]})");
  std::vector<Json> chess;
  const Json all = atlas(folder_.path());
  for (const Json& point : all["points"]) {
    if (point["rules"] == "chess") chess.push_back(point);
  }
  ASSERT_EQ(chess.size(), 1U);
  EXPECT_EQ(chess[0]["folder"], "own");
  EXPECT_EQ(chess[0]["agents"], Json({"random", "greedy"}));
}

}  // namespace
}  // namespace tavlab::serve
