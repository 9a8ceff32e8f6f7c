// `tavlab prove` and `tavlab solve` for endgames: what they print, write and refuse.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.h"
#include "tests/tools/process.h"

namespace tavlab::test {
namespace {

using nlohmann::json;

TEST(Solve, WritesTablesOfEndgames) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& arguments) {
    return shell("tavlab " + arguments, {}, folder.path());
  };
  const Outcome whole = run("solve brandubh-7 --pieces 2,1 --out t --json --threads 1");
  ASSERT_EQ(whole.code, 0) << whole.err;
  const json materials = whole.json()["materials"];
  ASSERT_EQ(materials.size(), 8U);
  EXPECT_EQ(materials[7]["pieces"], json({2, 1}));
  EXPECT_EQ(materials[7]["to_move"], "defenders");
  EXPECT_EQ(materials[7]["wins"]["defenders"]["longest"], 4);
  EXPECT_EQ(run("solve brandubh-7 --pieces 2,1 --out t").code, 2) << "nothing is replaced";
  // Killed at some moment: finished work is not repeated, and the table is the same.
  run("timeout -s KILL 0.4 tavlab solve brandubh-7 --pieces 2,1 --out again --threads 1");
  const Outcome resumed = run("solve brandubh-7 --pieces 2,1 --out again --threads 2");
  ASSERT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_EQ(content(folder.path() / "again"), content(folder.path() / "t"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "again.part"));
  const Outcome info = run("solve --info t --json");
  ASSERT_EQ(info.code, 0) << info.err;
  for (std::size_t i = 0; i < materials.size(); ++i) {
    EXPECT_EQ(info.json()["materials"][i]["neither"], materials[i]["neither"]);
  }
  // The table plays, and searches use it.
  const std::string lost = " brandubh-7 --position '7/7/7/3k3/4a2/7/7 d' --json --agent ";
  EXPECT_EQ(run("analyze" + lost + "table:t").json()["value"], 0.0);
  EXPECT_EQ(run("analyze" + lost + "mcts:endgame=t,sims=20").json()["value"], 0.0);
  EXPECT_EQ(run("analyze" + lost + "alphabeta:endgame=t,depth=1").json()["value"], 0.0);
  const Outcome start = run("analyze brandubh-7 --agent table:t");
  EXPECT_EQ(start.code, 2);
  EXPECT_NE(start.err.find("up to 2 attackers and 1 defenders"), std::string::npos) << start.err;
  EXPECT_NE(run("solve brandubh-7 --pieces 8,3 --out u").err.find("need"), std::string::npos);
  EXPECT_NE(run("solve brandubh-7 --out u").err.find("--pieces"), std::string::npos);
  EXPECT_NE(run("regret brandubh-7 --agent random --table t").err.find("endgame tables only"),
            std::string::npos);
}

TEST(Prove, PrintsALineForEachLimit) {
  const Outcome all = shell("tavlab prove brandubh-7 --upto 4 --memory 1MB --json --threads 2");
  ASSERT_EQ(all.code, 0) << all.err;
  std::istringstream lines(all.out);
  int limit = 0;
  for (std::string line; std::getline(lines, line);) {
    const json proof = json::parse(line);
    EXPECT_EQ(proof["limit"], ++limit);
    EXPECT_EQ(proof["winner"], "attackers");
    EXPECT_EQ(proof["proved"], true);
    EXPECT_EQ(proof["repetition"], limit < 4 ? "exact" : "ignored");
    EXPECT_GT(proof["nodes"], 0);
    EXPECT_GE(proof["seconds"], 0.0);
  }
  EXPECT_EQ(limit, 4);
  // One attacker cannot stop the king.
  const Outcome escape =
      shell("tavlab prove brandubh-7 --position '7/7/7/a2k3/7/7/7 d' --limit 3 --json");
  EXPECT_EQ(escape.json()["winner"], "defenders");
  EXPECT_EQ(escape.json()["limit"], 3);
  const Outcome stopped =
      shell("tavlab prove helmfrid-11 --limit 30 --minutes 0.002 --memory 1MB --json");
  EXPECT_EQ(stopped.code, 1) << stopped.err;
  EXPECT_EQ(stopped.json()["proved"], false);
  EXPECT_TRUE(stopped.json()["winner"].is_null());
}

