// A parameter that is added later changes nothing for rules in which it is neutral.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/families.h"
#include "core/ruleset/ruleset.h"
#include "core/tafl/parameters.h"
#include "tests/core/ruleset/ruleset_texts.h"
#include "tests/support/later_version.h"

namespace tavlab::ruleset_texts {
namespace {

using later_version::kChoice;
using later_version::kFlag;
using later_version::upgraded;

TEST(LaterParameter, IsNeutralInRulesFromBeforeIt) {
  const RuleSet later = upgraded(load_rule_set("helmfrid-9"));
  EXPECT_FALSE(later.flag(kFlag));
  EXPECT_EQ(later.text(kChoice), "old");
}

TEST(LaterParameter, ChangesNoHashWhereItIsNeutral) {
  for (const std::string& id : builtin_rule_set_ids()) {
    const RuleSet now = load_rule_set(id);
    EXPECT_EQ(upgraded(now).content_hash(), now.content_hash()) << id;
    EXPECT_EQ(identity_of(upgraded(now)).parameters, identity_of(now).parameters) << id;
  }
}

TEST(LaterParameter, IsPartOfTheIdentityElsewhere) {
  const RuleSet now = load_rule_set("helmfrid-9");
  const RuleSet flag = with_overrides(upgraded(now), Texts{"imagined.flag=true"});
  const RuleSet choice = with_overrides(upgraded(now), Texts{"imagined.choice=new"});
  EXPECT_EQ(flag.id, "helmfrid-9{imagined.flag=true}");
  EXPECT_NE(flag.content_hash(), now.content_hash());
  EXPECT_NE(choice.content_hash(), now.content_hash());
  EXPECT_NE(choice.content_hash(), flag.content_hash());
  EXPECT_EQ(identity_of(flag).parameters.at(std::string(kFlag)), "true");
  EXPECT_EQ(identity_of(choice).parameters.at(std::string(kChoice)), "new");
  EXPECT_EQ(with_overrides(flag, Texts{"king.weak=true"}).id,
            "helmfrid-9{imagined.flag=true,king.weak=true}");
}

/// Compiled rules describe the same game under both versions.
TEST(LaterParameter, LeavesTheTypedParametersAsTheyAre) {
  const RuleSet now = load_rule_set("tablut-9");
  EXPECT_EQ(tafl::read_parameters(upgraded(now)).identity.hash,
            tafl::read_parameters(now).identity.hash);
}

/// Texts stored by an earlier version contain every parameter it had: those missing are neutral,
/// whatever the default has become.
TEST(LaterParameter, IsNeutralInStoredTexts) {
  const RuleSet now = load_rule_set("helmfrid-9");
  const FamilySchema& schema = later_version::schema("tafl");
  const RuleSet later = parse_stored_rule_set(to_toml(now), "a store", schema);
  EXPECT_EQ(later.text(kChoice), "old");
  EXPECT_EQ(later.content_hash(), now.content_hash());
  const RuleSet again = parse_stored_rule_set(to_toml(later), "a store", schema);
  EXPECT_EQ(again.parameters, later.parameters);
  EXPECT_THAT(
      error_of([&] { parse_stored_rule_set(to_toml(load_rule_set("chess")), "x", schema); }),
      HasSubstr("family is 'tavreli', but must be tafl"));
}

TEST(LaterParameter, IsWrittenWithTheOthers) {
  const std::string text = to_toml(upgraded(load_rule_set("helmfrid-9")));
  EXPECT_THAT(
      text, AllOf(HasSubstr("imagined.flag = false\n"), HasSubstr("imagined.choice = \"old\"\n")));
}

}  // namespace
}  // namespace tavlab::ruleset_texts
