// Table files: what they answer, and which are refused.
#include <gtest/gtest.h>

#include "core/error.h"
#include "core/ur/ur.h"
#include "tests/solve/solved.h"

namespace tavlab::ur {
namespace {

RuleSet rule_set_of(const char* id, const std::vector<std::string>& overrides) {
  return load_rule_set(id, overrides);
}

class UrTable : public testing::Test {
 protected:
  UrTable() {
    (void)solve(rule_set_of("ur-finkel", {"pieces=2"}), {.tolerance = 1e-13, .throws = true},
                file_);
  }

  std::string refusal(const RuleSet& rule_set) {
    try {
      (void)Table::open(file_, *rules_of(rule_set));
    } catch (const UserError& error) {
      const std::string text = error.what();
      return text.substr(text.find("': ") + 3);
    }
    return "accepted";
  }
  std::string refusal() { return refusal(rule_set_of("ur-finkel", {"pieces=2"})); }

  Folder folder_;
  std::filesystem::path file_ = folder_.file("t");
};

TEST_F(UrTable, ValuesFollowFromEachOther) {
  const auto rules = rules_of(rule_set_of("ur-finkel", {"pieces=2"}));
  const auto table = Table::open(file_, *rules);
  ASSERT_TRUE(table->has_throws());
  const PositionIndex& index = table->shape().index();
  for (std::uint64_t number = 0; number < index.size(2, 2); number += 7) {
    const Position p = index.position_at({2, 2, number});
    double value = 0, throws = 0;
    for (int n = 0; n <= rules->highest_throw; ++n) {
      Position next = p;
      play_throw(*rules, next, static_cast<std::uint8_t>(n));
      const double probability = rules->probability[static_cast<std::size_t>(n)];
      value += probability * table->value(*rules, next);
      const bool passed = next.node == NodeKind::chance;
      throws += probability * (table->throws(*rules, next) + (passed ? 1 : 0));
    }
    ASSERT_NEAR(table->value(*rules, p), value, 1e-12);
    ASSERT_NEAR(table->throws(*rules, p), throws, 1e-9);
  }
}

TEST_F(UrTable, AnswersForGamesWithMorePieces) {
  const auto small = rules_of(rule_set_of("ur-finkel", {"pieces=2"}));
  const auto large = rules_of(rule_set_of("ur-finkel", {}));
  const auto table = Table::open(file_, *large);
  const char* rows = "4__2/3w1b2/4__2 w";
  EXPECT_FALSE(table->knows(*large, start_position(*large)));
  const Position p = Ur::parse_position(*large, std::string(rows) + " home=5:6");
  ASSERT_TRUE(table->knows(*large, p));
  EXPECT_EQ(table->value(*large, p),
            Table::open(file_, *small)
                ->value(*small, Ur::parse_position(*small, std::string(rows) + " home=0:1")));
}

TEST_F(UrTable, RefusesForeignRules) {
  EXPECT_EQ(refusal(rule_set_of("ur-masters", {"pieces=2"})),
            "it is for other rules, 'ur-finkel{pieces=2}'");
  EXPECT_EQ(refusal(rule_set_of("ur-finkel", {"pieces=2", "rosette.safe=false"})),
            "it is for other rules, 'ur-finkel{pieces=2}'");
  EXPECT_EQ(refusal(rule_set_of("ur-finkel", {"pieces=3", "pieces_to_win=2"})),
            "it is for games in which 0 pieces need not come home, here 1 need not");
  // Other names for the same chances, and what does not matter.
  EXPECT_EQ(refusal(rule_set_of("ur-finkel", {"dice.kind=custom", "dice.weights=2,8,12,8,2"})),
            "accepted");
  EXPECT_EQ(refusal(rule_set_of("ur-finkel", {"opening=one_moves"})), "accepted");
}

TEST_F(UrTable, RefusesWhatIsNoTable) {
  write_bytes(file_, "");
  EXPECT_EQ(refusal(), "it is empty");
  write_bytes(file_, "Royal Game of Ur");
  EXPECT_EQ(refusal(), "this is no table of tavlab's; `tavlab solve` makes them");
  write_bytes(file_, std::string(100000, 'x'));
  EXPECT_EQ(refusal(), "this is no table of tavlab's; `tavlab solve` makes them");
  std::filesystem::remove(file_);
  EXPECT_EQ(refusal(), "cannot be read: No such file or directory");
  std::filesystem::create_directory(file_);
  EXPECT_EQ(refusal(), "cannot be read: it is not a file");
}

TEST_F(UrTable, RefusesTruncatedFiles) {
  const std::string whole = bytes_of(file_);
  for (std::size_t size = 1; size < whole.size(); size += 1 + size / 3) {
    write_bytes(file_, whole.substr(0, size));
    EXPECT_NE(refusal(), "accepted") << size;
    EXPECT_THROW((void)read_table_info(file_), UserError) << size;
  }
  write_bytes(file_, whole.substr(0, whole.size() - 8));
  EXPECT_EQ(refusal(), "it is cut short in the layer of 2 and 2 pieces");
  write_bytes(file_, whole.substr(0, 300));
  EXPECT_EQ(refusal(), "it is cut short: its header is not whole");
  write_bytes(file_, whole + "more");
  EXPECT_EQ(refusal(), "it is damaged: something follows its last layer");
}

TEST_F(UrTable, RefusesEveryFlippedBit) {
  const std::string whole = bytes_of(file_);
  for (std::size_t place = 0; place < whole.size(); place += place < 700 ? 1 : 997) {
    std::string damaged = whole;
    damaged[place] = static_cast<char>(damaged[place] ^ 0x10);
    write_bytes(file_, damaged);
    EXPECT_NE(refusal(), "accepted") << place;
  }
}

}  // namespace
}  // namespace tavlab::ur