TEST(Prove, WritesAndChecksCertificates) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& arguments) {
    return shell("tavlab prove " + arguments, {}, folder.path());
  };
  const Outcome proof = run("brandubh-7 --limit 5 --threads 1 --certificate c --json");
  ASSERT_EQ(proof.code, 0) << proof.err;
  EXPECT_EQ(proof.json()["certificate"], "c");
  EXPECT_EQ(proof.json()["repetition"], "exact") << "the strategy repeats nothing three times";
  const Outcome check = run("--check c --json");
  ASSERT_EQ(check.code, 0) << check.err;
  EXPECT_EQ(check.json()["ok"], true);
  EXPECT_EQ(check.json()["winner"], "attackers");
  EXPECT_EQ(check.json()["limit"], 5);
  EXPECT_EQ(check.json()["whole"], true);
  EXPECT_EQ(check.json()["positions"], proof.json()["positions"]);
  EXPECT_EQ(run("brandubh-7 --limit 5 --certificate c").code, 2) << "nothing is replaced";
  const Outcome sample =
      run("brandubh-7 --limit 5 --threads 1 --certificate s --sample 20 --sample-moves 2 --json");
  ASSERT_EQ(sample.code, 0) << sample.err;
  EXPECT_EQ(sample.json()["sample"], json({{"lines", 20}, {"moves", 2}}));
  EXPECT_LT(sample.json()["positions"], proof.json()["positions"]);
  const Outcome checked = run("--check s --json");
  ASSERT_EQ(checked.code, 0) << checked.err;
  EXPECT_EQ(checked.json()["whole"], false);
  EXPECT_EQ(checked.json()["sample"], sample.json()["sample"]);
  EXPECT_NE(run("--check s").out.find("a sample of 20 lines, after 2 random moves"),
            std::string::npos);
  EXPECT_EQ(run("brandubh-7 --limit 5 --sample 20").code, 2);
  std::string bytes = content(folder.path() / "c");
  bytes[bytes.size() - 100] = static_cast<char>(bytes[bytes.size() - 100] ^ 1);
  folder.write("c", bytes);
  const Outcome damaged = run("--check c");
  EXPECT_EQ(damaged.code, 2);
  EXPECT_NE(damaged.err.find("checksum"), std::string::npos) << damaged.err;
  EXPECT_EQ(run("--check nothing").code, 2);
  EXPECT_EQ(run("brandubh-7 --check c").code, 2);
}

TEST(Prove, ResumesInItsFolder) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& arguments) {
    return shell("tavlab prove brandubh-7 --memory 4MB --out o --checkpoint 0 --json " + arguments,
                 {}, folder.path());
  };
  // Killed at some moment, stopped at another one.
  shell("timeout -s KILL 0.7 tavlab prove brandubh-7 --memory 4MB --out o --checkpoint 0 --upto 9",
        {}, folder.path());
  EXPECT_EQ(run("--upto 9 --seconds 0.7").code, 1);
  const Outcome resumed = run("--upto 6");
  ASSERT_EQ(resumed.code, 0) << resumed.err;
  const std::vector<json> lines = resumed.json_lines();
  ASSERT_EQ(lines.size(), 6U);
  for (const json& line : lines) {
    EXPECT_EQ(line["winner"], "attackers");
    EXPECT_EQ(line["proved"], true);
  }
  const Outcome again = run("--upto 6");
  EXPECT_EQ(again.out, resumed.out) << "proofs are not repeated";
  const Outcome other = shell("tavlab prove ard-ri-7 --limit 3 --out o", {}, folder.path());
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("holds proofs of 'brandubh-7'"), std::string::npos) << other.err;
}

TEST(Prove, FindsWinsOfASide) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& arguments) {
    return shell("tavlab prove " + arguments, {}, folder.path());
  };
  const std::string mate = "chess --position 'kbK5/pp6/1P6/8/8/8/8/R7 w - -' --threads 1 --json ";
  const Outcome win = run(mate + "--win-for white --certificate c");
  ASSERT_EQ(win.code, 0) << win.err;
  EXPECT_EQ(win.json()["winner"], "white");
  EXPECT_EQ(win.json()["within"], 2);
  EXPECT_TRUE(win.json()["limit"].is_null());
  EXPECT_EQ(win.json()["repetition"], "exact");
  const Outcome check = run("--check c --json");
  ASSERT_EQ(check.code, 0) << check.err;
  EXPECT_EQ(check.json()["winner"], "white");
  EXPECT_EQ(check.json()["limit"], 2);
  EXPECT_EQ(check.json()["positions"], 1);
  const Outcome none = run(mate + "--win-for black --upto 2");
  ASSERT_EQ(none.code, 0) << none.err;
  for (const json& line : none.json_lines()) {
    EXPECT_TRUE(line["winner"].is_null());
    EXPECT_EQ(line["proved"], true);
  }
  // Wins of the attackers, and of the defenders, the same question as for limits.
  const std::string board = "brandubh-7 --position '7/7/7/a2k3/7/7/7 d' --limit 3 --json ";
  EXPECT_EQ(run(board + "--win-for defenders").json()["winner"], "defenders");
  EXPECT_TRUE(run(board + "--win-for attackers").json()["winner"].is_null());
  // A search without a limit resumes, too.
  const std::string any = "helmfrid-9 --win-for attackers --out o --json --memory 4MB ";
  EXPECT_EQ(run(any + "--seconds 0.3").code, 1);
  EXPECT_EQ(run(any + "--seconds 0.3").code, 1);
  const Outcome other = run("helmfrid-9 --limit 2 --out o");
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("another question"), std::string::npos) << other.err;
}

