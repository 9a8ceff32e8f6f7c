#include "core/ruleset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "core/error.h"

namespace tavlab {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

using Texts = std::vector<std::string>;

const std::string kHeader =
    "id = 'mine'\nfamily = 'tafl'\ntitle = 'My game'\nsource = 'I made it up.'\n";
const std::string kChildHeader =
    "id = 'child'\nextends = 'helmfrid-9'\ntitle = 'A child'\nsource = 'I changed it.'\n";

RuleSet parse(const std::string& body, const Texts& overrides = {}) {
  return parse_rule_set(kHeader + body, "mine.toml", overrides);
}

RuleSet parse_child(const std::string& body, const Texts& overrides = {}) {
  return parse_rule_set(kChildHeader + body, "child.toml", overrides);
}

/// The message of the UserError that `action` throws.
template <typename Action>
std::string error_of(const Action& action) {
  try {
    action();
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), Not(HasSubstr("\n")));
    return error.what();
  }
  ADD_FAILURE() << "no error";
  return {};
}

std::string parse_error(const std::string& body) {
  return error_of([&] { parse(body); });
}

std::string text_error(const std::string& toml) {
  return error_of([&] { parse_rule_set(toml, "mine.toml"); });
}

std::string override_error(const std::string& text) {
  return error_of([&] { load_rule_set("helmfrid-9", Texts{text}); });
}

const Assumption* find_assumption(const RuleSet& rule_set, const std::string& key) {
  const auto found = std::ranges::find(rule_set.assumptions, key, &Assumption::key);
  return found == rule_set.assumptions.end() ? nullptr : &*found;
}

// Reading values

TEST(RuleSetValues, EveryParameterHasItsDefault) {
  const RuleSet rule_set = parse("");
  const FamilySchema& schema = *find_family_schema("tafl");
  EXPECT_EQ(rule_set.parameters.size(), schema.parameters.size());
  for (const ParameterSpec& spec : schema.parameters) {
    EXPECT_EQ(rule_set.at(spec.key), spec.fallback) << spec.key;
  }
}

TEST(RuleSetValues, DefaultsAreThemselvesAllowed) {
  for (const std::string_view family : family_names()) {
    for (const ParameterSpec& spec : find_family_schema(family)->parameters) {
      EXPECT_EQ(parse_parameter_value(spec, to_text(spec.fallback), "default"), spec.fallback)
          << spec.key;
    }
  }
}

TEST(RuleSetValues, NestedTablesAndQuotedDottedKeysMeanTheSame) {
  EXPECT_TRUE(parse("[king]\nweak = true").flag("king.weak"));
  EXPECT_TRUE(parse("king.weak = true").flag("king.weak"));
  EXPECT_TRUE(parse("'king.weak' = true").flag("king.weak"));
}

TEST(RuleSetValues, ReadsEveryType) {
  const RuleSet rule_set = parse(
      "first = 'defenders'\n[board]\nsize = 13\ncorners = ['a1', 'm13']\nthrone = 'none'\n"
      "[throne]\npass = ['king', 'attackers']\n");
  EXPECT_EQ(rule_set.text("first"), "defenders");
  EXPECT_EQ(rule_set.integer("board.size"), 13);
  EXPECT_THAT(rule_set.list("board.corners"), ElementsAre("a1", "m13"));
  EXPECT_EQ(rule_set.text("board.throne"), "none");
  EXPECT_THAT(rule_set.list("throne.pass"), ElementsAre("king", "attackers"));
}

TEST(RuleSetValues, ZeroMayBeWrittenByItsName) {
  EXPECT_EQ(parse("range.king = 'unlimited'").integer("range.king"), 0);
  EXPECT_EQ(parse("range.king = 0").integer("range.king"), 0);
  EXPECT_EQ(parse("").value_text("range.king"), "unlimited");
  EXPECT_EQ(parse("range.king = 3").value_text("range.king"), "3");
}

TEST(RuleSetValues, SwitchesStandForChoicesThatGrewOutOfThem) {
  EXPECT_EQ(parse("king.armed = false").text("king.armed"), "none");
  EXPECT_EQ(parse("king.armed = true").text("king.armed"), "full");
}

