#include "core/tafl/parameters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/error.h"
#include "core/tafl/layouts.h"

namespace tavlab::tafl {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

using Texts = std::vector<std::string>;

Parameters read(const std::string& id, const Texts& overrides = {}) {
  return read_parameters(load_rule_set(id, overrides));
}

std::string error_of(const std::string& id, const Texts& overrides) {
  try {
    read(id, overrides);
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), AllOf(Not(HasSubstr("\n")), HasSubstr(id)));
    return error.what();
  }
  ADD_FAILURE() << "no error";
  return {};
}

const ClassRules& rules_of(const Parameters& parameters, CellClass cell_class) {
  return parameters.cells[static_cast<std::size_t>(cell_class)];
}

unsigned kinds(std::initializer_list<Kind> list) {
  unsigned mask = 0;
  for (const Kind kind : list) mask |= 1U << static_cast<unsigned>(kind);
  return mask;
}

unsigned victims(std::initializer_list<Victim> list) {
  unsigned mask = 0;
  for (const Victim victim : list) mask |= 1U << static_cast<unsigned>(victim);
  return mask;
}

std::ptrdiff_t count(const Parameters& parameters, char letter) {
  std::ptrdiff_t sum = 0;
  for (const std::string& row : parameters.rows) sum += std::ranges::count(row, letter);
  return sum;
}

TEST(Layouts, AreSquareWithOneKingOnTheMiddleCell) {
  for (const Layout& layout : layouts()) {
    const auto size = static_cast<std::size_t>(layout.size);
    ASSERT_EQ(layout.cells.size(), size * size) << layout.name;
    EXPECT_EQ(layout.cells.find_first_not_of("adkcnx."), std::string_view::npos) << layout.name;
    EXPECT_EQ(std::ranges::count(layout.cells, 'k'), 1) << layout.name;
    EXPECT_EQ(layout.cells[layout.cells.size() / 2], 'k') << layout.name;
  }
}

TEST(Layouts, HaveTwoAttackersToADefender) {
  for (const Layout& layout : layouts()) {
    const auto number = [&](char c) { return std::ranges::count(layout.cells, c); };
    EXPECT_EQ(number('a') + number('c'), 2 * (number('d') + number('n'))) << layout.name;
  }
}

TEST(Layouts, LookTheSameFromAllSides) {
  for (const Layout& layout : layouts()) {
    if (layout.name == "L7") continue;  // its one knight stands on one side
    const Texts rows = rows_of(layout);
    for (std::size_t y = 0; y < rows.size(); ++y) {
      for (std::size_t x = 0; x < rows.size(); ++x) {
        EXPECT_EQ(rows[y][x], rows[x][rows.size() - 1 - y]) << layout.name << " " << x << " " << y;
      }
    }
  }
}

TEST(Parameters, EveryBuiltInRuleSetOfTheFamilyReads) {
  int read_count = 0;
  for (const std::string& id : builtin_rule_set_ids()) {
    const RuleSet rule_set = load_rule_set(id);
    if (rule_set.family != "tafl") continue;
    EXPECT_NO_THROW(read_parameters(rule_set)) << id;
    ++read_count;
  }
  EXPECT_GE(read_count, 25);
}

TEST(Parameters, EveryAlternativeOfAnAssumptionReads) {
  for (const std::string& id : builtin_rule_set_ids()) {
    const RuleSet rule_set = load_rule_set(id);
    if (rule_set.family != "tafl") continue;
    for (const Assumption& assumption : rule_set.assumptions) {
      for (const ParameterValue& value : assumption.alternatives) {
        RuleSet other = rule_set;
        other.parameters[assumption.key] = value;
        // Turns that pass exclude a forbidden repetition, which the rule set may have.
        const bool contradicts = to_text(value) == "passes" &&
                                 rule_set.text("repetition.result").starts_with("forbidden");
        if (contradicts) {
          EXPECT_THROW(read_parameters(other), UserError) << id << " " << assumption.key;
        } else {
          EXPECT_NO_THROW(read_parameters(other)) << id << " " << assumption.key;
        }
      }
    }
  }
}

