#include "core/tavreli/position_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "core/error.h"
#include "core/rank_text.h"
#include "core/subscript.h"
#include "core/tavreli/moves.h"
#include "core/text.h"

namespace tavlab::tavreli {
namespace {

constexpr std::string_view kLetters = "KQRBNPH";  // by Kind
constexpr std::string_view kRightLetters = "KQkq";

char in_case(char letter, Side side) {
  return side == Side::first ? letter : static_cast<char>(std::tolower(letter));
}

bool chooses(const Rules& rules) { return rules.parameters.promotion == Promotion::choice; }

/// The start square of the side's ratniks on a file.
int ratnik_home(Side side, int file) { return (side == Side::first ? 8 : 48) + file; }

/// The destiny of the ratniks that start on a file.
Kind destiny_of_file(int file) {
  constexpr std::array<Kind, 8> destinies = {Kind::ratoborets, Kind::vsadnik,   Kind::luchnik,
                                             Kind::knyaz,      Kind::helgi,     Kind::luchnik,
                                             Kind::vsadnik,    Kind::ratoborets};
  return destinies[at(file)];
}

/// Whether a piece at a level of a square's tower is at the bottom of a start square of its kind,
/// so that the field UNMOVED states its right.
bool is_at_home(Piece piece, int square, int level) {
  return level == 0 && ratnik_home(piece.side(), file_of(square)) == square &&
         destiny_of_file(file_of(square)) == piece.destiny();
}

[[noreturn]] void fail(std::string_view text, const std::string& what) {
  throw UserError(fmt::format("position '{}': {}", text, what));
}

/// A position text being parsed: the rest of a rank, and the whole text for messages.
struct Reader {
  const Rules& rules;
  Position& p;
  std::string_view text;
  std::string_view rank;
  int square = 0;

