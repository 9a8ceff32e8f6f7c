// How people play, drawn beside what agents find.
#include "experiments/human/human_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "core/version.h"
#include "experiments/calibrate/calibrate.h"
#include "experiments/claim/claim_run.h"
#include "experiments/human/human_play_json.h"
#include "experiments/limit/limit.h"
#include "tests/experiments/fake_games.h"

namespace tavlab {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::error_of;
using testing::HasSubstr;
using testing::Not;

/// 40 wins, 20 draws and 40 losses of the attackers, and 5 games that broke off; with a limit of 9
/// or 15, 90 and 60 wins.
HumanPlay made_up_people(const std::string& id) {
  PlayedRules played;
  played.rules = id;
  played.rules_hash = load_rule_set(id).hash_text();
  played.sides = {"attackers", "defenders"};
  played.results = {40, 20, 40, 5};
  played.limits = {{9, {90, 0, 10, 5}}, {15, {60, 0, 40, 5}}};
  HumanPlay play;
  play.version = kVersion;
  play.files = {"club/games.csv"};
  play.rule_sets = {played};
  return play;
}

/// Runs with made-up games in one folder.
class HumanCheck : public testing::Test {
 protected:
  HumanCheck() {
    write_people("brandubh-7");
    test::write(claim_,
                "id = \"made-up\"\ntitle = \"A claim\"\nsource = \"S000\"\nstatement = \"x\"\n"
                "question = \"x\"\nrules = [\"brandubh-7\"]\ngames = 400\nseed = 7\nmax_plies = "
                "300\ndoublings = 2\ntolerance = 0.1\nagents = \"strongest:2 kinds\"\n"
                "[[hypothesis]]\nmeasure = \"score\"\nat_most = 0.7\n");
  }

  void write_people(const std::string& id) {
    test::write(people_, human_play_json(made_up_people(id)));
  }
  template <typename Options>
  Options made_up_games(Options options) {
    options.threads = 1;
    test::silence(options);
    options.player = test::fake_player();
    options.human = human_;
    return options;
  }
  ClaimResult claim() {
    ClaimOptions options = made_up_games(ClaimOptions());
    options.agents = {"alphabeta:nodes=400", "mcts:sims=40"};
    return run_claim(claim_.string(), out_, options);
  }
  CalibrateResult calibration() {
    CalibrateOptions options = made_up_games(CalibrateOptions());
    options.rules = "brandubh-7";
    options.agents = {"random", "greedy"};
    return run_calibration(options, out_);
  }
  LimitResult limit() {
    LimitOptions options = made_up_games(LimitOptions());
    options.rules = "brandubh-7";
    options.agents = {"greedy"};
    options.limits = {"8..18"};
    options.prove_nodes = 0;
    return run_limit(options, out_);
  }
  [[nodiscard]] std::string written(const char* name) const { return test::read(out_ / name); }

  TemporaryFolder folder_;
  fs::path people_ = folder_.path() / "people.json", claim_ = folder_.path() / "made.toml";
  fs::path out_ = folder_.path() / "out";
  fs::path human_ = people_;
};

constexpr const char* kSentence =
    "In 100 finished games of people (games.csv) the score of the attackers is 0.50, with 95 % "
    "confidence in [0.40, 0.60].";

TEST_F(HumanCheck, IsDrawnBesideABand) {
  calibration();
  EXPECT_THAT(written("calibration.md"), HasSubstr(kSentence));
  const json found = json::parse(written("calibration.json")).at("people");
  EXPECT_EQ(found.at("games"), 100);
  EXPECT_EQ(found.at("score"), 0.5);
  const std::string report = written("report.html");
  EXPECT_THAT(report, HasSubstr("people, 100 games"));
  EXPECT_THAT(report, HasSubstr("class=\"dot people\""));
  // The folder keeps a copy, which later reports draw.
  human_.clear();
  fs::remove(people_);
  calibration();
  EXPECT_EQ(written("report.html"), report);
}

TEST_F(HumanCheck, IsDrawnBesideAClaim) {
  claim();
  EXPECT_THAT(written("claim.md"), HasSubstr(kSentence));
  EXPECT_EQ(json::parse(written("claim.json")).at("people").at(0).at("games"), 100);
  const std::string report = written("report.html");
  EXPECT_THAT(report, HasSubstr("class=\"dot people\""));
  ClaimOptions again;
  again.output = nullptr;
  report_claim(out_, again);
  EXPECT_EQ(written("report.html"), report);
  const fs::path elsewhere = folder_.path() / "elsewhere";
  report_claim(out_, again, elsewhere);
  EXPECT_TRUE(fs::exists(elsewhere / kHumanFile));
}

TEST_F(HumanCheck, IsAddedToAFinishedRun) {
  human_.clear();
  claim();
  EXPECT_THAT(written("report.html"), Not(HasSubstr("dot people")));
  EXPECT_EQ(json::parse(written("claim.json")).at("people"), json::array());
  ClaimOptions with;
  with.output = nullptr;
  with.human = people_;
  report_claim(out_, with);
  EXPECT_THAT(written("report.html"), HasSubstr("dot people"));
}

TEST_F(HumanCheck, IsDrawnAgainstTheLimit) {
  limit();
  EXPECT_THAT(written("limit.md"),
              HasSubstr("With a limit imposed afterwards, which nobody played for, it is 9: 0.90, "
                        "15: 0.60."));
  const json found = json::parse(written("limit.json")).at("people");
  EXPECT_EQ(found.at("limits").at(1).at("score"), 0.6);
  const std::string figure = test::read(out_ / "figures" / "limit.svg");
  EXPECT_THAT(figure, HasSubstr("people, limit 9: 0.90"));
  EXPECT_THAT(figure, HasSubstr("people, 100 games, limit imposed later"));
}

TEST_F(HumanCheck, ReplacesNoOtherFile) {
  calibration();
  test::write(out_ / kHumanFile, "{\"mine\": 1}");
  EXPECT_THAT(error_of([&] { calibration(); }),
              HasSubstr("remove that file, or replace it by statistics with --human FILE --force"));
  EXPECT_EQ(written(kHumanFile), "{\"mine\": 1}");
  human_.clear();
  EXPECT_THAT(error_of([&] { calibration(); }), HasSubstr("remove that file"));
}

TEST_F(HumanCheck, OfOtherRulesIsRefusedBeforeAnyGame) {
  write_people("helmfrid-9");
  for (const auto& run :
       {std::function<void()>([&] { claim(); }), std::function<void()>([&] { calibration(); }),
        std::function<void()>([&] { limit(); })}) {
    EXPECT_THAT(error_of(run), HasSubstr("has no games under the rules 'brandubh-7'"));
    EXPECT_FALSE(fs::exists(out_));
  }
}

}  // namespace
}  // namespace tavlab
