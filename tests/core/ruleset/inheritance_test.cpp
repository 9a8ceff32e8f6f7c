// What rule sets inherit from others, and what they leave open.
#include "core/ruleset/ruleset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/error.h"
#include "tests/core/ruleset/ruleset_texts.h"

namespace tavlab::ruleset_texts {
namespace {

TEST(Assumptions, SetTheParameterAndKeepReasonAndAlternatives) {
  const RuleSet rule_set =
      parse("[assumed.'repetition.count']\nvalue = 4\nreason = 'Silent.'\nalternatives = [2, 3]\n");
  EXPECT_EQ(rule_set.integer("repetition.count"), 4);
  ASSERT_EQ(rule_set.assumptions.size(), 1U);
  EXPECT_EQ(rule_set.assumptions[0].key, "repetition.count");
  EXPECT_EQ(rule_set.assumptions[0].reason, "Silent.");
  EXPECT_THAT(rule_set.assumptions[0].alternatives,
              ElementsAre(ParameterValue(std::int64_t{2}), ParameterValue(std::int64_t{3})));
}

TEST(Assumptions, MayBeWrittenAsNestedTables) {
  const RuleSet rule_set =
      parse("[assumed.repetition.count]\nvalue = 4\nreason = 'Silent.'\nalternatives = []\n");
  EXPECT_NE(find_assumption(rule_set, "repetition.count"), nullptr);
}

TEST(Assumptions, ExcludeAPlainStatementInTheSameFile) {
  EXPECT_THAT(parse_error("king.weak = true\n[assumed.'king.weak']\nvalue = false\n"
                          "reason = 'Silent.'\nalternatives = []\n"),
              AllOf(HasSubstr("king.weak"), HasSubstr("twice")));
}

TEST(Assumptions, AreValidatedLikeAnyValue) {
  const auto assumed = [](const std::string& body) {
    return parse_error("[assumed.'repetition.count']\n" + body);
  };
  EXPECT_THAT(assumed("reason = 'r'\nalternatives = []"), HasSubstr("'value' is missing"));
  EXPECT_THAT(assumed("value = 3\nalternatives = []"), HasSubstr("'reason' is missing"));
  EXPECT_THAT(assumed("value = 3\nreason = 'r'"), HasSubstr("'alternatives'"));
  EXPECT_THAT(assumed("value = 3\nreason = 'r'\nalternatives = 4"), HasSubstr("'alternatives'"));
  EXPECT_THAT(assumed("value = 30\nreason = 'r'\nalternatives = []"), HasSubstr("from 2 to 9"));
  EXPECT_THAT(assumed("value = 3\nreason = 'r'\nalternatives = [30]"), HasSubstr("from 2 to 9"));
  EXPECT_THAT(assumed("value = 3\nraeson = 'r'\nalternatives = []"),
              AllOf(HasSubstr("raeson"), HasSubstr("'reason'")));
  EXPECT_THAT(parse_error("[assumed.'repetition.cuont']\nvalue = 3"),
              AllOf(HasSubstr("[assumed]"), HasSubstr("'repetition.count'")));
  EXPECT_THAT(parse_error("assumed = 3"), HasSubstr("assumed"));
  EXPECT_THAT(parse_error("[assumed]\n'repetition.count' = 3"), HasSubstr("a table"));
}

TEST(Inheritance, TakesParametersAndAssumptionsOver) {
  const RuleSet parent = load_rule_set("helmfrid-9");
  const RuleSet child = parse_child("king.weak = true");
  EXPECT_EQ(child.id, "child");
  EXPECT_EQ(child.extends, "helmfrid-9");
  EXPECT_EQ(child.family, "tafl");
  EXPECT_EQ(child.title, "A child");
  EXPECT_EQ(child.assumptions.size(), parent.assumptions.size());
  auto expected = parent.parameters;
  expected["king.weak"] = true;
  EXPECT_EQ(child.parameters, expected);
}

TEST(Inheritance, APlainStatementSettlesTheInheritedAssumption) {
  ASSERT_NE(find_assumption(load_rule_set("helmfrid-9"), "repetition.count"), nullptr);
  const RuleSet child = parse_child("repetition.count = 3");  // the very value assumed before
  EXPECT_EQ(find_assumption(child, "repetition.count"), nullptr);
  EXPECT_NE(find_assumption(child, "repetition.result"), nullptr);
}

TEST(Inheritance, AnAssumptionReplacesTheInheritedOne) {
  const RuleSet child = parse_child(
      "[assumed.'repetition.count']\nvalue = 2\nreason = 'Other.'\nalternatives = [3]\n");
  EXPECT_EQ(child.integer("repetition.count"), 2);
  EXPECT_EQ(find_assumption(child, "repetition.count")->reason, "Other.");
  EXPECT_EQ(std::ranges::count(child.assumptions, "repetition.count", &Assumption::key), 1);
}

TEST(Inheritance, AnAssumptionReopensWhatTheParentStates) {
  const RuleSet child =
      parse_child("[assumed.first]\nvalue = 'defenders'\nreason = 'Lost.'\nalternatives = []\n");
  EXPECT_NE(find_assumption(child, "first"), nullptr);
  EXPECT_EQ(child.text("first"), "defenders");
}

TEST(Inheritance, FamilyMayNotDiffer) {
  EXPECT_THAT(error_of([] { parse_child("family = 'ur'"); }),
              AllOf(StartsWith("child.toml: "), HasSubstr("'ur'"), HasSubstr("tafl")));
  EXPECT_EQ(parse_child("family = 'tafl'").family, "tafl");
}

TEST(Inheritance, MissingParent) {
  EXPECT_THAT(text_error("id = 'x'\nextends = 'helmfrid-8'\ntitle = 't'\nsource = 's'"),
              AllOf(StartsWith("mine.toml: extends: "), HasSubstr("'helmfrid-9'")));
}

TEST(Inheritance, TextDoesNotReadFiles) {
  EXPECT_THAT(text_error("id = 'x'\nextends = './parent.toml'\ntitle = 't'\nsource = 's'"),
              AllOf(HasSubstr("./parent.toml"), HasSubstr("only a rule set in a file")));
}

class RuleSetFiles : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(testing::TempDir()) / (std::string("tavlab_") + test->name());
    std::filesystem::create_directories(folder_ / "deep");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& extends, const std::string& body) {
    std::ofstream(folder_ / name) << "id = '" << std::filesystem::path(name).stem().string()
                                  << "'\nextends = '" << extends << "'\ntitle = 't'\nsource = 's'\n"
                                  << body;
    return (folder_ / name).string();
  }

