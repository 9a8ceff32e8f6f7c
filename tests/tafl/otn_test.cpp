// OpenTafl's texts for rules and boards.
#include "core/tafl/otn.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/error.h"
#include "core/tafl/tafl.h"

namespace tavlab::tafl {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kBrandubh = "start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";

std::string error_of(const std::string& record) {
  try {
    rules_from_otn(record);
  } catch (const UserError& error) {
    return error.what();
  }
  return {};
}

TEST(Otn, ReadsRules) {
  const RuleSet rules =
      rules_from_otn(std::string("dim:7 name:B ks:w surf:n tfr:l cenhe: cenh: ") + kBrandubh);
  EXPECT_EQ(rules.id, "B");
  EXPECT_EQ(rules.integer("board.size"), 7);
  EXPECT_EQ(rules.text("king.on_throne"), "custodial");
  EXPECT_EQ(rules.text("encirclement"), "off");
  EXPECT_EQ(rules.text("repetition.result"), "mover_loses");
  EXPECT_THAT(rules.list("throne.hostile_always"), IsEmpty());
  EXPECT_THAT(rules.list("throne.hostile_when_empty"), IsEmpty());
  const auto compiled = Tafl<2>::compile(rules);
  EXPECT_EQ(position_text(*compiled, Tafl<2>::start(*compiled)),
            "3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 a");
}

/// Where nothing is lost, the rules are the same game.
TEST(Otn, WritesRulesThatAreReadAgain) {
  const RuleSet fetlar = load_rule_set("fetlar-11");
  EXPECT_THAT(lost_in_otn(fetlar), IsEmpty());
  EXPECT_EQ(rules_from_otn(rules_to_otn(fetlar)).content_hash(), fetlar.content_hash());
  EXPECT_THAT(lost_in_otn(load_rule_set("copenhagen-11")), ElementsAre("repetition.result"));
  for (const std::string& id : builtin_rule_set_ids()) {
    const RuleSet rules = load_rule_set(id);
    if (rules.family != "tafl") continue;
    const std::string record = rules_to_otn(rules);
    EXPECT_EQ(rules_to_otn(rules_from_otn(record)), record) << id;
  }
}

TEST(Otn, BoardsBeginWithA1) {
  const auto rules = Tafl<2>::compile(load_rule_set("brandubh-7"));
  const auto position = Tafl<2>::parse_position(*rules, "7/3a3/3d3/3kd2/7/7/1a5 d");
  EXPECT_EQ(board_to_otn(*rules, position), "/1t5/7/7/3KT2/3T3/3t3/7/");
  EXPECT_EQ(position_text(*rules, board_from_otn(*rules, "/1t5/7/7/3KT2/3T3/3t3/7/", Side::second)),
            "7/3a3/3d3/3kd2/7/7/1a5 d");
}

TEST(Otn, RefusesWhatItCannotPlay) {
  EXPECT_THAT(error_of("dim:7"), HasSubstr("start:"));
  EXPECT_THAT(error_of(std::string("dim:8 ") + kBrandubh), HasSubstr("odd number"));
  EXPECT_THAT(error_of(std::string("dim:9 ") + kBrandubh), HasSubstr("7 rows, not 9"));
  EXPECT_THAT(error_of(std::string("dim:7 tfr:w ") + kBrandubh), HasSubstr("tfr:"));
  EXPECT_THAT(error_of(std::string("dim:7 ber:m ") + kBrandubh), HasSubstr("ber:m"));
  EXPECT_THAT(error_of(std::string("dim:7 wings:y ") + kBrandubh), HasSubstr("'wings:y'"));
  EXPECT_THAT(error_of("dim:7 start:/3t3/3t3/3T3/ttTXTtt/3T3/3t3/3t3/"), HasSubstr("'X'"));
  EXPECT_THAT(error_of("dim:7 start:/3t3/3t3/3T3/ttTKTttt/3T3/3t3/3t3/"), HasSubstr("7 squares"));
  EXPECT_THAT(error_of("dim:7 start:/99999999999/7/7/7/7/7/7/"), HasSubstr("longer"));
  EXPECT_NE(error_of(std::string("dim:7 cor:z9 ") + kBrandubh), "");
}

}  // namespace
}  // namespace tavlab::tafl
