// The reference by itself: perft and positions made by hand.
#include "tests/tafl/reference/game.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/tafl/reference/cases.h"

namespace tavlab::reference {
namespace {

std::int64_t perft(const ReferenceGame& game, int depth) {
  const std::vector<std::string> moves = game.legal_moves();
  if (depth == 1) return static_cast<std::int64_t>(moves.size());
  std::int64_t nodes = 0;
  for (const std::string& move : moves) {
    ReferenceGame next = game;
    next.play(move);
    nodes += perft(next, depth - 1);
  }
  return nodes;
}

struct Perft {
  std::string rules;
  std::vector<std::int64_t> nodes;  ///< at depths 1, 2, ...
};

TEST(Perft, FromTheStart) {
  const std::vector<Perft> known = {
      {"helmfrid-11", {116, 6788}},
      {"helmfrid-11-cross", {120, 12152}},
      {"helmfrid-9", {72, 3944, 285728}},
      {"tavlei-9", {72, 3944, 285728}},
      {"tablut-9", {80, 4400, 353200}},
      {"brandubh-7", {40, 960, 39512}},
      {"brandubh-7-weak-king", {40, 960, 39512}},
      {"brandubh-7-no-return", {40, 960, 39512}},
      {"brandubh-7-harmless-throne", {40, 960, 39512}},
      {"copenhagen-11", {116, 6788}},
      {"ashton-tablut-9", {56, 4408, 248456}},
  };
  for (const Perft& each : known) {
    const ReferenceGame game(load_rule_set(each.rules));
    for (std::size_t i = 0; i < each.nodes.size(); ++i) {
      EXPECT_EQ(perft(game, static_cast<int>(i) + 1), each.nodes[i]) << each.rules;
    }
  }
}

TEST(ByHand, Cases) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    ReferenceGame game(rule_set_of(c));
    if (!c.position.empty()) {
      game.set_position(c.position);
      EXPECT_EQ(game.position_text(), c.position);
    }
    std::vector<std::string> captured;
    for (const std::string& move : c.moves) {
      ASSERT_FALSE(game.over()) << "before " << move;
      if (move[0] == '[') {
        ASSERT_TRUE(game.is_chance()) << "at " << move;
        game.play_chance(move);
        captured.clear();
        continue;
      }
      const std::vector<std::string> legal = game.legal_moves();
      ASSERT_TRUE(std::binary_search(legal.begin(), legal.end(), move)) << move;
      captured = game.captured_by(move);
      game.play(move);
    }
    EXPECT_EQ(captured, c.captured);
    EXPECT_EQ(game.result(), c.result) << game.position_text();
    EXPECT_EQ(game.reason(), c.reason);
  }
}

/// Destinations of the piece on a cell.
std::vector<std::string> destinations(const std::string& rules,
                                      const std::vector<std::string>& overrides,
                                      const std::string& position, const std::string& from) {
  ReferenceGame game(load_rule_set(rules, overrides));
  game.set_position(position);
  std::vector<std::string> result;
  for (const std::string& move : game.legal_moves()) {
    if (move.starts_with(from + '-')) result.push_back(move.substr(from.size() + 1));
  }
  return result;
}

TEST(ByHand, MovesNearThroneCornersAndCamps) {
  using Cells = std::vector<std::string>;
  // A piece passes the empty throne in Helmfrid's rules and stops before it in tavlei.
  EXPECT_EQ(destinations("helmfrid-9", {}, "9/9/9/9/d8/9/9/4k4/a8 d", "a5"),
            (Cells{"a2", "a3", "a4", "a6", "a7", "a8", "b5", "c5", "d5", "f5", "g5", "h5", "i5"}));
  EXPECT_EQ(destinations("tavlei-9", {}, "9/9/9/9/d8/9/9/4k4/a8 d", "a5"),
            (Cells{"a2", "a3", "a4", "a6", "a7", "a8", "b5", "c5", "d5"}));
  // The king may come back to Helmfrid's throne, and not to viaVUCA's, which he passes two cells a
  // move.
  EXPECT_EQ(destinations("helmfrid-9", {"range.king=2"}, "9/9/9/9/3k5/9/9/9/a8 d", "d5"),
            (Cells{"b5", "c5", "d3", "d4", "d6", "d7", "e5", "f5"}));
  EXPECT_EQ(destinations("viavuca-11", {}, "11/11/11/11/11/4k6/11/11/11/11/3a7 d", "e6"),
            (Cells{"c6", "d6", "e4", "e5", "e7", "e8", "g6"}));
  // An attacker moves within his camp, and does not come back once out.
  EXPECT_EQ(destinations("ashton-tablut-9", {}, "9/9/9/9/k8/9/9/9/3a5 a", "d1"),
            (Cells{"a1", "b1", "c1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "e1", "f1", "g1",
                   "h1", "i1"}));
  EXPECT_EQ(destinations("ashton-tablut-9", {}, "9/9/9/9/k8/9/9/9/2a6 a", "c1"),
            (Cells{"a1", "b1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"}));
}

TEST(ByHand, Rolls) {
  using Outcomes = std::vector<std::pair<std::string, double>>;
  const auto outcomes = [](const std::vector<std::string>& overrides, const std::string& position) {
    ReferenceGame game(load_rule_set("helmfrid-9", overrides));
    if (!position.empty()) game.set_position(position);
    return game.chance_outcomes();
  };
  EXPECT_EQ(outcomes({"dice.kind=parity", "dice.faces=5"}, ""),
            (Outcomes{{"[even]", 2.0 / 5}, {"[odd]", 3.0 / 5}}));
  EXPECT_EQ(outcomes({"dice.kind=parity", "dice.impossible=reroll"}, ""),
            (Outcomes{{"[even]", 1.0}}));
  EXPECT_EQ(outcomes({"dice.kind=distance", "dice.distance=exact", "dice.impossible=reroll"},
                     "8a/9/9/9/9/9/9/9/1k7 d"),
            (Outcomes{{"[1]", 1.0 / 6},
                      {"[2]", 1.0 / 6},
                      {"[3]", 1.0 / 6},
                      {"[4]", 1.0 / 6},
                      {"[5]", 1.0 / 6},
                      {"[6]", 1.0 / 6}}));
  EXPECT_EQ(outcomes({"dice.kind=distance", "dice.distance=exact", "dice.impossible=reroll",
                      "range.king=2"},
                     "9/9/9/9/9/9/9/9/1k6a d")
                .size(),
            2U);
}

}  // namespace
}  // namespace tavlab::reference