  [[noreturn]] void fail(const std::string& what) const { tavreli::fail(text, what); }
  void read_rank();
  void read_piece();
};

void Reader::read_piece() {
  const std::string name = square_name(square);
  const bool turned = rank.front() == '+';
  if (turned) rank.remove_prefix(1);
  const char letter = rank.empty() ? ' ' : rank.front();
  const auto upper = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  const Side side = upper == letter ? Side::first : Side::second;
  if (!rank.empty()) rank.remove_prefix(1);
  Piece piece;
  if (upper == 'P' && !turned && chooses(rules)) {
    piece = Piece::ratnik(side, Kind::ratnik, false);
  } else if (turned || upper == 'P') {
    char destiny = letter;
    if (!turned) {
      destiny = rank.empty() ? ' ' : rank.front();
      if (!rank.empty()) rank.remove_prefix(1);
    }
    const auto kind = std::string_view("QRBNH").find(
        static_cast<char>(std::toupper(static_cast<unsigned char>(destiny))));
    const bool same_side =
        (std::isupper(static_cast<unsigned char>(destiny)) != 0) == (side == Side::first);
    if (kind == std::string_view::npos || !same_side || chooses(rules)) {
      fail(
          fmt::format("a ratnik on {} is written P with its destiny (PQ PR PB PN PH, or +Q if it "
                      "has turned over), both letters in the same case",
                      name));
    }
    constexpr std::array<Kind, 5> kinds = {Kind::knyaz, Kind::ratoborets, Kind::luchnik,
                                           Kind::vsadnik, Kind::helgi};
    bool fresh = false;
    if (!rank.empty() && rank.front() == '\'') {
      if (rules.parameters.double_right != DoubleRight::first_own_move) {
        fail(fmt::format("' on {} needs rules with ratnik.double_right first_own_move", name));
      }
      fresh = true;
      rank.remove_prefix(1);
    }
    piece = Piece::ratnik(side, kinds[kind], fresh);
    if (turned) piece = piece.turned_over();
  } else {
    const auto kind = kLetters.find(upper);
    if (kind == std::string_view::npos || upper == 'H' || letter == ' ') {
      fail(fmt::format("'{}' on {} is not a piece; pieces are K Q R B N, P or + with a destiny",
                       letter, name));
    }
    piece = Piece::of(side, static_cast<Kind>(kind));
  }
  int pieces = 0;
  for (const std::uint8_t height : p.height) pieces += height;
  if (pieces == kPieces) fail("more than 32 pieces");
  place(rules, p, square, piece);
}

void Reader::read_rank() {
  const int rank_number = rank_of(square) + 1;
  const int end = square + 8;
  while (!rank.empty()) {
    if (square >= end) fail(fmt::format("rank {} has more than 8 squares", rank_number));
    const char c = rank.front();
    if (c >= '1' && c <= '8') {
      square += c - '0';
      if (square > end) fail(fmt::format("rank {} has more than 8 squares", rank_number));
      rank.remove_prefix(1);
      continue;
    }
    if (c != '(') {
      read_piece();
    } else {
      if (!rules.parameters.stacking) {
        fail(fmt::format("a tower on {}, but these rules have none", square_name(square)));
      }
      rank.remove_prefix(1);
      while (!rank.empty() && rank.front() != ')') read_piece();
      if (rank.empty() || p.height[at(square)] < 2) {
        fail(fmt::format("a tower on {} is written (PBNR), two pieces or more from the bottom up",
                         square_name(square)));
      }
      rank.remove_prefix(1);
    }
    ++square;
  }
  if (square != end) {
    fail(fmt::format("rank {} has {} squares, not 8", rank_number, 8 - (end - square)));
  }
}

void read_board(const Rules& rules, Position& p, std::string_view board, std::string_view text) {
  const std::vector<std::string_view> ranks = split(board, '/');
  if (ranks.size() != 8) fail(text, fmt::format("{} ranks, but the board has 8", ranks.size()));
  for (int i = 0; i < 8; ++i) Reader{rules, p, text, ranks[at(i)], 8 * (7 - i)}.read_rank();
}

/// Rejects more pieces of a kind than a side can have.
void check_numbers(const Rules& rules, const Position& p, std::string_view text) {
  int count = 0;
  for (const std::uint8_t height : p.height) count += height;
  for (const Side side : {Side::first, Side::second}) {
    const std::string_view player = side == Side::first ? "White" : "Black";
    // By kind, and by destiny for ratniks.
    std::array<int, kKinds> pieces{}, ratniks{};
    int all = 0;
    for (int n = 0; n < count; ++n) {
      const Piece piece = p.piece[at(n)];
      if (piece.side() != side) continue;
      ++all;
      ++(piece.is_ratnik() ? ratniks[at(piece.destiny())] : pieces[at(piece.acts_as())]);
    }
    constexpr std::array<int, kKinds> most_pieces = {1, 1, 2, 2, 2, 0, 0};
    constexpr std::array<int, kKinds> most_ratniks = {0, 1, 2, 2, 2, 8, 1};
    // If ratniks choose, surplus pieces of a kind were ratniks once.
    int chosen = 0;
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      const int extra = pieces[kind] - most_pieces[kind];
      if (extra > 0 && (!chooses(rules) || kind == at(Kind::volkhv))) {
        fail(text, fmt::format("{} has {} {}, more than the {} allowed", player, pieces[kind],
                               kLetters[kind], most_pieces[kind]));
      }
      chosen += std::max(extra, 0);
      if (ratniks[kind] > most_ratniks[kind]) {
        fail(text,
             fmt::format("{} has {} P{}, more than the {} allowed", player, ratniks[kind],
                         kind == at(Kind::ratnik) ? std::string() : std::string(1, kLetters[kind]),
                         most_ratniks[kind]));
      }
    }
    if (chosen + ratniks[at(Kind::ratnik)] > 8 || all > 16) {
      fail(text, fmt::format("{} has more than 16 pieces, or more promoted pieces than ratniks "
                             "to promote",
                             player));
    }
    // The volkhv of the side to move may just have been captured, if that ends the game.
    const bool taken = !rules.checkmate() && !rules.parameters.stacking && side == p.side;
    if (pieces[at(Kind::volkhv)] == 0 && !taken) {
      fail(text, fmt::format("{} has no {} (K)", player, chooses(rules) ? "king" : "volkhv"));
    }
  }
}

/// Rejects pieces on top of a volkhv, unless that has just ended the game.
void check_volkhvs(const Rules& rules, const Position& p, std::string_view text) {
  for (int square = 0; square < 64; ++square) {
    const std::vector<Piece> pieces = tower(p, square);
    for (std::size_t level = 0; level + 1 < pieces.size(); ++level) {
      if (pieces[level] != Piece::of(pieces[level].side(), Kind::volkhv)) continue;
      if (rules.checkmate() || pieces.back().side() != other(p.side) ||
          pieces[level].side() != p.side) {
        fail(text, fmt::format("a piece on the volkhv on {}", square_name(square)));
      }
    }
  }
}

/// Rejects positions of chess in which the side to move could take the king. (With towers a ratnik
/// that comes free may attack the volkhv of the side that is not to move.)
void check_last_move(const Rules& rules, const Position& p, std::string_view text) {
  if (!rules.checkmate() || rules.parameters.stacking) return;
  const Squares volkhv = p.owned[at(other(p.side))] & p.acting[at(Kind::volkhv)];
  const int square = std::countr_zero(volkhv);
  if (volkhv != 0 && is_attacked(p, square, p.side)) {
    fail(text, fmt::format("the king on {} is attacked, and {} is to move", square_name(square),
                           p.side == Side::first ? "white" : "black"));
  }
}

/// Rejects ratniks on impossible squares: in chess on the first and last rank.
void check_ratniks(const Rules& rules, const Position& p, std::string_view text) {
  const Squares ratniks = p.acting[at(Kind::ratnik)];
  for (const Side side : {Side::first, Side::second}) {
    const Squares on_last = ratniks & p.owned[at(side)] & last_rank(side);
    const bool turns = chooses(rules) || rules.parameters.when_freed == WhenFreed::any_move;
    if (on_last != 0 && turns) {
      fail(text, fmt::format("a ratnik on {}, where it must have turned over",
                             square_name(std::countr_zero(on_last))));
    }
    const Squares on_first = ratniks & p.owned[at(side)] & last_rank(other(side));
    if (on_first != 0 && !rules.parameters.stacking) {
      fail(text, fmt::format("a ratnik on {}, behind its start",
                             square_name(std::countr_zero(on_first))));
    }
  }
}

void read_rights(const Rules& rules, Position& p, std::string_view field, std::string_view text) {
  if (field == "-") return;
  if (field.empty()) fail(text, "castling '' must be some of KQkq, or -");
  for (const char c : field) {
    const auto right = kRightLetters.find(c);
    if (right == std::string_view::npos || (p.rights >> right & 1) != 0) {
      fail(text, fmt::format("castling '{}' must be some of KQkq, or -", field));
    }
    const Side side = right < 2 ? Side::first : Side::second;
    const Castling& castling = kCastling[right];
    const auto stands = [&](std::uint8_t square, Kind kind) {
      const std::vector<Piece> pieces = tower(p, square);
      return !pieces.empty() && pieces.front() == Piece::of(side, kind);
    };
    if (!stands(castling.volkhv_from, Kind::volkhv) ||
        !stands(castling.ratoborets_from, Kind::ratoborets)) {
      fail(text, fmt::format("castling '{}', but {} and {} are not on their start squares", c,
                             in_case('K', side), in_case('R', side)));
    }
    p.rights = static_cast<std::uint8_t>(p.rights | 1U << right);
  }
  p.rights &= rules.rights;
}

void read_unmoved(const Rules& rules, Position& p, std::string_view field, std::string_view text) {
  if (field == "-") return;
  if (field.empty()) fail(text, "unmoved ratniks '' must be some of A to H and a to h, or -");
  if (rules.parameters.double_right == DoubleRight::second_rank) {
    fail(text, fmt::format("unmoved ratniks '{}', but ratnik.double_right second_rank has no such "
                           "right: write -",
                           field));
  }
  for (const char c : field) {
    const auto upper = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    const Side side = c == upper ? Side::first : Side::second;
    const int square = upper < 'A' || upper > 'H' ? -1 : ratnik_home(side, upper - 'A');
    std::uint8_t bottom = square < 0 ? kNobody : p.top[at(square)];
    while (bottom != kNobody && p.below[bottom] != kNobody) bottom = p.below[bottom];
    if (bottom == kNobody || !p.piece[bottom].is_ratnik() || p.piece[bottom].side() != side ||
        !is_at_home(p.piece[bottom], square, 0) || p.piece[bottom].fresh()) {
      fail(text,
           fmt::format("unmoved ratniks '{}': '{}' is not a file with such a ratnik on its start "
                       "square, or is given twice",
                       field, c));
    }
    const Piece piece = p.piece[bottom];
    Piece fresh = Piece::ratnik(side, piece.destiny(), true);
    if (piece.turned()) fresh = fresh.turned_over();
    p.piece[bottom] = fresh;
  }
}

void read_en_passant(const Rules& rules, Position& p, std::string_view field,
                     std::string_view text) {
  if (field == "-") return;
  const bool is_square =
      field.size() == 2 && field[0] >= 'a' && field[0] <= 'h' && field[1] >= '1' && field[1] <= '8';
  const int square = is_square ? (field[1] - '1') * 8 + field[0] - 'a' : -1;
  const int step = p.side == Side::first ? -8 : 8;  // towards the end of the double step
  const int ended = square + step, began = square - step;
  const bool possible = is_square && ended >= 0 && ended < 64 && began >= 0 && began < 64 &&
                        (p.owned[at(other(p.side))] & square_bit(ended)) != 0 &&
                        p.top_piece(ended).is_ratnik() &&
                        (rules.parameters.double_right == DoubleRight::first_own_move ||
                         rank_of(began) == (p.side == Side::first ? 6 : 1));
  if (!possible) {
    fail(text,
         fmt::format("en passant '{}' must be the square that a double step has just crossed, "
                     "or -",
                     field));
  }
  p.en_passant = static_cast<std::uint8_t>(square);
}

void read_counter(const Rules& rules, Position& p, std::string_view field, std::string_view text) {
  const std::size_t equals = field.find('=');
  const std::string_view name = field.substr(0, equals);
  const bool quiet = name == "quiet";
  if (equals == std::string_view::npos || (!quiet && name != "plies")) {
    fail(text, fmt::format("'{}' must be quiet= or plies=", field));
  }
  const int limit = quiet ? rules.parameters.quiet_plies : rules.parameters.total_plies;
  if (limit == 0) fail(text, fmt::format("'{}=': these rules have no such limit", name));
  std::uint16_t& counter = quiet ? p.quiet : p.plies;
  const std::optional<int> number = parse_number(field.substr(equals + 1));
  if (!number || *number < 1 || *number >= limit || counter != 0) {
    fail(text, fmt::format("'{}' must be from 1 to {}, and given once", field, limit - 1));
  }
  counter = static_cast<std::uint16_t>(*number);
}

}  // namespace

