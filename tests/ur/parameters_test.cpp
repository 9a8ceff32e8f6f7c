// Reading and checking the parameters of a rule set.
#include "core/ur/parameters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/refusal.h"
#include "tests/ur/table.h"

namespace tavlab::ur {
namespace {

using testing::HasSubstr;

TEST(Parameters, BuiltInRuleSetsCompile) { expect_built_in_compile("ur", 11); }

TEST(Parameters, ContradictionsAreRejected) {
  const auto says = [](const Texts& overrides, const char* what) {
    EXPECT_THAT(refusal("ur-skiryuk", overrides), HasSubstr(what)) << overrides.front();
  };
  says({"path=[]"}, "path has 0 squares, but must have from 1 to 30");
  says({"path=[d1,e1]"}, "path: 'e1' is not a square of the standard board");
  says({"path=[d1,d4]"}, "'d4' is not a square");
  says({"path=[d1,d22]"}, "'d22' is not a square");
  says({"path=[d1,d2,d1,d2,d1]", "turn.index=1"}, "path visits d1 more than twice");
  says({"squares.rosettes=[x1]"}, "squares.rosettes: 'x1' is not a square");
  says({"squares.rosettes=[a1]"}, "a1 and a3 must be of the same kind");
  says({"squares.islands=[d2]"}, "d2 is in both squares.rosettes and squares.islands");
  says({"squares.islands=[c2,c2]"}, "squares.islands: c2 is listed twice");
  says({"squares.depots=[e2]"}, "squares.depots: e2 is on both players' paths");
  says({"squares.depots=[g1,g3]", "squares.rosettes=[]"}, "is on both players' paths");
  says({"pieces=5", "pieces_to_win=6"}, "pieces_to_win is 6, but there are 5 pieces");
  says({"turn.index=24"}, "turn.index is 24, but the path has 23 squares");
  says({"dice.kind=custom", "dice.weights=[1,0,1]"}, "the dice never show a one");
  EXPECT_THAT(refusal("ur-finkel", {"board=aseb"}), HasSubstr("is not a square of the aseb board"));
  for (const char* weights : {"[]", "[1]", "[1,0,0]", "[0,1,1,1,1,1,1,1,1,1,1,1,1,1]"}) {
    EXPECT_THAT(refusal("ur-finkel", {"dice.kind=custom", std::string("dice.weights=") + weights}),
                HasSubstr("dice.weights must list"))
        << weights;
  }
  for (const char* weight : {"-1", "65", "x", "1x", "1.5"}) {
    EXPECT_THAT(
        refusal("ur-finkel", {"dice.kind=custom", std::string("dice.weights=[1,") + weight + "]"}),
        HasSubstr("must be an integer from 0 to 64"))
        << weight;
  }
}

TEST(Parameters, WithoutEffectAreRejected) {
  const auto says = [](const char* set, const char* what) {
    EXPECT_THAT(refusal("ur-finkel", {set}), HasSubstr(what)) << set;
  };
  says("dice.weights=[1,1]", "dice.kind = custom");
  says("stack.capacity=3", "squares.depots");
  says("stack.access=any_in_depot", "squares.depots");
  says("finish.rule=immune", "squares.finish");
  says("turn.moment=arrival", "turn.index");
  says("cross_kind=capture", "turn.index");
  EXPECT_THAT(refusal("ur-finkel", {"squares.rosettes=[]", "rosette.safe=false"}),
              HasSubstr("squares.rosettes"));
  EXPECT_THAT(refusal("ur-finkel", {"rosette.extra_throw=false", "extra_throw.piece=another"}),
              HasSubstr("rosette.extra_throw"));
  EXPECT_EQ(refusal("ur-finkel", {"rosette.extra_throw=false", "extra_throw.piece=another",
                                  "capture.extra_throw=true"}),
            "read");
}

}  // namespace
}  // namespace tavlab::ur
