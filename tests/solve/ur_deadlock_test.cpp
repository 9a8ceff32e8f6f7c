// Positions in which neither side can move, whatever is rolled: found, or proved not to exist.
#include "core/ur/solve/deadlock.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/ur/solve/table_shape.h"
#include "core/ur/ur.h"
#include "tests/solve/solved.h"

namespace tavlab::ur {
namespace {

/// Counts all positions with at most these pieces, and the deadlocks among them.
struct AllPositions {
  std::uint64_t deadlocks = 0, count = 0;

  explicit AllPositions(const std::shared_ptr<const Rules>& rules) {
    const TableShape shape(rules);
    for (int own = shape.fewest(); own <= shape.most(); ++own) {
      for (int other = shape.fewest(); other <= shape.most(); ++other) {
        for (std::uint64_t number = 0; number < shape.index().size(own, other); ++number) {
          const Position p = shape.index().position_at({own, other, number});
          ++count;
          if (deadlock_result(*rules, p) != Result::unfinished) ++deadlocks;
        }
      }
    }
  }
};

struct Case {
  const char* id;
  std::vector<std::string> overrides;
};

TEST(Deadlocks, AreThoseOfAllPositions) {
  bool some = false;
  for (const Case& each :
       {Case{"ur-skiryuk", {"pieces=3", "stack.capacity=1"}},
        Case{"ur-skiryuk", {"pieces=4", "stack.capacity=1"}},
        Case{"ur-skiryuk", {"pieces=3", "stack.capacity=2"}},
        Case{"ur-skiryuk", {"pieces=3", "stack.capacity=1", "stack.access=any_in_depot"}},
        Case{"ur-skiryuk-path", {"pieces=3"}}, Case{"ur-finkel", {"pieces=3"}},
        Case{"ur-dmytro", {"pieces=3"}}}) {
    const auto rules = rules_of(load_rule_set(each.id, each.overrides));
    const AllPositions all(rules);
    const DeadlockProof proof = find_deadlock(*rules);
    EXPECT_EQ(proof.position.has_value(), all.deadlocks > 0)
        << each.id << " " << each.overrides[0] << ": " << all.deadlocks << " of " << all.count;
    some = some || all.deadlocks > 0;
  }
  EXPECT_TRUE(some);
}

/// Pieces that are not needed on the board cannot be home where one of them wins.
TEST(Deadlocks, MayNeedAllPieces) {
  const auto rules = rules_of(load_rule_set(
      "ur-finkel", std::vector<std::string>{"dice.kind=custom", "dice.weights=[1,0,1,0,0,1]",
                                            "pieces=2", "pieces_to_win=1", "squares.depots=[g1,g3]",
                                            "squares.rosettes=[]", "stack.capacity=3"}));
  EXPECT_TRUE(find_deadlock(*rules).position.has_value());
}

TEST(Deadlocks, CannotHappenWithStacksOfFour) {
  for (const int capacity : {1, 2, 3, 4, 5}) {
    const auto rules = rules_of(
        load_rule_set("ur-skiryuk", std::vector{"stack.capacity=" + std::to_string(capacity)}));
    const DeadlockProof proof = find_deadlock(*rules);
    EXPECT_EQ(proof.position.has_value(), capacity < 4) << capacity;
    if (!proof.position) continue;
    const std::string text = Ur::position_text(*rules, *proof.position);
    const Position read = Ur::parse_position(*rules, text);
    EXPECT_NE(deadlock_result(*rules, read), Result::unfinished) << text;
    for (const Side side : {Side::first, Side::second}) {
      for (std::uint8_t roll = 1; roll <= 4; ++roll) {
        Position p = read;
        p.side = side;
        EXPECT_FALSE(can_use(*rules, p, roll)) << text;
      }
    }
  }
}

}  // namespace
}  // namespace tavlab::ur
