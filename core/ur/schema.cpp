// Every parameter of a rule set of the Royal Game of Ur: key, type, default, meaning. The defaults
// are Finkel's game, the simplest.
#include "core/ruleset/family_parameters.h"
#include "core/ur/parameters.h"

namespace tavlab::ur {
namespace {

const std::vector<ParameterSpec>& specs() {
  static const std::vector<ParameterSpec> all = {
      // Board, path and pieces
      choice("board", "standard", {"standard", "aseb"},
             "The royal board of Ur (blocks of 12 and 6, a bridge of 2), or 12 and a tail of 8."),
      texts("path",
            {"d1", "c1", "b1", "a1", "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "h1", "g1"},
            "The first player's path, square by square; the second player's is its mirror image."),
      number("pieces", 7, 1, kMaxPieces, "Pieces of each player."),
      number("pieces_to_win", 0, 1, kMaxPieces, "Pieces to bring home to win.", "all"),

      // Dice
      choice("dice.kind", "4d2", {"4d2", "3d2", "3d2_zero4", "3d6_parity", "d4", "d6", "custom"},
             "Binary dice (marked corners up counted; zero4: none up counts four), cubic dice read "
             "by parity likewise, one die, or dice.weights."),
      texts("dice.weights", {},
            "With dice.kind custom: the chances of the throws 0, 1, 2, ... out of their sum."),
      choice("opening", "free", {"free", "one_moves", "one_then_roll"},
             "The first throw: any; the starter is who threw a one, and moves it; or throws anew."),

      // Squares
      texts("squares.rosettes", {"a1", "a3", "d2", "g1", "g3"}, "Rosettes."),
      texts("squares.depots", {}, "Squares that hold a stack of their owner's pieces."),
      texts("squares.shared_depots", {},
            "Squares that hold a stack of one player's pieces, whoever comes first."),
      texts("squares.islands", {}, "Squares that hold a stack of any pieces, all of them safe."),
      texts("squares.finish", {}, "The square where finish.rule applies."),
      flag("rosette.extra_throw", true, "Whether landing on a rosette gives another throw."),
      flag("rosette.safe", true, "Whether pieces on rosettes cannot be captured."),
      number("stack.capacity", 4, 1, kMaxCapacity, "Pieces that a depot or an island holds."),
      choice("stack.access", "top", {"top", "any_in_depot"},
             "Whether only the top piece of a stack may move, or any of a depot's."),
      choice("finish.rule", "normal", {"normal", "immune", "stack"},
             "Turned pieces on the finish: like others; safe, and nobody lands there; or safe, and "
             "their owner may stack them."),

      // Pieces that turn
      number("turn.index", 0, 1, kMaxPath,
             "The step of the path at which pieces turn to their other face.", "never"),
      choice("turn.moment", "leaving", {"leaving", "arrival"},
             "Whether a piece turns when it leaves that square, or when it comes to it."),
      choice("cross_kind", "block", {"block", "capture"},
             "Whether a piece may not land on one that shows the other face, or captures it."),

      // Moves
      flag("capture.extra_throw", false, "Whether a capture gives another throw."),
      flag("capture.backward", false, "Whether a piece may move backwards to capture."),
      choice("extra_throw.piece", "any", {"any", "another"},
             "Which piece may use the extra throw: any, or another than the one that won it."),
      choice("exit", "exact", {"exact", "at_least"},
             "Whether a piece leaves the board by the exact throw only, or by any that reaches."),
      choice("deadlock", "draw", {"draw", "more_home"},
             "When no piece of either player can ever move: a draw, or who has more at home wins."),
  };
  return all;
}

}  // namespace

std::string lacking(const RuleSet& rule_set, const ParameterSpec& spec) {
  const auto has_stacks = [&] {
    for (const char* key : {"squares.depots", "squares.shared_depots", "squares.islands"}) {
      if (!rule_set.list(key).empty()) return true;
    }
    return rule_set.text("finish.rule") == "stack";
  };
  const std::string_view key = spec.key;
  if (key == "dice.weights" && rule_set.text("dice.kind") != "custom") return "dice.kind = custom";
  if (key.starts_with("stack.") && !has_stacks()) return "squares.depots or squares.islands";
  if (key == "finish.rule" && rule_set.list("squares.finish").empty()) return "squares.finish";
  if ((key == "turn.moment" || key == "cross_kind" || key == "finish.rule") &&
      rule_set.integer("turn.index") == 0) {
    return "turn.index";
  }
  if (key.starts_with("rosette.") && rule_set.list("squares.rosettes").empty()) {
    return "squares.rosettes";
  }
  if (key == "extra_throw.piece" && !rule_set.flag("rosette.extra_throw") &&
      !rule_set.flag("capture.extra_throw")) {
    return "rosette.extra_throw = true";
  }
  return {};
}

const FamilySchema& schema() {
  static const FamilySchema ur{"ur", specs(), nullptr, lacking};
  return ur;
}

}  // namespace tavlab::ur
