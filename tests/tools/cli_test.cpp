// The command contract that scripts rely on: each command's JSON.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "tests/support/temporary_folder.h"
#include "tests/tools/process.h"

namespace tavlab::test {
namespace {

using nlohmann::json;

TEST(Perft, PrintsCounts) {
  const Outcome run = shell("tavlab perft helmfrid-11 --depth 3 --json");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.json()["nodes"], 806344);
  EXPECT_EQ(run.json()["captures"], 4200);
  EXPECT_EQ(run.json()["ends"], 0);
  EXPECT_GE(run.json()["seconds"], 0.0);
}

TEST(Perft, DividesIntoTheSameTotal) {
  const json whole = shell("tavlab perft brandubh-7 --depth 3 --json").json();
  const json divided = shell("tavlab perft brandubh-7 --depth 3 --divide --json").json();
  EXPECT_EQ(divided["nodes"], whole["nodes"]);
  EXPECT_EQ(divided["captures"], whole["captures"]);
  const Outcome roll = shell("tavlab perft ur-finkel --depth 2 --divide");
  EXPECT_EQ(roll.code, 2);
  EXPECT_NE(roll.err.find("a roll is due"), std::string::npos) << roll.err;
  EXPECT_EQ(divided["divide"].size(), 40U);
  std::uint64_t sum = 0;
  for (const json& part : divided["divide"]) sum += part.get<std::uint64_t>();
  EXPECT_EQ(sum, whole["nodes"]);
}

TEST(Perft, TakesPositionsAndOverrides) {
  // A lone attacker and the king on an empty board of 7: 12 cells in its row and column.
  const Outcome run =
      shell("tavlab perft brandubh-7 --depth 1 --json --position '7/7/7/3k3/7/7/1a5 a'");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.json()["nodes"], 10);  // a1 and g1 are corners
  const Outcome shorter = shell(
      "tavlab perft brandubh-7 --depth 1 --json --position '7/7/7/3k3/7/7/1a5 a' "
      "--set range.attacker=1");
  EXPECT_EQ(shorter.json()["nodes"], 2);
}

TEST(Decisions, PrintsWidthsAndKinds) {
  const json all = shell(
                       "tavlab decisions tavreli --agent alphabeta:depth=1 --play greedy "
                       "--positions 6 --within 0.05 --json")
                       .json();
  EXPECT_EQ(all["positions"], 6);
  EXPECT_EQ(all["within"], 0.05);
  EXPECT_EQ(all["play"], "greedy");
  EXPECT_GE(all["width"]["mean"], 1.0);
  EXPECT_LE(all["width"]["mean"], all["legal_moves"]["mean"]);
  EXPECT_TRUE(all["kinds"].contains("capture"));
  EXPECT_TRUE(all["kinds"].contains("castling"));
  const Outcome random = shell("tavlab decisions tavreli --agent random");
  EXPECT_EQ(random.code, 2);
  EXPECT_NE(random.err.find("values no moves"), std::string::npos) << random.err;
}

TEST(RestrictedPlay, IsRefusedForKindsThatTheRulesLack) {
  for (const auto& [kind, says] : {std::pair{"castling", "no moves of the kind 'castling'"},
                                   std::pair{"flying", "forbid must be one or more of capture"}}) {
    const Outcome run = shell(std::string("tavlab match helmfrid-9 --games 1 --second random "
                                          "--first random:forbid=") +
                              kind);
    EXPECT_EQ(run.code, 2);
    EXPECT_NE(run.err.find(says), std::string::npos) << run.err;
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
  }
}

