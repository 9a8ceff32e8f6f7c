// Completion: what the program answers, and the scripts in the shells themselves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>

#include "tests/tools/process.h"

namespace tavlab::test {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::UnorderedElementsAre;

/// The words of `tavlab complete ...`.
std::set<std::string> completed(const std::string& words) {
  const Outcome run = shell("tavlab complete " + words);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  std::set<std::string> found;
  std::istringstream lines(run.out);
  for (std::string line; std::getline(lines, line);) found.insert(line.substr(0, line.find('\t')));
  return found;
}

TEST(Completion, KnowsCommandsAndOptions) {
  EXPECT_THAT(completed("per"), UnorderedElementsAre("perft"));
  EXPECT_THAT(completed("''"), IsSupersetOf({"match", "rules", "help"}));
  EXPECT_THAT(completed("''"), Not(Contains("manual"))) << "hidden";
  EXPECT_THAT(completed("rules ''"),
              IsSupersetOf({"list", "show", "find", "new", "check", "diff"}));
  EXPECT_THAT(completed("perft brandubh-7 --d"), UnorderedElementsAre("--depth", "--divide"));
  EXPECT_THAT(completed("perft brandubh-7 --depth 3 --d"), UnorderedElementsAre("--divide"));
  EXPECT_THAT(completed("perft brandubh-7 --color=a"),
              UnorderedElementsAre("--color=auto", "--color=always"));
  EXPECT_THAT(completed("ladder brandubh-7 --schedule n"), UnorderedElementsAre("neighbours"));
}

TEST(Completion, KnowsWhatHasANameAtRunTime) {
  EXPECT_THAT(completed("rules show brandubh"), Contains("brandubh-7"));
  EXPECT_THAT(completed("perft b"), IsSupersetOf({"brandubh-7", ":files"}));
  EXPECT_THAT(completed("match brandubh-7 --first mc"), UnorderedElementsAre("mcts", "mcts:"));
  EXPECT_THAT(completed("match brandubh-7 --first mcts:s"),
              IsSupersetOf({"mcts:sims=", "mcts:seconds=", "mcts:symmetry="}));
  EXPECT_THAT(completed("match brandubh-7 --first mcts:sims=9,roll"),
              UnorderedElementsAre("mcts:sims=9,rollout="));
  EXPECT_THAT(completed("match brandubh-7 --first=mcts:rollout=i"),
              UnorderedElementsAre("--first=mcts:rollout=informed"));
  EXPECT_THAT(completed("ladder brandubh-7 --agents random gr"), Contains("greedy"));
  EXPECT_THAT(completed("play brandubh-7 --first h"), Contains("human"));
  EXPECT_THAT(completed("analyze brandubh-7 --agent net:brand"), Contains("net:brandubh-7"));
  EXPECT_THAT(completed("perft brandubh-7 --set king.ar"), UnorderedElementsAre("king.armed="));
  EXPECT_THAT(completed("perft brandubh-7 --set dice.kind=p"),
              UnorderedElementsAre("dice.kind=parity"));
  EXPECT_THAT(completed("rules new mine --from brandubh-7 --set squares."), IsEmpty());
  EXPECT_THAT(completed("experiment run quick"), Contains("quickstart"));
  EXPECT_THAT(completed("claim run ur-d"), IsSupersetOf({"ur-d4", "ur-d6"}));
  EXPECT_THAT(completed("train train-bran"), Contains("train-brandubh-7"));
  EXPECT_THAT(completed("net show br"), Contains("brandubh-7"));
  EXPECT_THAT(completed("rules parameters t"), IsSupersetOf({"tafl", "tavreli"}));
  EXPECT_THAT(completed("experiment report ''"), UnorderedElementsAre(":folders"));
  EXPECT_THAT(completed("help agents al"), UnorderedElementsAre("alphabeta"));
  EXPECT_THAT(completed("help mat"), UnorderedElementsAre("match"));
  EXPECT_THAT(completed("rules show --lang ''"), UnorderedElementsAre("en", "ru"));
  EXPECT_THAT(completed("play brandubh-7 --side ''"),
              UnorderedElementsAre("attackers", "defenders"));
  EXPECT_THAT(completed("train train-brandubh-7 --side d"), UnorderedElementsAre("defenders"));
  EXPECT_THAT(completed("play brandubh-7 --level ''"), IsSupersetOf({"1", "beginner", "6"}));
}

/// What bash would offer for a line, by its own function.
std::set<std::string> offered_by_bash(const std::string& words) {
  const TemporaryFolder folder;
  folder.write("mine.toml", "");
  std::filesystem::create_directory(folder.path() / "subfolder");
  const Outcome run = shell(
      "eval \"$(tavlab completion bash)\"\ncompopt() { :; }\nCOMP_WORDBREAKS=' =:'\nCOMP_WORDS=(" +
          words +
          ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_tavlab\nprintf '%s\\n' "
          "\"${COMPREPLY[@]}\"",
      "", folder.path());
  EXPECT_EQ(run.err, "");
  std::set<std::string> found;
  std::istringstream lines(run.out);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) found.insert(line);
  }
  return found;
}

