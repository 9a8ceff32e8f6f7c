// Tafl under the contract: variants with features that no built-in rule set has, or only one, and
// the family's additional promises.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/core/contract/contract.h"

namespace tavlab {
namespace {

std::vector<Variant> tafl_variants() {
  std::vector<Variant> all;
  // Positions with several captures at once, and with hardly a move left.
  const std::vector<std::string> captures = {"5a3/9/3ad1da1/5d3/5a3/9/1k7/9/9 a",
                                             "5d3/9/3da1ad1/5a3/5d3/9/1k7/9/9 d",
                                             "9/2a1a1a2/2d1d1d2/9/2aa1aa2/9/4k4/3da4/9 a"};
  const std::vector<std::string> near_stuck = {"9/9/9/9/7a1/9/5a3/6aka/7a1 d",
                                               "9/9/9/9/9/1d7/d1d6/dad6/1k7 a",
                                               "9/9/9/9/9/1d7/d1d6/da7/1k7 a"};
  std::vector<std::string> both = captures;
  both.insert(both.end(), near_stuck.begin(), near_stuck.end());
  const auto add = [&](std::string name, std::string rules, std::vector<std::string> overrides,
                       std::vector<std::string> positions = {}) {
    all.push_back({std::move(name), std::move(rules), std::move(overrides), std::move(positions)});
  };
  const auto helmfrid = [&](std::string name, std::vector<std::string> overrides) {
    add(std::move(name), "helmfrid-9", std::move(overrides), both);
  };
  helmfrid("near_stuck", {});
  helmfrid("optional", {"capture.optional=true"});
  helmfrid("delayed", {"king.capture_takes_effect=after_reply"});
  helmfrid("delayed_weak", {"king.capture_takes_effect=after_reply", "king.weak=true"});
  helmfrid("weak_king", {"king.weak=true"});
  helmfrid("unarmed_king", {"king.armed=none"});
  helmfrid("hammer_king", {"king.armed=hammer"});
  helmfrid("anvil_king", {"king.armed=anvil"});
  helmfrid("limits",
           {"limits.king_side_moves=40", "limits.quiet_plies=30", "limits.total_plies=70"});
  helmfrid("quiet", {"limits.quiet_plies=4"});
  helmfrid("short_ranges", {"range.attacker=2", "range.defender=3", "range.king=1"});
  helmfrid("defenders_first", {"first=defenders"});
  add("edge_escape", "helmfrid-9", {"escape=edge", "board.corners=none"}, captures);
  helmfrid("encirclement", {"encirclement=cut_off_from_escape", "repetition.result=attackers_win"});
  helmfrid("superko", {"repetition.result=forbidden"});
  helmfrid("superko_twice",
           {"repetition.result=forbidden", "repetition.count=2", "range.attacker=1"});
  helmfrid("superko_pattern",
           {"repetition.result=forbidden", "repetition.scope=move_pattern", "repetition.count=2"});
  helmfrid("superko_defenders", {"repetition.result=forbidden_to_defenders"});
  helmfrid("mover_loses", {"repetition.result=mover_loses", "repetition.count=2"});
  helmfrid("repetition_ignored", {"repetition.result=ignored"});
  helmfrid("passes", {"no_move.attackers=passes", "no_move.defenders=passes"});
  helmfrid("draws", {"no_move.attackers=draws", "no_move.defenders=draws"});
  helmfrid("parity", {"dice.kind=parity"});
  helmfrid("parity_odd_nine", {"dice.kind=parity", "dice.parity=odd", "dice.faces=9"});
  helmfrid("parity_reroll", {"dice.kind=parity", "dice.impossible=reroll"});
  helmfrid("at_most_pass", {"dice.kind=distance"});
  helmfrid("at_most_reroll", {"dice.kind=distance", "dice.impossible=reroll"});
  helmfrid("exact_pass", {"dice.kind=distance", "dice.distance=exact", "dice.faces=10"});
  helmfrid("exact_reroll", {"dice.kind=distance", "dice.distance=exact", "dice.impossible=reroll",
                            "dice.faces=20"});
  helmfrid("dice_and_much_else",
           {"dice.kind=distance", "dice.distance=exact", "capture.optional=true",
            "king.capture_takes_effect=after_reply", "king.weak=true", "limits.quiet_plies=50",
            "limits.king_side_moves=60", "limits.total_plies=150"});
  helmfrid("dice_passing", {"dice.kind=parity", "no_move.attackers=passes",
                            "no_move.defenders=passes", "king.capture_takes_effect=after_reply"});
  helmfrid("shieldwall", {"capture.shieldwall=corner_closes", "capture.shieldwall_flank_move=false",
                          "capture.shieldwall_king_immune=false", "capture.optional=true"});
  add("linnaean", "helmfrid-9", {"capture.linnaean=true", "escape=edge", "board.corners=none"},
      captures);
  add("wall_11", "copenhagen-11",
      {"capture.optional=true", "king.capture_takes_effect=after_reply",
       "capture.shieldwall_flank_move=false"},
      {"2add6/3a6a/11/11/11/5k5/11/11/11/4aa5/3add5 a",
       "1dd8/1aa8/3a7/11/11/5k5/11/11/11/11/11 a"});
  add("leaders_any", "viavuca-11-leaders",
      {"capture.leaders=leader_and_any", "range.commander=4", "king.armed=none"});
  add("camps_reentered", "ashton-tablut-9",
      {"attacker_camps.pass=[all]", "attacker_camps.reenter=[attackers]", "capture.optional=true"});
  add("camps_and_dice", "ashton-tablut-9", {"dice.kind=distance", "dice.distance=exact"});
  add("forts_and_dice", "alea-evangelii-19", {"dice.kind=distance", "dice.faces=20"});
  add("forts_unlocked", "alea-evangelii-19",
      {"corners.stop=[all]", "corners.reenter=[king]", "corners.pass=[king,attackers]"});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Tafl, Contract, testing::ValuesIn(tafl_variants()), name_of);

const bool kTaflVariantsAdded = add_extra_variants(
    {{"camps",
      "helmfrid-9",
      {"board.attacker_camps=[a4,a5]", "board.defender_camps=[d5,d4]",
       "attacker_camps.hostile_always=[]"}},
     {"parity", "helmfrid-9", {"dice.kind=parity"}},
     {"distance", "helmfrid-9", {"dice.kind=distance"}},
     {"knights",
      "helmfrid-9",
      {"board.layout=[x..aca..x,....a....,....d....,a...n...a,aaddkddaa,a...d...a,....d....,"
       "....a....,x..aaa..x]"}}});

class TaflContract : public Contract {};

/// No move changes how many pieces the mover has, and what is captured never comes back.
TEST_P(TaflContract, PiecesAreLostToCapturesOnlyAndForGood) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    walk<G>(GetParam(), rules, 11, 400, [&](const GameState<G>& state) {
      if (state.node_kind() != NodeKind::decision) return;
      const typename G::Position& position = state.position();
      const Side mover = G::to_move(position);
      MoveList<G> moves;
      G::generate(rules, position, moves);
      for (const auto move : moves) {
        const auto trace = [&] {
          return G::position_text(rules, position) + ' ' + G::move_text(rules, position, move);
        };
        typename G::Position next = position;
        const bool irreversible = G::play(rules, next, move);
        ASSERT_EQ(G::piece_count(next, mover), G::piece_count(position, mover)) << trace();
        ASSERT_TRUE(irreversible || !G::is_capture(rules, position, move)) << trace();
      }
    });
  });
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, TaflContract, testing::ValuesIn(built_in_variants("tafl")),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Tafl, TaflContract, testing::ValuesIn(tafl_variants()), name_of);

}  // namespace
}  // namespace tavlab