/// In a fresh process; tests/selfplay has the same within one.
TEST(BenchSearch, PrintsTheSignatureThatContributingSays) {
  const Outcome run = shell("tavlab bench search --json");
  ASSERT_EQ(run.code, 0) << run.err;
  const json all = run.json();
  std::ifstream file(std::string(TAVLAB_SOURCE_DIR) + "/CONTRIBUTING.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_NE(text.find("signature: " + all["signature"].dump()), std::string::npos)
      << all["signature"];
  std::uint64_t sum = 0;
  for (const json& each : all["bench"]) {
    sum += each["nodes"].get<std::uint64_t>();
    EXPECT_GE(each["depth"], 1.0) << each["rules"];
  }
  EXPECT_EQ(sum, all["signature"]);
}

TEST(BenchSearch, OfAPartHasNoSignature) {
  const Outcome part = shell("tavlab bench search brandubh-7 --json");
  EXPECT_FALSE(part.json().contains("signature")) << part.out;
  EXPECT_EQ(part.json()["bench"].size(), 1U);
  const Outcome none = shell("tavlab bench search nowhere");
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("the search suite has no positions of 'nowhere'"), std::string::npos);
}

TEST(Trace, PrintsEachPlyAndTheEnd) {
  const Outcome run = shell("tavlab trace helmfrid-9 --moves -", "a4-a3 d5-d8\n\n");
  ASSERT_EQ(run.code, 0) << run.err;
  const std::vector<json> lines = run.json_lines();
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0]["game"], 0);
  EXPECT_EQ(lines[0]["ply"], 0);
  EXPECT_EQ(lines[0]["to_move"], "attackers");
  EXPECT_EQ(lines[0]["position"], "3aaa3/4a4/4d4/a3d3a/aaddkddaa/a3d3a/4d4/4a4/3aaa3 a");
  EXPECT_EQ(lines[0]["legal"].size(), 72U);
  const auto legal = lines[0]["legal"].get<std::vector<std::string>>();
  EXPECT_TRUE(std::ranges::is_sorted(legal));
  EXPECT_EQ(lines[0]["move"], "a4-a3");
  EXPECT_EQ(lines[0]["captured"], json::array());
  EXPECT_EQ(lines[1]["to_move"], "defenders");
  EXPECT_EQ(lines[2]["result"], "unfinished");
  EXPECT_EQ(lines[2]["plies"], 2);
  EXPECT_EQ(lines[3]["game"], 1);
  EXPECT_EQ(lines[3]["plies"], 0);
}

TEST(Trace, EndsAGameAtAnIllegalMoveAndContinues) {
  const Outcome run = shell("tavlab trace helmfrid-9 --moves -", "a4-a3 a3-a4\na4-a3\n");
  EXPECT_EQ(run.code, 2);
  const std::vector<json> lines = run.json_lines();
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[1]["game"], 0);
  EXPECT_TRUE(lines[1].contains("error"));
  EXPECT_EQ(lines[3]["result"], "unfinished");
}

TEST(Trace, TakesAnyBytesForAnIllegalMove) {
  const Outcome run = shell("tavlab trace helmfrid-9 --moves -", "a4-a3\xff\na4-a3\n");
  EXPECT_EQ(run.code, 2);
  const std::vector<json> lines = run.json_lines();
  ASSERT_EQ(lines.size(), 3U) << run.err;
  EXPECT_TRUE(lines[0].contains("error"));
  EXPECT_EQ(lines[2]["plies"], 1);
}

TEST(Trace, QuotesNoMoreThanABitOfALongMove) {
  const Outcome run =
      shell("tavlab trace helmfrid-9 --moves -", std::string(100000, 'a') + "\na4-a3\n");
  EXPECT_EQ(run.code, 2);
  const std::vector<json> lines = run.json_lines();
  ASSERT_EQ(lines.size(), 3U);
  const std::string error = lines[0]["error"];
  EXPECT_NE(error.find("'" + std::string(40, 'a') + "...'"), std::string::npos) << error;
  EXPECT_LT(error.size(), 200U);
  // Cut between letters, not within one.
  std::string umlauts = "a";
  for (int i = 0; i < 100; ++i) umlauts += "ä";
  const Outcome whole = shell("tavlab trace helmfrid-9 --moves -", umlauts + "\n");
  EXPECT_NE(whole.out.find("ä...'"), std::string::npos) << whole.out;
}

