// What the API tells about runs and their games: runs made with the library, damaged and
// half-written ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/translation.h"
#include "experiments/calibrate/calibrate.h"
#include "experiments/claim/claim.h"
#include "experiments/claim/claim_run.h"
#include "experiments/claim/measure_words.h"
#include "experiments/compare/compare.h"
#include "experiments/config/config.h"
#include "experiments/experiment.h"
#include "experiments/folder/directory_lock.h"
#include "experiments/store/sqlite.h"
#include "selfplay/dataset/shard.h"
#include "serve/api/answers.h"
#include "serve/api/folder_answers.h"
#include "tests/experiments/fake_games.h"
#include "tests/support/small_shard.h"
#include "tests/support/temporary_folder.h"

namespace tavlab::serve {
namespace {

namespace fs = std::filesystem;
using test::error_of;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kConfig = R"toml(
id = "tiny"
title = "A tiny experiment"
question = "Who wins?"
rules = ["brandubh-7"]
agents = ["random"]
games = 6
seed = 7
max_plies = 400

[[arm]]
name = "plain"
[[arm]]
name = "weak king"
set = { "king.armed" = "none" }
)toml";

class Runs : public testing::Test {
 protected:
  /// An experiment; without `player` of real games.
  fs::path play(const std::string& out, const char* config = kConfig, GamePlayer player = {}) {
    ExperimentOptions options;
    options.threads = 1;
    options.player = std::move(player);
    test::silence(options);
    fs::path folder = root() / out;
    run_experiment(folder_.write("config.toml", config).string(), folder, options);
    fs::remove(folder_.path() / "config.toml");
    return folder;
  }
  [[nodiscard]] const fs::path& root() const { return folder_.path(); }
  Json answer(const std::string& path, const Json& parameters = Json::object()) {
    return folder_answer(root(), path, parameters).value_or(Json());
  }
  /// The position at the end of a stored game, as the page would ask for it.
  Json end_of(const std::string& path) {
    Json game = answer(path);
    return describe_position(game);
  }

  /// The files of a folder with their contents.
  static std::map<std::string, std::string> contents(const fs::path& folder) {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.is_regular_file()) files[entry.path().filename()] = test::read(entry.path());
    }
    return files;
  }

  TemporaryFolder folder_;
};

TEST_F(Runs, ListTheirGames) {
  play("tiny");
  const Json all = answer("tiny/games");
  EXPECT_EQ(all["total"], 12);
  ASSERT_EQ(all["games"].size(), 12U);
  EXPECT_EQ(all["parts"].size(), 2U);
  ASSERT_EQ(all["rules"].size(), 2U);
  std::set<std::string> seen;
  for (int offset = 0; offset < 15; offset += 5) {
    const Json page = answer("tiny/games", {{"offset", std::to_string(offset)}, {"limit", "5"}});
    EXPECT_EQ(page["total"], 12);
    for (const Json& game : page["games"]) seen.insert(game["id"].get<std::string>());
  }
  EXPECT_EQ(seen.size(), 12U);
  std::size_t by_result = 0;
  for (const char* result : {"first", "draw", "second", "unfinished"}) {
    const Json some = answer("tiny/games", {{"result", result}});
    for (const Json& game : some["games"]) EXPECT_EQ(game["result"], result);
    by_result += some["total"].get<std::size_t>();
  }
  EXPECT_EQ(by_result, 12U);
  for (const Json& rules : all["rules"]) {
    const Json some = answer("tiny/games", {{"rules", rules}});
    EXPECT_EQ(some["total"], 6);
    for (const Json& game : some["games"]) EXPECT_EQ(game["rules"], rules);
  }
  EXPECT_EQ(answer("tiny/games", {{"part", all["parts"][1]["id"]}})["total"], 6);
  EXPECT_EQ(answer("tiny/games", {{"part", "77"}})["total"], 0);
  for (const Json& wrong : {Json{{"offset", "-1"}}, Json{{"limit", "501"}}, Json{{"limit", "x"}},
                            Json{{"result", "lost"}}}) {
    EXPECT_NE(error_of([&] { answer("tiny/games", wrong); }), "") << wrong;
  }
}

