// The parameters of a tafl rule set, and checks across parameters.
#include "core/tafl/parameters.h"

#include <fmt/format.h>

#include "core/ruleset/rows.h"
#include "core/tafl/board.h"
#include "core/tafl/layouts.h"

namespace tavlab::tafl {
namespace {

using P = Parameters;
using R = Row<P>;
using Texts = R::Texts;

constexpr unsigned bit(Kind kind) { return 1U << static_cast<unsigned>(kind); }
constexpr unsigned bit(Victim victim) { return 1U << static_cast<unsigned>(victim); }
constexpr unsigned kEveryKind = (1U << kKinds) - 1;

const MaskNames& kinds() {
  static const MaskNames names = {
      {"attacker", bit(Kind::attacker)},
      {"defender", bit(Kind::defender)},
      {"king", bit(Kind::king)},
      {"commander", bit(Kind::commander)},
      {"knight", bit(Kind::knight)},
      {"attackers", bit(Kind::attacker) | bit(Kind::commander)},
      {"defenders", bit(Kind::defender) | bit(Kind::knight)},
      {"all", kEveryKind},
  };
  return names;
}

const MaskNames& victims() {
  static const MaskNames names = {
      {"attackers", bit(Victim::attackers)},
      {"defenders", bit(Victim::defenders)},
      {"king", bit(Victim::king)},
      {"all", (1U << kVictims) - 1},
  };
  return names;
}

R::Choices layout_names() {
  R::Choices names;
  for (const Layout& layout : layouts()) names.push_back(layout.name);
  return names;
}

/// Whether the board has such cells; true if its parameters contradict each other.
std::function<bool(const RuleSet&)> has_cells(std::string_view key, Texts P::*member) {
  return [key, member](const RuleSet& rules) {
    const std::string cells = canonical_cells(rules, key, member);
    return !cells.empty() && cells != "[]" && cells != "none";
  };
}

/// Without cells of a class its parameters have no effect.
R wants_cells(R row, CellClass cell_class) {
  switch (cell_class) {
    case CellClass::throne:
      return std::move(row).wants("board.throne", has_cells("board.throne", &P::throne));
    case CellClass::corner:
      return std::move(row).wants("corner cells in board.layout (x) or board.corners",
                                  has_cells("board.corners", &P::corners));
    case CellClass::attacker_camp:
      return std::move(row).wants("board.attacker_camps",
                                  has_cells("board.attacker_camps", &P::attacker_camps));
    case CellClass::defender_camp:
      return std::move(row).wants("board.defender_camps",
                                  has_cells("board.defender_camps", &P::defender_camps));
    default:
      return row;
  }
}

std::vector<R> board_rows() {
  const auto cells = [](std::string_view key, Texts P::*member) {
    return [key, member](const RuleSet& rules) { return canonical_cells(rules, key, member); };
  };
  return {
      R::number("board.size", &P::size, 11, 7, 19, "Cells along a side; odd."),
      R::texts("board.layout", std::string("L2"),
               "A named start position, or its rows from the top rank down (a d k c n, x, '.').",
               layout_names())
          .canonical(canonical_layout),
      R::texts("board.throne", std::string("center"), "The throne's cells.", {"center", "none"})
          .canonical(cells("board.throne", &P::throne)),
      R::texts("board.corners", std::string("marked"),
               "Corner or fort cells: those marked x in the layout, none, or a list.",
               {"marked", "none"})
          .canonical(cells("board.corners", &P::corners)),
      R::texts("board.attacker_camps", Texts{},
               "Cells of the attackers' camps, as in [\"a4\", \"a5\"]; orthogonally connected "
               "cells form one camp.")
          .canonical(cells("board.attacker_camps", &P::attacker_camps)),
      R::texts("board.defender_camps", Texts{},
               "Cells of the defenders' camps, as in [\"a4\", \"a5\"]; orthogonally connected "
               "cells form one camp.")
          .canonical(cells("board.defender_camps", &P::defender_camps)),
      R::choice("first", &P::first, "attackers", {"attackers", "defenders"},
                "The side that moves first.")
          .seen(
              {{"first=attackers", [](const P& p) { return p.first == Side::first ? 1.0 : 0.0; }}}),
  };
}

std::vector<R> range_rows() {
  const auto range = [](std::string_view key, Kind kind, std::string_view help) {
    const auto member = [kind](auto& p) -> auto& {
      return p.range[static_cast<std::size_t>(kind)];
    };
    return R::number(key, member, 0, 1, 18, help, "unlimited").scaled(10);
  };
  const auto starts_with = [](char letter) {
    return [letter](const RuleSet& rules) { return start_has(rules, letter); };
  };
  return {
      range("range.attacker", Kind::attacker, "How far an attacker may move."),
      range("range.defender", Kind::defender, "How far a defender may move."),
      range("range.king", Kind::king, "How far the king may move."),
      range("range.commander", Kind::commander, "How far a commander (attacking leader) may move.")
          .needs("commanders (c) in board.layout", starts_with('c')),
      range("range.knight", Kind::knight, "How far a knight (defending leader) may move.")
          .needs("knights (n) in board.layout", starts_with('n')),
  };
}

/// Cell classes: stop, pass, re-enter, hostility, shelter. Only camps shelter: for a king who is
/// safe on his throne there is `king.on_throne = never`.
std::vector<R> cell_rows() {
  using C = CellClass;
  const auto member = [](C c, std::uint8_t ClassRules::*field) {
    return [ c, field ](auto& p) -> auto& { return p.cells[static_cast<std::size_t>(c)].*field; };
  };
  const auto stop = [&](std::string_view key, C c, Texts names, std::string_view help) {
    return wants_cells(R::mask(key, member(c, &ClassRules::stop), kinds(), std::move(names), help),
                       c);
  };
  const auto pass = [&](std::string_view key, C c, Texts names, std::string_view help) {
    return wants_cells(R::mask(key, member(c, &ClassRules::pass), kinds(), std::move(names), help),
                       c);
  };
  const auto reenter = [&](std::string_view key, C c, Texts names, std::string_view help) {
    return wants_cells(
        R::mask(key, member(c, &ClassRules::reenter), kinds(), std::move(names), help), c);
  };
  const auto always = [&](std::string_view key, C c, Texts names, std::string_view help) {
    return wants_cells(
        R::mask(key, member(c, &ClassRules::hostile_always), victims(), std::move(names), help), c);
  };
  const auto empty = [&](std::string_view key, C c, Texts names, std::string_view help) {
    return wants_cells(
        R::mask(key, member(c, &ClassRules::hostile_when_empty), victims(), std::move(names), help),
        c);
  };
  const auto shelter = [&](std::string_view key, C c, std::string_view help) {
    return wants_cells(R::mask(key, member(c, &ClassRules::shelter), victims(), {}, help), c);
  };
  return {
      stop("throne.stop", C::throne, {"king"}, "Kinds that may stop on the throne."),
      pass("throne.pass", C::throne, {"all"}, "Kinds that may pass over the empty throne."),
      reenter("throne.reenter", C::throne, {"king"},
              "Kinds that may stop on the throne coming from outside."),
      always("throne.hostile_always", C::throne, {"attackers"},
             "Pieces that can be captured against the throne, empty or occupied."),
      empty("throne.hostile_when_empty", C::throne, {"defenders", "king"},
            "Pieces that can be captured against the empty throne."),

      stop("corners.stop", C::corner, {"king"}, "Kinds that may stop on a corner or fort cell."),
      pass("corners.pass", C::corner, {"king"},
           "Kinds that may pass over an empty corner or fort cell."),
      reenter("corners.reenter", C::corner, {"king"},
              "Kinds that may stop on a corner coming from outside."),
      always("corners.hostile_always", C::corner, {"all"},
             "Pieces that can be captured against a corner, empty or occupied."),
      empty("corners.hostile_when_empty", C::corner, {},
            "Pieces that can be captured against an empty corner."),

      stop("attacker_camps.stop", C::attacker_camp, {"attackers"},
           "Kinds that may stop in an attackers' camp."),
      pass("attacker_camps.pass", C::attacker_camp, {},
           "Kinds that may pass through an attackers' camp."),
      reenter("attacker_camps.reenter", C::attacker_camp, {},
              "Kinds that may enter an attackers' camp from outside."),
      always("attacker_camps.hostile_always", C::attacker_camp, {"all"},
             "Pieces that can be captured against a camp cell, empty or occupied, from outside "
             "it."),
      empty("attacker_camps.hostile_when_empty", C::attacker_camp, {},
            "Pieces that can be captured against an empty camp cell, from outside the camp."),
      shelter("attacker_camps.shelter", C::attacker_camp,
              "Pieces that cannot be captured while they stand in an attackers' camp."),

      stop("defender_camps.stop", C::defender_camp, {"king", "defenders"},
           "Kinds that may stop in a defenders' camp."),
      pass("defender_camps.pass", C::defender_camp, {},
           "Kinds that may pass through a defenders' camp."),
      reenter("defender_camps.reenter", C::defender_camp, {},
              "Kinds that may enter a defenders' camp from outside."),
      always("defender_camps.hostile_always", C::defender_camp, {},
             "Pieces that can be captured against a camp cell, empty or occupied, from outside "
             "it."),
      empty("defender_camps.hostile_when_empty", C::defender_camp, {},
            "Pieces that can be captured against an empty camp cell, from outside the camp."),
      shelter("defender_camps.shelter", C::defender_camp,
              "Pieces that cannot be captured while they stand in a defenders' camp."),
  };
}

std::vector<R> king_rows() {
  const R::Choices modes = {"surround", "custodial", "never"};
  const auto mode = [&](std::string_view key, KingCapture P::*member, std::string_view fallback,
                        std::string_view help) {
    return R::choice(key, member, fallback, modes, help, KingCapture::surround)
        .wants("king.weak", {"false"});
  };
  return {
      R::choice("king.armed", &P::king_armed, "full", {"full", "hammer", "anvil", "none"},
                "How the king takes part in captures: moving (hammer), standing (anvil), both, "
                "neither.")
          .alias("true", "full")
          .alias("false", "none"),
      R::flag("king.weak", &P::king_weak, false,
              "Two attackers capture the king anywhere, whatever the next five parameters say."),
      wants_cells(mode("king.on_throne", &P::king_on_throne, "surround",
                       "How the king is captured on the throne."),
                  CellClass::throne),
      wants_cells(mode("king.beside_throne", &P::king_beside_throne, "surround",
                       "How the king is captured next to the throne."),
                  CellClass::throne),
      mode("king.on_edge", &P::king_on_edge, "custodial", "How the king is captured on the edge."),
      wants_cells(R::choice("king.beside_corner", &P::king_beside_corner, "inherit",
                            {"inherit", "surround", "custodial", "never"},
                            "How the king is captured next to a corner; inherit: as if the corner "
                            "were not there.")
                      .wants("king.weak", {"false"}),
                  CellClass::corner),
      mode("king.elsewhere", &P::king_elsewhere, "custodial",
           "How the king is captured elsewhere."),
      R::choice("king.capture_takes_effect", &P::king_capture_delayed, "at_once",
                {"at_once", "after_reply"},
                "When capturing the king wins: at once, or if the defenders' reply does not free "
                "him."),
  };
}

std::vector<R> capture_rows() {
  return {
      R::flag("capture.optional", &P::capture_optional, false,
              "The mover may decline captures, piece by piece."),
      R::choice("capture.leaders", &P::leaders, "off",
                {"off", "two_leaders", "leader_and_corner", "leader_and_any"},
                "Whether two commanders on opposite sides capture the king anywhere; "
                "leader_and_corner: or a commander and a hostile corner; leader_and_any: or a "
                "commander and anything hostile.")
          .needs("commanders (c) in board.layout",
                 [](const RuleSet& rules) { return start_has(rules, 'c'); }),
      R::flag("capture.linnaean", &P::linnaean, false,
              "The king on the throne with attackers on three sides is hostile to the defender on "
              "the fourth."),
      R::choice("capture.shieldwall", &P::shieldwall, "none", {"none", "pieces", "corner_closes"},
                "Whether a row of two or more pieces on the edge is captured by a piece in front "
                "of each and closed ends; ends are closed by pieces only, or by a hostile corner "
                "too."),
      R::flag("capture.shieldwall_flank_move", &P::shieldwall_flank_move, true,
              "The capturing move must be the one that closes an end.")
          .wants("capture.shieldwall", {"pieces", "corner_closes"}),
      R::flag("capture.shieldwall_king_immune", &P::shieldwall_king_immune, true,
              "The king in a captured row stays.")
          .wants("capture.shieldwall", {"pieces", "corner_closes"}),
  };
}

/// Of a repetition, but for none.
Texts consequences() {
  return {"draw", "mover_loses", "attackers_win", "forbidden", "forbidden_to_defenders"};
}

std::vector<R> end_rows() {
  const R::Choices no_move = {"loses", "draws", "passes"};
  return {
      R::choice("escape", &P::escape, "corners", {"corners", "edge", "edge_without_camps"},
                "Where the king escapes: corner or fort cells, any edge cell, edge cells outside "
                "camps."),
      R::flag("exit_fort", &P::exit_fort, false,
              "The king also escapes in an unbreakable fort on the edge."),
      R::choice("encirclement", &P::encirclement, "off",
                {"off", "cut_off_from_edge", "cut_off_from_escape", "immobile"},
                "When encircling all defenders wins for the attackers: no path to the edge, no "
                "path to an escape cell, or no path to the edge and no legal move."),
      R::choice("no_move.attackers", &P::no_move_attackers, "loses", no_move,
                "What happens when the attackers have no legal move."),
      R::choice("no_move.defenders", &P::no_move_defenders, "loses", no_move,
                "What happens when the defenders have no legal move."),
      R::choice(
          "repetition.result", [](auto& p) -> auto& { return p.repetition.verdict; }, "draw",
          {"ignored", "draw", "mover_loses", "attackers_win", "forbidden",
           "forbidden_to_defenders"},
          "The consequence of a repetition."),
      R::number(
          "repetition.count", [](auto& p) -> auto& { return p.repetition.count; }, 3, 2, 9,
          "The occurrence (or cycle of moves) that counts as a repetition.")
          .scaled(5)
          .wants("repetition.result", consequences()),
      R::choice(
          "repetition.scope", [](auto& p) -> auto& { return p.repetition.scope; }, "position",
          {"position", "move_pattern"},
          "Whether occurrences of a position with the same side to move are counted, or "
          "consecutive cycles of four plies.")
          .wants("repetition.result", consequences()),
      R::number("limits.king_side_moves", &P::king_side_moves, 0, 1, 999,
                "The defenders lose unless the king escapes within this many of their own moves.",
                "none")
          .limit(),
      R::number("limits.quiet_plies", &P::quiet_plies, 0, 1, 9999,
                "Plies without capture until a draw.", "none")
          .limit(),
      R::number("limits.total_plies", &P::total_plies, 0, 1, 9999, "Plies until a draw.", "none")
          .limit(),
  };
}

std::vector<R> dice_rows() {
  return {
      R::choice("dice.kind", &P::dice, "none", {"none", "parity", "distance"},
                "Whether a die before each turn decides if the player moves, or how far."),
      R::number("dice.faces", &P::dice_faces, 6, 2, 20,
                "Faces of the die, numbered from 1, equally likely.")
          .needs("dice.kind", {"parity", "distance"}),
      R::choice("dice.parity", &P::dice_odd_moves, "even", {"even", "odd"},
                "The rolls that let the player move.")
          .needs("dice.kind", {"parity"}),
      R::choice("dice.distance", &P::dice_exact, "at_most", {"at_most", "exact"},
                "Whether a piece moves at most the rolled distance, or exactly.")
          .needs("dice.kind", {"distance"}),
      R::choice("dice.impossible", &P::dice_reroll, "pass", {"pass", "reroll"},
                "What follows a roll that allows no move.")
          .needs("dice.kind", {"parity", "distance"}),
  };
}

const std::vector<R>& rows() {
  static const std::vector<R> all = [] {
    std::vector<R> joined;
    for (auto* part :
         {board_rows, range_rows, cell_rows, king_rows, capture_rows, end_rows, dice_rows}) {
      for (R& row : part()) joined.push_back(std::move(row));
    }
    return joined;
  }();
  return all;
}

/// If repetition is illegal, whether a player has a move depends on the history of the game. That
/// is compatible with losing or drawing without a legal move, but not with passed turns.
void check_forbidden_repetition(const RuleSet& rule_set, const Parameters& parameters,
                                CrossChecks checks) {
  const std::string& result = rule_set.text("repetition.result");
  if (!result.starts_with("forbidden")) return;
  checks.pass([&] {
    if (parameters.dice == Dice::none) return;
    throw_contradiction(rule_set, fmt::format("repetition.result {} excludes dice.kind {}", result,
                                              rule_set.text("dice.kind")));
  });
  for (const std::string_view key : {"no_move.attackers", "no_move.defenders"}) {
    checks.pass([&] {
      if (rule_set.text(key) != "passes") return;
      throw_contradiction(rule_set,
                          fmt::format("repetition.result {} excludes {} passes", result, key));
    });
  }
}

/// A piece stops on the throne or on a corner only if it enters it; only the king starts there.
void check_entering(const RuleSet& rule_set, const Parameters& p, CrossChecks checks) {
  const auto compare = [&](std::string_view cells, CellClass cell_class, unsigned at_home) {
    const ClassRules& rules = p.cells[static_cast<std::size_t>(cell_class)];
    const std::string stop = fmt::format("{}.stop", cells);
    const std::string reenter = fmt::format("{}.reenter", cells);
    const auto check = [&](const std::string& key, const std::string& other, unsigned without) {
      if (without == 0) return;
      checks.advise([&] {
        throw_contradiction(
            rule_set, fmt::format("{} {}: no effect on kinds that are not in {} {}", key,
                                  rule_set.value_text(key), other, rule_set.value_text(other)));
      });
    };
    check(stop, reenter, rules.stop & ~unsigned{rules.reenter} & ~at_home);
    const bool is_usual = rule_set.at(reenter) == schema().find(reenter)->fallback;
    if (!is_usual) check(reenter, stop, rules.reenter & ~unsigned{rules.stop});
  };
  if (p.throne.size() == 1) {
    compare("throne", CellClass::throne, 1U << static_cast<unsigned>(Kind::king));
  }
  constexpr std::size_t kOneCellEach = 4;  // in a larger fort a piece moves without entering it
  if (!p.corners.empty() && p.corners.size() <= kOneCellEach) {
    compare("corners", CellClass::corner, 0);
  }
}

Parameters read(const RuleSet& rule_set, CrossChecks checks) {
  Parameters p = read_rows(schema(), rows(), rule_set);
  const bool board = read_board(rule_set, p, checks);
  p.cells[static_cast<std::size_t>(CellClass::plain)] = {
      .stop = kEveryKind, .pass = kEveryKind, .reenter = kEveryKind};
  checks.pass([&] {
    if (!board || p.escape != Escape::corners || !p.corners.empty()) return;
    throw_contradiction(rule_set, "escape is corners, but board.corners has no cell");
  });
  checks.advise([&] {
    if (!board || p.escape != Escape::edge_without_camps) return;
    if (!p.attacker_camps.empty() || !p.defender_camps.empty()) return;
    throw_contradiction(rule_set, "escape is edge_without_camps, but the board has no camps");
  });
  if (board) check_entering(rule_set, p, checks);
  // When one side passes, the other can return to a position on its own.
  const bool passes =
      p.no_move_attackers == NoMove::passes || p.no_move_defenders == NoMove::passes;
  p.repetition.shortest_cycle = passes ? 2 : 4;
  check_forbidden_repetition(rule_set, p, checks);
  return p;
}

}  // namespace

const FamilySchema& schema() {
  static const FamilySchema tafl = schema_of("tafl", rows(), read, first_inputs());
  return tafl;
}

Parameters read_parameters(const RuleSet& rule_set) { return read(rule_set, {}); }

std::vector<NamedInput> named_inputs(const Parameters& parameters) {
  return tavlab::named_inputs(rows(), parameters);
}

}  // namespace tavlab::tafl