TEST(Trace, ReportsResultAndReason) {
  const Outcome run =
      shell("tavlab trace helmfrid-9 --position '9/9/9/9/9/9/9/4a4/k8 d' --moves -", "");
  EXPECT_EQ(run.code, 2);  // the king stands on a corner
  const Outcome escape =
      shell("tavlab trace helmfrid-9 --position '9/9/9/9/9/9/9/4a4/1k7 d' --moves -", "b1-a1\n");
  ASSERT_EQ(escape.code, 0) << escape.err;
  EXPECT_EQ(escape.json_lines().back()["result"], "defenders");
  EXPECT_EQ(escape.json_lines().back()["reason"], "king escaped");
}

TEST(Trace, ReplaysRolls) {
  const Outcome run = shell("tavlab trace helmfrid-9 --set dice.kind=parity --moves -",
                            "[even] a4-a3 [odd] [even] b5-b3\n");
  ASSERT_EQ(run.code, 0) << run.out;
  const std::vector<json> lines = run.json_lines();
  EXPECT_EQ(lines[0]["throw"], "[even]");
  EXPECT_EQ(lines.back()["plies"], 2);
}

TEST(Trace, NamesTheLineOfAPublishedGameThatIsIllegal) {
  const Outcome run =
      shell("tavlab trace tavreli --game -", "[White \"x\"]\n1. e2-e4 e7-e5\n2. e4-e5");
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.json_lines().size(), 2U) << run.out;
  EXPECT_TRUE(run.err.starts_with("tavlab: game file '-', line 3: move 'e4-e5'")) << run.err;
}

TEST(Playout, IsTheSameOnAnyNumberOfThreads) {
  const json one =
      shell("tavlab playout brandubh-7 --games 400 --seed 5 --threads 1 --json").json();
  json three = shell("tavlab playout brandubh-7 --games 400 --seed 5 --threads 3 --json").json();
  for (const char* key : {"games", "results", "reasons", "mean_plies", "mean_legal_moves"}) {
    EXPECT_EQ(one[key], three[key]) << key;
  }
  EXPECT_GT(one["plies_per_second"], 0.0);
  const json& results = one["results"];
  EXPECT_EQ(results["attackers"].get<int>() + results["defenders"].get<int>() +
                results["draw"].get<int>() + results["unfinished"].get<int>(),
            400);
}

TEST(Match, IsTheSameOnAnyNumberOfThreads) {
  const std::string command =
      "tavlab match brandubh-7 --first mcts:sims=20 --second random --games 12 --seed 3 --swap "
      "--two-game --json --threads ";
  json one = shell(command + "1").json();
  json two = shell(command + "2").json();
  one.erase("seconds");
  two.erase("seconds");
  EXPECT_EQ(one, two);
  EXPECT_EQ(one["games"], 12);
  EXPECT_EQ(one["two_game"]["matches"], 6);
  EXPECT_GT(one["first_agent"]["score"], 0.5);
}

TEST(Match, RecordsAndSummaryAreJsonLines) {
  const std::string command = "tavlab match brandubh-7 --games 3 --seed 2 --json";
  const std::vector<json> lines = shell(command + " --records").json_lines();
  ASSERT_EQ(lines.size(), 4U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(lines[i].contains("moves"));
  EXPECT_EQ(lines[3]["games"], 3);
  EXPECT_EQ(shell(command).json_lines().size(), 1U);
  const std::string help = shell("tavlab match --help").out;
  EXPECT_NE(help.find("JSON lines: one for each game, then the summary"), std::string::npos)
      << help;
}

TEST(Match, RecordsReplayInTrace) {
  const Outcome match =
      shell("tavlab match helmfrid-9 --games 5 --seed 2 --records --set dice.kind=distance");
  ASSERT_EQ(match.code, 0) << match.err;
  for (const json& record : match.json_lines()) {
    const Outcome trace = shell("tavlab trace helmfrid-9 --set dice.kind=distance --moves -",
                                record["moves"].get<std::string>() + "\n");
    ASSERT_EQ(trace.code, 0) << trace.out;
    const json end = trace.json_lines().back();
    EXPECT_EQ(end["result"], record["result"]);
    EXPECT_EQ(end["reason"], record["reason"]);
    EXPECT_EQ(end["plies"], record["plies"]);
  }
}

TEST(Analyze, FindsTheEscape) {
  const Outcome run = shell(
      "tavlab analyze brandubh-7 --agent mcts:sims=200 --json --position '7/7/7/7/7/7/1ka4 d'");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.json()["best"], "b1-a1");
  EXPECT_EQ(run.json()["proven"], "defenders");
  EXPECT_EQ(run.json()["principal_variation"][0], "b1-a1");
}