TEST(Parameters, Helmfrid9) {
  const Parameters p = read("helmfrid-9");
  EXPECT_EQ(p.size, 9);
  EXPECT_EQ(p.rows[4], "aaddkddaa");
  EXPECT_EQ(p.first, Side::first);
  EXPECT_THAT(p.throne, ElementsAre("e5"));
  EXPECT_THAT(p.corners, UnorderedElementsAre("a1", "i1", "a9", "i9"));
  EXPECT_THAT(p.attacker_camps, IsEmpty());
  const ClassRules& throne = rules_of(p, CellClass::throne);
  EXPECT_EQ(throne.stop, kinds({Kind::king}));
  EXPECT_EQ(throne.pass, 31U);
  EXPECT_EQ(throne.hostile_always, victims({Victim::attackers}));
  EXPECT_EQ(throne.hostile_when_empty, victims({Victim::defenders, Victim::king}));
  EXPECT_EQ(rules_of(p, CellClass::corner).hostile_always, 7U);
  EXPECT_EQ(rules_of(p, CellClass::plain).stop, 31U);
  EXPECT_EQ(rules_of(p, CellClass::plain).hostile_always, 0U);
  EXPECT_EQ(p.king_armed, KingArms::full);
  EXPECT_EQ(p.king_on_throne, KingCapture::surround);
  EXPECT_EQ(p.king_on_edge, KingCapture::custodial);
  EXPECT_EQ(p.king_beside_corner, KingCapture::inherit);
  EXPECT_EQ(p.escape, Escape::corners);
  EXPECT_EQ(p.encirclement, Encirclement::off);
}

TEST(Parameters, TavleiSparesThePrinceAtCorners) {
  const Parameters p = read("tavlei-9");
  EXPECT_EQ(rules_of(p, CellClass::corner).hostile_always,
            victims({Victim::attackers, Victim::defenders}));
  EXPECT_EQ(rules_of(p, CellClass::throne).pass, kinds({Kind::king}));
  EXPECT_EQ(read("tavlei-9-obereg").range[static_cast<std::size_t>(Kind::king)], 3);
}

TEST(Parameters, ViavucaHasLeadersAsAnOption) {
  const Parameters plain = read("viavuca-11");
  EXPECT_EQ(count(plain, 'c'), 0);
  EXPECT_EQ(plain.leaders, LeaderCapture::off);
  EXPECT_TRUE(plain.king_capture_delayed);
  EXPECT_TRUE(plain.capture_optional);
  EXPECT_EQ(plain.king_beside_corner, KingCapture::never);
  EXPECT_EQ(rules_of(plain, CellClass::throne).stop, 0U);
  EXPECT_EQ(rules_of(plain, CellClass::throne).hostile_when_empty, 7U);
  EXPECT_EQ(plain.encirclement, Encirclement::immobile);
  const Parameters leaders = read("viavuca-11-leaders");
  EXPECT_EQ(count(leaders, 'c'), 4);
  EXPECT_EQ(leaders.leaders, LeaderCapture::two_leaders);
}

TEST(Parameters, AleaEvangeliiHasFortsOfFourCells) {
  const Parameters p = read("alea-evangelii-19");
  EXPECT_EQ(p.corners.size(), 16U);
  EXPECT_THAT(p.corners, testing::IsSupersetOf({"a1", "b2", "r18", "s19"}));
  EXPECT_EQ(read("alea-evangelii-19-cyningstan").first, Side::second);
}

TEST(Parameters, AshtonsCampsAreWhereTheAttackersStart) {
  const Parameters p = read("ashton-tablut-9");
  EXPECT_EQ(p.attacker_camps.size(), 16U);
  for (const std::string& cell : p.attacker_camps) {
    const auto column = static_cast<std::size_t>(cell[0] - 'a');
    const auto rank = static_cast<std::size_t>(cell[1] - '1');
    EXPECT_EQ(p.rows[8 - rank][column], 'a') << cell;
  }
  EXPECT_EQ(p.escape, Escape::edge_without_camps);
  EXPECT_EQ(rules_of(p, CellClass::attacker_camp).shelter, victims({Victim::attackers}));
}

