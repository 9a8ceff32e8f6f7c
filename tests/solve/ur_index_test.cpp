// The numbering of positions: without gaps, and invertible.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "core/playout.h"
#include "core/ur/solve/table_shape.h"
#include "core/ur/ur.h"
#include "tests/solve/solved.h"
#include "tests/ur/oracle.h"

namespace tavlab::ur {
namespace {

TableShape shape_of(const std::string& id, const std::vector<std::string>& overrides) {
  return TableShape(rules_of(load_rule_set(id, overrides)));
}

/// Every number of every layer is a position that has this number.
void expect_round_trip(const TableShape& shape) {
  for (int own = shape.fewest(); own <= shape.most(); ++own) {
    for (int other = shape.fewest(); other <= shape.most(); ++other) {
      for (std::uint64_t number = 0; number < shape.index().size(own, other); ++number) {
        const Position p = shape.index().position_at({own, other, number});
        const auto place = shape.index().place_of(p, shape.most());
        ASSERT_EQ(place.own, own);
        ASSERT_EQ(place.other, other);
        ASSERT_EQ(place.number, number) << Ur::position_text(shape.rules(), p);
      }
    }
  }
}

TEST(UrIndex, NumbersArePositions) {
  for (const std::string& id : builtin_rule_set_ids()) {
    if (!id.starts_with("ur-")) continue;
    SCOPED_TRACE(id);
    expect_round_trip(shape_of(id, {"pieces=2"}));
  }
  expect_round_trip(shape_of("ur-finkel", {"pieces=3"}));
  expect_round_trip(shape_of("ur-skiryuk", {"pieces=2", "stack.capacity=1"}));
  expect_round_trip(shape_of("ur-skiryuk", {"pieces=2", "stack.access=any_in_depot"}));
}

TEST(UrIndex, PositionsOfPlayHaveNumbersOfTheirOwn) {
  const auto shape = shape_of("ur-skiryuk", {"pieces=3", "opening=free"});
  const Rules& rules = shape.rules();
  std::set<std::tuple<int, int, std::uint64_t>> numbers;
  std::set<std::string> texts;
  Random random(7);
  for (int game = 0; game < 300; ++game) {
    GameState<Ur> state(rules);
    while (!state.over()) {
      if (state.node_kind() == NodeKind::chance) {
        const Position& p = state.position();
        const auto place = shape.index().place_of(p, 3);
        ASSERT_LT(place.number, shape.index().size(place.own, place.other));
        if (p.side == Side::first) {
          numbers.insert({place.own, place.other, place.number});
          texts.insert(Ur::position_text(rules, p));
          EXPECT_EQ(Ur::position_text(rules, shape.index().position_at(place)),
                    Ur::position_text(rules, p));
        }
        state.play_random_chance(random);
      } else {
        state.play(state.random_move(random));
      }
    }
  }
  EXPECT_EQ(numbers.size(), texts.size());
}

TEST(UrIndex, CountsAllPositions) {
  for (const auto& json : ur_oracle::oracle().at("values")) {
    const char* key =
        json.contains("indexed_states") ? "indexed_states" : "nonterminal_indexed_states";
    const RuleSet rule_set = ur_oracle::Entry{json}.rule_set();
    EXPECT_EQ(TableShape(rules_of(rule_set)).positions(), json.at(key).get<std::uint64_t>())
        << rule_set.id;
  }
  const auto& counts = ur_oracle::oracle().at("skiryuk_position_counts");
  for (const auto& [pieces, count] : counts.items()) {
    const auto shape = shape_of("ur-skiryuk", {"pieces=" + pieces});
    EXPECT_EQ(shape.positions(), count.get<std::uint64_t>()) << pieces;
  }
}

}  // namespace
}  // namespace tavlab::ur