TEST(Analyze, MakesUpNoValues) {
  const json random = shell("tavlab analyze brandubh-7 --agent random --json").json();
  EXPECT_TRUE(random.contains("best"));
  EXPECT_FALSE(random.contains("value"));
  EXPECT_FALSE(random.contains("wdl"));
  ASSERT_EQ(random["moves"].size(), 5U);  // of 40, in classes of 8 symmetric ones
  for (const json& move : random["moves"]) EXPECT_FALSE(move.contains("value")) << move;
  EXPECT_NE(shell("tavlab analyze brandubh-7 --agent random").out.find("none"), std::string::npos);

  // Cut off before its first depth was complete: moves that it did not visit have no value.
  const json cut = shell("tavlab analyze brandubh-7 --agent alphabeta:nodes=1 --json").json();
  EXPECT_FALSE(cut.contains("value")) << cut;
  for (const json& move : cut["moves"]) EXPECT_FALSE(move.contains("value")) << move;

  const json searched = shell("tavlab analyze brandubh-7 --agent alphabeta:depth=2 --json").json();
  EXPECT_EQ(searched["value"], searched["moves"][0]["value"]);
  EXPECT_EQ(searched["depth"], 2);
  // Only where draws were measured under the rules does a value tell their probability.
  const double win = searched["wdl"][0], draw = searched["wdl"][1];
  EXPECT_NEAR(win + draw / 2, searched["value"].get<double>(), 1e-6);
  const std::string unmeasured = "tavlab analyze brandubh-7 --set king.armed=none --json --agent ";
  EXPECT_FALSE(shell(unmeasured + "alphabeta:depth=2").json().contains("wdl"));
  const json tree = shell("tavlab analyze brandubh-7 --agent mcts:sims=50 --json").json();
  EXPECT_TRUE(tree.contains("value"));
  EXPECT_EQ(tree["wdl"].size(), 3U);
}

TEST(Analyze, AnalyzesEachRollBeforeARoll) {
  const std::string command =
      "tavlab analyze helmfrid-9 --set dice.kind=distance --set dice.faces=3 "
      "--agent alphabeta:depth=1 --json";
  const json due = shell(command).json();
  ASSERT_EQ(due["throws"].size(), 3U);
  double mean = 0;
  for (const json& one : due["throws"]) {
    mean += one["probability"].get<double>() * one["value"].get<double>();
    json alone = shell(command + " --position '" + one["position"].get<std::string>() + "'").json();
    for (const char* key : {"best", "value", "principal_variation", "nodes", "to_move"}) {
      EXPECT_EQ(alone[key], one[key]) << key;
    }
  }
  EXPECT_NEAR(due["value"].get<double>(), mean, 1e-12);
  EXPECT_EQ(due["throws"][2]["throw"], "[3]");

  // After an odd roll the turn passes, and no agent was asked what that is worth.
  const std::string parity = "tavlab analyze helmfrid-9 --set dice.kind=parity ";
  const json passing = shell(parity + "--json --agent mcts:sims=20").json();
  EXPECT_FALSE(passing.contains("value"));
  EXPECT_TRUE(passing["throws"][0].contains("value"));
  EXPECT_FALSE(passing["throws"][1].contains("best"));
  EXPECT_EQ(passing["throws"][1]["to_move"], "defenders");
  EXPECT_NE(shell(parity).out.find("the turn passes"), std::string::npos);
}

