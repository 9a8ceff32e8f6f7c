// Every parameter of a tavreli rule set: key, type, default, meaning. The defaults are the
// federation's game.
#include "core/ruleset/family_parameters.h"
#include "core/tavreli/parameters.h"

namespace tavlab::tavreli {
namespace {

const std::vector<ParameterSpec>& specs() {
  static const std::vector<ParameterSpec> all = {
      flag("stacking", true,
           "Figures stand on each other and never leave the board; if not, they are taken, as in "
           "chess."),

      // The end of the game
      choice(
          "win", "checkmate", {"checkmate", "volkhv_capture"},
          "Mate wins and no move may leave the own volkhv attacked; or standing on him wins, and "
          "any move may."),
      flag("volkhv.into_attack", true,
           "With win volkhv_capture: whether a volkhv may step onto an attacked square."),
      choice("stalemate", "draw", {"draw", "loss"},
             "What a player gets who has no legal move and is not in check."),
      choice("repetition.result", "draw", {"ignored", "draw", "mover_loses"},
             "What a repetition does."),
      number("repetition.count", 3, 2, 9, "The occurrence of a position that triggers it."),
      number("limits.quiet_plies", 0, 1, 9999,
             "Plies without a ratnik's move, a turning over or a capture until a draw.", "none"),
      number("limits.total_plies", 0, 1, 9999, "Plies until a draw.", "none"),
      flag("insufficient_material", false,
           "A draw where neither player has the figures left for a mate."),

      // Moves
      flag("castling", true, "Whether volkhv and ratoborets may castle."),
      flag("en_passant", true, "Whether a ratnik may be taken on the square that it crossed."),
      flag("cover_kills_rights", false,
           "Whether a figure that something is put upon loses its right to castle, or to a double "
           "step."),
      flag("ratnik.own_ahead", true, "Whether a ratnik may step straight onto an own tower."),
      choice("ratnik.double_right", "home_unmoved",
             {"home_unmoved", "second_rank", "first_own_move"},
             "Which ratniks may make a double step: those that never left their start squares; any "
             "on its second rank; those that were never the top figure of a move."),
      choice("ratnik.double_cross", "empty", {"empty", "empty_or_own"},
             "What the square that a double step crosses must be."),
      choice("ratnik.double_target", "empty_or_own", {"empty_or_own", "empty"},
             "What the square where a double step ends must be."),

      // Turning over
      choice("promotion.kind", "destiny", {"destiny", "choice"},
             "What a ratnik becomes: what stood behind it at the start, or what its player "
             "chooses."),
      choice(
          "promotion.when_freed", "any_move", {"any_move", "own_move", "none"},
          "Whether a ratnik that comes free on its last rank turns over: whoever leaves it, only "
          "when its own player does, or never."),
      choice("promotion.reverts_under", "any", {"any", "enemy"},
             "Under whose figure one that has turned over becomes a ratnik again."),
  };
  return all;
}

}  // namespace

std::string lacking(const RuleSet& rule_set, const ParameterSpec& spec) {
  const std::string_view key = spec.key;
  const bool stacking = rule_set.flag("stacking");
  for (const std::string_view needs_stacks :
       {"cover_kills_rights", "ratnik.own_ahead", "ratnik.double_target", "promotion.when_freed",
        "promotion.reverts_under"}) {
    if (key == needs_stacks && !stacking) return "stacking = true";
  }
  if (key == "insufficient_material" && stacking) return "stacking = false";
  if (key == "volkhv.into_attack" && rule_set.text("win") != "volkhv_capture") {
    return "win = volkhv_capture";
  }
  if (key == "repetition.count" && rule_set.text("repetition.result") == "ignored") {
    return "repetition.result = draw or mover_loses";
  }
  return {};
}

const FamilySchema& schema() {
  static const FamilySchema tavreli{"tavreli", specs(), nullptr, lacking};
  return tavreli;
}

}  // namespace tavlab::tavreli
