// `tavlab net`: what it shows of a net, and what it makes of one of version 0.1.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/tools/process.h"

namespace tavlab::test {
namespace {

using testing::HasSubstr;

const std::string kOld =
    TAVLAB_SOURCE_DIR "/tests/data/version-0.1/training-tavreli/net.safetensors";

TEST(NetCommand, ShowsANet) {
  const Outcome shown = shell("tavlab net show ur-finkel");
  EXPECT_EQ(shown.code, 0) << shown.err;
  for (const char* part : {"format       2\n", "family       ur\n", "observation  ur-1",
                           "moves_left", "ur-finkel", "trunk = \"dense\"", "dice:4", "games: "}) {
    EXPECT_THAT(shown.out, HasSubstr(part));
  }
  const nlohmann::json json = shell("tavlab net show '" + kOld + "' --json").json();
  EXPECT_EQ(json.at("format_version"), "1");
  EXPECT_EQ(json.at("rule_inputs").size(), 34U);
  EXPECT_EQ(json.at("rules").at(0).at("id"), "tavreli");
}

TEST(NetCommand, ConvertsANetOfVersion01) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& line) { return shell(line, {}, folder.path()); };
  const Outcome converted = run("tavlab net convert '" + kOld + "' --out new.safetensors");
  EXPECT_EQ(converted.code, 0) << converted.err;
  nlohmann::json before = run("tavlab net show '" + kOld + "' --json").json();
  const nlohmann::json after = run("tavlab net show new.safetensors --json").json();
  before["format_version"] = "2";
  EXPECT_EQ(after, before);
  // In place, and a net in the present format stays the same.
  const std::string again =
      "cp new.safetensors same.safetensors && "
      "tavlab net convert same.safetensors --out same.safetensors && "
      "cmp same.safetensors new.safetensors";
  EXPECT_EQ(run(again).code, 0);
  EXPECT_EQ(run("tavlab net convert new.safetensors --out new.safetensors --json").json().at("out"),
            "new.safetensors");
}

TEST(NetCommand, ReplacesNoOtherFiles) {
  const TemporaryFolder folder;
  folder.write("notes.txt", "mine");
  const Outcome refused =
      shell("tavlab net convert '" + kOld + "' --out notes.txt", {}, folder.path());
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("'notes.txt' exists and is not a tavlab net"));
  EXPECT_EQ(shell("cat notes.txt", {}, folder.path()).out, "mine");
}

TEST(NetCommand, TellsALearnedEvaluationFromANet) {
  const std::string file =
      std::string(TAVLAB_SOURCE_DIR) + "/nn/evaluations/tavlei-9/evaluation.safetensors";
  const Outcome refused = shell("tavlab net show '" + file + "'");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err,
              HasSubstr("is a learned evaluation, not a net: see tavlab evaluate show"));
}

TEST(NetCommand, NamesAnotherFamily) {
  const Outcome refused = shell("tavlab analyze bashni --agent net:file=tavlei-9");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("a net of the family tafl; bashni is of the family draughts"));
}

TEST(NetCommand, NamesTheNearestRulesThatANetKnows) {
  const Outcome refused =
      shell("tavlab analyze tavreli --set stalemate=loss --agent 'net:file=" + kOld + "'");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("it was trained for chess, tavreli, tavreli-capture, not for "
                                     "tavreli{stalemate=loss}; nearest: tavreli, in which "
                                     "stalemate = draw\n"));
}

TEST(NetCommand, RefusesWhatIsNotANet) {
  const TemporaryFolder folder;
  folder.write("x.safetensors", "nothing");
  for (const char* line : {"tavlab net show nobody", "tavlab net show x.safetensors",
                           "tavlab net convert x.safetensors --out y.safetensors", "tavlab net"}) {
    const Outcome refused = shell(line, {}, folder.path());
    EXPECT_EQ(refused.code, 2) << line;
    EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1) << refused.err;
  }
}

}  // namespace
}  // namespace tavlab::test
