// Sentences on the end of the game, repetition and dice.
#include "core/tafl/words_writer.h"

namespace tavlab::tafl::words_detail {

void Writer::ends() {
  chapter("End of the game");
  if (can_capture_king()) say("The attackers win by capturing the king.");
  say("The defenders win when the king reaches {}.", escape_squares());
  if (p_.exit_fort) {
    say("The defenders also win by an exit fort: after their move the king stands on the edge and "
        "can move, inside a wall of defenders that the attackers can never break.");
  }
  switch (p_.encirclement) {
    case Encirclement::off:
      break;
    case Encirclement::cut_off_from_edge:
      say("The attackers win by encirclement: after their move neither the king nor any defender "
          "has a path to the edge, of any length, that no attacker blocks.");
      break;
    case Encirclement::cut_off_from_escape:
      say("The attackers win by encirclement: after their move neither the king nor any defender "
          "has a path to an escape square, of any length, that no attacker blocks.");
      break;
    case Encirclement::immobile:
      say("The attackers win by encirclement: the defenders have no legal move, and neither the "
          "king nor any defender has a path to the edge that no attacker blocks.");
      break;
  }
  no_move();
  if (p_.king_side_moves > 0) {
    say("The attackers win when the defenders have made {} without winning.",
        counted(p_.king_side_moves, "move"));
  }
  if (p_.quiet_plies > 0) {
    say("The game is drawn after {} in a row without a capture, counting both sides' moves.",
        counted(p_.quiet_plies, "move"));
  }
  if (p_.total_plies > 0) {
    say("The game is drawn after {}, counting both sides' moves.", counted(p_.total_plies, "move"));
  }
}

void Writer::no_move() {
  const auto what = [](NoMove rule) -> std::string_view {
    switch (rule) {
      case NoMove::loses:
        return "loses";
      case NoMove::draws:
        return "draws";
      case NoMove::passes:
        break;
    }
    return "passes its turn; the game is drawn if the other side has no legal move either";
  };
  if (p_.no_move_attackers == p_.no_move_defenders) {
    say("A side that has no legal move {}.", what(p_.no_move_attackers));
    return;
  }
  say("If the attackers have no legal move, their side {}.", what(p_.no_move_attackers));
  say("If the defenders have no legal move, their side {}.", what(p_.no_move_defenders));
}

void Writer::repetition() {
  using Verdict = RepetitionRule::Verdict;
  const RepetitionRule& rule = p_.repetition;
  chapter("Repetition");
  const std::string event =
      rule.scope == RepetitionRule::Scope::position
          ? fmt::format("a position with the same side to move occurs for the {} time",
                        ordinal(rule.count))
          : fmt::format(
                "the same cycle of four moves, two by each side, is played {} times in a "
                "row",
                cardinal(rule.count));
  switch (rule.verdict) {
    case Verdict::ignored:
      say("Repetition has no consequences.");
      break;
    case Verdict::draw:
      say("The game is drawn when {}.", event);
      break;
    case Verdict::mover_loses:
      say("When {}, the side that has just moved loses.", event);
      break;
    case Verdict::first_wins:
      say("When {}, the attackers win.", event);
      break;
    case Verdict::forbidden:
      say("A move by which {} is forbidden.", event);
      break;
    case Verdict::forbidden_to_second:
      say("A move of the defenders by which {} is forbidden.", event);
      break;
  }
}

void Writer::dice() {
  chapter("Dice");
  say("Each turn begins with the roll of a die with {} faces, numbered from one.",
      cardinal(p_.dice_faces));
  if (p_.dice == Dice::parity) {
    say("The player moves after an {} number{}.", p_.dice_odd_moves ? "odd" : "even",
        p_.dice_reroll ? "; the die is rolled until it shows one"
                       : " and passes the turn after any other");
    return;
  }
  say("The piece moves {} as many squares as the die shows.",
      p_.dice_exact ? "exactly" : "at most");
  say("A roll that allows no legal move {}.",
      p_.dice_reroll ? "is rolled again" : "passes the turn");
}

void Writer::name_endings() {
  add_ending(can_capture_king(), "king captured", "the attackers have captured the king");
  add_ending(true, "king escaped", "the king has reached " + escape_squares());
  add_ending(p_.exit_fort, "exit fort", "the king is in an unbreakable fort on the edge");
  add_ending(p_.encirclement != Encirclement::off, "encirclement",
             "the attackers have encircled the king and all defenders");
  add_ending(p_.king_side_moves > 0, "move limit", "the defenders have used up their moves");
  add_ending(p_.quiet_plies > 0, "quiet plies", "too many moves in a row without a capture");
  add_ending(p_.total_plies > 0, "total plies", "the game reached its maximum length");
  add_ending(true, "no legal move", "the side to move had no legal move");
  add_ending(repetition_ends(), "repetition",
             "a position or a cycle of moves was repeated too often");
}

}  // namespace tavlab::tafl::words_detail
