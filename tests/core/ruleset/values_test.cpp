// Reading values, and the errors for wrong ones: one line that names the file, the key, the value
// given and those allowed.
#include "core/ruleset/ruleset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/error.h"
#include "tests/core/ruleset/ruleset_texts.h"

namespace tavlab::ruleset_texts {
namespace {

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

TEST(RuleSetErrors, UnknownKeyNamesTheNearest) {
  EXPECT_THAT(parse_error("king.amred = 'full'"),
              AllOf(StartsWith("mine.toml: "), HasSubstr("king.amred"), HasSubstr("'king.armed'")));
  EXPECT_THAT(parse_error("colour = 'red'"), HasSubstr("colour"));
  EXPECT_THAT(parse_error("[kingg]\nweak = true"), HasSubstr("kingg"));
}

TEST(RuleSetErrors, WrongTypeNamesAllowedValues) {
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
  EXPECT_THAT(error_of([] { load_rule_set("helmfrid"); }), HasSubstr("helmfrid-9"));
  EXPECT_THAT(error_of([] { load_rule_set(""); }), HasSubstr("unknown rule set"));
  EXPECT_THAT(error_of([] { load_rule_set("no/such/file.toml"); }), HasSubstr("no/such/file.toml"));
  EXPECT_THAT(error_of([] { load_rule_set("/"); }), HasSubstr("/"));
}

TEST(RuleSetErrors, UnknownRuleSetIsShortAndNamesNoFarOne) {
  for (const std::string& id : {std::string("nothing"), std::string(5000, 'x'), std::string()}) {
    const std::string error = error_of([&] { load_rule_set(id); });
    EXPECT_LT(error.size(), 240U);
    EXPECT_THAT(error, AllOf(HasSubstr("tavlab rules list"), Not(HasSubstr("nearest"))));
  }
  EXPECT_LT(error_of([] { load_rule_set("alea-evangeli-19-cyningstan"); }).size(), 240U);
}

TEST(RuleSetErrors, TextsMayNotCommandATerminal) {
  const auto with_title = [](const std::string& title) {
    return "id = 'mine'\nfamily = 'tafl'\nsource = 's'\ntitle = \"" + title + "\"\n";
  };
  for (const std::string title : {"\\u001b[31m", "a\\rb", "\\u0000", "\\u007f",
                                  "\xc2\x9b"
                                  "31m"}) {
    EXPECT_THAT(text_error(with_title(title)),
                AllOf(StartsWith("mine.toml:4: title "), HasSubstr("control characters")))
        << title;
  }
  EXPECT_EQ(parse_rule_set(with_title("a\\tb\\nc \xc3\xa4"), "mine.toml").title,
            "a\tb\nc \xc3\xa4");
  EXPECT_THAT(text_error("id = 'mine'\nfamily = 'tafl'\ntitle = 't'\nsource = \"\\u001b\"\n"),
              StartsWith("mine.toml:4: source "));
  EXPECT_THAT(parse_error("[assumed.'repetition.count']\nvalue = 4\nreason = \"\\u001b\"\n"
                          "alternatives = []\n"),
              HasSubstr("repetition.count.reason contains control characters"));
}

TEST(RuleSetErrors, WhatIsAllowedNamesEveryWayToWriteIt) {
  EXPECT_THAT(parse_error("king.armed = 'maybe'"),
              AllOf(HasSubstr("true means full"), HasSubstr("false means none")));
  EXPECT_THAT(parse_error("limits.quiet_plies = -1"), HasSubstr("none (0 also means none)"));
  EXPECT_EQ(parse("limits.quiet_plies = 0").value_text("limits.quiet_plies"), "none");
}

TEST(RuleSetErrors, WhatAFileSetsMustMeanSomething) {
  EXPECT_THAT(parse_error("dice.faces = 4"),
              AllOf(StartsWith("mine.toml: dice.faces = 4 "), HasSubstr("dice.kind")));
  EXPECT_THAT(parse_error("[assumed.'dice.parity']\nvalue = 'odd'\nreason = 'r'\n"
                          "alternatives = []\n"),
              HasSubstr("dice.parity"));
  EXPECT_EQ(parse("dice.faces = 6").integer("dice.faces"), 6);  // stating the default is allowed
  EXPECT_EQ(parse("dice.faces = 4\ndice.kind = 'parity'").integer("dice.faces"), 4);
}

TEST(RuleSetErrors, StayOnOneLineWhateverIsGiven) {
  EXPECT_THAT(parse_error("first = 'a\\nb'"), HasSubstr("one of"));
  EXPECT_THAT(parse_error("first = \"a\\nb\""), HasSubstr("'a?b'"));
  EXPECT_LT(parse_error("first = '" + std::string(5000, 'x') + "'").size(), 300U);
}

}  // namespace
}  // namespace tavlab::ruleset_texts
