#include "core/tavreli/words.h"

#include <fmt/format.h>

#include <array>

#include "core/repetition_words.h"
#include "core/subscript.h"
#include "core/tavreli/position_text.h"

namespace tavlab::tavreli {
namespace {

struct KindNames {
  std::string_view latin, cyrillic, chess;
};
/// By Kind.
constexpr std::array<KindNames, kKinds> kNames = {{{"volkhv", "волхв", "king"},
                                                   {"knyaz", "князь", "queen"},
                                                   {"ratoborets", "ратоборец", "rook"},
                                                   {"luchnik", "лучник", "bishop"},
                                                   {"vsadnik", "всадник", "knight"},
                                                   {"ratnik", "ратник", "pawn"},
                                                   {"helgi", "хельги", "queen and knight in one"}}};

/// Chess proper, with the names of chess pieces.
bool is_chess(const Rules& rules) { return rules.parameters.promotion == Promotion::choice; }

/// Writes the sentences; each chapter is a function.
class Writer : private WordsWriter {
 public:
  explicit Writer(const Rules& rules) : rules_(rules), p_(rules.parameters) {}

  Words words();

 private:
  [[nodiscard]] std::string name(Kind kind) const { return kind_name(rules_, kind); }
  [[nodiscard]] std::string king() const { return name(Kind::volkhv); }
  [[nodiscard]] std::string rook() const { return name(Kind::ratoborets); }
  [[nodiscard]] std::string pawn() const { return name(Kind::ratnik); }
  [[nodiscard]] bool stacks() const { return p_.stacking; }

  void board();
  void moves();
  void pawns();
  void double_step();
  void castling();
  void promotion();
  void turning_over();
  void check();
  void end();
  void name_pieces();
  void name_endings();

