#include "core/ur/position.h"

#include "core/subscript.h"

namespace tavlab::ur {

Position start_position(const Rules& rules) {
  Position p{};
  p.stacks.fill(kEmptyStack);
  p.side = Side::first;
  if (rules.parameters.opening == Opening::one_moves) p.roll = 1;
  complete_position(rules, p);
  return p;
}

void complete_position(const Rules& rules, Position& p) {
  p.masks = rules.empty;
  std::array<int, 2> on_board{};
  for (std::size_t square = 0; square < kMaxSquares; ++square) {
    p.masks = set_stack(rules, p, p.masks, square, p.stacks[square]);
    for (Stack rest = p.stacks[square]; rest != kEmptyStack; rest = pop(rest)) {
      ++on_board[at(owner(top(rest)))];
    }
  }
  p.node = p.roll == 0 ? NodeKind::chance : NodeKind::decision;
  p.result = Result::unfinished;
  p.ending = Ending::none;
  for (const Side side : {Side::first, Side::second}) {
    const auto s = at(side);
    p.hand[s] = static_cast<std::uint8_t>(rules.parameters.pieces - p.home[s] - on_board[s]);
    if (p.home[s] >= rules.parameters.pieces_to_win) {
      end_game(p, Ending::all_home, win_for(side));
    }
  }
  p.masks = set_hands(rules, p, p.masks);
}

Result deadlock_result(const Rules& rules, const Position& p) {
  if (can_move(rules, p.masks, 0) || can_move(rules, p.masks, 1)) return Result::unfinished;
  if (rules.parameters.deadlock == Deadlock::draw || p.home[0] == p.home[1]) return Result::draw;
  return p.home[0] > p.home[1] ? Result::first_wins : Result::second_wins;
}

std::uint64_t position_key(const Position& p) {
  std::uint64_t key = 0;
  for (std::size_t square = 0; square + 4 <= kMaxSquares; square += 4) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < 4; ++i) word = word << 16 | p.stacks[square + i];
    key = mix64(key ^ word);
  }
  const auto bits = [](auto value) { return static_cast<std::uint64_t>(value); };
  const std::uint64_t rest = bits(p.home[0]) | bits(p.home[1]) << 8 | bits(p.side) << 16 |
                             bits(p.roll) << 24 | bits(p.barred) << 32 | bits(p.node) << 40 |
                             bits(p.result) << 48;
  return mix64(key ^ rest);
}

}  // namespace tavlab::ur
