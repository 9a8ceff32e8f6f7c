// The pictures of rules: each shows what happens under the rules.
#include "serve/game/examples.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/families.h"
#include "serve/game/served_game.h"

namespace tavlab::serve {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Examples : public testing::TestWithParam<std::string> {};

TEST_P(Examples, ShowWhatHappens) {
  const RuleSet rules = load_rule_set(GetParam());
  const std::vector<Example> examples = examples_of(rules);
  ASSERT_FALSE(examples.empty());
  for (const Example& example : examples) {
    const auto game = make_served_game(rules, example.position);
    const PositionView before = game->view();
    for (const auto& [square, pieces] : example.pieces) {
      EXPECT_EQ(before.picture.squares[before.picture.find(square)].pieces, pieces);
    }
    ASSERT_FALSE(example.moves.empty());
    const std::string& from = example.moves[0].squares[0];
    std::vector<std::string> expected, shown;
    for (const MoveView& move : before.moves) {
      if (move.squares[0] == from) expected.push_back(move.text);
    }
    for (const MoveView& move : example.moves) shown.push_back(move.text);
    if (example.kind == Example::Kind::piece) {
      EXPECT_THAT(shown, testing::UnorderedElementsAreArray(expected)) << example.position;
      continue;
    }
    ASSERT_EQ(shown.size(), 1U);
    EXPECT_EQ(game->play(shown[0]), shown[0]);
    EXPECT_EQ(example.kind == Example::Kind::ending, game->over()) << example.position;
    if (example.kind == Example::Kind::again) {
      EXPECT_EQ(game->view().to_move, before.to_move) << example.position;
      continue;
    }
    if (example.kind == Example::Kind::ending) {
      EXPECT_EQ(game->view().reason, example.reason);
      EXPECT_EQ(game->view().result, example.result);
    } else {
      EXPECT_THAT(example.moves[0].captured, testing::Not(IsEmpty()));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Examples, testing::ValuesIn(builtin_rule_set_ids()),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

std::set<std::string> captures(const RuleSet& rules) {
  std::set<std::string> positions;
  for (const Example& example : examples_of(rules)) {
    if (example.kind == Example::Kind::capture) positions.insert(example.position);
  }
  return positions;
}

std::set<std::string> endings(const RuleSet& rules) {
  std::set<std::string> reasons;
  for (const Example& example : examples_of(rules)) {
    if (example.kind == Example::Kind::ending) reasons.insert(example.reason);
  }
  return reasons;
}

TEST(Examples, FollowTheParameters) {
  EXPECT_THAT(endings(load_rule_set("helmfrid-9")), ElementsAre("king captured", "king escaped"));
  EXPECT_NE(captures(load_rule_set("brandubh-7")),
            captures(load_rule_set("brandubh-7", std::vector<std::string>{"king.armed=none"})));
}

/// What games of random moves hardly come to.
TEST(Examples, ShowRareRules) {
  const auto rows = [](const RuleSet& rules) {
    return std::ranges::count_if(examples_of(rules), &Example::side_by_side);
  };
  const RuleSet copenhagen = load_rule_set("copenhagen-11");
  EXPECT_THAT(endings(copenhagen),
              testing::IsSupersetOf({"king captured", "exit fort", "encirclement"}));
  EXPECT_EQ(rows(copenhagen), 4) << "by each side, in the middle and beside a corner";
  EXPECT_EQ(
      rows(load_rule_set("copenhagen-11", std::vector<std::string>{"capture.shieldwall=pieces"})),
      2);
  EXPECT_EQ(
      rows(load_rule_set("copenhagen-11", std::vector<std::string>{"capture.shieldwall=none"})), 0);
  EXPECT_THAT(endings(load_rule_set("fetlar-11")), testing::Not(testing::Contains("exit fort")));
}

TEST(Examples, ShowAnEndingOfEveryRuleSet) {
  for (const std::string& id : builtin_rule_set_ids()) {
    EXPECT_THAT(endings(load_rule_set(id)), testing::Not(IsEmpty())) << id;
  }
}

/// On a rosette of the Royal Game of Ur, unless the rules give no throw there.
TEST(Examples, ShowOtherTurns) {
  const auto marks = [](const RuleSet& rules) {
    std::vector<std::string> all;
    for (const Example& example : examples_of(rules)) {
      if (example.kind == Example::Kind::again) all = example.marks;
    }
    return all;
  };
  EXPECT_THAT(marks(load_rule_set("ur-finkel")), ElementsAre("rosette"));
  EXPECT_THAT(marks(load_rule_set("helmfrid-9")), IsEmpty());
}

/// Where captured pieces stay on the board, they do so under the piece that took them.
TEST(Examples, TellTowersFromCaptures) {
  for (const char* id :
       {"tavreli", "bashni", "lasca", "chess", "ur-murray-own-lane", "helmfrid-9"}) {
    const RuleSet rules = load_rule_set(id);
    const bool has_towers = rules.id == "tavreli" || rules.id == "bashni" || rules.id == "lasca";
    for (const Example& example : examples_of(rules)) {
      if (example.kind != Example::Kind::capture) continue;
      EXPECT_EQ(example.into_tower, has_towers) << id << ": " << example.position;
    }
  }
}

/// A man captured between two enemies needs nobody else, but the king must be on the board.
TEST(Examples, HaveFewPieces) {
  for (const Example& example : examples_of(load_rule_set("helmfrid-9"))) {
    EXPECT_LE(example.pieces.size(), 6U) << example.position;
  }
}

TEST(Examples, AreTheSameEachTime) {
  const RuleSet rules = load_rule_set("ur-finkel");
  const auto positions = [&] {
    std::vector<std::string> list;
    for (const Example& example : examples_of(rules)) list.push_back(example.position);
    return list;
  };
  EXPECT_EQ(positions(), positions());
}

}  // namespace
}  // namespace tavlab::serve
