#include "core/draughts/words.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "core/draughts/words_facts.h"
#include "core/repetition_words.h"

namespace tavlab::draughts {
namespace {

/// The plies of a limit in words: "15 moves of each player in a row".
std::string in_a_row(int plies) {
  if (plies % 2 != 0)
    return fmt::format("{} in a row, counting both players", counted(plies, "move"));
  return fmt::format("{} of each player in a row", counted(plies / 2, "move"));
}

/// Writes the sentences, with a function per chapter.
class Writer : private WordsWriter {
 public:
  explicit Writer(const Rules& rules) : rules_(rules), p_(rules.parameters) {}

  Words words();

 private:
  /// What occupies a square: a piece or a column.
  [[nodiscard]] std::string_view thing() const { return p_.columns ? "column" : "piece"; }

  /// "men on a1 and c1 and a king on e1", given the letters of man and king.
  [[nodiscard]] std::string start_pieces(std::string_view letters) const;
  void board();
  void moves();
  void captures();
  void captures_of_kings();
  void whole_captures();
  void columns();
  void choice();
  void crowning();
  void end();
  void few_pieces(std::string_view pieces, int plies);
  void name_endings();

  const Rules& rules_;
  const Parameters& p_;
};

std::string Writer::start_pieces(std::string_view letters) const {
  std::vector<std::string> kinds;
  for (const bool king : {false, true}) {
    const auto squares = words_detail::start_squares(p_, letters[king ? 1 : 0]);
    if (squares.empty()) continue;
    const std::string name = king ? "king" : "man";
    kinds.push_back(fmt::format("{} on {}",
                                squares.size() == 1 ? "a " + name
                                : king              ? "kings"
                                                    : "men",
                                enumeration(squares)));
  }
  return enumeration(kinds);
}

void Writer::board() {
  chapter("Board and pieces");
  say("The board has {0} x {0} squares; only those of one colour are used, including a1.", p_.size);
  if (p_.rows.empty()) {
    say("Each player has {}, on all these squares of the {} nearest to the player.",
        p_.most_pieces == 1 ? "one man" : cardinal(p_.most_pieces) + " men",
        counted(p_.men_rows, "row"));
  } else {
    say("At the start White has {}.", start_pieces("wW"));
    say("At the start Black has {}.", start_pieces("bB"));
  }
  say("{} moves first.", p_.first == Side::first ? "White" : "Black");
  if (p_.columns) {
    say("Pieces form columns and never leave the board. The owner of the top piece owns the column "
        "and moves all of it as the top piece moves. Columns never split, and the pieces inside "
        "stay men or kings.");
  }
}

void Writer::moves() {
  chapter("Moves");
  say("A man moves one square diagonally forward, to an empty square.");
  if (rules_.flying()) {
    say("A king moves any number of empty squares along a diagonal.");
  } else {
    say("A king moves one square diagonally in any direction, to an empty square.");
  }
  say("A man whose move ends on the last row becomes a king{}.",
      p_.columns ? "; the pieces below it stay what they are" : "");
}

void Writer::captures() {
  chapter("Captures");
  say("A man captures by jumping over a diagonally adjacent enemy {} to the empty square behind "
      "it, "
      "{}.",
      thing(), p_.man_capture == ManCapture::all ? "forward or backward" : "forward only");
  if (!p_.man_captures_king) {
    say("A man may not jump over a king{}.", p_.columns ? " on top of a column" : "");
  }
  captures_of_kings();
  if (p_.columns) columns();
  whole_captures();
  crowning();
  choice();
}

void Writer::captures_of_kings() {
  if (!rules_.flying()) {
    say("A king jumps in the same way in all four directions.");
    return;
  }
  say("A king jumps from any distance over an enemy {} with an empty square behind it, if all "
      "squares in between are empty.",
      thing());
  switch (p_.king_landing) {
    case KingLanding::continuing:
      say("It may land on any of the empty squares behind; if it can continue capturing from some "
          "of them, it must choose one of those.");
      break;
    case KingLanding::any:
      say("It may land on any of the empty squares behind.");
      break;
    case KingLanding::behind:
      say("It lands directly behind the piece that it has jumped.");
      break;
  }
}

void Writer::columns() {
  say("Only the top piece of a jumped column is taken: it goes to the bottom of the capturing "
      "column.");
}

void Writer::whole_captures() {
  say("A {} that can continue capturing must do so in the same move.", thing());
  if (rules_.flying() || p_.columns) {
    if (p_.removal == Removal::at_once) {
      say("Captured pieces are {} at each jump.",
          p_.columns ? "taken from their columns" : "removed from the board");
    } else {
      say("Captured pieces stay in place until the move is over: they block other jumps and cannot "
          "be jumped again.");
    }
  }
  if (!p_.columns || p_.removal != Removal::at_once) return;
  switch (p_.again) {
    case JumpAgain::never:
      say("No column may be jumped twice in a move.");
      break;
    case JumpAgain::after_another:
      say("A column may be jumped again in the same move, once another has been jumped in "
          "between.");
      break;
    case JumpAgain::yes:
      say("A column may be jumped again in the same move, also at once in the opposite "
          "direction.");
      break;
  }
}

void Writer::choice() {
  say("Capturing is compulsory.");
  if (p_.king_first) say("A man may not capture if a king can.");
  switch (p_.choice) {
    case CaptureChoice::free:
      say("If there are several captures, any may be chosen.");
      break;
    case CaptureChoice::most:
      say("If there are several captures, one of the most pieces must be chosen.");
      break;
    case CaptureChoice::most_kings:
      say("If there are several captures, one of the most pieces must be chosen, and of these one "
          "of "
          "the most kings.");
      break;
    case CaptureChoice::italian:
      say("If there are several captures, one of the most pieces must be chosen; of these one by a "
          "king, if there is any; of these one of the most kings; of these one that takes a king "
          "first.");
      break;
  }
}

void Writer::crowning() {
  switch (p_.crowning) {
    case Crowning::continues:
      say("A man that reaches the last row by a capture becomes a king at once, and continues "
          "capturing as a king if it can.");
      break;
    case Crowning::end_of_move:
      say("A man that reaches the last row by a capture continues capturing as a man if it can, "
          "and "
          "becomes a king only if the move ends there.");
      break;
    case Crowning::stop:
      say("A man that reaches the last row by a capture becomes a king, and the move is over.");
      break;
  }
}

void Writer::few_pieces(std::string_view pieces, int plies) {
  if (plies == 0) return;
  say("With {} {}s on the board, including kings of both players, the game is drawn after {} "
      "without a capture or a new king.",
      pieces, thing(), in_a_row(plies));
}

void Writer::end() {
  chapter("End of the game");
  say("A player without a legal move loses, with or without pieces.");
  if (p_.kings_only > 0) {
    say("The game is drawn after {} by kings only, without a capture.", in_a_row(p_.kings_only));
  }
  if (p_.three_kings > 0) {
    say("When three kings or more are left against one, and nothing else, the game is drawn after "
        "{} without a capture or a new king{}.",
        in_a_row(p_.three_kings),
        p_.lone_king == LoneKing::main_road ? ", as soon as the one king is on the diagonal from a1"
                                            : "");
  }
  few_pieces("two or three", p_.pieces_2_3);
  few_pieces("four or five", p_.pieces_4_5);
  few_pieces("six or seven", p_.pieces_6_7);
  if (p_.total_plies > 0) {
    say("The game is drawn after {} of both players together.", counted(p_.total_plies, "move"));
  }
  say("{}", repetition_sentence(p_.repetition, "the same player to move"));
}

void Writer::name_endings() {
  const auto add = [&](bool possible, Ending ending, std::string meaning) {
    add_ending(possible, ending_text(ending), std::move(meaning));
  };
  add(true, Ending::no_pieces, fmt::format("the player to move had no {} left", thing()));
  add(true, Ending::blocked, "the player to move had no legal move");
  add(p_.kings_only > 0, Ending::kings_only, "only kings moved for too long");
  add(p_.three_kings > 0, Ending::three_kings, "three kings or more did not catch one in time");
  add(words_detail::limits_few_pieces(p_), Ending::few_pieces,
      "few pieces were left, without progress for too long");
  add(p_.total_plies > 0, Ending::total_plies, "the game was too long");
  add_ending(p_.repetition.verdict != RepetitionRule::Verdict::ignored, "repetition",
             "a position was repeated too often");
}

Words Writer::words() {
  const std::string goal = p_.columns ? "take or block all columns of the enemy"
                                      : "capture or block all pieces of the enemy";
  words_.summary =
      p_.columns ? "Draughts in which captured pieces go under the captor in columns; each player "
                   "tries to " +
                       goal + "."
                 : "Draughts: each player tries to " + goal + ".";
  words_.sides = {Term{"white", goal}, Term{"black", goal}};
  words_.pieces = {
      {"w", "man of White"}, {"W", "king of White"}, {"b", "man of Black"}, {"B", "king of Black"}};
  board();
  moves();
  captures();
  end();
  name_endings();
  return finished();
}

}  // namespace

Words words(const Rules& rules) { return Writer(rules).words(); }

std::string_view notation() {
  return R"(w and W are man and king of White, b and B of Black. A column in brackets, from the bottom up. Then w or b, the
side to move; then, where limits count them, king_moves=4, quiet=12 (moves without a capture or a new king with few
pieces) and plies=100.
Example (a white king on two black men on d2): 8/8/1b6/8/8/4b3/3(bbW)4/8 w
Moves: c3-d4; a capture c3:e5, or with every square where it lands, d2:b4:d6, where another capture begins and ends
on the same squares. Other ways to capture the same pieces are read too, and x or - for the colon.
)";
}

}  // namespace tavlab::draughts
