#include "core/draughts/position.h"

#include "core/draughts/moves.h"
#include "core/draughts/ways.h"

namespace tavlab::draughts {
namespace {

std::uint64_t column_key(const Rules& rules, int square, Column column) {
  return column.empty() ? 0 : mix64(column.word() + rules.square_key[at(square)]);
}

/// Replaces the column on a square and updates everything that depends on its top.
void set_column(const Rules& rules, Position& p, int square, Column column) {
  Column& there = p.column(square);
  p.hash ^= column_key(rules, square, there) ^ column_key(rules, square, column);
  there = column;
  const Wide place = bit<Wide>(square);
  p.owned[0] &= ~place;
  p.owned[1] &= ~place;
  p.kings &= ~place;
  if (column.empty()) return;
  p.owned[at(column.top().side)] |= place;
  if (column.top().king) p.kings |= place;
}

/// The effects of a move on counters and repetition.
struct MoveEffects {
  bool captured, crowned, by_king;
};

template <typename Bits>
bool is_crowning_row(const Rules& rules, Side side, int square) {
  return (rules.geometry<Bits>().crowning_row[at(side)] & bit<Bits>(square)) != 0;
}

template <typename Bits>
MoveEffects move_piece(const Rules& rules, Position& p, Move move) {
  const Side side = p.side, enemy = other(side);
  const auto captured = unpacked<Bits>(move.payload());
  const Bits from = bit<Bits>(move.from()), to = bit<Bits>(move.to());
  const auto kings = static_cast<Bits>(p.kings);
  const bool by_king = (kings & from) != 0;
  bool crowned = false;
  if (!by_king) {
    crowned = is_crowning_row<Bits>(rules, side, move.to());
    // A capture on the last row but one has jumped to or from the last row.
    if (rules.parameters.crowning == Crowning::continues) {
      crowned |= (captured & rules.geometry<Bits>().before_crowning_row[at(side)]) != 0;
    }
  }
  const auto& keys = rules.piece_key;
  p.hash ^= keys[at(side)][by_king ? 1 : 0][at(move.from())] ^
            keys[at(side)][by_king || crowned ? 1 : 0][at(move.to())];
  for (Bits left = captured; left != 0; left &= left - 1) {
    const int square = lowest(left);
    p.hash ^= keys[at(enemy)][(kings & bit<Bits>(square)) != 0 ? 1 : 0][at(square)];
  }
  p.owned[at(side)] = (static_cast<Bits>(p.owned[at(side)]) & ~from) | to;
  p.owned[at(enemy)] = static_cast<Bits>(p.owned[at(enemy)]) & ~captured;
  p.kings = (kings & ~(from | captured)) | (by_king || crowned ? to : Bits{0});
  return {captured != 0, crowned, by_king};
}

MoveEffects move_column(const Rules& rules, Position& p, Move move) {
  Column column = p.column(move.from());
  const bool by_king = column.top().king;
  bool king = by_king;
  if (move.captures()) {
    const Chain<Narrow, true> chain = followed(rules, p, move);
    king = chain.king;
    set_column(rules, p, move.from(), {});
    for (int i = 0; i < chain.jumps; ++i) {
      const int square = chain.squares[at(i)];
      const Column prey = p.column(square);
      column = column.with_below(prey.top());
      set_column(rules, p, square, prey.without_top());
    }
  } else {
    set_column(rules, p, move.from(), {});
  }
  king |= is_crowning_row<Narrow>(rules, p.side, move.to());
  if (king) column = column.crowned();
  set_column(rules, p, move.to(), column);
  return {move.captures(), king && !by_king, by_king};
}

void end_game(Position& p, Ending ending, Result result) {
  p.node = NodeKind::terminal;
  p.ending = ending;
  p.result = result;
}

/// Whether the lone king is where the limit for three kings against one applies.
bool lone_king_holds(const Rules& rules, const Position& p) {
  if (rules.parameters.lone_king == LoneKing::anywhere) return true;
  const Wide road = rules.wide ? rules.wide_geometry.main_road : rules.narrow_geometry.main_road;
  const Wide lone = count(p.owned[0]) == 1 ? p.owned[0] : p.owned[1];
  return (lone & road) != 0;
}

/// Determines whether the game is over, given the side to move.
void update_result(const Rules& rules, Position& p) {
  const Parameters& parameters = rules.parameters;
  p.node = NodeKind::decision;
  p.result = Result::unfinished;
  p.ending = Ending::none;
  if (!has_move(rules, p)) {
    const Ending ending = p.owned[at(p.side)] == 0 ? Ending::no_pieces : Ending::blocked;
    return end_game(p, ending, win_for(other(p.side)));
  }
  if (parameters.kings_only > 0 && p.king_moves >= parameters.kings_only) {
    return end_game(p, Ending::kings_only, Result::draw);
  }
  if (p.quiet > 0) {
    const QuietLimits limits = quiet_limits(rules, p);
    if (limits.three_kings > 0 && p.quiet >= limits.three_kings && lone_king_holds(rules, p)) {
      return end_game(p, Ending::three_kings, Result::draw);
    }
    if (limits.few_pieces > 0 && p.quiet >= limits.few_pieces) {
      return end_game(p, Ending::few_pieces, Result::draw);
    }
  }
  if (parameters.total_plies > 0 && p.plies >= parameters.total_plies) {
    end_game(p, Ending::total_plies, Result::draw);
  }
}

void count_plies(const Rules& rules, Position& p, const MoveEffects& deed) {
  const Parameters& parameters = rules.parameters;
  if (parameters.kings_only > 0) {
    p.king_moves = deed.by_king && !deed.captured ? static_cast<std::uint16_t>(p.king_moves + 1)
                                                  : std::uint16_t{0};
  }
  if (rules.counts_quiet) {
    if (deed.captured || deed.crowned) {
      p.quiet = 0;
    } else if (p.quiet < quiet_limits(rules, p).most()) {
      ++p.quiet;
    }
  }
  if (parameters.total_plies > 0) ++p.plies;
}

}  // namespace

std::uint64_t packed(Wide set) {
  // Ranks 2 to 11 each have five squares that are not on the edge.
  std::uint64_t bits = 0;
  for (int rank = 1; rank < kMaxSize - 1; ++rank) {
    const int first = square_at(rank % 2 == 0 ? 2 : 1, rank);
    bits |= (static_cast<std::uint64_t>(set >> first) & 31U) << 5 * (rank - 1);
  }
  return bits;
}

template <>
Wide unpacked<Wide>(std::uint64_t payload) {
  Wide set = 0;
  for (int rank = 1; rank < kMaxSize - 1; ++rank) {
    const int first = square_at(rank % 2 == 0 ? 2 : 1, rank);
    set |= static_cast<Wide>(payload >> 5 * (rank - 1) & 31U) << first;
  }
  return set;
}

QuietLimits quiet_limits(const Rules& rules, const Position& p) {
  QuietLimits limits;
  if (!rules.counts_quiet) return limits;
  const Parameters& parameters = rules.parameters;
  const int first = count(p.owned[0]), second = count(p.owned[1]);
  if (first > 7 && second > 7) return limits;
  const int first_kings = count(p.owned[0] & p.kings), second_kings = count(p.owned[1] & p.kings);
  if (first_kings == 0 || second_kings == 0) return limits;
  const auto all_kings = first == first_kings && second == second_kings;
  if (all_kings && ((first == 1 && second >= 3) || (second == 1 && first >= 3))) {
    limits.three_kings = parameters.three_kings;
  }
  const int all = first + second;
  limits.few_pieces = all <= 3   ? parameters.pieces_2_3
                      : all <= 5 ? parameters.pieces_4_5
                      : all <= 7 ? parameters.pieces_6_7
                                 : 0;
  return limits;
}

Position empty_position(const Rules& rules) {
  Position p{};
  p.side = rules.parameters.first;
  return p;
}

void place(const Rules& rules, Position& p, int square, Piece piece) {
  if (rules.parameters.columns) {
    set_column(rules, p, square, p.column(square).with_below(piece));
    return;
  }
  p.owned[at(piece.side)] |= bit<Wide>(square);
  if (piece.king) p.kings |= bit<Wide>(square);
  p.hash ^= rules.piece_key[at(piece.side)][piece.king ? 1 : 0][at(square)];
}

Position start_position(const Rules& rules) {
  Position p = empty_position(rules);
  const Parameters& parameters = rules.parameters;
  const int size = parameters.size;
  for (int rank = 0; rank < size; ++rank) {
    for (int file = rank % 2; file < size; file += 2) {
      const int square = square_at(file, rank);
      if (!parameters.rows.empty()) {
        const char letter = parameters.rows[at(size - 1 - rank)][at(file)];
        if (letter == '.') continue;
        const Side side = letter == 'w' || letter == 'W' ? Side::first : Side::second;
        place(rules, p, square, {side, letter == 'W' || letter == 'B'});
      } else if (rank < parameters.men_rows) {
        place(rules, p, square, {Side::first, false});
      } else if (rank >= size - parameters.men_rows) {
        place(rules, p, square, {Side::second, false});
      }
    }
  }
  complete_position(rules, p);
  return p;
}

void complete_position(const Rules& rules, Position& p) {
  if (p.side == Side::second) p.hash ^= rules.side_key;
  update_result(rules, p);
}

bool play(const Rules& rules, Position& p, Move move) {
  MoveEffects deed;
  bool irreversible;
  if (rules.parameters.columns) {
    deed = move_column(rules, p, move);
    irreversible = deed.crowned;  // captured pieces may be freed, and captured again
  } else {
    deed = rules.wide ? move_piece<Wide>(rules, p, move) : move_piece<Narrow>(rules, p, move);
    irreversible = deed.captured || !deed.by_king;
  }
  count_plies(rules, p, deed);
  p.side = other(p.side);
  p.hash ^= rules.side_key;
  update_result(rules, p);
  return irreversible;
}

}  // namespace tavlab::draughts