TEST(RuleSetValues, ListsOfChoicesHaveOneOrder) {
  EXPECT_EQ(parse("throne.pass = ['attackers', 'king']").at("throne.pass"),
            parse("throne.pass = ['king', 'attackers']").at("throne.pass"));
}

// Errors: one line that names the file, the key, what was given and what is allowed

TEST(RuleSetErrors, UnknownKeyNamesTheNearest) {
  EXPECT_THAT(parse_error("king.amred = 'full'"),
              AllOf(StartsWith("mine.toml: "), HasSubstr("king.amred"), HasSubstr("'king.armed'")));
  EXPECT_THAT(parse_error("colour = 'red'"), HasSubstr("colour"));
  EXPECT_THAT(parse_error("[kingg]\nweak = true"), HasSubstr("kingg"));
}

TEST(RuleSetErrors, WrongTypeSaysWhatIsAllowed) {
  EXPECT_THAT(parse_error("king.weak = 1"),
              AllOf(HasSubstr("king.weak"), HasSubstr("'1'"), HasSubstr("true or false")));
  EXPECT_THAT(parse_error("board.size = '11'"), HasSubstr("an integer from 7 to 19"));
  EXPECT_THAT(parse_error("board.size = 11.0"), HasSubstr("board.size"));
  EXPECT_THAT(parse_error("throne.pass = 'king'"), HasSubstr("a list"));
  EXPECT_THAT(parse_error("throne.pass = ['king', 3]"), HasSubstr("throne.pass"));
  EXPECT_THAT(parse_error("first = ['attackers']"), HasSubstr("one of attackers, defenders"));
  EXPECT_THAT(parse_error("[king.weak]\nvery = true"), HasSubstr("a table"));
  EXPECT_THAT(parse_error("first = 1979-05-27"), HasSubstr("1979-05-27"));
}

TEST(RuleSetErrors, ValueOutOfRange) {
  EXPECT_THAT(parse_error("board.size = 21"),
              AllOf(HasSubstr("board.size"), HasSubstr("'21'"), HasSubstr("from 7 to 19")));
  EXPECT_THAT(parse_error("range.king = -1"), HasSubstr("from 1 to 18, or unlimited"));
  EXPECT_THAT(parse_error("repetition.count = 0"), HasSubstr("from 2 to 9"));
}

TEST(RuleSetErrors, UnknownChoice) {
  EXPECT_THAT(parse_error("king.on_edge = 'maybe'"),
              AllOf(HasSubstr("'maybe'"), HasSubstr("surround, custodial, never")));
  EXPECT_THAT(parse_error("throne.pass = ['queen']"), HasSubstr("[queen]"));
  EXPECT_THAT(parse_error("board.layout = 'L99'"), AllOf(HasSubstr("'L99'"), HasSubstr("L1, L2")));
}

TEST(RuleSetErrors, DuplicateListItem) {
  EXPECT_THAT(parse_error("throne.pass = ['king', 'king']"), HasSubstr("without duplicates"));
}

TEST(RuleSetErrors, ListItemsThatCouldNotBeWrittenBack) {
  EXPECT_THAT(parse_error("board.corners = ['a1,b1']"), HasSubstr("board.corners"));
  EXPECT_THAT(parse_error("board.corners = ['']"), HasSubstr("board.corners"));
}

TEST(RuleSetErrors, MalformedTomlNamesLineAndColumn) {
  EXPECT_THAT(text_error("id = 'mine'\nfamily = = 'tafl'\n"), StartsWith("mine.toml:2:10: "));
  EXPECT_THAT(text_error("id = 'mine'\nid = 'other'\n"), StartsWith("mine.toml:2:"));
}