TEST(Analyze, CountsARollThatEndsTheGame) {
  // The king is held and the reply is due: if the roll passes the turn, he is captured.
  const json due = shell(
                       "tavlab analyze helmfrid-9 --set dice.kind=parity --set "
                       "king.capture_takes_effect=after_reply --agent alphabeta:depth=1 --json "
                       "--position '9/9/9/9/9/9/2aka4/9/5d3 d pending'")
                       .json();
  const json& passed = due["throws"][1];
  EXPECT_EQ(passed["result"], "attackers") << due;
  EXPECT_EQ(passed["reason"], "king captured");
  const double even = due["throws"][0]["value"];
  EXPECT_NEAR(due["value"].get<double>(), 0.5 * even + 0.5, 1e-12);
}

TEST(Rules, ListShowDiff) {
  const json list = shell("tavlab rules list --json").json()["rules"];
  EXPECT_TRUE(std::ranges::any_of(list, [](const json& r) { return r["id"] == "helmfrid-11"; }));
  const Outcome show = shell("tavlab rules show helmfrid-11");
  ASSERT_EQ(show.code, 0) << show.err;
  EXPECT_NE(show.out.find("11  x . . a a a a a . . x"), std::string::npos);
  EXPECT_NE(show.out.find("Assumptions"), std::string::npos);
  EXPECT_NE(show.out.find("(* assumed: the source leaves it open)"), std::string::npos);
  const json diff = shell("tavlab rules diff tavlei-9 tavlei-9-obereg --json").json();
  EXPECT_EQ(diff["differences"].size(), 1U);
  EXPECT_EQ(diff["differences"]["range.king"], json::array({0, 3}));
  EXPECT_FALSE(diff["same_game"]);
}

TEST(Rules, ListAndShowSpeakRussian) {
  EXPECT_NE(shell("tavlab rules list --lang ru").out.find("Таврели по правилам федерации"),
            std::string::npos);
  EXPECT_NE(shell("tavlab rules list --lang en").out.find("Tavreli by the federation's rules"),
            std::string::npos);
  const Outcome show = shell("LC_ALL=ru_RU.UTF-8 tavlab rules show helmfrid-11");
  ASSERT_EQ(show.code, 0) << show.err;
  for (const char* part :
       {"helmfrid-11: Хнефатафл Хельмфрида, 11×11\n", "\nИсточник\n  Текст helmfrid-9",
        "\nНачальная позиция\n", "a нападающий, d защитник, K король; + трон, x угол",
        "\nПринято там, где источник молчит\n", "Рисунок утрачен. Ромб"}) {
    EXPECT_NE(show.out.find(part), std::string::npos) << part << "\nis not in\n" << show.out;
  }
  const json russian = shell("tavlab rules show helmfrid-11 --lang ru --json").json();
  const json english = shell("tavlab rules show helmfrid-11 --lang en --json").json();
  EXPECT_EQ(russian["title"], "Хнефатафл Хельмфрида, 11×11");
  for (const char* same : {"id", "hash", "parameters", "start"}) {
    EXPECT_EQ(russian[same], english[same]);
  }
}

TEST(Rules, ExplainDescribesThemInSentences) {
  const Outcome text = shell("tavlab rules explain tavlei-9 --set dice.kind=parity --lang en");
  ASSERT_EQ(text.code, 0) << text.err;
  for (const char* line :
       {"tavlei-9{dice.kind=parity}: ", "\n9  x . . a a a . . x\n", "\nSides\n  attackers  capture",
        "\nPieces\n  a  attacker\n", "\nMoves\n  - A piece moves any number of squares", "\nDice\n",
        "\nEndings\n  king captured  "}) {
    EXPECT_NE(text.out.find(line), std::string::npos) << line << "\nis not in\n" << text.out;
  }
  const json words = shell("tavlab rules explain tavreli --lang en --json").json();
  EXPECT_EQ(words["id"], "tavreli");
  EXPECT_EQ(words["pieces"]["B"], "luchnik (лучник), the bishop of chess");
  EXPECT_EQ(words["sides"]["white"], "checkmate the enemy's volkhv");
  EXPECT_EQ(words["rules"][0]["title"], "Board and pieces");
  EXPECT_TRUE(words["endings"].contains("stalemate"));
  EXPECT_EQ(shell("tavlab rules explain nothing").code, 2);
}