TEST(Completion, WorksInBash) {
  EXPECT_THAT(offered_by_bash("tavlab perf"), UnorderedElementsAre("perft"));
  EXPECT_THAT(offered_by_bash("tavlab rules show brandubh-7-"),
              Contains("brandubh-7-harmless-throne"));
  // bash breaks words at '=' and ':', and completes only the last part.
  EXPECT_THAT(offered_by_bash("tavlab match brandubh-7 --first mcts : rollo"),
              UnorderedElementsAre("rollout="));
  EXPECT_THAT(offered_by_bash("tavlab match brandubh-7 --first mcts : rollout = in"),
              UnorderedElementsAre("informed"));
  EXPECT_THAT(offered_by_bash("tavlab perft brandubh-7 --set king.armed = f"),
              UnorderedElementsAre("full"));
  EXPECT_THAT(offered_by_bash("tavlab perft mi"), UnorderedElementsAre("mine.toml"));
  EXPECT_THAT(offered_by_bash("tavlab experiment report ''"), UnorderedElementsAre("subfolder"));
  EXPECT_THAT(offered_by_bash("tavlab analyze ur-finkel --agent table : mi"),
              UnorderedElementsAre("mine.toml"));
}

/// The scripts are for shells that may not be there; what is there must accept them.
TEST(Completion, IsAcceptedByTheOtherShells) {
  for (const std::string name : {"bash", "zsh", "fish"}) {
    const Outcome script = shell("tavlab completion " + name);
    EXPECT_EQ(script.code, 0);
    EXPECT_THAT(script.out, testing::HasSubstr("complete"));
    if (shell("command -v " + name).code != 0) continue;
    const Outcome parsed = shell("tavlab completion " + name + " > script; " + name + " -n script",
                                 "", TemporaryFolder().path());
    EXPECT_EQ(parsed.code, 0) << name << parsed.err;
  }
}

TEST(Completion, WorksInFish) {
  if (shell("command -v fish").code != 0) GTEST_SKIP() << "fish is not installed";
  const auto offered = [](const std::string& line) {
    return shell("export HOME=$PWD; fish -c 'tavlab completion fish | source; complete -C \"" +
                     line + "\"'",
                 "", TemporaryFolder().path())
        .out;
  };
  EXPECT_THAT(offered("tavlab perf"), testing::StartsWith("perft\t"));
  EXPECT_THAT(offered("tavlab match brandubh-7 --first mcts:rollo"),
              testing::HasSubstr("mcts:rollout="));
}

/// zsh completes on a terminal only: what it adds to the typed line is waited for.
TEST(Completion, WorksInZsh) {
  if (shell("command -v zsh").code != 0) GTEST_SKIP() << "zsh is not installed";
  const TemporaryFolder folder;
  folder.write("complete.zsh", R"(zmodload zsh/zpty
completes() {
  zpty z 'TERM=dumb zsh -f -i'
  zpty -w z "fpath=($PWD \$fpath); autoload -U compinit; compinit -u -D; echo rea''dy"
  zpty -r z shown '*ready*'
  zpty -n -w z "$1"$'\t'
  zpty -r z shown "*$2*" && print -r -- "$1|$2"
  zpty -d z
}
completes 'tavlab match brandubh-7 --first mcts:roll' 'out='
completes 'tavlab perft brandubh-7 --dep' 'th '
completes 'tavlab rules show brandubh-7-w' 'eak-king '
)");
  const Outcome run =
      shell("tavlab completion zsh > _tavlab; timeout 60 zsh -f complete.zsh", "", folder.path());
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(std::ranges::count(run.out, '|'), 3) << run.out;
}

}  // namespace
}  // namespace tavlab::test
