// Every parameter of a tavreli rule set. The defaults are the federation's game.
#include "core/tavreli/parameters.h"

#include "core/ruleset/rows.h"

namespace tavlab::tavreli {
namespace {

using P = Parameters;
using R = Row<P>;

const std::vector<R>& rows() {
  static const std::vector<R> all = {
      R::flag("stacking", &P::stacking, true,
              "Figures stand on each other and never leave the board; if not, they are taken, as "
              "in chess."),

      // The end of the game
      R::choice("win", &P::win, "checkmate", {"checkmate", "volkhv_capture"},
                "Mate wins and no move may leave the own volkhv attacked; or standing on him wins, "
                "and any move may."),
      R::flag("volkhv.into_attack", &P::volkhv_into_attack, true,
              "With win volkhv_capture: whether a volkhv may step onto an attacked square.")
          .needs("win", {"volkhv_capture"}),
      R::choice("stalemate", &P::stalemate_loses, "draw", {"draw", "loss"},
                "What a player gets who has no legal move and is not in check."),
      R::choice(
          "repetition.result", [](auto& p) -> auto& { return p.repetition.verdict; }, "draw",
          {"ignored", "draw", "mover_loses"}, "What a repetition does."),
      R::number(
          "repetition.count", [](auto& p) -> auto& { return p.repetition.count; }, 3, 2, 9,
          "The occurrence of a position that triggers it.")
          .needs("repetition.result", {"draw", "mover_loses"})
          .scaled(5),
      R::number("limits.quiet_plies", &P::quiet_plies, 0, 1, 9999,
                "Plies without a ratnik's move, a turning over or a capture until a draw.", "none")
          .limit(),
      R::number("limits.total_plies", &P::total_plies, 0, 1, 9999, "Plies until a draw.", "none")
          .limit(),
      R::flag("insufficient_material", &P::insufficient_material, false,
              "A draw where neither player has the figures left for a mate.")
          .needs("stacking", {"false"}),

      // Moves
      R::flag("castling", &P::castling, true, "Whether volkhv and ratoborets may castle."),
      R::flag("en_passant", &P::en_passant, true,
              "Whether a ratnik may be taken on the square that it crossed."),
      R::flag("cover_kills_rights", &P::cover_kills_rights, false,
              "Whether a figure that something is put upon loses its right to castle, or to a "
              "double step.")
          .needs("stacking", {"true"}),
      R::flag("ratnik.own_ahead", &P::own_ahead, true,
              "Whether a ratnik may step straight onto an own tower.")
          .needs("stacking", {"true"}),
      R::choice("ratnik.double_right", &P::double_right, "home_unmoved",
                {"home_unmoved", "second_rank", "first_own_move"},
                "Which ratniks may make a double step: those that never left their start squares; "
                "any on its second rank; those that were never the top figure of a move."),
      R::choice("ratnik.double_cross", &P::double_cross, "empty", {"empty", "empty_or_own"},
                "What the square that a double step crosses must be."),
      R::choice("ratnik.double_target", &P::double_target, "empty_or_own",
                {"empty_or_own", "empty"}, "What the square where a double step ends must be.")
          .needs("stacking", {"true"}),

      // Turning over
      R::choice("promotion.kind", &P::promotion, "destiny", {"destiny", "choice"},
                "What a ratnik becomes: what stood behind it at the start, or what its player "
                "chooses."),
      R::choice("promotion.when_freed", &P::when_freed, "any_move",
                {"any_move", "own_move", "none"},
                "Whether a ratnik that comes free on its last rank turns over: whoever leaves it, "
                "only when its own player does, or never.")
          .needs("stacking", {"true"}),
      R::choice("promotion.reverts_under", &P::reverts_under, "any", {"any", "enemy"},
                "Under whose figure one that has turned over becomes a ratnik again.")
          .needs("stacking", {"true"}),
  };
  return all;
}

}  // namespace

const FamilySchema& schema() {
  static const FamilySchema tavreli = schema_of("tavreli", rows(), first_inputs());
  return tavreli;
}

Parameters read_parameters(const RuleSet& rule_set) {
  Parameters p = read_rows(schema(), rows(), rule_set);
  p.insufficient_material = p.insufficient_material && !p.stacking;
  if (p.promotion == Promotion::choice && p.stacking) {
    throw_contradiction(rule_set, "promotion.kind choice does not go with stacking true");
  }
  if (p.promotion == Promotion::choice && p.double_right != DoubleRight::second_rank) {
    throw_contradiction(rule_set,
                        "promotion.kind choice needs ratnik.double_right second_rank, as its "
                        "positions are written without marks for unmoved ratniks");
  }
  return p;
}

std::vector<NamedInput> named_inputs(const Parameters& parameters) {
  return tavlab::named_inputs(rows(), parameters);
}

}  // namespace tavlab::tavreli