TEST_F(Runs, ReplayTheirGames) {
  play("deep/tiny");
  for (const Json& listed : answer("deep/tiny/games")["games"]) {
    const std::string path = "deep/tiny/games/" + listed["id"].get<std::string>();
    const Json game = answer(path);
    EXPECT_EQ(game["title"], listed["rules"]);
    EXPECT_EQ(game["plies"], game["moves"].size()) << "a game without dice";
    const Json end = end_of(path);
    if (listed["result"] == "unfinished") continue;
    ASSERT_EQ(end["node"], "terminal") << listed;
    EXPECT_EQ(end["reason"], listed["reason"]);
    if (listed["winner"].is_null()) {
      EXPECT_TRUE(end["winner"].is_null());
    } else {
      EXPECT_EQ(end["players"][end["winner"].get<std::size_t>()], listed["winner"]);
    }
  }
  for (const char* id : {"9-0", "1-99", "1", "-", "1-", "-1-1", "1-1x", "99999999999999999999-1"}) {
    EXPECT_TRUE(answer(std::string("deep/tiny/games/") + id).is_null()) << id;
  }
}

/// The server knows no such rules, so they come with the game.
TEST_F(Runs, ReplayGamesOfRulesInFiles) {
  RuleSet own = load_rule_set("brandubh-7", std::vector<std::string>{"king.armed=none"});
  own.id = "mine";
  own.overrides.clear();
  const fs::path rules = folder_.write("mine.toml", to_toml(own));
  play("tiny", (std::string(R"(id = "own"
title = "Own rules"
question = "?"
agents = ["random"]
games = 2
seed = 7
max_plies = 400
rules = [")") + rules.string() +
                "\"]\n")
                   .c_str());
  const Json game = answer("tiny/games/1-0");
  ASSERT_TRUE(game["toml"].is_string()) << game;
  EXPECT_EQ(end_of("tiny/games/1-0")["plies"], game["plies"]);
}

TEST_F(Runs, AreDescribed) {
  play("tiny");
  const Json run = answer("tiny");
  EXPECT_EQ(run["kind"], "experiment");
  EXPECT_EQ(run["title"], "A tiny experiment");
  EXPECT_EQ(run["running"], false);
  EXPECT_EQ(run["games"]["played"], 12);
  EXPECT_EQ(run["games"]["planned"], 12);
  ASSERT_EQ(run["estimates"].size(), 2U);
  EXPECT_EQ(run["estimates"][0]["of"], "attackers");
  EXPECT_EQ(run["estimates"][0]["games"], 6);
  const double value = run["estimates"][0]["value"];
  EXPECT_LE(run["estimates"][0]["low"], value);
  EXPECT_GE(run["estimates"][0]["high"], value);
  EXPECT_TRUE(run["fault"].is_null());
}

/// What somebody sees who looks in the middle of a run, which goes on as if nobody had.
TEST_F(Runs, AreSeenWhilePlaying) {
  std::vector<std::uint64_t> planned;
  fs::path killed;
  const GamePlayer watched =
      [&](const MatchSettings& settings, std::span<const std::uint64_t> numbers, int,
          const std::function<void(const GameRecord&)>& finished, const std::stop_token&) {
        if (numbers.empty()) return;  // only whether it can play, before there is a folder
        const Json run = answer("live");
        EXPECT_EQ(run["running"], true);
        EXPECT_TRUE(run["fault"].is_null()) << run["fault"];
        EXPECT_GE(answer("live/games")["total"], run["games"]["played"]) << "more may be stored";
        planned.push_back(run["games"]["planned"]);
        if (killed.empty()) {
          killed = root() / "killed";
          fs::create_directory(killed);
          for (const char* file : {"games.sqlite", "games.sqlite-wal"}) {
            fs::copy_file(root() / "live" / file, killed / file);
          }
        }
        for (const std::uint64_t number : numbers) finished(test::fake_game(settings, number));
      };
  const std::string config = std::string(test::kSmallConfig);
  play("live", config.c_str(), watched);
  const Json end = answer("live");
  EXPECT_EQ(end["running"], false);
  EXPECT_EQ(end["games"]["played"], end["games"]["planned"]);
  EXPECT_FALSE(planned.empty());
  for (const std::uint64_t each : planned) EXPECT_EQ(end["games"]["planned"], each);
  EXPECT_FALSE(fs::exists(root() / "live" / "tavlab.lock"));
  // What a killed run leaves: the store with its log, which stays as it is.
  const std::string before = test::read(killed / "games.sqlite"),
                    log = test::read(killed / "games.sqlite-wal");
  const Json run = answer("killed");
  EXPECT_TRUE(run["fault"].is_null()) << run;
  EXPECT_EQ(run["games"]["planned"], end["games"]["planned"]);
  EXPECT_EQ(test::read(killed / "games.sqlite"), before);
  EXPECT_EQ(test::read(killed / "games.sqlite-wal"), log);
}

TEST_F(Runs, AreNotChangedByLooking) {
  const fs::path folder = play("tiny");
  const auto before = contents(folder);
  answer("tiny");
  answer("tiny/games");
  answer("tiny/games/1-0");
  EXPECT_EQ(contents(folder), before);
}

TEST_F(Runs, SayInOneLineWhatIsDamaged) {
  const fs::path folder = play("tiny");
  const std::string whole = test::read(folder / "games.sqlite");
  std::vector<std::string> damaged = {"", "text", whole.substr(0, whole.size() / 2),
                                      whole.substr(0, 100), std::string(5000, '\0')};
  for (std::size_t at = 100; at < whole.size(); at += 1013) {
    damaged.push_back(whole);
    for (std::size_t i = at; i < std::min(at + 200, whole.size()); ++i) damaged.back()[i] = '\x7f';
  }
  int refused = 0;
  for (const std::string& content : damaged) {
    test::write(folder / "games.sqlite", content);
    const Json run = answer("tiny");
    for (const std::string& message :
         {run["fault"].is_null() ? std::string() : run["fault"].get<std::string>(),
          error_of([&] { answer("tiny/games"); }), error_of([&] { answer("tiny/games/1-0"); })}) {
      EXPECT_THAT(message, Not(HasSubstr("\n")));
      if (!message.empty()) ++refused;
    }
  }
  EXPECT_GT(refused, 10);
  EXPECT_EQ(list_folders(root())["folders"].size(), 1U);
}

TEST_F(Runs, NoticeAChangedGame) {
  const fs::path folder = play("tiny");
  {
    sqlite::Database database(folder / "games.sqlite", sqlite::Mode::existing);
    database.execute("UPDATE games SET moves = 'a1-a2' WHERE cell = 1 AND number = 0");
  }
  EXPECT_THAT(error_of([&] { answer("tiny/games/1-0"); }), HasSubstr("is damaged"));
  EXPECT_FALSE(answer("tiny/games/1-1").is_null());
}

TEST_F(Runs, FollowNoLinks) {
  const fs::path folder = play("tiny");
  fs::create_directory(root() / "trap");
  fs::create_symlink(folder / "games.sqlite", root() / "trap" / "games.sqlite");
  fs::create_directory_symlink(folder, root() / "linked");
  for (const char* name : {"trap", "linked", "linked/games", "../", "tiny/../tiny", "tiny/",
                           "/tiny", "tiny//games", "tiny/games/", "tiny/gamesx", "./tiny", ""}) {
    EXPECT_TRUE(answer(name).is_null()) << name;
  }
  fs::create_symlink("/etc/hostname", folder / "games.sqlite-wal");
  EXPECT_THAT(error_of([&] { answer("tiny/games"); }), HasSubstr("not a regular file"));
}

TEST_F(Runs, MayBeTheWholeFolder) {
  const fs::path folder = play("tiny");
  const Json list = list_folders(folder);
  ASSERT_EQ(list["folders"].size(), 1U);
  EXPECT_EQ(list["folders"][0]["name"], "tiny");
  EXPECT_EQ((*folder_answer(folder, "tiny/games", Json::object()))["total"], 12);
  EXPECT_FALSE(folder_answer(folder, "other", Json::object()));
}

TEST_F(Runs, OfClaimsSayWhatIsDecided) {
  ClaimOptions options;
  options.threads = 1;
  options.player = test::fake_player();
  test::silence(options);
  const fs::path file = folder_.write("claim.toml", R"toml(
id = "made-up"
title = "A claim"
source = "nobody"
statement = "The attackers win more."
question = "Do they?"
rules = ["helmfrid-9"]
agents = ["random"]
games = 3000
seed = 7
max_plies = 300
[[hypothesis]]
measure = "score"
at_least = 0.5
)toml");
  run_claim(file.string(), root() / "claim", options);
  const Json written = Json::parse(test::read(root() / "claim" / "claim.json"));
  const Json run = answer("claim");
  EXPECT_EQ(run["kind"], "claim");
  EXPECT_EQ(run["verdict"], written["verdict"]);
  EXPECT_EQ(run["sentence"], written["sentence"]);
  ASSERT_EQ(run["estimates"].size(), 1U);
  EXPECT_EQ(run["estimates"][0]["value"], written["strengths"][0]["tests"][0]["mean"]);
  EXPECT_EQ(run["estimates"][0]["verdict"], "supported");
  EXPECT_EQ(run["estimates"][0]["name"], "score of the attackers: helmfrid-9, at least 0.5");
  const Json russian = answer("claim", {{"language", "ru"}});
  EXPECT_EQ(russian["sentence"], "Играла random; утверждение подтверждено.");
  EXPECT_EQ(russian["estimates"][0]["name"], "очки: нападающие: helmfrid-9, не меньше 0.5");
  // The same while it plays, before it has written its results.
  fs::remove(root() / "claim" / "claim.json");
  const DirectoryLock lock(root() / "claim");
  EXPECT_EQ(answer("claim")["kind"], "claim");
  EXPECT_EQ(answer("claim")["verdict"], written["verdict"]);
}

TEST_F(Runs, OfCalibrationsHaveTheirValue) {
  CalibrateOptions options;
  options.rules = "helmfrid-9";
  options.agents = {"random", "greedy"};
  options.games = 20;
  options.threads = 1;
  options.player = test::fake_player();
  test::silence(options);
  run_calibration(options, root() / "cal");
  const Json written = Json::parse(test::read(root() / "cal" / "calibration.json"));
  fs::remove(root() / "cal" / "calibration.json");
  const Json run = answer("cal");
  EXPECT_EQ(run["kind"], "calibration");
  EXPECT_EQ(run["games"]["planned"], 80);
  ASSERT_EQ(run["estimates"].size(), 5U);
  EXPECT_EQ(run["estimates"][0]["value"], written["value"]);
  EXPECT_EQ(run["estimates"][0]["low"], written["value_interval"][0]);
  EXPECT_EQ(answer("cal", {{"language", "ru"}})["title"],
            "Программы helmfrid-9, каждая против каждой");
}

/// Titles, statements and questions of what comes with tavlab.
TEST(RunsInRussian, OfEveryClaimAndExperiment) {
  const auto expect_russian = [](const ExperimentConfig& experiment, const std::string& text) {
    const std::string& family = experiment.cells.front().rule_set.family;
    EXPECT_NE(text_in(Language::russian, family, text), text) << experiment.id;
  };
  for (const std::string& id : builtin_claim_ids()) {
    const Claim claim = load_claim(id);
    if (!claim.untestable.empty()) continue;  // never run
    expect_russian(claim.experiment, claim.experiment.title);
    expect_russian(claim.experiment, claim.statement);
  }
  for (const std::string& id : builtin_experiment_ids()) {
    const ExperimentConfig experiment = load_experiment(id);
    expect_russian(experiment, experiment.title);
    expect_russian(experiment, experiment.question);
  }
}

/// What claims that come with tavlab measure, and where it must lie.
TEST(RunsInRussian, OfEveryHypothesis) {
  for (const std::string& id : builtin_claim_ids()) {
    const Claim claim = load_claim(id);
    if (!claim.untestable.empty()) continue;  // never run
    const std::string& family = claim.experiment.cells.front().rule_set.family;
    for (const Hypothesis& hypothesis : claim.hypotheses) {
      const std::string first = family == "tafl" ? "attackers" : "white";
      for (const std::string& english :
           {measure_words(hypothesis.measure, first), hypothesis.region.text()}) {
        EXPECT_THAT(text_in(Language::russian, family, english),
                    Not(testing::ContainsRegex("[a-z][a-z][a-z]")))
            << id << ": " << english;
      }
    }
  }
}

TEST(RunsInRussian, OfEveryFormOfVerdict) {
  const auto russian = [](const char* english) {
    return text_in(Language::russian, "tafl", english);
  };
  EXPECT_EQ(russian("Played by agents of 2 kinds, each against each, the claim is undecided: the "
                    "agents disagree. Of its 3 hypotheses 1 is proved."),
            "Играли программы разных видов (2), каждая против каждой; утверждение не решено: "
            "программы расходятся. Гипотез у него 3, из них доказана 1.");
  EXPECT_EQ(russian("Played by greedy, the strongest of this claim's agents, the claim is refuted "
                    "(supported by random, undecided by alphabeta:depth=2,ties=random). Of its 3 "
                    "hypotheses 2 are proved."),
            "Играла greedy, сильнейшая из программ проверки; утверждение опровергнуто "
            "(подтверждено: random, не решено: alphabeta:depth=2,ties=random). Гипотез у него 3, "
            "из них доказано 2.");
  EXPECT_EQ(russian("Whoever plays, the claim is refuted by proof: exact of ur-skiryuk: at least "
                    "0.5, but it is 0.49."),
            "Кто бы ни играл, утверждение опровергнуто доказательством: вероятность выигрыша "
            "начинающего, ur-skiryuk: не меньше 0.5, но она равна 0.49.");
  EXPECT_EQ(russian("Under optimal play of both sides the claim is proved: all of its 4 hypotheses "
                    "are true."),
            "При наилучшей игре обеих сторон утверждение доказано: все его гипотезы (4) верны.");
}

/// Between equal agents only the rules tell the lines apart.
TEST_F(Runs, OfComparisonsNameTheirRules) {
  CompareOptions options;
  options.rules = {"brandubh-7", "helmfrid-9"};
  options.agent = "random";
  options.games = 4;
  options.threads = 1;
  test::silence(options);
  run_compare(options, root() / "two");
  const Json run = answer("two", {{"language", "ru"}});
  ASSERT_EQ(run["estimates"].size(), 2U);
  EXPECT_EQ(run["estimates"][0]["name"], "brandubh-7; random");
  EXPECT_EQ(run["estimates"][1]["name"], "helmfrid-9; random");
  EXPECT_EQ(run["title"], "Сравнение brandubh-7, helmfrid-9");
}

TEST_F(Runs, OfSelfPlayReplayTheirShards) {
  const fs::path folder = root() / "games";
  fs::create_directory(folder);
  const DatasetShard shard = small_shard("ur-finkel", 6);
  write_shard(folder / "games-000001.h5", shard.info, shard.games);
  const DatasetShard second = small_shard("brandubh-7", 4);
  write_shard(folder / "games-000002.h5", second.info, second.games);
  EXPECT_EQ(answer("games")["kind"], "selfplay");
  EXPECT_EQ(answer("games/games")["total"], 4) << "of the newest shard";
  const Json list = answer("games/games", {{"part", "1"}});
  ASSERT_EQ(list["games"].size(), 6U);
  for (const Json& listed : list["games"]) {
    const std::string path = "games/games/" + listed["id"].get<std::string>();
    EXPECT_LT(listed["plies"], answer(path)["moves"].size()) << "rolls are no plies";
    EXPECT_EQ(end_of(path)["played"].size(), answer(path)["moves"].size());
  }
  test::write(folder / "games-000002.h5", "half");
  EXPECT_THAT(error_of([&] { answer("games/games"); }), Not(HasSubstr("\n")));
  EXPECT_NE(error_of([&] { answer("games/games/2-0"); }), "");
}

TEST_F(Runs, OfTrainingHaveCurves) {
  fs::create_directory(root() / "net");
  folder_.write("net/metrics.jsonl",
                R"({"round":1,"minutes":2,"first_wins":6,"draws":2,"second_wins":2,"unfinished":0,)"
                R"("all_positions":900,"policy_loss":2.5,"value_loss":0.8})"
                "\n"
                R"({"round":2,"minutes":4,"first_wins":5,"draws":0,"second_wins":5,"unfinished":1,)"
                R"("all_positions":1900,"policy_loss":2.0,"value_loss":0.7})"
                "\n{\"round\":3,\"min");
  folder_.write("net/ladder.jsonl",
                R"({"round":2,"minutes":4,"opponent":"greedy","as_first":[3,0,1,0],)"
                R"("as_second":[1,2,1,0]})"
                "\n");
  const Json run = answer("net");
  EXPECT_EQ(run["kind"], "training");
  EXPECT_EQ(run["games"]["played"], 21);
  EXPECT_EQ(run["facts"][0], (Json{{"name", "round"}, {"value", 2}}));
  ASSERT_EQ(run["curves"].size(), 3U) << run;
  EXPECT_EQ(run["curves"][0]["series"],
            Json::array({{{"name", "greedy"}, {"points", {{2, 0.625}}}}}));
  EXPECT_EQ(run["curves"][1]["series"][0],
            (Json{{"name", "policy_loss"}, {"points", {{1, 2.5}, {2, 2.0}}}}));
  EXPECT_EQ(run["curves"][2]["series"][0]["points"][0], (Json{1, 0.7}));

  fs::create_directory(root() / "evaluation");
  folder_.write("evaluation/metrics.jsonl",
                R"({"round":1,"games":[3,0,1,0],"positions":80,"loss":0.5,"held_out_loss":0.6,)"
                R"("match":[2,0,2,0]})"
                "\n");
  EXPECT_EQ(answer("evaluation")["curves"][0]["series"][0]["points"][0], (Json{1, 0.5}));
  folder_.write("evaluation/metrics.jsonl", "{\"round\": \"one\", \"loss\": []}\n[1]\n");
  EXPECT_THAT(answer("evaluation")["fault"].get<std::string>(), HasSubstr("damaged"));
}

TEST_F(Runs, OfProofsSayHowFarTheyAre) {
  fs::create_directory(root() / "proof");
  folder_.write("proof/proof.json",
                R"({"format": "tavlab proof", "format_version": 1, "rules": "brandubh-7",
 "rules_hash": "x", "position": "p", "proofs": [
 {"limit": 1, "held": true, "nodes": 10, "seconds": 1.5, "repetition_aside": false},
 {"limit": 2, "held": true, "nodes": 300, "seconds": 2, "repetition_aside": false}],
 "unfinished": {"nodes": 7, "seconds": 0.5}})");
  const Json run = answer("proof");
  EXPECT_EQ(run["kind"], "proof");
  EXPECT_EQ(run["facts"][0], (Json{{"name", "limit_reached"}, {"value", 2}}));
  EXPECT_EQ(run["facts"][1], (Json{{"name", "nodes"}, {"value", 317}}));
  EXPECT_EQ(run["curves"][0]["series"][0]["points"], (Json{{1, 10}, {2, 300}}));
  folder_.write("proof/proof.json", R"({"format": "tavlab proof"})");
  EXPECT_FALSE(answer("proof")["fault"].is_null());
}

}  // namespace
}  // namespace tavlab::serve
