#include "core/tafl/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "core/error.h"
#include "core/rank_text.h"
#include "core/subscript.h"
#include "core/tafl/captures.h"
#include "core/tafl/moves.h"
#include "core/text.h"

namespace tavlab::tafl {
namespace {

constexpr std::string_view kLetters = "adkcn";  // by Kind

/// The letter of the piece on a cell, or '\0'.
template <int Words>
char letter_at(const Rules<Words>& rules, const Position<Words>& p, int cell) {
  for (const Side side : {Side::first, Side::second}) {
    if (p.pieces[at(side)].test(cell)) return kLetters[at(kind_at(rules, p, cell, side))];
  }
  return '\0';
}

[[noreturn]] void refuse_position(std::string_view text, const std::string& what) {
  throw UserError(fmt::format("position '{}': {}", text, what));
}

/// Whether the start position has a piece of this kind in the region of `cell`.
template <int Words>
bool starts_in_region(const Rules<Words>& rules, int cell, char letter) {
  for (int other = 0; other < rules.cells; ++other) {
    if (rules.region[at(other)] != rules.region[at(cell)]) continue;
    const auto& row = rules.parameters.rows[at(rules.size - 1 - other / rules.size)];
    if (row[at(other % rules.size)] == letter) return true;
  }
  return false;
}

template <int Words>
void place(const Rules<Words>& rules, Position<Words>& p, int cell, char letter,
           std::string_view text) {
  const std::size_t kind = kLetters.find(letter);
  const std::string name = cell_name(cell, rules.size);
  if (kind == std::string_view::npos) {
    refuse_position(text,
                    fmt::format("'{}' on {} is not a piece; pieces are a d k c n", letter, name));
  }
  const CellClass cell_class = rules.cell_class[at(cell)];
  if (cell_class != CellClass::plain && !((rules.class_rules(cell_class).stop >> kind) & 1) &&
      !starts_in_region(rules, cell, letter)) {
    constexpr std::array<std::string_view, kCellClasses> names = {
        "a plain cell", "the throne", "a corner or fort cell", "an attackers' camp",
        "a defenders' camp"};
    refuse_position(text, fmt::format("'{}' cannot be on {}, which is {}", letter, name,
                                      names[at(cell_class)]));
  }
  const bool attacker = letter == 'a' || letter == 'c';
  if (letter == 'c' || letter == 'n') {
    if (!rules.leaders) {
      refuse_position(
          text,
          fmt::format("'{}' on {} is a leader, and the start position of these rules has none",
                      letter, name));
    }
    p.leaders.set(cell);
  }
  if (letter == 'k') {
    if (p.king != kNoCell) {
      refuse_position(text,
                      fmt::format("two kings, on {} and {}", cell_name(p.king, rules.size), name));
    }
    p.king = static_cast<std::uint16_t>(cell);
  }
  p.pieces[attacker ? 0 : 1].set(cell);
}

template <int Words>
void parse_rows(const Rules<Words>& rules, Position<Words>& p, std::string_view board,
                std::string_view text) {
  const std::vector<std::string_view> rows = split(board, '/');
  if (rows.size() != at(rules.size)) {
    refuse_position(text, fmt::format("{} rows, but the board has {}", rows.size(), rules.size));
  }
  for (int r = 0; r < rules.size; ++r) {
    const std::string_view row = rows[at(r)];
    const int rank = rules.size - r;
    int column = 0;
    for (std::size_t i = 0; i < row.size();) {
      if (row[i] >= '0' && row[i] <= '9') {
        std::size_t digits = i;
        while (digits < row.size() && row[digits] >= '0' && row[digits] <= '9') ++digits;
        const std::optional<int> run = parse_number(row.substr(i, digits - i));
        if (!run || *run < 1 || *run > rules.size || row[i] == '0') {
          refuse_position(text,
                          fmt::format("'{}' in the row of rank {} is not a run of empty cells",
                                      row.substr(i, digits - i), rank));
        }
        column += *run;
        i = digits;
        continue;
      }
      if (column < rules.size) place(rules, p, (rank - 1) * rules.size + column, row[i], text);
      ++column;
      ++i;
    }
    if (column != rules.size) {
      refuse_position(
          text, fmt::format("the row of rank {} has {} cells, not {}", rank, column, rules.size));
    }
  }
}

/// A counter such as `quiet=12`: at least 1 and below its limit.
std::uint16_t parse_counter(std::string_view name, std::string_view value, int limit,
                            std::string_view text) {
  if (limit == 0) refuse_position(text, fmt::format("'{}=': these rules have no such limit", name));
  const std::optional<int> number = parse_number(value);
  if (!number || *number < 1 || *number >= limit) {
    refuse_position(text, fmt::format("'{}={}' must be from 1 to {}", name, value, limit - 1));
  }
  return static_cast<std::uint16_t>(*number);
}

template <int Words>
std::uint8_t parse_known_roll(const Rules<Words>& rules, std::string_view value,
                              std::string_view text) {
  const Parameters& parameters = rules.parameters;
  switch (parameters.dice) {
    case Dice::none:
      break;
    case Dice::parity: {
      const std::string_view moves = parameters.dice_odd_moves ? "odd" : "even";
      if (value == moves) return 1;
      refuse_position(text, fmt::format("'throw={}' must be throw={}, the roll that allows a move",
                                        value, moves));
    }
    case Dice::distance: {
      const std::optional<int> number = parse_number(value);
      if (number && *number >= 1 && *number <= parameters.dice_faces) {
        return static_cast<std::uint8_t>(*number);
      }
      refuse_position(text,
                      fmt::format("'throw={}' must be from 1 to {}", value, parameters.dice_faces));
    }
  }
  refuse_position(text, "'throw=': these rules have no dice");
}

template <int Words>
void parse_extra(const Rules<Words>& rules, Position<Words>& p, std::string_view extra,
                 std::string_view text) {
  const Parameters& parameters = rules.parameters;
  const std::size_t equals = extra.find('=');
  const std::string_view name = extra.substr(0, equals);
  const std::string_view value =
      equals == std::string_view::npos ? std::string_view{} : extra.substr(equals + 1);
  if (extra == "pending") {
    if (!parameters.king_capture_delayed || p.side != Side::second) {
      refuse_position(text,
                      "'pending' needs rules with king.capture_takes_effect = after_reply, and the "
                      "defenders to move");
    }
    p.pending = true;
  } else if (name == "throw") {
    p.roll = parse_known_roll(rules, value, text);
  } else if (name == "king_moves") {
    p.king_moves = parse_counter(name, value, parameters.king_side_moves, text);
  } else if (name == "quiet") {
    p.quiet = parse_counter(name, value, parameters.quiet_plies, text);
  } else if (name == "plies") {
    p.plies = parse_counter(name, value, parameters.total_plies, text);
  } else {
    refuse_position(
        text,
        fmt::format("'{}' must be one of throw=, pending, king_moves=, quiet=, plies=", extra));
  }
}

}  // namespace

template <int Words>
std::string position_text(const Rules<Words>& rules, const Position<Words>& p) {
  std::string text;
  for (int rank = rules.size - 1; rank >= 0; --rank) {
    text += rank_text(rules.size, [&](int column) {
      const char letter = letter_at(rules, p, rank * rules.size + column);
      return letter == '\0' ? std::string() : std::string(1, letter);
    });
    if (rank > 0) text += '/';
  }
  text += p.side == Side::first ? " a" : " d";
  if (p.roll != 0) {
    const std::string roll = roll_text(rules, p.roll);
    text += fmt::format(" throw={}", roll.substr(1, roll.size() - 2));
  }
  if (p.pending) text += " pending";
  if (p.king_moves != 0) text += fmt::format(" king_moves={}", p.king_moves);
  if (p.quiet != 0) text += fmt::format(" quiet={}", p.quiet);
  if (p.plies != 0) text += fmt::format(" plies={}", p.plies);
  return text;
}

template <int Words>
Position<Words> parse_position(const Rules<Words>& rules, std::string_view text) {
  Position<Words> p{};
  p.king = kNoCell;
  const std::vector<std::string_view> fields = split(text, ' ');
  parse_rows(rules, p, fields[0], text);
  if (p.king == kNoCell) refuse_position(text, "no king");
  if (rules.escape.test(p.king)) {
    refuse_position(text, fmt::format("the king has escaped on {}: the game is over",
                                      cell_name(p.king, rules.size)));
  }
  if (fields.size() < 2 || (fields[1] != "a" && fields[1] != "d")) {
    refuse_position(text, "the board must be followed by a space and the side to move, a or d");
  }
  p.side = fields[1] == "a" ? Side::first : Side::second;
  for (std::size_t i = 2; i < fields.size(); ++i) parse_extra(rules, p, fields[i], text);

  const bool roll = p.roll != 0;
  complete_position(rules, p);
  if (roll && (p.roll == 0 || !has_move(rules, p))) {
    refuse_position(text, "the roll allows no move");
  }
  return p;
}

template <int Words>
std::string move_text(const Rules<Words>& rules, Move move) {
  std::string text = cell_name(move.from(), rules.size) + '-' + cell_name(move.to(), rules.size);
  if (move.declined() == 0) return text;
  Bitboard<Words> declined{};
  for (std::size_t d = 0; d < kDirections; ++d) {
    if ((move.declined() >> d) & 1) declined.set(rules.next[at(move.to())][d]);
  }
  for (const std::string& name : cell_names(rules, declined)) text += '~' + name;
  return text;
}

/// Why the piece on `from`, of the side to move, cannot move to `to`: the first obstacle on its
/// way.
template <int Words>
std::string obstacle(const Rules<Words>& rules, const Position<Words>& p, int from, int to) {
  const int files = to % rules.size - from % rules.size,
            ranks = to / rules.size - from / rules.size;
  const int distance = std::abs(files + ranks);
  if ((files != 0) == (ranks != 0)) return "it moves along a rank or a file";
  const auto kind = at(kind_at(rules, p, from, p.side));
  const std::uint8_t zone = rules.zone[at(from)];
  const int step = (to - from) / distance;
  for (int cell = from + step; cell != to; cell += step) {
    const std::string name = cell_name(cell, rules.size);
    if (p.occupied().test(cell)) return fmt::format("a piece stands in its way on {}", name);
    if (rules.no_pass[kind][zone].test(cell)) return fmt::format("it may not pass {}", name);
  }
  if (p.occupied().test(to)) return "a piece stands there";
  if (rules.no_stop[kind][zone].test(to)) {
    const bool kings = !rules.no_stop[at(Kind::king)][zone].test(to);
    return kings ? "it may not stop there; only the king may" : "it may not stop there";
  }
  const int range = rules.parameters.range[kind];
  if (range != 0 && distance > range) {
    return range == 1 ? "it moves one square at a time"
                      : fmt::format("it moves at most {} squares", range);
  }
  return "the roll does not allow that distance";
}

template <int Words>
Move parse_move(const Rules<Words>& rules, const Position<Words>& p, std::string_view text) {
  const auto wrong = [&](const std::string& what) {
    return UserError(fmt::format("move '{}': {}", text, what));
  };
  const std::vector<std::string_view> parts = split(text, '~');
  const std::size_t dash = parts[0].find('-');
  const int from = parse_cell(parts[0].substr(0, dash), rules.size);
  const int to =
      dash == std::string_view::npos ? -1 : parse_cell(parts[0].substr(dash + 1), rules.size);
  if (from < 0 || to < 0) {
    throw wrong(fmt::format("a move is written from-to, such as a4-a2, with cells from a1 to {}",
                            cell_name(rules.cells - 1, rules.size)));
  }
  if (p.node != NodeKind::decision) {
    throw wrong(p.node == NodeKind::chance ? "a roll is due first" : "the game is over");
  }
  const std::string_view mover = p.side == Side::first ? "attackers" : "defenders";
  if (!p.own().test(from)) {
    throw wrong(fmt::format("the {} are to move and have no piece on {}", mover,
                            cell_name(from, rules.size)));
  }
  if (!can_reach(rules, p, from, to)) {
    throw wrong(fmt::format("the piece on {} cannot move to {}: {}", cell_name(from, rules.size),
                            cell_name(to, rules.size), obstacle(rules, p, from, to)));
  }
  unsigned declined = 0;
  const unsigned captures = parts.size() > 1 ? capture_directions(rules, p, from, to) : 0;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const int cell = parse_cell(parts[i], rules.size);
    unsigned direction = 0;
    for (std::size_t d = 0; d < kDirections; ++d) {
      if (cell >= 0 && rules.next[at(to)][d] == cell) direction = 1U << d;
    }
    if (!rules.parameters.capture_optional) {
      throw wrong("captures cannot be declined under these rules");
    }
    if ((direction & captures & ~declined) == 0) {
      throw wrong(fmt::format("there is no capture at '{}' to decline", parts[i]));
    }
    declined |= direction;
  }
  return Move(from, to, declined);
}

