#include "core/ur/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>

#include "core/ur/words_facts.h"

namespace tavlab::ur {
namespace {

using words_detail::Texts;

/// Writes the sentences; each chapter is a function.
class Writer : private words_detail::RulesWriter {
 public:
  explicit Writer(const Rules& rules) : RulesWriter(rules) {}

  Words words();

 private:
  [[nodiscard]] std::string step(int path_index) const;

  void board();
  [[nodiscard]] std::string_view dice_thrown() const;
  void dice();
  void moves();
  void squares();
  void stacks();
  void turning();
  void again();
  void end();

  /// Names squares of a class: "a1, c3 and g1", with "is" or "are".
  void say_where(SquareClass c, const char* one, const char* many) {
    const Texts names = squares_of(c);
    if (names.empty()) return;
    say("{} {} {}.", names.size() == 1 ? one : many, names.size() == 1 ? "is" : "are",
        enumeration(names));
  }
};

/// "the fifth square of its path (White's a2)".
std::string Writer::step(int path_index) const {
  return fmt::format("the {} square of its path (White's {})", ordinal(path_index),
                     square_of_path(path_index));
}

void Writer::board() {
  chapter("Board, path and pieces");
  say("{}", p_.board == Board::standard
                ? "The board is the royal board of Ur: a block of twelve squares and one of six, "
                  "joined by a bridge of two."
                : "The board has a block of twelve squares and a tail of eight, as the game of "
                  "twenty squares of later finds (aseb).");
  say("White's path: {}. Black's is its mirror image, with ranks 1 and 3 swapped.",
      fmt::join(path(), " "));
  say_where(SquareClass::rosette, "The rosette", "Rosettes");
  say_where(SquareClass::depot, "The depot", "Depots");
  say_where(SquareClass::shared_depot, "The shared depot", "Shared depots");
  say_where(SquareClass::island, "The island", "Islands");
  say_where(SquareClass::finish, "The finish", "Finish squares");
  say("Each player has {}, all in hand at the start.", counted(p_.pieces, "piece"));
}

/// Which dice are thrown, and how they are read; empty if only the weights of the rolls are known.
std::string_view Writer::dice_thrown() const {
  switch (p_.dice) {
    case DiceKind::binary4:
      return "Throw four two-sided dice: the roll is the number of those with the marked side up.";
    case DiceKind::binary3:
      return "Throw three two-sided dice: the roll is the number of those with the marked side up.";
    case DiceKind::binary3_zero4:
      return "Throw three two-sided dice: the roll is the number of those with the marked side up, "
             "and four if there are none.";
    case DiceKind::parity3:
      return "Throw three six-sided dice: the roll is the number of those that show an odd number, "
             "and four if there are none.";
    case DiceKind::d4:
      return "Throw one four-sided die.";
    case DiceKind::d6:
      return "Throw one six-sided die.";
    case DiceKind::custom:
      break;
  }
  return {};
}

void Writer::dice() {
  chapter("Dice");
  if (const std::string_view thrown = dice_thrown(); !thrown.empty()) say("{}", thrown);
  say("The rolls of the dice and their probabilities: {}.", fmt::join(chances(), ", "));
  switch (p_.opening) {
    case Opening::one_moves:
      say("The players roll in turn until one of them rolls a one; this player is White and starts "
          "with that one.");
      break;
    case Opening::free:
    case Opening::one_then_roll:
      say("White begins.");
      break;
  }
}

void Writer::moves() {
  chapter("Moves");
  say("A turn is a roll and a move of one piece by exactly that many squares along its path. A "
      "piece enters from the hand as if from a square before the first.");
  say("The player may choose among the legal moves but must make one. Without any{} the turn "
      "passes.",
      can_roll_nothing() ? ", or after a roll of 0," : "");
  say("Pieces pass over others. A piece may not land on one of its own side{}.",
      has_stacks() ? ", except in stacks" : "");
  say("A piece that lands on an enemy captures it: it returns to its owner's hand.");
  if (p_.capture_backward) {
    say("A piece on the board may also move backwards by the number rolled if it captures.");
  }
  say("{}", p_.exit == Exit::exact
                ? "A piece goes home by a roll that takes it exactly one step beyond the last "
                  "square of its path."
                : "A piece goes home by any roll that takes it beyond the last square of its "
                  "path.");
}

void Writer::stacks() {
  if (has(SquareClass::depot)) say("A depot holds a stack of its owner's pieces.");
  if (has(SquareClass::shared_depot)) {
    say("A shared depot holds a stack of one player's pieces; while any are there, the other "
        "player may not land on it.");
  }
  if (has(SquareClass::island)) {
    say("An island holds a stack of both players' pieces; nothing is captured there, and only the "
        "top piece may move.");
  }
  if (!has_stacks()) return;
  say("A stack has at most {}.", counted(p_.capacity, "piece"));
  if (has(SquareClass::depot) || has(SquareClass::shared_depot)) {
    say("{}", p_.access == StackAccess::top
                  ? "In a depot only the top piece may move."
                  : "In a depot any piece may move; the others keep their order.");
  }
}

void Writer::squares() {
  chapter("Squares");
  if (has(SquareClass::rosette) && p_.rosette_safe) {
    say("A piece on a rosette cannot be captured: no enemy may land there.");
  }
  stacks();
  if (has(SquareClass::finish) && turns() && p_.finish != Finish::normal) {
    say("A turned piece on the finish cannot be captured, {}.",
        p_.finish == Finish::immune ? "and no piece lands on it"
                                    : "and only turned pieces of its owner may join it");
  }
}

void Writer::turning() {
  if (!turns()) return;
  chapter("Pieces that turn");
  say("A piece turns to its other face on its way to {}; a captured one returns unturned.",
      step(p_.turned_from));
  say("{}", p_.cross_kind == CrossKind::block
                ? "A piece may not land on a single piece that shows the other face, an enemy's or "
                  "its own side's."
                : "A piece may capture an enemy that shows the other face like any other.");
}

void Writer::again() {
  const bool rosette = has(SquareClass::rosette) && p_.rosette_extra;
  if (!rosette && !p_.capture_extra) return;
  chapter("Extra rolls");
  say("A player who {}{}{} rolls again.", rosette ? "lands on a rosette" : "",
      rosette && p_.capture_extra ? " or " : "", p_.capture_extra ? "captures" : "");
  say("{}", p_.extra_roll == ExtraRoll::any_piece
                ? "Any piece may use the extra roll."
                : "The extra roll must be used by a piece other than the one that earned it; if no "
                  "other can move, the turn passes.");
}

void Writer::end() {
  chapter("End of the game");
  say("The first player to bring {} home wins.",
      p_.pieces_to_win == p_.pieces ? "all pieces" : counted(p_.pieces_to_win, "piece"));
  say("When a roll above 0 allows no move, and no roll would let either player move, {}.",
      p_.deadlock == Deadlock::draw
          ? "the game is drawn"
          : "the player with more pieces home wins; with equal numbers the game is drawn");
}

Words Writer::words() {
  const std::string goal =
      p_.pieces_to_win == p_.pieces
          ? fmt::format("all {} pieces", cardinal(p_.pieces))
          : fmt::format("{} of {} pieces", cardinal(p_.pieces_to_win), cardinal(p_.pieces));
  words_.summary = fmt::format(
      "A race with dice: each player brings pieces along a path of {} squares, captures the "
      "other's on the way, and wins with {} home.",
      rules_.length, goal);
  words_.sides = {Term{"white", fmt::format("bring {} home", goal)},
                  Term{"black", fmt::format("bring {} home", goal)}};
  words_.pieces = {{"w", "piece of White"}, {"b", "piece of Black"}};
  if (turns() || visits_twice()) {
    const char* what = turns() ? "that has turned" : "on its second visit to a square";
    words_.pieces.push_back({"W", fmt::format("piece of White {}", what)});
    words_.pieces.push_back({"B", fmt::format("piece of Black {}", what)});
  }
  board();
  dice();
  moves();
  squares();
  turning();
  again();
  end();
  words_.endings = {{"pieces home", "a player has brought the pieces home"},
                    {"nobody can move", "no roll would let either player move"}};
  return finished();
}

}  // namespace

Words words(const Rules& rules) { return Writer(rules).words(); }

std::string_view notation() {
  return R"(Rows 3, 2 and 1, '_' where the board has no square; pieces w (White's), b (Black's), W and B once they have
turned (if pieces do not turn: on their second visit to a square); a stack is in parentheses, from the bottom up.
Then w or b, the player to roll or to move; then, if they apply:
  home=2:3       pieces home, White's and Black's
  throw=4        the roll is known and a move is due
  barred=d2      the piece there may not use this extra roll
The remaining pieces are in hand.
Example (ur-skiryuk): b1b1__2/2(wB)5/1w2__w1 w home=0:1 throw=3
Moves: d1-a1; hand-d1 enters a piece, b2-home takes one home. If two moves have the same squares, the path
indices follow: h2-g2@14-17.
Rolls: [0] to [6].
)";
}

}  // namespace tavlab::ur