TEST(RuleSetErrors, MissingHeader) {
  for (const std::string key : {"id", "family", "title", "source"}) {
    std::string toml = kHeader;
    toml.replace(toml.find(key), key.size(), "# ");
    EXPECT_THAT(text_error(toml), AllOf(StartsWith("mine.toml: "), HasSubstr("'" + key + "'")));
  }
  EXPECT_THAT(text_error("id = ''"), HasSubstr("id"));
  EXPECT_THAT(text_error("id = 3"), HasSubstr("id"));
  EXPECT_THAT(text_error("id = 'a b'"), HasSubstr("'a b'"));
}

TEST(RuleSetErrors, UnknownFamilyNamesTheKnownOnes) {
  EXPECT_THAT(text_error("id = 'x'\nfamily = 'chess'\ntitle = 't'\nsource = 's'"),
              AllOf(HasSubstr("'chess'"), HasSubstr("tafl")));
}

TEST(RuleSetErrors, UnknownRuleSetNamesTheNearest) {
  EXPECT_THAT(error_of([] { load_rule_set("helmfrid-12"); }),
              AllOf(HasSubstr("'helmfrid-12'"), HasSubstr("'helmfrid-11'")));
  EXPECT_THAT(error_of([] { load_rule_set("helmfrid"); }), HasSubstr("'helmfrid-9'"));
  EXPECT_THAT(error_of([] { load_rule_set(""); }), HasSubstr("unknown rule set"));
  EXPECT_THAT(error_of([] { load_rule_set("no/such/file.toml"); }), HasSubstr("no/such/file.toml"));
  EXPECT_THAT(error_of([] { load_rule_set("/"); }), HasSubstr("/"));
}

TEST(RuleSetErrors, UnknownRuleSetIsShortAndNamesNoFarOne) {
  for (const std::string& id : {std::string("nothing"), std::string(5000, 'x'), std::string()}) {
    const std::string error = error_of([&] { load_rule_set(id); });
    EXPECT_LT(error.size(), 160U);
    EXPECT_THAT(error, AllOf(HasSubstr("tavlab rules list"), Not(HasSubstr("nearest"))));
  }
  EXPECT_LT(error_of([] { load_rule_set("alea-evangeli-19-cyningstan"); }).size(), 160U);
}

TEST(RuleSetErrors, TextsMayNotCommandATerminal) {
  const auto with_title = [](const std::string& title) {
    return "id = 'mine'\nfamily = 'tafl'\nsource = 's'\ntitle = \"" + title + "\"\n";
  };
  for (const std::string title : {"\\u001b[31m", "a\\rb", "\\u0000", "\\u007f",
                                  "\xc2\x9b"
                                  "31m"}) {
    EXPECT_THAT(text_error(with_title(title)),
                AllOf(StartsWith("mine.toml: title "), HasSubstr("control characters")))
        << title;
  }
  EXPECT_EQ(parse_rule_set(with_title("a\\tb\\nc \xc3\xa4"), "mine.toml").title,
            "a\tb\nc \xc3\xa4");
  EXPECT_THAT(text_error("id = 'mine'\nfamily = 'tafl'\ntitle = 't'\nsource = \"\\u001b\"\n"),
              StartsWith("mine.toml: source "));
  EXPECT_THAT(parse_error("[assumed.'repetition.count']\nvalue = 4\nreason = \"\\u001b\"\n"
                          "alternatives = []\n"),
              HasSubstr("repetition.count: reason holds control characters"));
}

TEST(RuleSetErrors, WhatIsAllowedNamesEveryWayToWriteIt) {
  EXPECT_THAT(parse_error("king.armed = 'maybe'"),
              AllOf(HasSubstr("true means full"), HasSubstr("false means none")));
  EXPECT_THAT(parse_error("limits.quiet_plies = -1"), HasSubstr("none (0 means none too)"));
  EXPECT_EQ(parse("limits.quiet_plies = 0").value_text("limits.quiet_plies"), "none");
}