template <int Words>
std::string roll_text(const Rules<Words>& rules, std::uint8_t roll) {
  if (rules.parameters.dice != Dice::parity) return fmt::format("[{}]", roll);
  return (roll == 1) == rules.parameters.dice_odd_moves ? "[odd]" : "[even]";
}

template <int Words>
std::uint8_t parse_roll(const Rules<Words>& rules, const Position<Words>& p,
                        std::string_view text) {
  if (p.node != NodeKind::chance) {
    throw UserError(fmt::format("roll '{}': no roll is due", text));
  }
  FixedList<ChanceOutcome, 20> outcomes;
  roll_outcomes(rules, p, outcomes);
  std::string possible;
  for (const ChanceOutcome& outcome : outcomes) {
    const std::string name = roll_text(rules, outcome.value);
    if (name == text) return outcome.value;
    possible += ' ' + name;
  }
  throw UserError(fmt::format("roll '{}': must be one of{}", text, possible));
}

template <int Words>
void roll_outcomes(const Rules<Words>& rules, const Position<Words>& p,
                   FixedList<ChanceOutcome, 20>& outcomes) {
  outcomes.clear();
  const Parameters& parameters = rules.parameters;
  const int faces = parameters.dice_faces;
  if (parameters.dice == Dice::parity) {
    if (parameters.dice_reroll) return outcomes.push({1, 1.0});
    const int odd = (faces + 1) / 2;
    const int moving = parameters.dice_odd_moves ? odd : faces - odd;
    outcomes.push({1, static_cast<double>(moving) / faces});
    outcomes.push({2, static_cast<double>(faces - moving) / faces});
    return;
  }
  for (int face = 1; face <= faces; ++face) {
    if (parameters.dice_reroll && !roll_allows_move(rules, p, face)) continue;
    outcomes.push({static_cast<std::uint8_t>(face), 0.0});
  }
  for (ChanceOutcome& outcome : outcomes) {
    outcome.probability = 1.0 / static_cast<double>(outcomes.size());
  }
}