  std::filesystem::path folder_;
};

TEST_F(RuleSetFiles, ExtendFilesRelativeToThemselves) {
  write("base.toml", "helmfrid-9", "king.weak = true\n");
  write("deep/middle.toml", "../base.toml", "king.armed = 'none'\n");
  const std::string leaf = write("leaf.toml", "deep/middle.toml", "range.king = 3\n");
  const RuleSet rule_set = load_rule_set(leaf, Texts{"range.king=4"});
  EXPECT_TRUE(rule_set.flag("king.weak"));
  EXPECT_EQ(rule_set.text("king.armed"), "none");
  EXPECT_EQ(rule_set.integer("range.king"), 4);
  EXPECT_EQ(rule_set.id, "leaf{range.king=4}");
  EXPECT_EQ(rule_set.extends, "middle");
  EXPECT_EQ(rule_set.origin, leaf);
}

TEST_F(RuleSetFiles, CyclesAreErrors) {
  write("a.toml", "./b.toml", "");
  const std::string b = write("b.toml", "deep/../a.toml", "");
  EXPECT_THAT(error_of([&] { load_rule_set(b); }),
              AllOf(HasSubstr("extends itself"), HasSubstr("a.toml -> "), HasSubstr("b.toml")));
  const std::string self = write("self.toml", "self.toml", "");
  EXPECT_THAT(error_of([&] { load_rule_set(self); }), HasSubstr("extends itself"));
}

TEST_F(RuleSetFiles, MayHaveTheIdOfABuiltInOnlyWithItsContent) {
  const std::string other = write("helmfrid-11.toml", "helmfrid-9", "");
  EXPECT_THAT(error_of([&] { load_rule_set(other); }),
              AllOf(StartsWith(other), HasSubstr("'helmfrid-11'"), HasSubstr("another id")));
  const std::string child = write("child.toml", "helmfrid-11.toml", "");
  EXPECT_THAT(error_of([&] { load_rule_set(child); }), HasSubstr("'helmfrid-11'"));
  const std::string same = write("helmfrid-9.toml", "helmfrid-9", "king.armed = 'full'\n");
  EXPECT_EQ(load_rule_set(same, Texts{"range.king=3"}).id, "helmfrid-9{range.king=3}");
}

TEST_F(RuleSetFiles, WhatIsInheritedMayLoseItsMeaning) {
  // As in an experiment whose grid turns the dice of a file on and off.
  const std::string dice =
      write("dice.toml", "helmfrid-9", "dice.kind = 'distance'\ndice.faces = 4\n");
  EXPECT_EQ(load_rule_set(dice, Texts{"dice.kind=none"}).integer("dice.faces"), 4);
  EXPECT_THAT(error_of([&] {
                load_rule_set(dice, Texts{"dice.kind=none", "dice.faces=5"});
              }),
              AllOf(HasSubstr("override 'dice.faces=5'"), HasSubstr("no effect")));
  const std::string leaf = write("leaf.toml", "dice.toml", "dice.kind = 'none'\n");
  EXPECT_EQ(load_rule_set(leaf).integer("dice.faces"), 4);
}

TEST_F(RuleSetFiles, ErrorsNameTheFileAtFault) {
  write("base.toml", "helmfrid-9", "king.weak = 7\n");
  const std::string leaf = write("leaf.toml", "base.toml", "");
  EXPECT_THAT(error_of([&] { load_rule_set(leaf); }),
              AllOf(HasSubstr("base.toml: king.weak"), Not(HasSubstr("leaf.toml"))));
  EXPECT_THAT(error_of([&] { load_rule_set(folder_.string()); }), HasSubstr("cannot be read"));
}

}  // namespace
}  // namespace tavlab::ruleset_texts