TEST(RuleSetErrors, WhatAFileSetsMustMeanSomething) {
  EXPECT_THAT(parse_error("dice.faces = 4"),
              AllOf(StartsWith("mine.toml: dice.faces = 4 "), HasSubstr("dice.kind")));
  EXPECT_THAT(parse_error("[assumed.'dice.parity']\nvalue = 'odd'\nreason = 'r'\n"
                          "alternatives = []\n"),
              HasSubstr("dice.parity"));
  EXPECT_EQ(parse("dice.faces = 6").integer("dice.faces"), 6);  // the default says nothing new
  EXPECT_EQ(parse("dice.faces = 4\ndice.kind = 'parity'").integer("dice.faces"), 4);
}

TEST(RuleSetErrors, StayOnOneLineWhateverIsGiven) {
  EXPECT_THAT(parse_error("first = 'a\\nb'"), HasSubstr("one of"));
  EXPECT_THAT(parse_error("first = \"a\\nb\""), HasSubstr("'a?b'"));
  EXPECT_LT(parse_error("first = '" + std::string(5000, 'x') + "'").size(), 300U);
}

// Assumptions

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

// Inheritance

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

// Overrides

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

// Hash

std::uint64_t hash_with(const std::string& id, const Texts& overrides) {
  return load_rule_set(id, overrides).content_hash();
}

TEST(ContentHash, IsOfTheGameAndNotOfItsName) {
  const RuleSet plain = load_rule_set("helmfrid-9");
  EXPECT_EQ(parse_child("").content_hash(), plain.content_hash());
  EXPECT_EQ(hash_with("helmfrid-9", {"king.armed=full"}), plain.content_hash());
  EXPECT_EQ(plain.hash_text().size(), 16U);
}

TEST(ContentHash, DiffersWithEveryParameter) {
  // One other value a parameter: the first that is allowed and makes a difference.
  const RuleSet plain = load_rule_set("ashton-tablut-9");
  std::set<std::uint64_t> hashes = {plain.content_hash()};
  std::size_t variants = 1;
  const auto try_value = [&](const ParameterSpec& spec, const std::string& text) {
    RuleSet variant = plain;  // not by an override, which must mean something under the others
    variant.parameters[std::string(spec.key)] = parse_parameter_value(spec, text, "test");
    if (variant.parameters == plain.parameters) return false;
    hashes.insert(variant.content_hash());
    ++variants;
    return true;
  };
  for (const ParameterSpec& spec : find_family_schema("tafl")->parameters) {
    switch (spec.type) {
      case ParameterSpec::Type::boolean:
        EXPECT_TRUE(try_value(spec, "true") || try_value(spec, "false")) << spec.key;
        break;
      case ParameterSpec::Type::integer:
        EXPECT_TRUE(try_value(spec, std::to_string(spec.maximum))) << spec.key;
        break;
      case ParameterSpec::Type::choice:
        EXPECT_TRUE(std::ranges::any_of(spec.choices, [&](std::string_view choice) {
          return try_value(spec, std::string(choice));
        })) << spec.key;
        break;
      case ParameterSpec::Type::choice_list:
        EXPECT_TRUE(try_value(spec, "[attackers, king]")) << spec.key;
        break;
      case ParameterSpec::Type::text_list:
      case ParameterSpec::Type::choice_or_text_list:
        EXPECT_TRUE(try_value(spec, "[b2]")) << spec.key;
        break;
    }
  }
  EXPECT_EQ(hashes.size(), variants);
}

TEST(ContentHash, ResolvesWhatCanBeWrittenInTwoWays) {
  EXPECT_EQ(hash_with("helmfrid-9", {"board.throne=[e5]"}), hash_with("helmfrid-9", {}));
  EXPECT_EQ(hash_with("helmfrid-9", {"board.corners=[i9,a9,a1,i1]"}), hash_with("helmfrid-9", {}));
  EXPECT_NE(hash_with("helmfrid-9", {"board.corners=[i9,a9,a1]"}), hash_with("helmfrid-9", {}));
  EXPECT_EQ(hash_with("helmfrid-9", {"throne.pass=attackers,defenders,king"}),
            hash_with("helmfrid-9", {"throne.pass=all"}));
  EXPECT_NE(hash_with("helmfrid-9", {"throne.pass=attackers,defenders"}),
            hash_with("helmfrid-9", {"throne.pass=all"}));
  const std::string rows =
      "x..aaa..x,....a....,....d....,a...d...a,aaddkddaa,a...d...a,....d....,....a....,x..aaa..x";
  EXPECT_EQ(hash_with("helmfrid-9", {"board.layout=[" + rows + "]"}), hash_with("helmfrid-9", {}));
  // Where corners are none, the marks of the layout mean nothing.
  std::string unmarked = rows;
  std::ranges::replace(unmarked, 'x', '.');
  EXPECT_EQ(hash_with("tablut-9", {"board.layout=[" + unmarked + "]"}), hash_with("tablut-9", {}));
}

