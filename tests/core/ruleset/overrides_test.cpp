// Parameters changed on the command line.
#include "core/ruleset/ruleset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/error.h"
#include "tests/core/ruleset/ruleset_texts.h"

namespace tavlab::ruleset_texts {
namespace {

std::string override_error(const std::string& text) {
  return error_of([&] { load_rule_set("helmfrid-9", Texts{text}); });
}

TEST(Overrides, SetTheValueAndSettleTheAssumption) {
  const RuleSet rule_set =
      load_rule_set("helmfrid-9", Texts{"repetition.count=3", "king.armed=false"});
  EXPECT_EQ(rule_set.text("king.armed"), "none");
  EXPECT_EQ(find_assumption(rule_set, "repetition.count"), nullptr);
  EXPECT_THAT(rule_set.overrides, ElementsAre("king.armed=none", "repetition.count=3"));
  EXPECT_EQ(rule_set.id, "helmfrid-9{king.armed=none,repetition.count=3}");
}

TEST(Overrides, OfEveryType) {
  const auto with = [](const std::string& text) {
    return load_rule_set("helmfrid-9", Texts{text}).parameters;
  };
  EXPECT_EQ(with("king.weak = true").at("king.weak"), ParameterValue(true));
  EXPECT_EQ(with("range.king=unlimited").at("range.king"), ParameterValue(std::int64_t{0}));
  EXPECT_EQ(with("range.king=3").at("range.king"), ParameterValue(std::int64_t{3}));
  EXPECT_EQ(with("escape=edge").at("escape"), ParameterValue(std::string("edge")));
  const ParameterValue both = Texts{"king", "attackers"};
  EXPECT_EQ(with("throne.pass=king,attackers").at("throne.pass"), both);
  EXPECT_EQ(with("throne.pass=[king, attackers]").at("throne.pass"), both);
  EXPECT_EQ(with("throne.pass=['attackers', \"king\"]").at("throne.pass"), both);
  EXPECT_EQ(with("throne.pass=king").at("throne.pass"), ParameterValue(Texts{"king"}));
  EXPECT_EQ(with("throne.pass=[]").at("throne.pass"), ParameterValue(Texts{}));
  EXPECT_EQ(with("board.corners=none").at("board.corners"), ParameterValue(std::string("none")));
  EXPECT_EQ(with("board.corners=[a1]").at("board.corners"), ParameterValue(Texts{"a1"}));
  EXPECT_EQ(with("board.attacker_camps=a1,b1").at("board.attacker_camps"),
            ParameterValue(Texts{"a1", "b1"}));
}

TEST(Overrides, Errors) {
  EXPECT_THAT(override_error("king.weak"),
              AllOf(StartsWith("helmfrid-9, override 'king.weak'"), HasSubstr("KEY=VALUE")));
  EXPECT_THAT(override_error("king.waek=true"), HasSubstr("'king.weak'"));
  EXPECT_THAT(override_error("king.weak=yes"),
              AllOf(HasSubstr("'yes'"), HasSubstr("true or false")));
  EXPECT_THAT(override_error("range.king=99"), HasSubstr("from 1 to 18, or unlimited"));
  EXPECT_THAT(override_error("range.king=3.5"), HasSubstr("'3.5'"));
  EXPECT_THAT(override_error("range.king=99999999999999999999"), HasSubstr("from 1 to 18"));
  EXPECT_THAT(override_error("escape="), HasSubstr("one of corners"));
  EXPECT_THAT(override_error("throne.pass=king,,all"), HasSubstr("throne.pass"));
  EXPECT_THAT(override_error("=3"), HasSubstr("unknown key"));
}

TEST(Overrides, MayRepeatButNotContradictEachOther) {
  EXPECT_EQ(load_rule_set("helmfrid-9", Texts{"range.king=3", "range.king= 3"}).overrides.size(),
            1U);
  EXPECT_THAT(error_of([] {
                load_rule_set("helmfrid-9", Texts{"range.king=3", "range.king=4"});
              }),
              HasSubstr("contradicts override 'range.king=3'"));
}

TEST(Overrides, TheIdOfAVariantLoadsItAgain) {
  const RuleSet variant =
      load_rule_set("helmfrid-11", Texts{"throne.pass=king,attackers", "limits.quiet_plies=none"});
  const RuleSet again = load_rule_set(variant.id);
  EXPECT_EQ(again.id, variant.id);
  EXPECT_EQ(again.parameters, variant.parameters);
  EXPECT_EQ(again.content_hash(), variant.content_hash());
  EXPECT_EQ(load_rule_set("helmfrid-9{king.weak=true}", Texts{"range.king=3"}).id,
            "helmfrid-9{king.weak=true,range.king=3}");
  EXPECT_THAT(error_of([] { load_rule_set("helmfrid-9{}"); }), HasSubstr("KEY=VALUE"));
}

}  // namespace
}  // namespace tavlab::ruleset_texts
