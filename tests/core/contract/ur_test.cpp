// The Royal Game of Ur under the contract: variants with features that no built-in rule set has,
// and the family's additional promises.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/core/contract/contract.h"

namespace tavlab {
namespace {

std::vector<Variant> ur_variants() {
  std::vector<Variant> all;
  // Captures of several kinds at hand, full and mixed stacks, few moves left.
  const std::vector<std::string> marked = {
      "b3__2/1bw1B(wbW)(Ww)W/4__2 w home=1:0", "1(bb)2__2/B1(wbBw)b3B/3w__1w b",
      "4__WW/1B1W1(BWBW)(WW)1/4__BB w home=0:2", "4__2/WBW5/4__2 w home=5:6", "4__2/1bw5/3w__2 w"};
  const auto add = [&](std::string name, std::string rules, std::vector<std::string> overrides,
                       std::vector<std::string> positions = {}) {
    all.push_back({std::move(name), std::move(rules), std::move(overrides), std::move(positions)});
  };
  const auto skiryuk = [&](std::string name, std::vector<std::string> overrides) {
    add(std::move(name), "ur-skiryuk", std::move(overrides), marked);
  };
  skiryuk("marked", {});
  add("five_to_win", "ur-skiryuk", {"pieces_to_win=5", "opening=free"});
  skiryuk("any_in_depot", {"stack.access=any_in_depot"});
  skiryuk("faces_capture", {"cross_kind=capture"});
  skiryuk("finish_normal", {"finish.rule=normal", "cross_kind=capture"});
  skiryuk("finish_stack", {"finish.rule=stack", "exit=at_least"});
  skiryuk("backward", {"capture.backward=true"});
  skiryuk("capture_throws", {"capture.extra_throw=true", "extra_throw.piece=another"});
  skiryuk("another_piece", {"extra_throw.piece=another", "rosette.safe=true"});
  add("never_turning", "ur-skiryuk", {"turn.index=never"});
  skiryuk("cubic_die", {"dice.kind=d6"});
  skiryuk("nothing_often", {"dice.kind=custom", "dice.weights=[5,2,1,0,0,1]"});
  add("arrival", "ur-skiryuk", {"turn.moment=arrival", "capture.backward=true"});
  add("finkel_backward", "ur-finkel",
      {"capture.backward=true", "capture.extra_throw=true", "extra_throw.piece=another",
       "exit=at_least"},
      {"b3__b1/1bw1bw1w/1w1w__w1 w", "4__2/b6w/4__2 b home=6:6", "4__2/1bw5/4__2 b"});
  add("masters_one", "ur-masters", {"opening=one_moves", "pieces=1"});
  add("murray_throws", "ur-murray-own-lane",
      {"rosette.extra_throw=true", "extra_throw.piece=another", "dice.kind=3d2_zero4"},
      {"B2b__2/BwWbW2w/W3__1w w"});
  add("short_path", "ur-finkel", {"path=[d1,d2,e2]", "exit=at_least", "pieces=3"});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Ur, Contract, testing::ValuesIn(ur_variants()), name_of);

const bool kUrVariantsAdded =
    add_extra_variants({{"weights", "ur-skiryuk", {"dice.kind=custom", "dice.weights=[1,2,1]"}},
                        {"short", "ur-finkel", {"path=[d1,c1,c2,d2]", "squares.rosettes=[d2]"}}});

class UrContract : public Contract {};

/// No piece is lost or made: those on the board, in hand and at home are always all of them, and
/// who is home stays there. The turn passes with every roll that allows no move.
TEST_P(UrContract, PiecesAreNeverLost) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    if constexpr (requires(typename G::Position p) { p.home; }) {
      const int pieces = rules.parameters.pieces;
      const auto check = [&](const typename G::Position& before,
                             const typename G::Position& after) {
        for (const Side side : {Side::first, Side::second}) {
          const auto s = static_cast<std::size_t>(side);
          ASSERT_EQ(G::piece_count(after, side) + after.hand[s] + after.home[s], pieces);
          ASSERT_GE(after.home[s], before.home[s]);
        }
      };
      walk<G>(GetParam(), rules, 11, 400, [&](const GameState<G>& state) {
        const typename G::Position& p = state.position();
        SCOPED_TRACE(G::position_text(rules, p));
        check(p, p);
        if (state.node_kind() == NodeKind::chance) {
          ChanceList<G> outcomes;
          G::chance_outcomes(rules, p, outcomes);
          for (const ChanceOutcome& outcome : outcomes) {
            typename G::Position next = p;
            G::play_chance(rules, next, outcome.value);
            check(p, next);
            ASSERT_EQ(G::node_kind(next) == NodeKind::decision, G::to_move(next) == G::to_move(p));
          }
        } else if (state.node_kind() == NodeKind::decision) {
          MoveList<G> moves;
          G::generate(rules, p, moves);
          for (const auto move : moves) {
            typename G::Position next = p;
            G::play(rules, next, move);
            check(p, next);
          }
        }
      });
    } else {
      FAIL() << "not a rule set of Ur";
    }
  });
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, UrContract, testing::ValuesIn(built_in_variants("ur")), name_of);
INSTANTIATE_TEST_SUITE_P(Ur, UrContract, testing::ValuesIn(ur_variants()), name_of);

}  // namespace
}  // namespace tavlab