TEST(ContentHash, IsTakenEvenOfWhatContradictsItself) {
  EXPECT_NE(hash_with("helmfrid-9", {"board.size=11"}), hash_with("helmfrid-9", {}));
}

// The rule sets in the binary

TEST(BuiltIn, EveryIdIsTheNameOfItsFile) {
  const std::vector<std::string> ids = builtin_rule_set_ids();
  EXPECT_TRUE(std::ranges::is_sorted(ids));
  EXPECT_EQ(std::ranges::adjacent_find(ids), ids.end());
  for (const std::string& id : ids) {
    const RuleSet rule_set = load_rule_set(id);
    EXPECT_EQ(rule_set.id, id);
    EXPECT_EQ(rule_set.origin, "built in");
  }
}

TEST(BuiltIn, NoAlternativeIsTheValueTaken) {
  for (const std::string& id : builtin_rule_set_ids()) {
    const RuleSet rule_set = load_rule_set(id);
    for (const Assumption& assumption : rule_set.assumptions) {
      EXPECT_THAT(assumption.alternatives, Not(testing::Contains(rule_set.at(assumption.key))))
          << id << " " << assumption.key;
    }
  }
}

TEST(BuiltIn, DifferentNamesAreDifferentGames) {
  std::set<std::uint64_t> hashes;
  const std::vector<std::string> ids = builtin_rule_set_ids();
  for (const std::string& id : ids) hashes.insert(load_rule_set(id).content_hash());
  EXPECT_EQ(hashes.size(), ids.size());
}

TEST(BuiltIn, WrittenAsTomlParsesToTheSameRuleSet) {
  for (const std::string& id : builtin_rule_set_ids()) {
    const RuleSet rule_set = load_rule_set(id);
    const std::string text = to_toml(rule_set);
    const RuleSet again = parse_rule_set(text, id);
    EXPECT_EQ(again.title, rule_set.title);
    EXPECT_EQ(again.source, rule_set.source);
    for (const auto& [key, value] : rule_set.parameters) EXPECT_EQ(again.at(key), value) << key;
    ASSERT_EQ(again.assumptions.size(), rule_set.assumptions.size()) << text;
    for (std::size_t i = 0; i < again.assumptions.size(); ++i) {
      EXPECT_EQ(again.assumptions[i].key, rule_set.assumptions[i].key);
      EXPECT_EQ(again.assumptions[i].reason, rule_set.assumptions[i].reason);
      EXPECT_EQ(again.assumptions[i].alternatives, rule_set.assumptions[i].alternatives);
    }
    EXPECT_EQ(to_toml(again), text);
  }
}

TEST(ToToml, QuotesWhateverTextsHold) {
  RuleSet rule_set = parse("");
  rule_set.title = "A \"quoted\"\\title";
  rule_set.source = "Two\nlines, 'quoted' and \"quoted\"";
  const RuleSet again = parse_rule_set(to_toml(rule_set), "again");
  EXPECT_EQ(again.title, rule_set.title);
  EXPECT_EQ(again.source, rule_set.source);
}

TEST(ToToml, OfAVariantKeepsItsParameters) {
  const RuleSet variant = load_rule_set("helmfrid-9", Texts{"king.weak=true"});
  const RuleSet again = parse_rule_set(to_toml(variant), "again");
  EXPECT_EQ(again.id, "helmfrid-9");
  EXPECT_EQ(again.content_hash(), variant.content_hash());
}

}  // namespace
}  // namespace tavlab