TEST(Parameters, ReadEveryOption) {
  const Parameters p = read(
      "copenhagen-11",
      {"king.armed=anvil", "king.on_edge=never", "king.beside_corner=custodial", "board.layout=L6",
       "capture.leaders=leader_and_any", "capture.linnaean=true", "no_move.attackers=draws",
       "no_move.defenders=passes", "encirclement=cut_off_from_escape", "limits.king_side_moves=15",
       "limits.quiet_plies=100", "limits.total_plies=500", "dice.kind=distance", "dice.faces=8",
       "dice.distance=exact", "dice.impossible=reroll", "range.attacker=2", "first=defenders"});
  EXPECT_EQ(p.king_armed, KingArms::anvil);
  EXPECT_EQ(p.king_on_edge, KingCapture::never);
  EXPECT_EQ(p.king_beside_corner, KingCapture::custodial);
  EXPECT_EQ(p.leaders, LeaderCapture::leader_and_any);
  EXPECT_TRUE(p.linnaean);
  EXPECT_EQ(p.shieldwall, Shieldwall::corner_closes);
  EXPECT_TRUE(p.exit_fort);
  EXPECT_EQ(p.no_move_attackers, NoMove::draws);
  EXPECT_EQ(p.no_move_defenders, NoMove::passes);
  EXPECT_EQ(p.encirclement, Encirclement::cut_off_from_escape);
  EXPECT_EQ(p.king_side_moves, 15);
  EXPECT_EQ(p.quiet_plies, 100);
  EXPECT_EQ(p.total_plies, 500);
  EXPECT_EQ(p.dice, Dice::distance);
  EXPECT_EQ(p.dice_faces, 8);
  EXPECT_TRUE(read("copenhagen-11", {"dice.kind=parity", "dice.parity=odd"}).dice_odd_moves);
  EXPECT_TRUE(p.dice_exact);
  EXPECT_TRUE(p.dice_reroll);
  EXPECT_EQ(p.range[static_cast<std::size_t>(Kind::attacker)], 2);
  EXPECT_EQ(p.first, Side::second);
}

TEST(Parameters, LayoutsMayBeDrawnAsBooksDrawThem) {
  const RuleSet rule_set = parse_rule_set(
      "id = 'x'\nfamily = 'tafl'\ntitle = 't'\nsource = 's'\n[board]\nsize = 7\nlayout = [\n"
      "'x . . C . . x', '. . . a . . .', '. . . N . . .', 'a a d K d a a',\n"
      "'. . . d . . .', '. . . a . . .', 'x . . a . . x']\n",
      "x.toml");
  const Parameters p = read_parameters(rule_set);
  EXPECT_EQ(p.rows[0], "x..c..x");
  EXPECT_EQ(p.rows[2], "...n...");
  EXPECT_EQ(p.rows[3], "aadkdaa");
}

TEST(Parameters, APieceMayStartWhereItMayNotStop) {
  std::string rows = "[a..a..x,...a...,...d...,aadkdaa,...d...,...a...,x..a..x]";
  EXPECT_NO_THROW(read("brandubh-7", {"board.layout=" + rows, "board.corners=[a1,a7,g1,g7]"}));
}

// Contradictions

TEST(Contradictions, Board) {
  EXPECT_THAT(error_of("helmfrid-9", {"board.size=10"}), HasSubstr("must be odd"));
  EXPECT_THAT(error_of("helmfrid-9", {"board.size=11"}), HasSubstr("L1 needs board.size = 9"));
  const auto layout_error = [](const std::string& rows) {
    return error_of("brandubh-7", {"board.layout=[" + rows + "]"});
  };
  EXPECT_THAT(layout_error("aak"), HasSubstr("1 rows"));
  EXPECT_THAT(layout_error("aaa,...,.k.,...,aaa,...,..."), HasSubstr("rank 7 has 3 cells"));
  const std::string end = ",...a...,...d...,aadkdaa,...d...,...a...,x..a..x";
  EXPECT_THAT(layout_error("x..b..x" + end), HasSubstr("d7 holds 'b'"));
  EXPECT_THAT(layout_error("x..k..x" + end), HasSubstr("2 kings"));
  EXPECT_THAT(layout_error(".......,.......,.......,...a...,.......,.......,......."),
              HasSubstr("0 kings"));
  EXPECT_THAT(layout_error(".......,.......,.......,...k...,.......,.......,......."),
              HasSubstr("no attackers"));
}

