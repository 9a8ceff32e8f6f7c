#include "core/ur/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "core/error.h"
#include "core/subscript.h"
#include "core/text.h"
#include "core/ur/board.h"
#include "core/ur/moves.h"
#include "core/ur/player_name.h"

namespace tavlab::ur {
namespace {

std::string name_of(const Rules& rules, int square) {
  return square_name(rules.parameters.board, square);
}

char letter(const Rules& rules, int square, Piece piece) {
  const bool capital = is_capital(rules, square, piece);
  if (owner(piece) == Side::first) return capital ? 'W' : 'w';
  return capital ? 'B' : 'b';
}

std::string stack_text(const Rules& rules, int square, Stack stack) {
  std::string text;
  for (int level = 0; level < height(stack); ++level) {
    text += letter(rules, square, piece_at(stack, level));
  }
  return text;
}

[[noreturn]] void fail(std::string_view text, const std::string& what) {
  throw UserError(fmt::format("position '{}': {}", text, what));
}

/// The piece that a letter means on a square. Fails if no such piece can be there.
Piece parse_piece(const Rules& rules, int square, char c, std::string_view text) {
  const bool white = c == 'w' || c == 'W';
  if (!white && c != 'b' && c != 'B') {
    fail(text,
         fmt::format("'{}' on {} is not a piece; pieces are w W b B", c, name_of(rules, square)));
  }
  const Side side = white ? Side::first : Side::second;
  for (const int visit : {0, 1}) {
    const Piece piece = make_piece(side, visit);
    if (rules.index[at(square)][at(side)][at(visit)] != 0 && letter(rules, square, piece) == c) {
      return piece;
    }
  }
  fail(text, fmt::format("'{}' cannot be on {} under these rules", c, name_of(rules, square)));
}

/// Fails if the landing rules cannot produce this stack on the square.
void check_stack(const Rules& rules, int square, Stack stack, std::string_view text) {
  const int pieces = height(stack);
  const std::string name = name_of(rules, square);
  const int capacity = rules.capacity[at(square)];
  if (pieces > capacity) {
    fail(text, fmt::format("{} pieces on {}, which holds {}", pieces, name, capacity));
  }
  if (pieces < 2) return;
  const SquareClass c = rules.square_class(square);
  for (int level = 1; level < pieces; ++level) {
    const Piece below = piece_at(stack, 0), piece = piece_at(stack, level);
    if (c != SquareClass::island && owner(piece) != owner(below)) {
      fail(text, fmt::format("pieces of both players on {}, which holds only one player's", name));
    }
  }
  if (c != SquareClass::finish) return;
  for (int level = 0; level < pieces; ++level) {
    const Piece piece = piece_at(stack, level);
    if (!rules.turned(rules.index[at(square)][at(owner(piece))][at(visit_of(piece))])) {
      fail(text, fmt::format("a piece that has not turned in a stack on {}", name));
    }
  }
}

/// Parses one item of a row from `i` on: a run, a piece, a stack or a gap. Returns the number of
/// files it covers.
int parse_item(const Rules& rules, Position& p, std::string_view row, std::size_t& i, Place place,
               std::string_view text) {
  const Board board = rules.parameters.board;
  const int square = square_at(board, place);
  if (row[i] == '_') {
    if (square >= 0)
      fail(text, fmt::format("'_' on {}, which is a square", name_of(rules, square)));
    ++i;
    return 1;
  }
  if (row[i] >= '0' && row[i] <= '9') {
    std::size_t digits = i;
    while (digits < row.size() && row[digits] >= '0' && row[digits] <= '9') ++digits;
    const std::optional<int> run = parse_number(row.substr(i, digits - i));
    bool fits = run && *run > 0 && *run <= files(board) && row[i] != '0';
    for (int n = 0; fits && n < *run; ++n) {
      fits = square_at(board, {place.file + n, place.rank}) >= 0;
    }
    if (!fits) {
      fail(text, fmt::format("'{}' in row {} is not a run of empty squares there",
                             row.substr(i, digits - i), place.rank + 1));
    }
    i = digits;
    return *run;
  }
  if (square < 0) {
    fail(text, fmt::format("row {} has no square on file {}; the gap is written '_'",
                           place.rank + 1, static_cast<char>('a' + place.file)));
  }
  Stack stack = kEmptyStack;
  if (row[i] != '(') {
    stack = push(stack, parse_piece(rules, square, row[i++], text));
  } else {
    const std::size_t close = row.find(')', i);
    if (close == std::string_view::npos || close - i < 3 || close - i > kMaxCapacity + 1) {
      fail(text, fmt::format("in row {} a stack is written (wb), from 2 to {} pieces",
                             place.rank + 1, kMaxCapacity));
    }
    for (++i; i < close; ++i) stack = push(stack, parse_piece(rules, square, row[i], text));
    i = close + 1;
  }
  check_stack(rules, square, stack, text);
  p.stacks[at(square)] = stack;
  return 1;
}

void parse_rows(const Rules& rules, Position& p, std::string_view rows_text,
                std::string_view text) {
  const std::vector<std::string_view> rows = split(rows_text, '/');
  if (rows.size() != 3) fail(text, fmt::format("{} rows, but the board has 3", rows.size()));
  for (int r = 0; r < 3; ++r) {
    const int rank = 2 - r;
    const Board board = rules.parameters.board;
    // A row ends with its last square.
    int end = files(board);
    while (square_at(board, {end - 1, rank}) < 0) --end;
    int file = 0;
    for (std::size_t i = 0; i < rows[at(r)].size();) {
      if (file >= end) fail(text, fmt::format("row {} is longer than {} files", rank + 1, end));
      file += parse_item(rules, p, rows[at(r)], i, {file, rank}, text);
    }
    if (file != end) fail(text, fmt::format("row {} has {} files, not {}", rank + 1, file, end));
  }
}

void parse_extra(const Rules& rules, Position& p, std::string_view extra, std::string_view text) {
  const std::size_t equals = extra.find('=');
  const std::string_view name = extra.substr(0, equals);
  const std::string_view value =
      equals == std::string_view::npos ? std::string_view{} : extra.substr(equals + 1);
  if (name == "home" && p.home[0] + p.home[1] == 0) {
    const std::size_t colon = value.find(':');
    const int white = parse_number(value.substr(0, colon)).value_or(-1);
    const int black =
        colon == std::string_view::npos ? -1 : parse_number(value.substr(colon + 1)).value_or(-1);
    const int most = rules.parameters.pieces_to_win - 1;
    if (white < 0 || black < 0 || white > most || black > most) {
      fail(text, fmt::format("'{}' must be home=W:B with numbers from 0 to {}", extra, most));
    }
    p.home = {static_cast<std::uint8_t>(white), static_cast<std::uint8_t>(black)};
  } else if (name == "throw" && p.roll == 0) {
    const std::optional<int> number = parse_number(value);
    if (!number || *number < 1 || *number > rules.highest_roll ||
        rules.probability[at(*number)] == 0) {
      fail(text, fmt::format("'{}' is not a roll of these dice that moves a piece", extra));
    }
    p.roll = static_cast<std::uint8_t>(*number);
  } else if (name == "barred" && p.barred == 0) {
    if (rules.parameters.extra_roll != ExtraRoll::another_piece) {
      fail(text, "'barred=' needs rules with extra_throw.piece = another");
    }
    const int square = parse_square(rules.parameters.board, value);
    const Stack stack = square < 0 ? kEmptyStack : p.stacks[at(square)];
    if (stack == kEmptyStack || owner(top(stack)) != p.side) {
      fail(text, fmt::format("'{}': no piece of the side to move is there", extra));
    }
    p.barred = rules.index[at(square)][at(p.side)][at(visit_of(top(stack)))];
    const SquareClass c = rules.square_class(square);
    const bool captures =
        c == SquareClass::plain || c == SquareClass::rosette || c == SquareClass::finish;
    const bool won_roll =
        (rules.extra_roll >> p.barred & 1) != 0 || (captures && rules.parameters.capture_extra);
    if (!won_roll) fail(text, fmt::format("'{}': landing there gives no extra roll", extra));
  } else {
    fail(text, fmt::format("'{}' must be home=, throw= or barred=, each at most once", extra));
  }
}

/// "d2", "hand" or "home" for a path index of a side.
std::string step_name(const Rules& rules, Side side, int path_index) {
  if (path_index == 0) return "hand";
  if (path_index == rules.exit) return "home";
  return name_of(rules, rules.square_of(side, path_index));
}

/// What keeps the side to move from a move between two places named as in moves. Empty if they are
/// not, or if it is none of what is told here.
std::string obstacle(const Rules& rules, const Position& p, std::string_view from,
                     std::string_view to) {
  const auto me = static_cast<std::size_t>(p.side);
  const auto named = [&](int i, std::string_view name) {
    return step_name(rules, p.side, i) == name;
  };
  bool known_from = false, known_to = false;
  int origin = -1;
  for (int i = 0; i <= rules.exit; ++i) {
    known_from |= named(i, from);
    known_to |= named(i, to);
    // Where the way passes twice, the piece may be on either visit.
    if (i < rules.exit && origin < 0 && named(i, from) && (p.masks.movable(me) >> i & 1) != 0) {
      origin = i;
    }
  }
  if (!known_from || !known_to || from == "home") return {};
  if (origin < 0) return fmt::format("no piece can leave {}", from);
  if (origin > 0 && origin == p.barred) return "the extra roll is for another piece";
  const int reached = origin + p.roll;
  if (reached > rules.exit && (rules.overshoot[p.roll] >> origin & 1) == 0) {
    return fmt::format("the roll leads past home from {}", from);
  }
  const int end = std::min(reached, rules.exit);
  if (!named(end, to)) {
    return fmt::format("the roll leads from {} to {}", from, step_name(rules, p.side, end));
  }
  if ((p.masks.landing(me) >> end & 1) == 0) return fmt::format("there is no room on {}", to);
  return {};
}

}  // namespace

bool is_capital(const Rules& rules, int square, Piece piece) {
  const int i = rules.index[at(square)][at(owner(piece))][at(visit_of(piece))];
  return rules.parameters.turned_from > 0 ? rules.turned(i) : visit_of(piece) == 1;
}

std::string position_text(const Rules& rules, const Position& p) {
  const Board board = rules.parameters.board;
  std::string text;
  for (int rank = 2; rank >= 0; --rank) {
    int run = 0, gap = 0;
    const auto flush = [&] {
      if (run > 0) text += std::to_string(run);
      run = 0;
    };
    for (int file = 0; file < files(board); ++file) {
      const int square = square_at(board, {file, rank});
      if (square < 0) {
        flush();
        ++gap;
        continue;
      }
      text.append(at(gap), '_');
      gap = 0;
      const std::string stack = stack_text(rules, square, p.stacks[at(square)]);
      if (stack.empty()) {
        ++run;
        continue;
      }
      flush();
      text += stack.size() == 1 ? stack : '(' + stack + ')';
    }
    flush();
    if (rank > 0) text += '/';
  }
  text += p.side == Side::first ? " w" : " b";
  if (p.home[0] + p.home[1] > 0) text += fmt::format(" home={}:{}", p.home[0], p.home[1]);
  if (p.roll != 0) text += fmt::format(" throw={}", p.roll);
  if (p.barred != 0) text += fmt::format(" barred={}", step_name(rules, p.side, p.barred));
  return text;
}

Position parse_position(const Rules& rules, std::string_view text) {
  Position p{};
  p.stacks.fill(kEmptyStack);
  const std::vector<std::string_view> fields = split(text, ' ');
  parse_rows(rules, p, fields[0], text);
  if (fields.size() < 2 || (fields[1] != "w" && fields[1] != "b")) {
    fail(text, "the board must be followed by a space and the side to roll or move, w or b");
  }
  p.side = fields[1] == "w" ? Side::first : Side::second;
  for (std::size_t i = 2; i < fields.size(); ++i) parse_extra(rules, p, fields[i], text);

  std::array<int, 2> pieces{p.home[0], p.home[1]};
  for (const Stack stack : p.stacks) {
    for (Stack rest = stack; rest != kEmptyStack; rest = pop(rest)) ++pieces[at(owner(top(rest)))];
  }
  for (const Side side : {Side::first, Side::second}) {
    if (pieces[at(side)] > rules.parameters.pieces) {
      fail(text, fmt::format("{} has {} pieces on the board and at home, more than the {} allowed",
                             player_name(side), pieces[at(side)], rules.parameters.pieces));
    }
  }
  complete_position(rules, p);
  if (p.node == NodeKind::decision && !can_use(rules, p, p.roll)) {
    fail(text, "the roll allows no move");
  }
  return p;
}

std::string move_text(const Rules& rules, const Position& p, Move move) {
  const auto squares = [&](Move m) {
    return step_name(rules, p.side, m.from()) + '-' + step_name(rules, p.side, m.to());
  };
  std::string text = squares(move);
  if (p.node != NodeKind::decision) return text;
  FixedList<Move, kMaxMoves> moves;
  generate(rules, p, moves);
  for (const Move other : moves) {
    if (other != move && squares(other) == text) {
      return fmt::format("{}@{}-{}", text, move.from(), move.to());
    }
  }
  return text;
}

Move parse_move(const Rules& rules, const Position& p, std::string_view text) {
  const auto wrong = [&](const std::string& what) {
    return UserError(fmt::format("move '{}': {}", text, what));
  };
  if (p.node != NodeKind::decision) {
    throw wrong(p.node == NodeKind::chance ? "a roll is due first" : "the game is over");
  }
  FixedList<Move, kMaxMoves> moves;
  generate(rules, p, moves);
  // If two moves have the same squares, their texts are longer; otherwise the squares are enough.
  const std::size_t dash = std::min(text.find('-'), text.size());
  const std::string_view from = text.substr(0, dash),
                         to = text.substr(std::min(dash + 1, text.size()));
  Move found;
  int same = 0;
  for (const Move move : moves) {
    if (step_name(rules, p.side, move.from()) != from ||
        step_name(rules, p.side, move.to()) != to) {
      continue;
    }
    found = move;
    ++same;
  }
  if (same == 1) return found;
  std::string legal;
  for (const Move move : moves) {
    const std::string name = move_text(rules, p, move);
    if (name == text) return move;
    legal += ' ' + name;
  }
  const std::string rolled =
      fmt::format("{} has rolled {} and can move{}", player_name(p.side), p.roll, legal);
  const std::string why = obstacle(rules, p, from, to);
  throw wrong(why.empty() ? rolled : fmt::format("{}; {}", why, rolled));
}

std::string roll_text(std::uint8_t roll) { return fmt::format("[{}]", roll); }

std::uint8_t parse_roll(const Rules& rules, const Position& p, std::string_view text) {
  if (p.node != NodeKind::chance) {
    throw UserError(fmt::format("roll '{}': no roll is due", text));
  }
  std::string possible;
  for (int n = 0; n <= rules.highest_roll; ++n) {
    if (rules.probability[at(n)] == 0) continue;
    const auto roll = static_cast<std::uint8_t>(n);
    if (roll_text(roll) == text) return roll;
    possible += ' ' + roll_text(roll);
  }
  throw UserError(fmt::format("roll '{}': must be one of{}", text, possible));
}

std::vector<std::string> captured_squares(const Rules& rules, const Position& p, Move move) {
  const auto me = at(p.side);
  if ((p.masks.capture(me) >> move.to() & 1) == 0) return {};
  return {name_of(rules, rules.square_of(p.side, move.to()))};
}

}  // namespace tavlab::ur