TEST(Prove, LooksForDeadlocks) {
  const Outcome none = shell("tavlab prove ur-skiryuk --deadlock --json");
  ASSERT_EQ(none.code, 0) << none.err;
  EXPECT_EQ(none.json()["deadlock"], false);
  EXPECT_TRUE(none.json()["position"].is_null());
  const Outcome some = shell("tavlab prove ur-skiryuk --deadlock --set stack.capacity=3");
  EXPECT_NE(some.out.find("neither side can move, whatever is rolled: "), std::string::npos);
  const Outcome other = shell("tavlab prove brandubh-7 --deadlock");
  EXPECT_EQ(other.code, 2);
  EXPECT_EQ(shell("tavlab prove ur-skiryuk --deadlock --limit 3").code, 2);
}

TEST(Prove, RefusesWhatItCannotProve) {
  const auto refusal = [](const std::string& arguments) {
    const Outcome run = shell("tavlab prove " + arguments);
    EXPECT_EQ(run.code, 2) << arguments;
    return run.err;
  };
  EXPECT_NE(refusal("brandubh-7").find("--limit N"), std::string::npos);
  EXPECT_NE(refusal("brandubh-7 --limit 41").find("40"), std::string::npos);
  EXPECT_NE(refusal("chess --limit 3").find("--win-for 'white' or 'black'"), std::string::npos);
  EXPECT_NE(refusal("chess --limit 3 --win-for attackers").find("no side 'attackers'"),
            std::string::npos);
  EXPECT_NE(refusal("ur-finkel --limit 3").find("dice"), std::string::npos);
  EXPECT_NE(refusal("brandubh-7 --limit 3 --memory 4.5GB").find("a size such as 4GB"),
            std::string::npos);
  EXPECT_NE(refusal("brandubh-7 --limit 3 --memory -1").find("a size such as 4GB"),
            std::string::npos);
  EXPECT_NE(refusal("brandubh-7 --limit 3 --position '7/7/7/3k3/7/7/7 d' --moves d4-a4,a4-a1")
                .find("--moves"),
            std::string::npos);
}

TEST(Prove, LeavesNothingBehindWhatItRefuses) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& arguments) {
    return shell("tavlab prove brandubh-7 --limit 2 --out o " + arguments, {}, folder.path());
  };
  EXPECT_EQ(run("--set limits.quiet_plies=50").code, 2);
  const Outcome right = run("--memory 1MB");
  EXPECT_EQ(right.code, 0) << "the folder is free for the right rules: " << right.err;
}

TEST(Prove, DoesNotBelieveAForgedFolder) {
  const TemporaryFolder folder;
  const auto run = [&] {
    return shell("tavlab prove brandubh-7 --win-for attackers --limit 2 --memory 1MB --out o", {},
                 folder.path());
  };
  ASSERT_EQ(run().code, 0);
  json proof = json::parse(content(folder.path() / "o" / "proof.json"));
  for (const int within : {-2, 3, 10'000'000}) {
    proof["proofs"][1]["held"] = false;
    proof["proofs"][1]["within"] = within;
    folder.write("o/proof.json", proof.dump());
    const Outcome forged = run();
    EXPECT_EQ(forged.code, 2) << within;
    EXPECT_NE(forged.err.find("damaged"), std::string::npos) << forged.err;
  }
}

/// After hours of work the verdict is worth more than the file that cannot be written.
TEST(Prove, PrintsAVerdictWhoseCertificateCannotBeWritten) {
  const TemporaryFolder folder;
  const Outcome run =
      shell("ulimit -f 1; tavlab prove brandubh-7 --limit 5 --threads 1 --certificate c", {},
            folder.path());
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.out.find("attackers hold"), std::string::npos) << run.out;
  EXPECT_NE(run.err.find("cannot be written"), std::string::npos) << run.err;
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "c"));
}