TEST(Rules, ExplainSpeaksRussian) {
  const Outcome text = shell("tavlab rules explain tavlei-9 --set dice.kind=parity --lang ru");
  ASSERT_EQ(text.code, 0) << text.err;
  for (const char* line :
       {"\n9  x . . a a a . . x\n", "\nСтороны\n  нападающие  взять короля\n",
        "\nФигуры\n  a  нападающий\n", "\nХоды\n  - Фигура ходит по горизонтали или вертикали",
        "\nКости\n", "\nЧем кончается партия\n  король взят   "}) {
    EXPECT_NE(text.out.find(line), std::string::npos) << line << "\nis not in\n" << text.out;
  }
  const json words = shell("tavlab rules explain tavreli --lang ru --json").json();
  EXPECT_EQ(words["pieces"]["B"], "лучник, шахматный слон");
  EXPECT_EQ(words["sides"]["белые"], "поставить мат волхву противника");
  EXPECT_TRUE(words["endings"].contains("пат"));
  const auto explained = [](const std::string& locale) {
    return shell("export LC_ALL= LC_MESSAGES= LANG=\n" + locale + " tavlab rules explain chess")
        .out;
  };
  EXPECT_NE(explained("LANG=ru_RU.UTF-8").find("\nШах\n"), std::string::npos);
  EXPECT_NE(explained("LC_ALL=C LANG=ru_RU.UTF-8").find("\nCheck\n"), std::string::npos);
  const Outcome other = shell("tavlab rules explain chess --lang de");
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("'en' or 'ru'"), std::string::npos) << other.err;
}

TEST(Experiment, RunsAndContinues) {
  const TemporaryFolder folder;
  const Outcome first = shell("tavlab experiment run quickstart --games 2 --out run --json --quiet",
                              "", folder.path());
  ASSERT_EQ(first.code, 0) << first.err;
  const Outcome more = shell("tavlab experiment run quickstart --games 4 --out run --json --quiet",
                             "", folder.path());
  ASSERT_EQ(more.code, 0) << more.err;
  const json cells = more.json()["cells"];
  for (const json& cell : cells) EXPECT_EQ(cell["games"], 4) << cell;
  const Outcome report = shell("tavlab experiment report run --json", "", folder.path());
  ASSERT_EQ(report.code, 0) << report.err;
  EXPECT_EQ(report.json()["cells"], cells);
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "run" / "report.html"));
  const Outcome fewer =
      shell("tavlab experiment run quickstart --games 2 --out run --quiet", "", folder.path());
  EXPECT_NE(fewer.err.find("the first 2 games of each cell; the folder has more, up to 4"),
            std::string::npos)
      << fewer.err;
}

/// The strongest agents of two kinds.
const std::string agents = " --agents alphabeta:nodes=32 mcts:rollout=none,sims=32";

TEST(Claim, RunsReportsAndKeepsItsFolder) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& command) { return shell(command, "", folder.path()); };
  const Outcome first =
      run("tavlab claim run ur-d4" + agents + " --games 20 --out all/d4 --json --quiet");
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(first.json()["format"], "tavlab claim result");
  EXPECT_EQ(first.json()["claim"]["command"],
            "tavlab claim run ur-d4" + agents + " --out DIR --games 20");
  EXPECT_EQ(run("tavlab claim report all/d4 --json").json(), first.json());

  const Outcome wrong = run("tavlab experiment report all/d4");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(wrong.err.find("`tavlab claim report all/d4`"), std::string::npos) << wrong.err;
  EXPECT_EQ(run("tavlab ladder ur-finkel --agents random greedy --games 2 --out all/d4").code, 2);

  // Several folders at once, with an overview.
  ASSERT_EQ(run("tavlab claim run ur-flip" + agents + " --games 2 --out all/flip --quiet").code, 0);
  const Outcome both = run("tavlab claim report all --json");
  ASSERT_EQ(both.code, 0) << both.err;
  EXPECT_EQ(both.json()["claims"].size(), 2U);
  nlohmann::json alone = both.json()["claims"][0];
  EXPECT_EQ(alone["p_adjusted"], 1.0);  // undecided
  alone.erase("p_adjusted");
  alone.erase("stands");
  EXPECT_EQ(alone, first.json());
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "all" / "claims.md"));
}