  const Rules& rules_;
  const Parameters& p_;
};

void Writer::board() {
  chapter("Board and pieces");
  say("The board is that of chess, eight by eight squares with a1 dark; White moves first.");
  say("Each player has a {} (K), a {} (Q), two pieces each of {} (R), {} (B) and {} (N), and eight "
      "{}s (P). The first rank is R N B Q K B N R from file a, with the {}s in front.",
      king(), name(Kind::knyaz), rook(), name(Kind::luchnik), name(Kind::vsadnik), pawn(), pawn());
  if (!is_chess(rules_)) {
    say("Each {} has a destiny, the piece behind it at the start; the one in front of the {} "
        "becomes a {} (H).",
        pawn(), king(), name(Kind::helgi));
  }
  if (stacks()) {
    say("Pieces stand on each other in towers and never leave the board. The owner of the top "
        "piece owns the tower.");
  }
}

void Writer::moves() {
  chapter("Moves");
  if (is_chess(rules_)) {
    say("Pieces move and capture as in chess.");
  } else {
    say("The {} moves like the king of chess, the {} like the queen, the {} like a rook, the {} "
        "like a bishop, the {} like a knight; a {} like a queen and a knight in one.",
        king(), name(Kind::knyaz), rook(), name(Kind::luchnik), name(Kind::vsadnik),
        name(Kind::helgi));
  }
  if (stacks()) {
    say("A move takes any number of pieces from the top of one of the player's own towers together "
        "to another "
        "square, moving as the top piece does, and places them on any pieces there, own or enemy. "
        "The rest of the tower belongs at once to the owner of its new top piece.");
    if (p_.win == Win::checkmate) {
      say("No piece may move onto a {}.", king());
    } else {
      say("No piece may move onto its own side's {}.", king());
    }
  } else {
    say("A piece that moves onto an enemy captures it and removes it from the board. No piece may "
        "move onto one of its own side.");
  }
  pawns();
  castling();
}

void Writer::pawns() {
  if (!stacks()) {
    say("A {} steps one square ahead onto an empty square, and captures one square diagonally "
        "ahead.",
        pawn());
  } else {
    say("A {} steps one square ahead onto an empty square{}, and diagonally ahead only onto an "
        "enemy's tower.",
        pawn(), p_.own_ahead ? " or a tower of its own side" : "");
  }
  double_step();
  if (p_.en_passant) {
    say("En passant: in the next move after a double step, an enemy {} that could step diagonally "
        "to the crossed square may do so if that is empty; {}.",
        pawn(),
        stacks() ? fmt::format("only the {} that made the double step is taken back to the crossed "
                               "square and covered there{}",
                               pawn(), "; if it had turned over, it turns back")
                 : fmt::format("the {} that made the step is captured", pawn()));
  }
}

void Writer::double_step() {
  std::string who;
  switch (p_.double_right) {
    case DoubleRight::home_unmoved:
      who = fmt::format("A {} that has never left its start square", pawn());
      break;
    case DoubleRight::second_rank:
      who = fmt::format("A {} on its player's second rank", pawn());
      break;
    case DoubleRight::first_own_move:
      who = fmt::format("A {} that has never led a move as top piece, on any square,", pawn());
      break;
  }
  const std::string crossed =
      p_.double_cross == DoubleCross::empty ? "is empty" : "holds no enemy's tower";
  const std::string target = stacks() && p_.double_target == DoubleTarget::empty_or_own
                                 ? "holds no enemy's tower"
                                 : "is empty";
  if (!stacks() && p_.double_cross == DoubleCross::empty) {
    say("{} may step two squares ahead if both are empty.", who);
    return;
  }
  say("{} may step two squares ahead if the square that it crosses {} and the one where it ends "
      "{}.",
      who, stacks() || p_.double_cross == DoubleCross::empty ? crossed : "holds no enemy", target);
}

void Writer::castling() {
  if (p_.castling) {
    say("Castling: a {} and a {} that have never left their start squares, {}with nothing between "
        "them, may move together if the squares that the {} leaves, crosses and reaches are not "
        "attacked: it moves two squares towards the {}, which moves to the square crossed.",
        king(), rook(), stacks() ? "the latter alone on its square, " : "", king(), rook());
    if (p_.castling_side == CastlingSide::first) say("Only White may castle.");
    if (p_.castling_side == CastlingSide::second) say("Only Black may castle.");
  }
  if (p_.cover_kills_rights && stacks()) {
    if (p_.double_right != DoubleRight::second_rank) {
      say("A covered {} loses its right to a double step.", pawn());
    }
    if (p_.castling) say("A covered {} loses its right to castle.", rook());
  }
}

void Writer::promotion() {
  chapter(is_chess(rules_) ? "Promotion" : "Turning over");
  if (is_chess(rules_)) {
    say("A pawn that reaches the last rank becomes a queen, rook, bishop or knight, at its "
        "player's choice.");
    return;
  }
  turning_over();
}

void Writer::turning_over() {
  say("A {} that reaches its last rank{} turns over: from then on it moves as its destiny says.",
      pawn(), stacks() ? " as the top of the pieces moved" : "");
  if (!stacks()) return;
  switch (p_.when_freed) {
    case WhenFreed::any_move:
      say("So does one that was covered there, as soon as any player's move uncovers it.");
      break;
    case WhenFreed::own_move:
      say("So does one that was covered there when its own player uncovers it; if the enemy does, "
          "it stays a {} until it is covered and uncovered again.",
          pawn());
      break;
    case WhenFreed::none:
      say("One that was covered there and is uncovered does not turn over.");
      break;
  }
  say("A piece that has turned over becomes a {} again when {} on it.", pawn(),
      p_.reverts_under == RevertsUnder::any ? "pieces are placed" : "the enemy places pieces");
}

void Writer::check() {
  chapter("Check");
  say("A player is in check when the {} is attacked, that is, when {} could move there now.",
      king(), stacks() ? "the top piece of an enemy's tower" : "an enemy's piece");
  if (p_.win == Win::checkmate) {
    say("No move may leave the player's own {} attacked.", king());
  } else if (p_.volkhv_into_attack) {
    say("A move may leave the player's own {} attacked.", king());
  } else {
    say("The {} itself may not move to an attacked square; other moves may leave it attacked.",
        king());
  }
}

void Writer::end() {
  chapter("End of the game");
  if (p_.win == Win::checkmate) {
    say("A player in check without a legal move has lost: checkmate.");
  } else {
    say("A player who {} the enemy's {} wins at once.", stacks() ? "moves onto" : "captures",
        king());
  }
  say("A player {}without a legal move {}.",
      p_.win == Win::checkmate ? "who is not in check and " : "",
      p_.stalemate_loses ? "has lost: stalemate" : "draws: stalemate");
  if (p_.insufficient_material) {
    say("The game is drawn when only the two {}s are left, with at most one {} or {}, or with {}s "
        "that are all on squares of one colour.",
        king(), name(Kind::luchnik), name(Kind::vsadnik), name(Kind::luchnik));
  }
  if (p_.quiet_plies > 0) {
    say("The game is drawn after {} in a row, counting both sides' moves, in which no {} moves or "
        "{} and {}.",
        counted(p_.quiet_plies, "move"), pawn(), is_chess(rules_) ? "is promoted" : "turns over",
        stacks() ? "no enemy tower is covered" : "nothing is captured");
  }
  if (p_.total_plies > 0) {
    say("The game is drawn after {}, counting both sides' moves.", counted(p_.total_plies, "move"));
  }
  say("{}", repetition_sentence(p_.repetition, "the same player to move and the same rights"));
}

void Writer::name_pieces() {
  for (const Kind kind : {Kind::volkhv, Kind::knyaz, Kind::ratoborets, Kind::luchnik, Kind::vsadnik,
                          Kind::ratnik, Kind::helgi}) {
    if (kind == Kind::helgi && is_chess(rules_)) continue;
    std::string text(1, letter_of(kind, Side::first));
    std::string meaning = kind_name_in_both(rules_, kind);
    if (!is_chess(rules_)) {
      meaning += fmt::format(", {}{}", kind == Kind::helgi ? "" : "the ", kNames[at(kind)].chess);
      if (kind != Kind::helgi) meaning += " of chess";
    }
    if (kind == Kind::ratnik && !is_chess(rules_)) {
      meaning += "; with the letter of its destiny: PR";
    }
    if (kind == Kind::helgi) meaning += "; only as a destiny: PH, and turned over +H";
    words_.pieces.push_back({std::move(text), std::move(meaning)});
  }
}

void Writer::name_endings() {
  const bool mate = p_.win == Win::checkmate;
  add_ending(mate, "checkmate", "the player to move was in check and had no legal move");
  add_ending(
      true, "stalemate",
      fmt::format("the player to move had no legal move{}", mate ? " and was not in check" : ""));
  add_ending(
      !mate, "volkhv taken",
      fmt::format("a piece {} the enemy's {}", stacks() ? "stands on" : "has captured", king()));
  add_ending(p_.quiet_plies > 0, "quiet plies", "too many moves in a row without progress");
  add_ending(p_.total_plies > 0, "total plies", "the game reached its maximum length");
  add_ending(p_.insufficient_material, "insufficient material",
             "neither player had enough pieces for checkmate");
  add_ending(p_.repetition.verdict != RepetitionRule::Verdict::ignored, "repetition",
             "a position was repeated too often");
}

Words Writer::words() {
  const std::string goal = p_.win == Win::checkmate
                               ? fmt::format("checkmate the enemy's {}", king())
                           : stacks() ? fmt::format("move onto the enemy's {}", king())
                                      : fmt::format("capture the enemy's {}", king());
  if (is_chess(rules_)) {
    words_.summary = fmt::format("Chess: each player tries to {}.", goal);
  } else if (stacks()) {
    words_.summary = fmt::format(
        "A form of chess in which pieces are not captured but stand on each other in towers, which "
        "move as their top piece does; each player tries to {}.",
        goal);
  } else {
    words_.summary = fmt::format(
        "A form of chess in which every {} has a destiny, the piece that it becomes; each player "
        "tries to {}.",
        pawn(), goal);
  }
  words_.sides = {Term{"white", goal}, Term{"black", goal}};
  words_.check = "in check";
  name_pieces();
  board();
  moves();
  promotion();
  check();
  end();
  name_endings();
  return finished();
}

}  // namespace

std::string kind_name(const Rules& rules, Kind kind) {
  const KindNames& names = kNames[at(kind)];
  return std::string(is_chess(rules) ? names.chess : names.latin);
}

std::string kind_name_in_both(const Rules& rules, Kind kind) {
  const KindNames& names = kNames[at(kind)];
  if (is_chess(rules)) return std::string(names.chess);
  return fmt::format("{} ({})", names.latin, names.cyrillic);
}

Words words(const Rules& rules) { return Writer(rules).words(); }

std::string_view notation() {
  return R"(K volkhv (волхв, king), Q knyaz (князь, queen), R ratoborets (ратоборец, rook), B luchnik (лучник, bishop),
N vsadnik (всадник, knight), P with a letter a ratnik (ратник, pawn) and its destiny, where H is helgi (хельги,
queen and knight in one); + and the letter once it has turned over. Capitals are White's. A tower is in
parentheses, from the bottom up. Then w or b, the side to move; castling rights (KQkq or -); the files of the
ratniks that never left their start squares (ABCabc or -); the square that a double step has just crossed, if an
en passant capture is legal (or -); then, if limits count them, quiet=12 and plies=100.
Example (a tower on c3): 4k3/8/8/8/8/2(PBNR)5/8/4K3 w - - -
Chess: a FEN.
Moves: e2-e4 moves a whole tower, c3(2)-c6 its two top pieces; 0-0 and 0-0-0 castle; e7-e8Q promotes in chess.
Published games are read too (`tavlab trace --game FILE`): with numbers, headers, comments, + x ! ? after moves,
capitals, Cyrillic а с е, a missing dash.
)";
}

}  // namespace tavlab::tavreli
