// Reading and checking the parameters of a rule set.
#include "core/draughts/parameters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/draughts/table.h"
#include "tests/support/refusal.h"

namespace tavlab::draughts {
namespace {

using testing::HasSubstr;

TEST(Parameters, BuiltInRuleSetsCompile) { expect_built_in_compile("draughts", 9); }

TEST(Parameters, ContradictionsAreRefused) {
  EXPECT_THAT(refusal("russian-draughts", {"board.size=6"}), HasSubstr("leaves no free row"));
  EXPECT_EQ(refusal("russian-draughts", {"board.size=7"}), "read");
  EXPECT_THAT(refusal("bashni", {"board.size=10"}), HasSubstr("board.size 8 or less"));
  EXPECT_THAT(refusal("russian-draughts", {"columns=true", "board.size=12", "board.men_rows=1"}),
              HasSubstr("board.size 8 or less"));
  const auto rows = [](const char* text) {
    return refusal("russian-draughts", {"board.size=4", text});
  };
  EXPECT_EQ(rows("rows=[.b.b,....,....,w.w.]"), "read");
  EXPECT_THAT(rows("rows=[.b.b,....,....]"), HasSubstr("3 rows, but board.size is 4"));
  EXPECT_THAT(rows("rows=[.b.b,...,....,w.w.]"), HasSubstr("rank 3 has 3 squares"));
  EXPECT_THAT(rows("rows=[.b.b,....,..m.,w.w.]"), HasSubstr("not one of w W b B"));
  EXPECT_THAT(rows("rows=[.b.b,....,....,ww..]"), HasSubstr("a square that is not in use"));
  EXPECT_THAT(rows("rows=[.b.w,....,....,w.w.]"), HasSubstr("where men are crowned"));
  EXPECT_THAT(rows("rows=[.b.b,....,....,....]"), HasSubstr("a player has no piece"));
}

TEST(Parameters, WithoutEffectAreRefused) {
  EXPECT_THAT(refusal("english-draughts", {"king.landing=any"}), HasSubstr("king.move = flying"));
  EXPECT_THAT(refusal("english-draughts", {"removal=at_once"}), HasSubstr("columns = true"));
  EXPECT_EQ(refusal("russian-draughts", {"removal=at_once"}), "read");
  EXPECT_THAT(refusal("russian-draughts", {"same_column_again=yes"}), HasSubstr("columns = true"));
  EXPECT_THAT(refusal("bashni", {"same_column_again=yes"}), HasSubstr("removal = at_once"));
  EXPECT_EQ(refusal("bashni", {"same_column_again=yes", "removal=at_once"}), "read");
  EXPECT_THAT(refusal("bashni", {"draws.lone_king=anywhere"}), HasSubstr("draws.three_kings"));
  EXPECT_THAT(refusal("lasca", {"draws.kings_only=none", "draws.unit=plies"}),
              HasSubstr("one of the limits"));
  EXPECT_THAT(refusal("lasca", {"repetition.result=ignored", "repetition.count=2"}),
              HasSubstr("repetition.result = draw"));
}

TEST(Parameters, ValuesOutOfRangeAreRefused) {
  for (const char* set : {"board.size=3", "board.size=13", "board.men_rows=0", "first=red",
                          "man.capture=back", "king.move=slow", "capture.choice=any",
                          "draws.kings_only=1000", "repetition.count=1", "columns=1"}) {
    EXPECT_THAT(refusal("russian-draughts", {set}), testing::Not("read")) << set;
  }
}

/// Compiled parameters have the values that the rule set states.
TEST(Parameters, AreReadAsTheyAreSet) {
  const auto set = [](const char* rules, const Texts& overrides = {}) {
    return read_parameters(load_rule_set(rules, overrides));
  };
  const Parameters russian = set("russian-draughts");
  EXPECT_EQ(russian.size, 8);
  EXPECT_EQ(russian.most_pieces, 12);
  EXPECT_EQ(russian.first, Side::first);
  EXPECT_EQ(russian.crowning, Crowning::continues);
  EXPECT_EQ(russian.kings_only, 30);
  EXPECT_EQ(russian.three_kings, 30);
  EXPECT_EQ(russian.pieces_2_3, 0);
  EXPECT_EQ(russian.pieces_4_5, 60);
  EXPECT_EQ(russian.pieces_6_7, 120);
  EXPECT_EQ(set("russian-draughts", {"draws.unit=plies"}).pieces_6_7, 60);
  EXPECT_EQ(set("pool-draughts").crowning, Crowning::end_of_move);
  EXPECT_EQ(set("pool-draughts").first, Side::second);
  EXPECT_EQ(set("pool-draughts").three_kings, 26);
  EXPECT_EQ(set("pool-draughts").lone_king, LoneKing::anywhere);
  EXPECT_EQ(set("brazilian-draughts").choice, CaptureChoice::most);
  EXPECT_EQ(set("italian-draughts").choice, CaptureChoice::italian);
  EXPECT_FALSE(set("italian-draughts").man_captures_king);
  EXPECT_EQ(set("italian-draughts").repetition.count, 4);
  EXPECT_EQ(set("english-draughts").king_move, KingMove::step);
  EXPECT_EQ(set("english-draughts").man_capture, ManCapture::forward);
  EXPECT_TRUE(set("czech-draughts").king_first);
  EXPECT_EQ(set("thai-draughts").king_landing, KingLanding::behind);
  EXPECT_EQ(set("thai-draughts").removal, Removal::at_once);
  EXPECT_EQ(set("thai-draughts").most_pieces, 8);
  EXPECT_TRUE(set("bashni").columns);
  EXPECT_EQ(set("lasca").size, 7);
  EXPECT_EQ(set("lasca").most_pieces, 11);
  EXPECT_EQ(set("lasca", {"same_column_again=after_another"}).again, JumpAgain::after_another);
}

}  // namespace
}  // namespace tavlab::draughts