TEST(Claim, MergedShardsGiveTheVerdict) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& command) { return shell(command, "", folder.path()); };
  for (const char shard : {'1', '2'}) {
    std::string command = "tavlab claim run ur-d4" + agents + " --games 20 --quiet --out part";
    command += shard;
    command += " --shard ";
    command += shard;
    command += "/2";
    const Outcome part = run(command);
    ASSERT_EQ(part.code, 0) << part.err;
  }
  const Outcome merged = run("tavlab experiment merge part1 part2 --out out --json");
  ASSERT_EQ(merged.code, 0) << merged.err;
  EXPECT_EQ(merged.json()["format"], "tavlab claim result");
  const Outcome whole =
      run("tavlab claim run ur-d4" + agents + " --games 20 --out whole --json --quiet");
  EXPECT_EQ(merged.json()["strengths"], whole.json()["strengths"]);
}

TEST(Ladder, ReportsHowToReproduceIt) {
  const TemporaryFolder folder;
  const std::string command =
      "tavlab ladder ur-finkel --agents random greedy --schedule adaptive --games 24 --seed 3 "
      "--opening 2 --max-plies 2000";
  const Outcome first = shell(command + " --out a --json --quiet", "", folder.path());
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(first.json()["rungs"].size(), 2U);
  std::ifstream report(folder.path() / "a" / "report.html");
  const std::string page(std::istreambuf_iterator<char>(report), {});
  EXPECT_NE(page.find(command + " --out DIR"), std::string::npos);
  const Outcome again = shell(command + " --out b --json --quiet", "", folder.path());
  EXPECT_EQ(again.json(), first.json());
}

TEST(Calibrate, PrintsWhatItFound) {
  const TemporaryFolder folder;
  const std::string command =
      "tavlab calibrate ur-finkel --agents random greedy --games 12 --seed 3 --opening 2 "
      "--max-plies 2000";
  const Outcome first = shell(command + " --out a --json --quiet", "", folder.path());
  ASSERT_EQ(first.code, 0) << first.err;
  const auto found = first.json();
  EXPECT_EQ(found["agents"].size(), 2U);
  EXPECT_EQ(found["strongest"]["overall"], "greedy");
  EXPECT_LE(found["band"][0], found["value"]);
  EXPECT_GE(found["band"][1], found["value"]);
  EXPECT_EQ(shell(command + " --out b --json --quiet", "", folder.path()).json(), found);
  // The same openings for every cell.
  const Outcome suite = shell(
      "tavlab calibrate brandubh-7 --agents random greedy --games 6 --openings plies=2,unique "
      "--out c --quiet",
      "", folder.path());
  EXPECT_EQ(suite.code, 0) << suite.err;
  EXPECT_NE(suite.out.find("greedy"), std::string::npos) << suite.out;
}

TEST(Limit, PrintsWhatItFound) {
  const TemporaryFolder folder;
  const std::string command =
      "tavlab limit brandubh-7 --agents random greedy --limits 4..6 9 --games 6 --seed 3 "
      "--prove-nodes 20000";
  const Outcome first = shell(command + " --out a --json --quiet --threads 2", "", folder.path());
  ASSERT_EQ(first.code, 0) << first.err;
  const auto found = first.json();
  EXPECT_EQ(found["limits"], json::array({4, 5, 6, 9}));
  EXPECT_EQ(found["curves"].size(), 3U);
  EXPECT_GE(found["proved"]["first_side_up_to"], 3);
  EXPECT_EQ(shell(command + " --out b --json --quiet --threads 1", "", folder.path()).json(),
            found);
  const Outcome text = shell(command + " --out a --quiet", "", folder.path());
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_NE(text.out.find("possible bids"), std::string::npos) << text.out;
  // Another folder's report comes from the command, which is stored with what it leaves unsaid.
  const Outcome again = shell("tavlab experiment report a --out c", "", folder.path());
  EXPECT_EQ(again.code, 2);
  EXPECT_NE(again.err.find("--limits 4..6 9 --prove-nodes 20000 --games 6 --seed 3 --max-plies "
                           "2000 --openings plies=2,unique"),
            std::string::npos)
      << again.err;
}

