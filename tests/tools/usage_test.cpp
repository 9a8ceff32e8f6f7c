// Mistakes on the command line: what was probably meant is named; errors as JSON; colours; old
// spellings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/tools/process.h"

namespace tavlab::test {
namespace {

using testing::HasSubstr;
using testing::Not;

struct NearMiss {
  std::string command;
  std::string names;  ///< what was probably meant, in quotes
};

void PrintTo(const NearMiss& miss, std::ostream* stream) { *stream << miss.command; }

class NearMisses : public testing::TestWithParam<NearMiss> {};

/// Words where a command or something else may stand.
TEST(NearMiss, MayBeACommand) {
  EXPECT_THAT(shell("tavlab bench serch").err,
              HasSubstr("; the nearest command is `tavlab bench search`\n"));
  EXPECT_THAT(shell("tavlab train lst --out x").err,
              HasSubstr("; the nearest command is `tavlab train list`\n"));
  const std::string lists = shell("tavlab list").err;
  for (const char* list : {"`tavlab rules list`", "`tavlab net list`", "`tavlab claim list`"}) {
    EXPECT_THAT(lists, HasSubstr(list));
  }
}

TEST_P(NearMisses, AreNamed) {
  const Outcome run = shell(GetParam().command);
  EXPECT_EQ(run.code, 2) << run.err;
  EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
  EXPECT_THAT(run.err, HasSubstr("the nearest is '" + GetParam().names + "'"));
  EXPECT_EQ(run.out, "");
}

INSTANTIATE_TEST_SUITE_P(
    All, NearMisses,
    testing::Values(
        NearMiss{"tavlab macth brandubh-7", "match"}, NearMiss{"tavlab MATCH brandubh-7", "match"},
        NearMiss{"tavlab calib brandubh-7", "calibrate"},
        NearMiss{"tavlab rules hsow brandubh-7", "show"},
        NearMiss{"tavlab perft brandubh-7 --detph 3", "--depth"},
        NearMiss{"tavlab perft brandubh-7 --detph=3", "--depth"},
        NearMiss{"tavlab match brandubh-7 --sed 3", "--seed"},
        NearMiss{"tavlab match brandubh-7 --first net=tavlei-9", "net:tavlei-9"},
        NearMiss{"tavlab --verison", "--version"}, NearMiss{"tavlab help mathc", "match"},
        NearMiss{"tavlab help agnets", "agents"}, NearMiss{"tavlab help agents mtcs", "mcts"},
        NearMiss{"tavlab help rules hsow", "show"},
        NearMiss{"tavlab match brandubh-7 --first mtcs:sims=1", "mcts"},
        NearMiss{"tavlab match brandubh-7 --first mcts:smis=1", "sims"},
        NearMiss{"tavlab match brandubh-7 --first mcts:rollout=nnoe", "none"},
        NearMiss{"tavlab perft brandbuh-7 --depth 1", "brandubh-7"},
        NearMiss{"tavlab perft brandubh-7 --depth 1 --set king.amred=false", "king.armed"},
        NearMiss{"tavlab perft Brandubh-7 --depth 1", "brandubh-7"},
        NearMiss{"tavlab perft brandubh-7 --depth 1 --set dice.kind=partiy", "parity"},
        NearMiss{"tavlab rules parameters tfal", "tafl"},
        NearMiss{"tavlab experiment run quikstart --out x", "quickstart"},
        NearMiss{"tavlab claim show ur-4d", "ur-d4"},
        NearMiss{"tavlab train train-brandbuh-7 --out x", "train-brandubh-7"},
        NearMiss{"tavlab train tavlie-9 --out x", "train-tavlei-9"},
        NearMiss{"tavlab evaluate train tavlie-9 --out x", "evaluate-tavlei-9"},
        NearMiss{"tavlab net show brandbuh-7", "brandubh-7"},
        NearMiss{"tavlab perft brandubh-7 --depth 1 --color=alwyas", "always"},
        NearMiss{"tavlab ladder brandubh-7 --agents random greedy --schedule adpative --out x",
                 "adaptive"}));

TEST(Values, AreAskedForInPlainWords) {
  const auto error = [](const std::string& line) { return shell("tavlab " + line).err; };
  EXPECT_THAT(error("perft brandubh-7 --depth"), HasSubstr("--depth needs a value"));
  EXPECT_THAT(error("perft brandubh-7 --depth x"),
              HasSubstr("--depth: must be a whole number from 1 to 30, not x"));
  EXPECT_THAT(error("perft brandubh-7 --depth 31"), HasSubstr("from 1 to 30, not 31"));
  EXPECT_THAT(error("perft brandubh-7 --depth 1.5"), HasSubstr("from 1 to 30, not 1.5"));
  EXPECT_THAT(error("perft brandubh-7 --depth 1 --depth 2"),
              HasSubstr("--depth is given more than once"));
  EXPECT_THAT(error("perft brandubh-7 --depth 010"), HasSubstr("from 1 to 30, not 010")) << "octal";
  EXPECT_THAT(error("playout brandubh-7 --seed -1"), HasSubstr("not -1"));
  EXPECT_THAT(error("rules list --json=maybe"), HasSubstr("--json takes no value"));
}

TEST(Usage, SaysWhatIsWrong) {
  EXPECT_THAT(shell("tavlab --color always rules list").err,
              HasSubstr("--color stands after the command: tavlab rules list ... --color"));
  EXPECT_THAT(shell("tavlab net convert brandubh-7 -h").out, HasSubstr("Usage: tavlab net"));
  EXPECT_THAT(shell("tavlab --json --foo").err,
              HasSubstr("--json stands after a command: tavlab COMMAND ... --json"));
  EXPECT_THAT(shell("tavlab --foo").err, HasSubstr("unknown option '--foo'"));
  EXPECT_THAT(shell("tavlab -x").err, HasSubstr("unknown option '-x'"));
  EXPECT_THAT(shell("tavlab xyzzy").err,
              testing::AllOf(HasSubstr("unknown command 'xyzzy'; `tavlab help`"),
                             Not(HasSubstr("nearest"))));
  EXPECT_THAT(shell("tavlab rules").err, HasSubstr("list, find, show"));
  EXPECT_THAT(shell("tavlab perft brandubh-7 --depth 1 2").err,
              testing::StartsWith("tavlab: unexpected argument '2'"));
  EXPECT_THAT(shell("tavlab perft brandubh-7").err, HasSubstr("--depth is required"));
}

TEST(Usage, OffersRuleSetsWithWordsLikeThese) {
  EXPECT_THAT(shell("tavlab rules show hnefatfl-9").err, HasSubstr("; the nearest is helmfrid-9;"));
  EXPECT_THAT(shell("tavlab rules show hnefatfl").err, HasSubstr("; the nearest are "));
  EXPECT_THAT(shell("tavlab rules show xx-9").err, Not(HasSubstr("nearest")));
}

TEST(Usage, OffersRuleSetsOfAName) {
  const Outcome run = shell("tavlab rules show hnefatafl");
  EXPECT_EQ(run.code, 2);
  for (const char* part :
       {"in the names or sources of 11: ", "copenhagen-11", "viavuca-11-leaders"}) {
    EXPECT_THAT(run.err, HasSubstr(part));
  }
  EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
}

TEST(JsonErrors, AreAnObjectOnStdout) {
  const auto error_of = [](const std::string& command, int code) {
    const Outcome run = shell(command);
    EXPECT_EQ(run.code, code) << command;
    EXPECT_EQ(std::ranges::count(run.out, '\n'), 1) << run.out;
    const nlohmann::json error = run.json().at("error");
    EXPECT_EQ(run.err, "tavlab: " + error.at("message").get<std::string>() + "\n");
    return error;
  };
  EXPECT_EQ(error_of("tavlab perft nothing-7 --depth 1 --json", 2).at("code"), "invalid");
  EXPECT_EQ(error_of("tavlab perft brandubh-7 --json", 2).at("code"), "usage");
  EXPECT_EQ(error_of("tavlab perft brandubh-7 --depth 1 --json --foo", 2).at("code"), "usage");
  EXPECT_EQ(error_of("tavlab macth --json", 2).at("code"), "usage");
  EXPECT_THAT(error_of("ulimit -v 400000; tavlab analyze brandubh-7 --json --agent "
                       "alphabeta:depth=1,table=4096",
                       2)
                  .at("message"),
              HasSubstr("not enough memory"));
  EXPECT_EQ(shell("tavlab perft nothing-7 --depth 1").out, "");
}

TEST(Color, ObeysTheOptionAndTheEnvironment) {
  const std::string escape = "\x1b[";
  const std::string show = "tavlab rules show brandubh-7 --lang en";
  EXPECT_THAT(shell(show).out, Not(HasSubstr(escape))) << "not a terminal";
  EXPECT_THAT(shell(show + " --color=always").out, HasSubstr(escape));
  EXPECT_THAT(shell(show + " --color always").out, HasSubstr(escape));
  EXPECT_THAT(shell("CLICOLOR_FORCE=1 " + show).out, HasSubstr(escape));
  EXPECT_THAT(shell("CLICOLOR_FORCE=1 " + show + " --color never").out, Not(HasSubstr(escape)));
  EXPECT_THAT(shell("CLICOLOR_FORCE=1 NO_COLOR=1 " + show).out, Not(HasSubstr(escape)));
  EXPECT_THAT(shell("NO_COLOR=1 " + show + " --color always").out, HasSubstr(escape));
  EXPECT_THAT(shell("tavlab perft nothing --depth 1 --color always").err, HasSubstr(escape));
  // On a terminal.
  const std::string on_terminal = "export TERM=xterm; script -qec '" + show + "' /dev/null";
  EXPECT_THAT(shell(on_terminal).out, HasSubstr(escape));
  EXPECT_THAT(shell("export NO_COLOR=1; " + on_terminal).out, Not(HasSubstr(escape)));
  EXPECT_THAT(shell("TERM=dumb script -qec '" + show + "' /dev/null").out, Not(HasSubstr(escape)));
}

TEST(OldSpellings, WorkWithANotice) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& line) { return shell(line, "", folder.path()); };
  const Outcome converted = run("tavlab net convert brandubh-7 new.safetensors");
  EXPECT_EQ(converted.code, 0) << converted.err;
  EXPECT_EQ(converted.err,
            "tavlab net convert: argument 2 is now --out ...; the old spelling will be removed in "
            "the next version\n");
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "new.safetensors"));
  ASSERT_EQ(run("tavlab experiment run quickstart --games 2 --out part --quiet").code, 0);
  const Outcome merged = run("tavlab experiment merge whole part");
  EXPECT_EQ(merged.code, 0) << merged.err;
  EXPECT_THAT(merged.err, HasSubstr("argument 1 is now --out"));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "whole/report.html"));
  const Outcome proved = run("tavlab prove helmfrid-11 --limit 30 --seconds 0.1 --memory 1MB");
  EXPECT_EQ(proved.code, 1) << proved.err;
  EXPECT_THAT(proved.err, HasSubstr("--seconds is now --minutes"));
  for (const char* command : {"compare brandubh-7 --asked=1", "solve --throws nothing"}) {
    const Outcome outcome = run(std::string("tavlab ") + command);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("is now --"));
    EXPECT_THAT(outcome.err, Not(HasSubstr("unknown option")));
  }
}

