#include "core/draughts/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <optional>

#include "core/draughts/moves.h"
#include "core/draughts/ways.h"
#include "core/error.h"
#include "core/rank_text.h"
#include "core/text.h"

namespace tavlab::draughts {
namespace {

constexpr std::string_view kLetters = "wWbB";  // man and king of White, of Black
constexpr std::string_view kMoveForms = "moves are written c3-d4, c3:e5, a1:d4:g7";

std::string_view player_of(Side side) { return side == Side::first ? "White" : "Black"; }

[[noreturn]] void fail(std::string_view text, const std::string& what) {
  throw UserError(fmt::format("position '{}': {}", text, what));
}

/// Reads the board of a position text, one rank at a time.
class BoardReader {
 public:
  BoardReader(const Rules& rules, Position& p, std::string_view text)
      : rules_(rules), p_(p), text_(text) {}

  void read(std::string_view board);

 private:
  void read_rank(std::string_view rank_text, int rank);
  [[nodiscard]] int read_number(std::string_view& rest) const;
  [[nodiscard]] Piece read_piece(std::string_view& rest, const std::string& name) const;
  void read_square(std::string_view& rest, int file, int rank);

  const Rules& rules_;
  Position& p_;
  std::string_view text_;
  std::array<int, 2> pieces_{};
};

void BoardReader::read(std::string_view board) {
  const std::vector<std::string_view> ranks = split(board, '/');
  const int size = rules_.parameters.size;
  if (std::ssize(ranks) != size) {
    fail(text_, fmt::format("{} ranks, but the board has {}", ranks.size(), size));
  }
  for (int i = 0; i < size; ++i) read_rank(ranks[at(i)], size - 1 - i);
}

/// A number of empty squares, in one or two digits.
int BoardReader::read_number(std::string_view& rest) const {
  int number = 0;
  if (rest.front() == '0') fail(text_, "a number of empty squares is 1 or more");
  while (!rest.empty() && rest.front() >= '0' && rest.front() <= '9' && number < 100) {
    number = 10 * number + (rest.front() - '0');
    rest.remove_prefix(1);
  }
  return number;
}

Piece BoardReader::read_piece(std::string_view& rest, const std::string& name) const {
  const char letter = rest.empty() ? ' ' : rest.front();
  const auto found = kLetters.find(letter);
  if (found == std::string_view::npos) {
    fail(text_, fmt::format("'{}' on {} is not a piece; pieces are w W b B, columns (wbB)",
                            printable({&letter, 1}), name));
  }
  rest.remove_prefix(1);
  return {found < 2 ? Side::first : Side::second, found % 2 != 0};
}

void BoardReader::read_square(std::string_view& rest, int file, int rank) {
  const std::string name = fmt::format("{}{}", static_cast<char>('a' + file), rank + 1);
  std::vector<Piece> pieces;
  if (rest.front() != '(') {
    pieces.push_back(read_piece(rest, name));
  } else {
    if (!rules_.parameters.columns) {
      fail(text_, fmt::format("a column on {}, but these rules have none", name));
    }
    rest.remove_prefix(1);
    while (!rest.empty() && rest.front() != ')' && std::ssize(pieces) <= kMaxPieces) {
      pieces.push_back(read_piece(rest, name));
    }
    if (rest.empty() || rest.front() != ')' || pieces.size() < 2) {
      fail(text_, fmt::format("a column on {} is written (wbB), two pieces or more from the "
                              "bottom up",
                              name));
    }
    rest.remove_prefix(1);
  }
  if ((file + rank) % 2 != 0) fail(text_, fmt::format("a piece on {}, which is not in use", name));
  const int square = square_at(file, rank);
  const Piece top = pieces.back();
  if (!top.king && rank == (top.side == Side::first ? rules_.parameters.size - 1 : 0)) {
    fail(text_, fmt::format("a man on {}, where men are crowned", name));
  }
  std::ranges::reverse(pieces);  // pieces are placed from the top down
  for (const Piece piece : pieces) {
    if (++pieces_[at(piece.side)] > rules_.parameters.most_pieces) {
      fail(text_, fmt::format("more than {} pieces of {}", rules_.parameters.most_pieces,
                              player_of(piece.side)));
    }
    place(rules_, p_, square, piece);
  }
}

void BoardReader::read_rank(std::string_view rank_text, int rank) {
  const int size = rules_.parameters.size;
  int file = 0;
  for (std::string_view rest = rank_text; !rest.empty();) {
    const bool digit = rest.front() >= '0' && rest.front() <= '9';
    const int squares = digit ? read_number(rest) : 1;
    if (file + squares > size) {
      fail(text_, fmt::format("rank {} has more than {} squares", rank + 1, size));
    }
    if (!digit) read_square(rest, file, rank);
    file += squares;
  }
  if (file != size)
    fail(text_, fmt::format("rank {} has {} squares, not {}", rank + 1, file, size));
}

struct Counter {
  std::string_view name;
  std::uint16_t Position::*value;
};
constexpr std::array<Counter, 3> kCounters = {{{"king_moves", &Position::king_moves},
                                               {"quiet", &Position::quiet},
                                               {"plies", &Position::plies}}};

/// The lowest impossible value of a counter, because the game would be over or the value is never
/// reached.
int counter_end(const Rules& rules, const Position& p, std::size_t counter) {
  if (counter == 0) return p.kings == 0 ? 0 : rules.parameters.kings_only;
  if (counter == 2) return rules.parameters.total_plies;
  const QuietLimits limits = quiet_limits(rules, p);
  const bool open = rules.parameters.lone_king == LoneKing::main_road;
  if (limits.few_pieces > 0) {
    return limits.three_kings > 0 && !open ? std::min(limits.few_pieces, limits.three_kings)
                                           : limits.few_pieces;
  }
  return limits.three_kings == 0 ? 0 : limits.three_kings + (open ? 1 : 0);
}

void read_counter(const Rules& rules, Position& p, std::string_view field, std::string_view text) {
  const std::size_t equals = field.find('=');
  const auto found = std::ranges::find(kCounters, field.substr(0, equals), &Counter::name);
  if (equals == std::string_view::npos || found == kCounters.end()) {
    fail(text, fmt::format("'{}' must be one of king_moves=, quiet=, plies=", printable(field)));
  }
  const int end = counter_end(rules, p, at(found - kCounters.begin()));
  if (end == 0) {
    fail(text, fmt::format("'{}=': these rules have no such limit for this material", found->name));
  }
  const std::optional<int> number = parse_number(field.substr(equals + 1));
  std::uint16_t& value = p.*(found->value);
  if (!number || *number < 1 || *number >= end || value != 0) {
    fail(text, fmt::format("'{}' must be from 1 to {}, given once", printable(field), end - 1));
  }
  value = static_cast<std::uint16_t>(*number);
}

/// The squares in the text of a move; empty if it is not a move. One of the colour that is not
/// used is left out, and its name put into `unused`.
std::vector<int> squares_of(const Rules& rules, std::string_view text, std::string& unused) {
  std::vector<int> squares;
  while (!text.empty()) {
    if (!squares.empty() || !unused.empty()) {
      if (std::string_view(":-xX").find(text.front()) == std::string_view::npos) return {};
      text.remove_prefix(1);
    }
    if (text.empty()) return {};
    const int file = std::tolower(static_cast<unsigned char>(text.front())) - 'a';
    text.remove_prefix(1);
    int rank = 0;
    int digits = 0;
    for (; digits < 2 && !text.empty() && text.front() >= '0' && text.front() <= '9'; ++digits) {
      rank = 10 * rank + (text.front() - '0');
      text.remove_prefix(1);
    }
    --rank;
    const int size = rules.parameters.size;
    if (file < 0 || file >= size || rank < 0 || rank >= size) return {};
    if ((file + rank) % 2 != 0) {
      unused = fmt::format("{}{}", static_cast<char>('a' + file), rank + 1);
      continue;
    }
    squares.push_back(square_at(file, rank));
  }
  return squares;
}

/// What keeps the piece on `from` from a step to `to`, where no capture is due. Such a step is not
/// legal.
std::string obstacle(const Rules& rules, const Position& p, int from, int to) {
  const int files = file_of(to) - file_of(from), ranks = rank_of(to) - rank_of(from);
  const int distance = std::abs(files);
  const bool king = (p.kings & bit<Wide>(from)) != 0;
  const Wide occupied = p.owned[0] | p.owned[1];
  constexpr const char* kSlantwise = "pieces move along the diagonals";
  if (distance == 0 || distance != std::abs(ranks)) return kSlantwise;
  if (!king && (ranks > 0) != (p.side == Side::first)) return "a man does not move backwards";
  if (distance > 1 && !(king && rules.flying())) {
    return king ? "a king moves one square at a time" : "a man moves one square at a time";
  }
  for (int step = 1; step <= distance; ++step) {
    const int square =
        square_at(file_of(from) + step * files / distance, rank_of(from) + step * ranks / distance);
    if ((occupied & bit<Wide>(square)) != 0) {
      return fmt::format("a piece stands in its way on {}", square_name(square));
    }
  }
  return kSlantwise;
}

}  // namespace

char letter_of(Piece piece) { return kLetters[2 * at(piece.side) + (piece.king ? 1 : 0)]; }

std::vector<Piece> pieces_on(const Rules& rules, const Position& p, int square) {
  std::vector<Piece> pieces;
  if (rules.parameters.columns) {
    const Column column = p.column(square);
    for (int depth = column.height() - 1; depth >= 0; --depth) {
      pieces.push_back(column.piece(depth));
    }
    return pieces;
  }
  for (const Side side : {Side::first, Side::second}) {
    if ((p.owned[at(side)] & bit<Wide>(square)) == 0) continue;
    pieces.push_back({side, (p.kings & bit<Wide>(square)) != 0});
  }
  return pieces;
}

std::string square_name(int square) {
  return fmt::format("{}{}", static_cast<char>('a' + file_of(square)), rank_of(square) + 1);
}

std::string position_text(const Rules& rules, const Position& p) {
  std::string text;
  const int size = rules.parameters.size;
  for (int rank = size - 1; rank >= 0; --rank) {
    text += rank_text(size, [&](int file) {
      std::string letters;
      if ((file + rank) % 2 != 0) return letters;
      for (const Piece piece : pieces_on(rules, p, square_at(file, rank))) {
        letters += letter_of(piece);
      }
      return letters.size() > 1 ? '(' + letters + ')' : letters;
    });
    if (rank > 0) text += '/';
  }
  text += p.side == Side::first ? " w" : " b";
  for (const Counter& counter : kCounters) {
    if (p.*(counter.value) > 0) text += fmt::format(" {}={}", counter.name, p.*(counter.value));
  }
  return text;
}

Position parse_position(const Rules& rules, std::string_view text) {
  Position p = empty_position(rules);
  const std::vector<std::string_view> fields = split(text, ' ');
  if (fields.size() < 2) fail(text, "a position is written 'BOARD SIDE'");
  BoardReader(rules, p, text).read(fields[0]);
  if (fields[1] != "w" && fields[1] != "b") fail(text, "the side to move must be w or b");
  p.side = fields[1] == "w" ? Side::first : Side::second;
  if (p.owned[at(other(p.side))] == 0) {
    fail(text, fmt::format("{}, who has just moved, has no piece", player_of(other(p.side))));
  }
  for (std::size_t i = 2; i < fields.size(); ++i) read_counter(rules, p, fields[i], text);
  complete_position(rules, p);
  if (p.node == NodeKind::terminal && p.result == Result::draw) {
    fail(text, fmt::format("the game is over by its counters: {}", ending_text(p.ending)));
  }
  return p;
}

std::string move_text(const Rules& rules, const Position& p, Move move) {
  const std::string from = square_name(move.from()), to = square_name(move.to());
  if (!move.captures()) return from + '-' + to;
  if (!is_ambiguous(rules, p, move)) return from + ':' + to;
  std::string text;
  for (const int square : way_of(rules, p, move)) {
    if (!text.empty()) text += ':';
    text += square_name(square);
  }
  return text;
}

Move parse_move(const Rules& rules, const Position& p, std::string_view text) {
  const auto wrong = [&](const std::string& what) {
    return UserError(fmt::format("move '{}': {}", text, what));
  };
  if (p.node != NodeKind::decision) throw wrong("the game is over");
  std::string unused;
  const std::vector<int> way = squares_of(rules, text, unused);
  if (!unused.empty()) throw wrong(fmt::format("not legal: {} is not in use", unused));
  if (way.size() < 2) throw wrong(fmt::format("not a move; {}", kMoveForms));
  Moves moves;
  generate(rules, p, moves);
  std::vector<Move> fitting;
  for (const Move move : moves) {
    if (move.from() == way.front() && move.to() == way.back()) fitting.push_back(move);
  }
  if (way.size() == 2 && fitting.size() == 1) return fitting.front();
  if (!fitting.empty()) {
    if (const std::optional<Move> found = move_along(rules, p, way)) return *found;
  }
  std::string legal;
  int listed = 0;
  for (const Move move : moves) {
    if (move.from() != way.front() || ++listed > 20) continue;
    legal += ' ' + move_text(rules, p, move);
  }
  if (listed > 20) legal += fmt::format(" and {} more", listed - 20);
  const std::string from = square_name(way.front());
  if (way.size() == 2 && fitting.size() > 1) {
    throw wrong(fmt::format("several captures begin and end there; from {}:{}", from, legal));
  }
  const bool captures = moves[0].captures();
  const bool own = (p.owned[at(p.side)] & bit<Wide>(way.front())) != 0;
  if (!own) {
    const bool enemy = (p.owned[at(other(p.side))] & bit<Wide>(way.front())) != 0;
    throw wrong(enemy ? fmt::format("not legal: the piece on {} belongs to the other side", from)
                      : fmt::format("not legal: there is no piece on {}", from));
  }
  if (!legal.empty() && captures) {
    throw wrong(fmt::format("not legal, a capture is due; from {}:{}", from, legal));
  }
  if (!captures && way.size() == 2) {
    throw wrong(fmt::format("not legal: {}", obstacle(rules, p, way.front(), way.back())));
  }
  if (!legal.empty()) throw wrong(fmt::format("not legal; from {}:{}", from, legal));
  throw wrong(fmt::format("not legal; {} {} {}", player_of(p.side),
                          captures ? "must capture, but cannot from" : "has no move from", from));
}

std::vector<std::string> captured_squares(const Rules& rules, const Position& p, Move move) {
  std::vector<std::string> names;
  for (const int square : captured_by(rules, p, move)) names.push_back(square_name(square));
  std::ranges::sort(names);
  return names;
}

int free_pieces(const Position& p, Side side) {
  int pieces = 0;
  bool columns = false;
  for (const Column& column : p.columns) {
    if (column.empty()) continue;
    columns = true;
    if (column.top().side != side) continue;
    const int others = std::popcount(column.owners());
    pieces += side == Side::second ? others : column.height() - others;
  }
  return columns ? pieces : count(p.owned[at(side)]);
}

}  // namespace tavlab::draughts