char letter_of(Kind kind, Side side) { return in_case(kLetters[at(kind)], side); }

std::vector<Piece> tower(const Position& p, int square) {
  std::vector<Piece> pieces;
  for (std::uint8_t n = p.top[at(square)]; n != kNobody; n = p.below[n]) {
    pieces.push_back(p.piece[n]);
  }
  std::ranges::reverse(pieces);
  return pieces;
}

std::string piece_text(Piece piece) {
  if (!piece.is_ratnik()) return {in_case(kLetters[at(piece.acts_as())], piece.side())};
  if (piece.destiny() == Kind::ratnik) return {in_case('P', piece.side())};
  std::string text;
  text += piece.turned() ? '+' : in_case('P', piece.side());
  text += in_case(kLetters[at(piece.destiny())], piece.side());
  return text;
}

std::string square_name(int square) {
  return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

namespace {

/// The tower on a square, with the marks of rights that the field UNMOVED does not state; empty if
/// there is none.
std::string tower_text(const Position& p, int square) {
  const std::vector<Piece> pieces = tower(p, square);
  std::string text;
  for (std::size_t level = 0; level < pieces.size(); ++level) {
    text += piece_text(pieces[level]);
    if (pieces[level].fresh() && !is_at_home(pieces[level], square, static_cast<int>(level))) {
      text += '\'';
    }
  }
  return pieces.size() > 1 ? '(' + text + ')' : text;
}

}  // namespace

std::string position_text(const Rules& rules, const Position& p) {
  std::string text, unmoved;
  for (int rank = 7; rank >= 0; --rank) {
    text += rank_text(8, [&](int file) { return tower_text(p, 8 * rank + file); });
    if (rank > 0) text += '/';
  }
  text += p.side == Side::first ? " w " : " b ";
  if (p.rights == 0) text += '-';
  for (unsigned right = 0; right < kCastlings; ++right) {
    if ((p.rights >> right & 1) != 0) text += kRightLetters[right];
  }
  if (!chooses(rules)) {
    for (const Side side : {Side::first, Side::second}) {
      for (int file = 0; file < 8; ++file) {
        const std::vector<Piece> pieces = tower(p, ratnik_home(side, file));
        if (!pieces.empty() && pieces.front().fresh() && pieces.front().side() == side &&
            is_at_home(pieces.front(), ratnik_home(side, file), 0)) {
          unmoved += in_case(static_cast<char>('A' + file), side);
        }
      }
    }
    text += ' ' + (unmoved.empty() ? "-" : unmoved);
  }
  text += ' ' + (p.en_passant == kNowhere ? "-" : square_name(p.en_passant));
  if (p.quiet > 0) text += fmt::format(" quiet={}", p.quiet);
  if (p.plies > 0) text += fmt::format(" plies={}", p.plies);
  return text;
}

Position parse_position(const Rules& rules, std::string_view text) {
  Position p = empty_position();
  const std::vector<std::string_view> fields = split(text, ' ');
  const std::size_t fixed = chooses(rules) ? 4 : 5;
  if (fields.size() < fixed) {
    fail(text, chooses(rules) ? "a position is written 'BOARD SIDE CASTLING EP'"
                              : "a position is written 'BOARD SIDE CASTLING UNMOVED EP'");
  }
  read_board(rules, p, fields[0], text);
  if (fields[1] != "w" && fields[1] != "b") fail(text, "the side to move must be w or b");
  p.side = fields[1] == "w" ? Side::first : Side::second;
  check_numbers(rules, p, text);
  check_volkhvs(rules, p, text);
  check_ratniks(rules, p, text);
  read_rights(rules, p, fields[2], text);
  if (!chooses(rules)) read_unmoved(rules, p, fields[3], text);
  read_en_passant(rules, p, fields[fixed - 1], text);
  std::size_t next = fixed;
  // FEN's half-move clock and move number; the latter is ignored.
  const bool clocks = chooses(rules) && fields.size() == fixed + 2 && parse_number(fields[fixed]) &&
                      parse_number(fields[fixed + 1]);
  if (clocks) {
    const int quiet = *parse_number(fields[fixed]);
    const int limit = rules.parameters.quiet_plies;
    if (limit > 0 && quiet >= limit) {
      fail(text, fmt::format("half-move clock {}, but the game ends at {}", quiet, limit));
    }
    if (limit > 0) p.quiet = static_cast<std::uint16_t>(quiet);
    next += 2;
  }
  for (; next < fields.size(); ++next) read_counter(rules, p, fields[next], text);
  complete_position(rules, p);
  check_last_move(rules, p, text);
  return p;
}

}  // namespace tavlab::tavreli
