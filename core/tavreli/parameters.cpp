// The parameters of a tavreli rule set. The defaults are the federation's game.
#include "core/tavreli/parameters.h"

#include "core/ruleset/rows.h"

namespace tavlab::tavreli {
namespace {

using P = Parameters;
using R = Row<P>;

const std::vector<R>& rows() {
  static const std::vector<R> all = {
      R::flag("stacking", &P::stacking, true,
              "Pieces stand on each other and never leave the board; if false, they are captured "
              "as in chess."),

      // The end of the game
      R::choice("win", &P::win, "checkmate", {"checkmate", "volkhv_capture"},
                "Checkmate wins, and no move may leave the mover's volkhv attacked; or moving onto "
                "the enemy's volkhv wins, and a move may leave one's own attacked."),
      R::flag("volkhv.into_attack", &P::volkhv_into_attack, true,
              "With win volkhv_capture: whether a volkhv may step onto an attacked square.")
          .needs("win", {"volkhv_capture"}),
      R::choice("stalemate", &P::stalemate_loses, "draw", {"draw", "loss"},
                "The result for a player who has no legal move and is not in check."),
      R::choice(
          "repetition.result", [](auto& p) -> auto& { return p.repetition.verdict; }, "draw",
          {"ignored", "draw", "mover_loses"}, "The consequence of a repetition."),
      R::number(
          "repetition.count", [](auto& p) -> auto& { return p.repetition.count; }, 3, 2, 9,
          "The occurrence of a position that counts as a repetition.")
          .needs("repetition.result", {"draw", "mover_loses"})
          .scaled(5),
      R::number("limits.quiet_plies", &P::quiet_plies, 0, 1, 9999,
                "Plies without a ratnik's move, a promotion or a capture until a draw.", "none")
          .limit(),
      R::number("limits.total_plies", &P::total_plies, 0, 1, 9999, "Plies until a draw.", "none")
          .limit(),
      R::flag("insufficient_material", &P::insufficient_material, false,
              "A draw when neither player has enough pieces for checkmate.")
          .needs("stacking", {"false"}),

      // Moves
      R::flag("castling", &P::castling, true, "Whether volkhv and ratoborets may castle."),
      R::choice("castling_side", &P::castling_side, "both", {"both", "first", "second"},
                "Who may castle: both players, only the first (White), or only the second (Black).")
          .since("0.2")
          .needs("castling", {"true"})
          .unseen(),  // the rights in the position show it
      R::flag("en_passant", &P::en_passant, true,
              "Whether a ratnik may be captured on the square that its double step crossed."),
      R::flag("cover_kills_rights", &P::cover_kills_rights, false,
              "Whether a covered piece loses its right to castle, or to a double step.")
          .needs("stacking", {"true"}),
      R::flag("ratnik.own_ahead", &P::own_ahead, true,
              "Whether a ratnik may step straight ahead onto a tower of its own side.")
          .needs("stacking", {"true"}),
      R::choice("ratnik.double_right", &P::double_right, "home_unmoved",
                {"home_unmoved", "second_rank", "first_own_move"},
                "Which ratniks may make a double step: those that never left their start squares; "
                "any on its second rank; those that have never led a move as top piece."),
      R::choice("ratnik.double_cross", &P::double_cross, "empty", {"empty", "empty_or_own"},
                "What the square that a double step crosses must be."),
      R::choice("ratnik.double_target", &P::double_target, "empty_or_own",
                {"empty_or_own", "empty"}, "What the square where a double step ends must be.")
          .needs("stacking", {"true"}),

      // Turning over
      R::choice("promotion.kind", &P::promotion, "destiny", {"destiny", "choice"},
                "What a ratnik becomes: the piece behind it at the start, or what its player "
                "chooses."),
      R::choice("promotion.when_freed", &P::when_freed, "any_move",
                {"any_move", "own_move", "none"},
                "When a ratnik that is uncovered on its last rank turns over: after any player's "
                "move, only after its own player's, or never.")
          .needs("stacking", {"true"}),
      R::choice("promotion.reverts_under", &P::reverts_under, "any", {"any", "enemy"},
                "Whose pieces, placed on a ratnik that has turned over, turn it back.")
          .needs("stacking", {"true"}),
  };
  return all;
}

Parameters read(const RuleSet& rule_set, CrossChecks checks) {
  Parameters p = read_rows(schema(), rows(), rule_set);
  p.insufficient_material = p.insufficient_material && !p.stacking;
  checks.pass([&] {
    if (p.promotion != Promotion::choice || !p.stacking) return;
    throw_contradiction(rule_set, "promotion.kind choice needs stacking = false");
  });
  checks.pass([&] {
    if (p.promotion != Promotion::choice || p.double_right == DoubleRight::second_rank) return;
    throw_contradiction(rule_set,
                        "promotion.kind choice needs ratnik.double_right second_rank, as its "
                        "position texts have no marks for unmoved ratniks");
  });
  return p;
}

}  // namespace

const FamilySchema& schema() {
  static const FamilySchema tavreli = schema_of("tavreli", rows(), read, first_inputs());
  return tavreli;
}

Parameters read_parameters(const RuleSet& rule_set) { return read(rule_set, {}); }

std::vector<NamedInput> named_inputs(const Parameters& parameters) {
  return tavlab::named_inputs(rows(), parameters);
}

}  // namespace tavlab::tavreli
