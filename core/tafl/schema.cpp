// Every parameter of a tafl rule set: key, type, default, meaning. The numbers in the comments are
// those of the parameter table that the design started from.
#include "core/ruleset/family_parameters.h"
#include "core/tafl/layouts.h"
#include "core/tafl/parameters.h"

namespace tavlab::tafl {
namespace {

using Type = ParameterSpec::Type;
using Texts = std::vector<std::string>;

const std::vector<std::string_view> kKindNames = {"attacker", "defender",  "king",      "commander",
                                                  "knight",   "attackers", "defenders", "all"};
const std::vector<std::string_view> kVictimNames = {"attackers", "defenders", "king", "all"};
const std::vector<std::string_view> kKingCapture = {"surround", "custodial", "never"};

ParameterSpec kinds(std::string_view key, Texts fallback, std::string_view help) {
  return {key, Type::choice_list, std::move(fallback), help, kKindNames};
}
ParameterSpec victims(std::string_view key, Texts fallback, std::string_view help) {
  return {key, Type::choice_list, std::move(fallback), help, kVictimNames};
}
std::vector<std::string_view> layout_names() {
  std::vector<std::string_view> names;
  for (const Layout& layout : layouts()) names.push_back(layout.name);
  return names;
}

const std::vector<ParameterSpec>& specs() {
  static const std::vector<ParameterSpec> all = {
      // Board and pieces (1, 2, 5)
      number("board.size", 11, 7, 19, "Cells along a side; odd."),
      {"board.layout", Type::choice_or_text_list, std::string("L2"),
       "A named start position, or its rows from the top rank down (a d k c n, x, '.').",
       layout_names()},
      {"board.throne",
       Type::choice_or_text_list,
       std::string("center"),
       "The throne's cells.",
       {"center", "none"}},
      {"board.corners",
       Type::choice_or_text_list,
       std::string("marked"),
       "Corner or fort cells: those marked x in the layout, none, or a list.",
       {"marked", "none"}},
      texts("board.attacker_camps", {},
            "Cells of the attackers' camps; orthogonally connected cells form one camp."),
      texts("board.defender_camps", {},
            "Cells of the defenders' camps; orthogonally connected cells form one camp."),
      choice("first", "attackers", {"attackers", "defenders"}, "The side that moves first."),

      // Move ranges (3)
      number("range.attacker", 0, 1, 18, "How far an attacker moves at most.", "unlimited"),
      number("range.defender", 0, 1, 18, "How far a defender moves at most.", "unlimited"),
      number("range.king", 0, 1, 18, "How far the king moves at most.", "unlimited"),
      number("range.commander", 0, 1, 18, "How far an attacking leader moves at most.",
             "unlimited"),
      number("range.knight", 0, 1, 18, "How far a defending leader moves at most.", "unlimited"),

      // Cell classes: stop, pass, re-enter, hostility (6, 7)
      kinds("throne.stop", {"king"}, "Kinds that may stop on the throne."),
      kinds("throne.pass", {"all"}, "Kinds that may pass over the empty throne."),
      kinds("throne.reenter", {"king"}, "Kinds that may stop on the throne coming from outside."),
      victims("throne.hostile_always", {"attackers"},
              "Pieces that can be captured against the throne, empty or occupied."),
      victims("throne.hostile_when_empty", {"defenders", "king"},
              "Pieces that can be captured against the empty throne."),
      kinds("corners.stop", {"king"}, "Kinds that may stop on a corner or fort cell."),
      kinds("corners.pass", {"king"}, "Kinds that may pass over an empty corner or fort cell."),
      kinds("corners.reenter", {"king"}, "Kinds that may stop on a corner coming from outside."),
      victims("corners.hostile_always", {"all"},
              "Pieces that can be captured against a corner, empty or occupied."),
      victims("corners.hostile_when_empty", {},
              "Pieces that can be captured against an empty corner."),
      kinds("attacker_camps.stop", {"attackers"}, "Kinds that may stop in an attackers' camp."),
      kinds("attacker_camps.pass", {}, "Kinds that may pass through an attackers' camp."),
      kinds("attacker_camps.reenter", {}, "Kinds that may enter an attackers' camp from outside."),
      victims(
          "attacker_camps.hostile_always", {"all"},
          "Pieces that can be captured against a camp cell, empty or occupied, from outside it."),
      victims("attacker_camps.hostile_when_empty", {},
              "Pieces that can be captured against an empty camp cell, from outside the camp."),
      victims("attacker_camps.shelter", {},
              "Pieces that cannot be captured while they stand in an attackers' camp."),
      kinds("defender_camps.stop", {"king", "defenders"},
            "Kinds that may stop in a defenders' camp."),
      kinds("defender_camps.pass", {}, "Kinds that may pass through a defenders' camp."),
      kinds("defender_camps.reenter", {}, "Kinds that may enter a defenders' camp from outside."),
      victims(
          "defender_camps.hostile_always", {},
          "Pieces that can be captured against a camp cell, empty or occupied, from outside it."),
      victims("defender_camps.hostile_when_empty", {},
              "Pieces that can be captured against an empty camp cell, from outside the camp."),
      victims("defender_camps.shelter", {},
              "Pieces that cannot be captured while they stand in a defenders' camp."),

      // The king (8, 10, 12)
      {.key = "king.armed",
       .type = Type::choice,
       .fallback = std::string("full"),
       .help = "How the king takes part in captures: moving (hammer), standing (anvil), both, "
               "neither.",
       .choices = {"full", "hammer", "anvil", "none"},
       .aliases = {{"true", "full"}, {"false", "none"}}},
      flag("king.weak", false, "Two attackers suffice everywhere, whatever the next five say."),
      choice("king.on_throne", "surround", kKingCapture, "How the king is captured on the throne."),
      choice("king.beside_throne", "surround", kKingCapture,
             "How the king is captured next to the throne."),
      choice("king.on_edge", "custodial", kKingCapture, "How the king is captured on the edge."),
      choice(
          "king.beside_corner", "inherit", {"inherit", "surround", "custodial", "never"},
          "How the king is captured next to a corner; inherit: as if the corner were not there."),
      choice("king.elsewhere", "custodial", kKingCapture, "How the king is captured elsewhere."),
      choice(
          "king.capture_takes_effect", "at_once", {"at_once", "after_reply"},
          "When capturing the king wins: at once, or if the defenders' reply does not free him."),

      // Captures (9, 11, 13, 15)
      flag("capture.optional", false, "The mover may decline captures, piece by piece."),
      choice(
          "capture.leaders", "off", {"off", "two_leaders", "leader_and_corner", "leader_and_any"},
          "Whether commanders on two opposite sides take the king anywhere; leader_and_corner: or "
          "a commander and a hostile corner; leader_and_any: or a commander and anything hostile."),
      flag("capture.linnaean", false,
           "The king on the throne with attackers on three sides is hostile to the defender on the "
           "fourth."),
      choice(
          "capture.shieldwall", "none", {"none", "pieces", "corner_closes"},
          "Whether a row of two or more on the edge is captured by fronting each and closing both "
          "ends, with pieces only or with a hostile corner too."),
      flag("capture.shieldwall_flank_move", true,
           "The capturing move must be the one that closes an end."),
      flag("capture.shieldwall_king_immune", true, "The king in a captured row stays."),

      // Ends of the game (14, 16, 17, 18)
      choice(
          "escape", "corners", {"corners", "edge", "edge_without_camps"},
          "Where the king escapes: corner or fort cells, any edge cell, edge cells outside camps."),
      flag("exit_fort", false, "The king also escapes in an unbreakable fort on the edge."),
      choice("encirclement", "off", {"off", "cut_off_from_edge", "cut_off_from_escape", "immobile"},
             "When encircling all defenders wins for the attackers: no path to the edge, no path "
             "to an "
             "escape cell, or no path to the edge and no legal move."),
      choice("no_move.attackers", "loses", {"loses", "draws", "passes"},
             "What happens when the attackers have no legal move."),
      choice("no_move.defenders", "loses", {"loses", "draws", "passes"},
             "What happens when the defenders have no legal move."),

      // Repetition and limits (19, 20)
      choice("repetition.result", "draw",
             {"ignored", "draw", "mover_loses", "attackers_win", "forbidden",
              "forbidden_to_defenders"},
             "What a repetition does."),
      number("repetition.count", 3, 2, 9, "The occurrence (or cycle of moves) that triggers it."),
      choice(
          "repetition.scope", "position", {"position", "move_pattern"},
          "Whether positions with the side to move are counted, or cycles of four plies in a row."),
      number("limits.king_side_moves", 0, 1, 999,
             "The defenders lose unless the king is out within this many of their own moves.",
             "none"),
      number("limits.quiet_plies", 0, 1, 9999, "Plies without capture until a draw.", "none"),
      number("limits.total_plies", 0, 1, 9999, "Plies until a draw.", "none"),

      // Dice (21)
      choice("dice.kind", "none", {"none", "parity", "distance"},
             "Whether a die before each turn says if the player moves, or how far."),
      number("dice.faces", 6, 2, 20, "Faces of the die, numbered from 1, equally likely."),
      choice("dice.parity", "even", {"even", "odd"}, "The throws that let the player move."),
      choice("dice.distance", "at_most", {"at_most", "exact"},
             "Whether a piece goes at most the thrown distance, or exactly."),
      choice("dice.impossible", "pass", {"pass", "reroll"},
             "What follows a throw that allows no move."),
  };
  return all;
}

}  // namespace

const FamilySchema& schema() {
  static const FamilySchema tafl{"tafl", specs(), canonical_text, lacking};
  return tafl;
}

}  // namespace tavlab::tafl