TEST(Help, ExplainsEveryTopic) {
  const std::string notation = shell("tavlab help notation").out;
  for (const char* part : {"declined", "\"throw\":\"[2]\"", "\nFamily ur\n", "(волхв, king)"}) {
    EXPECT_NE(notation.find(part), std::string::npos) << part;
  }
  EXPECT_NE(shell("tavlab help rules").out.find("true means full"), std::string::npos);
  EXPECT_NE(shell("tavlab analyze --help").out.find("principal_variation"), std::string::npos);
  EXPECT_NE(shell("tavlab help agents").out.find("alphabeta"), std::string::npos);
  EXPECT_NE(shell("tavlab help rules").out.find("king.armed"), std::string::npos);
  EXPECT_EQ(shell("tavlab --help").code, 0);
}

TEST(Bench, MeasuresEverything) {
  const Outcome run = shell("tavlab bench brandubh-7 --seconds 0.02 --json");
  ASSERT_EQ(run.code, 0) << run.err;
  const json bench = run.json()["bench"][0];
  for (const char* key :
       {"random_plies_per_second", "perft_nodes_per_second", "perft_bulk_nodes_per_second",
        "rollouts_per_second", "search_iterations_per_second", "bytes_per_node"}) {
    EXPECT_GT(bench[key], 0.0) << key;
  }
}

TEST(Bench, MeasuresNets) {
  const Outcome run = shell(
      "tavlab bench nn --size 7 --blocks 1 --channels 16 --batches 1,4 --seconds 0.01 --json");
  ASSERT_EQ(run.code, 0) << run.err;
  const json bench = run.json();
  EXPECT_GT(bench["products_per_position"], 0.0);
  EXPECT_EQ(bench["figures"].size(), 2 * (bench["peak_products_per_second"].size() + 1))
      << "the instruction sets that there are, and the reference, with two batches each";
  for (const json& figure : bench["figures"]) {
    EXPECT_GT(figure["evaluations_per_second"], 0.0) << figure;
  }
  EXPECT_GT(bench["threads_times_one"], 0.0);
}

TEST(Bench, NetsRunByTheInstructionSetOfTheEnvironment) {
  const std::string command =
      "tavlab match brandubh-7 --first net:file=" + std::string(TAVLAB_SOURCE_DIR) +
      "/nn/models/brandubh-7/net.safetensors --second random --games 2 --seed 1";
  const Outcome reference = shell("TAVLAB_CPU_ISA=eigen " + command);
  ASSERT_EQ(reference.code, 0) << reference.err;
  EXPECT_EQ(reference.err, "");
  const Outcome unknown = shell("TAVLAB_CPU_ISA=abacus " + command);
  EXPECT_EQ(unknown.code, 2);
  EXPECT_EQ(unknown.out, "");
  EXPECT_NE(unknown.err.find("TAVLAB_CPU_ISA is 'abacus'"), std::string::npos) << unknown.err;
  EXPECT_EQ(unknown.err.find("abacus"), unknown.err.rfind("abacus")) << "said once";
  // Then training does not begin.
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "out").string();
  EXPECT_EQ(shell("TAVLAB_CPU_ISA=abacus tavlab train train-brandubh-7 --out " + out).code, 2);
  EXPECT_FALSE(std::filesystem::exists(out));
}

}  // namespace
}  // namespace tavlab::test