TEST(DefaultFolder, IsNamedByWhatIsRun) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& line) { return shell(line, "", folder.path()); };
  const Outcome first = run("tavlab experiment run quickstart --games 2 --quiet");
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_THAT(first.out, HasSubstr("runs/quickstart/report.html"));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "runs/quickstart/games.sqlite"));
  const Outcome ladder = run(
      "tavlab ladder brandubh-7 --agents random greedy --games 2 --quiet --set king.armed=false");
  EXPECT_EQ(ladder.code, 0) << ladder.err;
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "runs/ladder-brandubh-7/report.html"));
}

/// Another question about the same rules leaves the first one's games as they are.
TEST(DefaultFolder, OfAnotherRunIsAnotherOne) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& line) {
    const Outcome outcome = shell("tavlab " + line + " --quiet", "", folder.path());
    EXPECT_EQ(outcome.code, 0) << line << outcome.err;
    return outcome;
  };
  const auto exists = [&](const char* name) {
    return std::filesystem::exists(folder.path() / "runs" / name);
  };
  const std::string ladder = "ladder brandubh-7 --games 2 --agents random ";
  run(ladder + "greedy");
  EXPECT_THAT(run(ladder + "alphabeta:depth=1").err,
              HasSubstr("runs/ladder-brandubh-7 holds another run; this one is in "
                        "runs/ladder-brandubh-7-2"));
  EXPECT_TRUE(exists("ladder-brandubh-7-2/report.html"));
  run(ladder + "alphabeta:depth=1");
  EXPECT_FALSE(exists("ladder-brandubh-7-3")) << "the same run is resumed";
  run("solve brandubh-7 --pieces 1,1");
  run("solve brandubh-7 --pieces 1,0");
  EXPECT_TRUE(exists("brandubh-7-1-1.table") && exists("brandubh-7-1-0.table"));
  // A folder that was named is not replaced by another one.
  EXPECT_EQ(
      shell("tavlab " + ladder + "mcts:sims=2 --out runs/ladder-brandubh-7", "", folder.path())
          .code,
      2);
}

TEST(Agents, TakeTheirFilesAlike) {
  // As `table:FILE`, so `net:FILE`; and both with the key.
  for (const char* first : {"net:brandubh-7", "net:file=brandubh-7", "net:brandubh-7,by=policy"}) {
    const Outcome run =
        shell("tavlab match brandubh-7 --games 2 --json --records --first " + std::string(first));
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("net:")) << first;
  }
  for (const char* agent : {"table:missing", "table:file=missing"}) {
    const Outcome run = shell("tavlab analyze ur-finkel --agent " + std::string(agent));
    EXPECT_EQ(run.code, 2);
    EXPECT_THAT(run.err, HasSubstr("missing"));
    EXPECT_THAT(run.err, Not(HasSubstr("file=missing:"))) << run.err;
  }
}

}  // namespace
}  // namespace tavlab::test
