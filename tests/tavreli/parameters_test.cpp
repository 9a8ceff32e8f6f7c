// Reading and checking the parameters of a rule set.
#include "core/tavreli/parameters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/refusal.h"
#include "tests/tavreli/table.h"

namespace tavlab::tavreli {
namespace {

using testing::HasSubstr;

TEST(Parameters, BuiltInRuleSetsCompile) { expect_built_in_compile("tavreli", 5); }

TEST(Parameters, ContradictionsAreRejected) {
  EXPECT_THAT(refusal("tavreli", {"promotion.kind=choice"}),
              HasSubstr("promotion.kind choice needs stacking = false"));
  EXPECT_THAT(refusal("chess", {"stacking=true"}),
              HasSubstr("promotion.kind choice needs stacking = false"));
  for (const char* right : {"home_unmoved", "first_own_move"}) {
    EXPECT_THAT(refusal("chess", {std::string("ratnik.double_right=") + right}),
                HasSubstr("promotion.kind choice needs ratnik.double_right second_rank"));
  }
  EXPECT_EQ(refusal("tavreli", {"stacking=false"}), "read");
  EXPECT_EQ(refusal("chess", {"stacking=true", "promotion.kind=destiny"}), "read");
  EXPECT_EQ(refusal("chess", {"promotion.kind=destiny", "ratnik.double_right=home_unmoved"}),
            "read");
}

TEST(Parameters, WithoutEffectAreRejected) {
  for (const char* set :
       {"cover_kills_rights=true", "ratnik.own_ahead=false", "ratnik.double_target=empty",
        "promotion.when_freed=none", "promotion.reverts_under=enemy"}) {
    EXPECT_THAT(refusal("chess", {set}), HasSubstr("stacking = true")) << set;
    EXPECT_THAT(refusal("tavreli", {"stacking=false", set}), HasSubstr("stacking = true")) << set;
    EXPECT_EQ(refusal("tavreli", {set}), "read") << set;
  }
  EXPECT_THAT(refusal("tavreli", {"insufficient_material=true"}), HasSubstr("stacking = false"));
  EXPECT_EQ(refusal("chess", {"insufficient_material=false"}), "read");
  for (const char* rules : {"tavreli", "chess"}) {
    EXPECT_THAT(refusal(rules, {"volkhv.into_attack=false"}), HasSubstr("win = volkhv_capture"));
    EXPECT_THAT(refusal(rules, {"repetition.result=ignored", "repetition.count=2"}),
                HasSubstr("repetition.result = draw or mover_loses"));
  }
  for (const char* side : {"castling_side=first", "castling_side=second"}) {
    EXPECT_THAT(refusal("tavreli", {"castling=false", side}), HasSubstr("castling = true"));
    EXPECT_EQ(refusal("tavreli", {side}), "read");
  }
  EXPECT_EQ(refusal("tavreli-capture", {"volkhv.into_attack=false"}), "read");
  EXPECT_EQ(refusal("tavreli", {"win=volkhv_capture", "volkhv.into_attack=false"}), "read");
}

TEST(Parameters, ValuesOutOfRangeAreRejected) {
  for (const char* set : {"repetition.count=1", "repetition.count=10", "limits.quiet_plies=10000",
                          "limits.total_plies=-1", "stalemate=win", "win=mate",
                          "ratnik.double_right=any", "stacking=1", "castling_side=none"}) {
    EXPECT_THAT(refusal("tavreli", {set}), testing::Not("read")) << set;
  }
}

/// Compiled parameters have the values that the rule set states.
TEST(Parameters, AreReadAsTheyAreSet) {
  const auto set = [](const char* rules, const Texts& overrides) {
    return read_parameters(load_rule_set(rules, overrides));
  };
  EXPECT_EQ(set("tavreli", {}).win, Win::checkmate);
  EXPECT_EQ(set("tavreli-capture", {}).win, Win::volkhv_capture);
  EXPECT_FALSE(set("tavreli-002", {}).volkhv_into_attack);
  EXPECT_EQ(set("tavreli-002", {}).double_right, DoubleRight::first_own_move);
  EXPECT_EQ(set("tavreli-000", {}).reverts_under, RevertsUnder::enemy);
  EXPECT_EQ(set("chess", {}).promotion, Promotion::choice);
  EXPECT_EQ(set("chess", {}).quiet_plies, 100);
  EXPECT_TRUE(set("chess", {}).insufficient_material);
  EXPECT_EQ(set("tavreli", {}).quiet_plies, 0);
  EXPECT_EQ(set("tavreli", {"promotion.when_freed=own_move"}).when_freed, WhenFreed::own_move);
  EXPECT_EQ(set("tavreli", {"ratnik.double_cross=empty_or_own"}).double_cross,
            DoubleCross::empty_or_own);
  EXPECT_EQ(set("tavreli", {"ratnik.double_target=empty"}).double_target, DoubleTarget::empty);
  using Verdict = RepetitionRule::Verdict;
  for (const auto& [name, verdict] : {std::pair{"ignored", Verdict::ignored},
                                      {"draw", Verdict::draw},
                                      {"mover_loses", Verdict::mover_loses}}) {
    EXPECT_EQ(set("tavreli", {std::string("repetition.result=") + name}).repetition.verdict,
              verdict);
  }
  EXPECT_EQ(set("tavreli", {"repetition.count=2"}).repetition.count, 2);
}

}  // namespace
}  // namespace tavlab::tavreli
