#include "core/tafl/play.h"

#include "core/subscript.h"
#include "core/tafl/captures.h"
#include "core/tafl/ends.h"
#include "core/tafl/king.h"
#include "core/tafl/moves.h"

namespace tavlab::tafl {
namespace {

template <int Words>
void remove_pieces(const Rules<Words>& rules, Position<Words>& p, const Bitboard<Words>& gone,
                   Side owner) {
  gone.for_each([&](int cell) {
    p.hash ^= rules.piece_key[at(kind_at(rules, p, cell, owner))][at(cell)];
    p.views[at(owner)] ^= rules.seen[at(cell)];
  });
  p.pieces[at(owner)] &= ~gone;
  if (rules.leaders) p.leaders &= ~gone;
}

/// Captures the king, or marks him as captured unless the reply frees him.
template <int Words>
void take_king(const Rules<Words>& rules, Position<Words>& p) {
  if (rules.parameters.king_capture_delayed) {
    p.pending = true;
    p.hash ^= rules.pending_key;
    return;
  }
  remove_pieces(rules, p, rules.single[p.king], Side::second);
  p.king = kNoCell;
  end_game(p, Ending::king_captured, Result::first_wins);
}

}  // namespace

template <int Words>
bool play(const Rules<Words>& rules, Position<Words>& p, Move move) {
  const int to = move.to();
  const Side mover = p.side;
  const Kind kind = shift_piece(rules, p, move.from(), to);
  const Captures<Words> captures = find_captures(rules, p, to, move.declined());
  const bool captured =
      captures.pieces.any() || (captures.king && !rules.parameters.king_capture_delayed);
  if (captured) remove_pieces(rules, p, captures.pieces, other(mover));
  p.hash ^= rules.side_key;
  p.side = other(mover);
  if (p.roll != 0) {
    p.hash ^= rules.roll_key[p.roll];
    p.roll = 0;
  }
  p.quiet = captured ? 0 : static_cast<std::uint16_t>(p.quiet + rules.count_quiet);
  p.plies = static_cast<std::uint16_t>(p.plies + rules.count_plies);

  if (mover == Side::first) {
    if (captures.king) take_king(rules, p);
    if (p.ending == Ending::none && rules.attackers_extra) end_by_special_rules(rules, p, mover);
  } else {
    p.king_moves = static_cast<std::uint16_t>(p.king_moves + rules.count_king_moves);
    if (p.pending) {
      p.pending = false;
      p.hash ^= rules.pending_key;
      if (kind != Kind::king && king_still_held(rules, p)) {
        end_game(p, Ending::king_captured, Result::first_wins);
      }
    }
    if (kind == Kind::king && rules.escape.test(to)) {
      end_game(p, Ending::king_escaped, Result::second_wins);
    }
    // An exit fort needs a king on the edge, which spares most calls.
    if (p.ending == Ending::none && rules.defenders_extra &&
        (rules.count_king_moves || rules.edge.test(p.king))) {
      end_by_special_rules(rules, p, mover);
    }
  }
  if (p.ending != Ending::none) return captured;
  if (rules.count_quiet && p.quiet >= rules.parameters.quiet_plies) {
    end_game(p, Ending::quiet_plies, Result::draw);
  } else if (rules.count_plies && p.plies >= rules.parameters.total_plies) {
    end_game(p, Ending::total_plies, Result::draw);
  } else {
    start_turn(rules, p);
  }
  return captured;
}

template <int Words>
void play_roll(const Rules<Words>& rules, Position<Words>& p, std::uint8_t roll) {
  p.roll = roll;
  const bool moves = rules.parameters.dice == Dice::parity ? roll == 1 : has_move(rules, p);
  if (moves) {
    p.hash ^= rules.roll_key[roll];
    p.node = NodeKind::decision;
    return;
  }
  p.roll = 0;
  pass_turn(rules, p);
  if (p.pending) {  // passing the turn forfeits the reply
    p.pending = false;
    p.hash ^= rules.pending_key;
    if (king_still_held(rules, p)) return end_game(p, Ending::king_captured, Result::first_wins);
  }
  start_turn(rules, p);
}

#define TAVLAB_INSTANTIATE(W)                                 \
  template bool play<W>(const Rules<W>&, Position<W>&, Move); \
  template void play_roll<W>(const Rules<W>&, Position<W>&, std::uint8_t)
TAVLAB_INSTANTIATE(2);
TAVLAB_INSTANTIATE(6);
#undef TAVLAB_INSTANTIATE

}  // namespace tavlab::tafl