TEST(Prove, RefusesOptionsWithoutEffect) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& arguments) {
    return shell("tavlab " + arguments, {}, folder.path());
  };
  ASSERT_EQ(run("prove brandubh-7 --limit 3 --memory 1MB --certificate c").code, 0);
  ASSERT_EQ(run("solve brandubh-7 --pieces 1,0 --out t").code, 0);
  for (const char* more : {"--set escape=edge", "--position x", "--deadlock", "--certificate d",
                           "--out o", "--limit 3", "--win-for attackers"}) {
    EXPECT_EQ(run(std::string("prove --check c ") + more).code, 2) << more;
  }
  for (const char* more : {"--pieces 3", "--winners", "--rolls", "--set escape=edge", "--out u"}) {
    EXPECT_EQ(run(std::string("solve --info t ") + more).code, 2) << more;
  }
  EXPECT_EQ(run("solve brandubh-7 --pieces 1,0 --rolls --out u").code, 2);
  EXPECT_EQ(run("solve ur-finkel --pieces 1 --winners --out u").code, 2);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "u"));
}

/// A table of winners has no distances to wins, so it is not resumed as one that has them.
TEST(Solve, ResumesOnlyWhatItLeft) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& arguments) {
    return shell("tavlab solve brandubh-7 --pieces 2,0 " + arguments, {}, folder.path());
  };
  ASSERT_EQ(run("--winners --out w").code, 0);
  std::filesystem::rename(folder.path() / "w", folder.path() / "t.part");
  const Outcome refused = run("--out t");
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("t.part"), std::string::npos) << refused.err;
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "t"));
}

/// A game within the table: its start has a king, two attackers and a defender.
TEST(Solve, TablesWinGamesForSearches) {
  const TemporaryFolder folder;
  folder.write("small.toml", R"toml(
id = "small"
extends = "brandubh-7"
title = "A small game"
source = "a test"
board.layout = ["x..a..x",".......",".......","...k...","....d..",".......","x..a..x"]
range.king = 1
repetition.result = "draw"
)toml");
  const auto run = [&](const std::string& arguments) {
    return shell("tavlab " + arguments, {}, folder.path());
  };
  ASSERT_EQ(run("solve ./small.toml --pieces 2,1 --out t").code, 0);
  ASSERT_EQ(run("solve ./small.toml --pieces 2,1 --winners --out w").code, 0);
  const Outcome value = run("analyze ./small.toml --agent table:t --json");
  ASSERT_EQ(value.code, 0) << value.err;
  ASSERT_EQ(value.json()["value"], 0.0) << "the defenders win";
  // Against the best defence: a search past the table's values would draw by repetition. One that
  // knows only the winners has to find its way by itself.
  for (const char* agent : {"table:t", "mcts:endgame=t,sims=30", "alphabeta:endgame=t,depth=1",
                            "alphabeta:endgame=w,nodes=16000"}) {
    const Outcome match = run(std::string("match ./small.toml --first table:t --second ") + agent +
                              " --games 4 --json");
    ASSERT_EQ(match.code, 0) << match.err;
    EXPECT_EQ(match.json()["second_agent"]["wins"], 4) << agent;
  }
  const Outcome engine = run("engine --rules ./small.toml --agent alphabeta:endgame=t < /dev/null");
  EXPECT_EQ(engine.code, 0) << engine.err;
}

/// Games that a table cannot play are not begun, and nothing is written.
TEST(Solve, TablesAreForTheirRulesAndPositions) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& arguments) {
    return shell("tavlab " + arguments, {}, folder.path());
  };
  ASSERT_EQ(run("solve brandubh-7 --pieces 1,0 --out t").code, 0);
  for (const char* command :
       {"match brandubh-7 --first table:t --second random --games 2 --swap",
        "match brandubh-7 --first random --second table:t --games 2 --swap --out o",
        "ladder brandubh-7 --agents random table:t --games 2 --out o"}) {
    const Outcome refused = run(command);
    EXPECT_EQ(refused.code, 2) << command;
    EXPECT_NE(refused.err.find("up to 1 attackers and 0 defenders"), std::string::npos)
        << refused.err;
    EXPECT_EQ(std::ranges::count(refused.err, '\n'), 1) << refused.err;
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "o")) << command;
  }
  for (const char* agent :
       {"alphabeta:endgame=t", "alphabeta:endgame=t,threads=2", "mcts:endgame=t,threads=2"}) {
    const Outcome refused = run(std::string("analyze tablut-9 --agent ") + agent);
    EXPECT_EQ(refused.code, 2) << agent;
    EXPECT_NE(refused.err.find("not for 'tablut-9'"), std::string::npos) << refused.err;
    EXPECT_EQ(std::ranges::count(refused.err, '\n'), 1) << refused.err;
  }
  const Outcome none = run("analyze chess --agent alphabeta:endgame=t");
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("has no exact tables"), std::string::npos) << none.err;
}

}  // namespace
}  // namespace tavlab::test