template <int Words>
std::vector<std::string> cell_names(const Rules<Words>& rules, const Bitboard<Words>& cells) {
  std::vector<std::string> names;
  cells.for_each([&](int cell) { names.push_back(cell_name(cell, rules.size)); });
  std::sort(names.begin(), names.end());
  return names;
}

#define TAVLAB_INSTANTIATE(W)                                                                 \
  template std::string position_text<W>(const Rules<W>&, const Position<W>&);                 \
  template Position<W> parse_position<W>(const Rules<W>&, std::string_view);                  \
  template std::string move_text<W>(const Rules<W>&, Move);                                   \
  template Move parse_move<W>(const Rules<W>&, const Position<W>&, std::string_view);         \
  template std::string roll_text<W>(const Rules<W>&, std::uint8_t);                           \
  template std::uint8_t parse_roll<W>(const Rules<W>&, const Position<W>&, std::string_view); \
  template void roll_outcomes<W>(const Rules<W>&, const Position<W>&,                         \
                                 FixedList<ChanceOutcome, 20>&);                              \
  template std::vector<std::string> cell_names<W>(const Rules<W>&, const Bitboard<W>&)
TAVLAB_INSTANTIATE(2);
TAVLAB_INSTANTIATE(6);
#undef TAVLAB_INSTANTIATE

}  // namespace tavlab::tafl