TEST(Contradictions, Cells) {
  EXPECT_THAT(error_of("helmfrid-9", {"board.throne=[e10]"}),
              AllOf(HasSubstr("board.throne"), HasSubstr("'e10'"), HasSubstr("a1 to i9")));
  for (const std::string cell : {"j1", "e0", "e", "5e", "e05", "E5", "e5x", "e99999999999"}) {
    EXPECT_THAT(error_of("helmfrid-9", {"board.attacker_camps=[" + cell + "]"}),
                HasSubstr("'" + cell + "'"));
  }
  EXPECT_THAT(error_of("helmfrid-9", {"board.attacker_camps=[b2,b2]"}),
              HasSubstr("b2 is listed twice"));
  EXPECT_THAT(error_of("helmfrid-9", {"board.attacker_camps=[a1]"}),
              AllOf(HasSubstr("a1"), HasSubstr("board.corners"), HasSubstr("attacker_camps")));
  EXPECT_THAT(error_of("helmfrid-9", {"board.corners=[a1,e5]"}), HasSubstr("board.throne"));
}

TEST(Contradictions, EscapeNeedsCells) {
  EXPECT_THAT(error_of("helmfrid-9", {"board.corners=none"}),
              AllOf(HasSubstr("escape"), HasSubstr("board.corners")));
  EXPECT_THAT(error_of("ard-ri-7", {"escape=corners", "board.corners=marked"}),
              HasSubstr("board.corners"));
  EXPECT_NO_THROW(read("helmfrid-9", {"board.corners=none", "escape=edge"}));
}

TEST(Contradictions, ForbiddenRepetition) {
  for (const std::string result : {"forbidden", "forbidden_to_defenders"}) {
    const std::string forbid = "repetition.result=" + result;
    EXPECT_THAT(error_of("helmfrid-9", {forbid, "dice.kind=parity"}), HasSubstr("dice.kind"));
    EXPECT_THAT(error_of("helmfrid-9", {forbid, "no_move.attackers=passes"}),
                HasSubstr("no_move.attackers"));
    EXPECT_THAT(error_of("helmfrid-9", {forbid, "no_move.defenders=passes"}),
                HasSubstr("no_move.defenders"));
    EXPECT_NO_THROW(read("helmfrid-9", {forbid}));
  }
  EXPECT_NO_THROW(read("helmfrid-9", {"dice.kind=parity", "no_move.attackers=passes"}));
}

TEST(Contradictions, DiceParametersNeedTheDiceTheyAreFor) {
  const Texts any = {"dice.faces=4", "dice.impossible=reroll"};
  for (const std::string& set : any) {
    EXPECT_THAT(error_of("helmfrid-9", {set}),
                AllOf(HasSubstr(set), HasSubstr("without dice.kind = parity or distance")));
    EXPECT_NO_THROW(read("helmfrid-9", {set, "dice.kind=parity"}));
    EXPECT_NO_THROW(read("helmfrid-9", {set, "dice.kind=distance"}));
  }
  for (const std::string kind : {"none", "distance"}) {
    EXPECT_THAT(error_of("helmfrid-9", {"dice.parity=odd", "dice.kind=" + kind}),
                HasSubstr("without dice.kind = parity"));
  }
  for (const std::string kind : {"none", "parity"}) {
    EXPECT_THAT(error_of("helmfrid-9", {"dice.distance=exact", "dice.kind=" + kind}),
                HasSubstr("without dice.kind = distance"));
  }
  EXPECT_NO_THROW(read("helmfrid-9", {"dice.faces=6", "dice.parity=even"}));  // the defaults
}

TEST(Contradictions, LeadersParametersNeedLeaders) {
  for (const std::string set : {"capture.leaders=two_leaders", "range.commander=3"}) {
    EXPECT_THAT(error_of("viavuca-11", {set}),
                AllOf(HasSubstr(set), HasSubstr("without commanders")));
    EXPECT_NO_THROW(read("viavuca-11", {set, "board.layout=L6"}));
  }
  EXPECT_THAT(error_of("viavuca-11-leaders", {"range.knight=3"}), HasSubstr("without knights"));
  EXPECT_NO_THROW(read("viavuca-11-leaders", {"range.commander=3"}));
  const std::string rows = "board.layout=[x..C..x,...a...,...N...,aadKdaa,...d...,...a...,x..a..x]";
  EXPECT_NO_THROW(read("brandubh-7", {rows, "range.commander=3", "range.knight=3"}));
}

TEST(Contradictions, AnotherFamily) {
  RuleSet rule_set = load_rule_set("helmfrid-9");
  rule_set.family = "ur";
  EXPECT_THROW(read_parameters(rule_set), UserError);
}

}  // namespace
}  // namespace tavlab::tafl
