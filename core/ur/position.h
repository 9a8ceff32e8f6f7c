#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/ur/rules.h"

namespace tavlab::ur {

enum class Ending : std::uint8_t { none, all_home, deadlock };

/// Their names, by number.
inline constexpr std::array<std::string_view, 3> kEndingTexts = {"", "pieces home",
                                                                 "nobody can move"};
static_assert(kEndingTexts.size() == static_cast<std::size_t>(Ending::deadlock) + 1);

constexpr std::string_view ending_text(Ending ending) {
  return kEndingTexts[static_cast<std::size_t>(ending)];
}

/// From and to as path indices of the moving player: 0 is the hand, Rules::exit is home. One word;
/// 0 means no move.
class Move {
 public:
  constexpr Move() = default;
  constexpr Move(int from, int to) : word_(static_cast<std::uint16_t>(from | to << 8)) {}
  static constexpr Move from_word(std::uint64_t word) {
    Move move;
    move.word_ = static_cast<std::uint16_t>(word);
    return move;
  }
  [[nodiscard]] constexpr std::uint16_t word() const { return word_; }
  [[nodiscard]] constexpr int from() const { return word_ & 0xff; }
  [[nodiscard]] constexpr int to() const { return word_ >> 8; }
  constexpr bool operator==(const Move&) const = default;

 private:
  std::uint16_t word_ = 0;
};

/// Everything that determines the future; trivially copyable.
struct Position {
  Masks masks;                               ///< derived from the rest
  std::array<Stack, Rules::kPlaces> stacks;  ///< by square; the last is always empty
  std::array<std::uint8_t, 2> hand;          ///< pieces not yet on the board
  std::array<std::uint8_t, 2> home;          ///< pieces that have left it
  Side side;                                 ///< to roll or to move
  std::uint8_t roll;                         ///< where a move is due
  std::uint8_t barred;  ///< path index of the piece that may not use this extra roll, or 0
  NodeKind node;
  Result result;
  Ending ending;

  bool operator==(const Position&) const = default;
};

/// The start position. Under `opening = one_moves` the one has been rolled.
Position start_position(const Rules& rules);

/// Sets everything derived from stacks, homes, side, roll and bar: hands, masks, node and result.
/// A roll that allows no move is kept, with node = decision.
void complete_position(const Rules& rules, Position& position);

/// Path indices from which a side may move a piece forwards by `roll`, ignoring bars.
inline PathMask forward_sources(const Rules& rules, const Masks& masks, std::size_t side,
                                int roll) {
  return masks.movable(side) &
         (masks.landing(side) >> roll | rules.overshoot[static_cast<std::size_t>(roll)]);
}

/// Path indices from which it may move one backwards by `roll`, which must capture.
inline PathMask backward_sources(const Rules& rules, const Masks& masks, std::size_t side,
                                 int roll) {
  if (!rules.parameters.capture_backward) return 0;
  return masks.movable(side) & ~PathMask{1} & masks.capture(side) << roll;
}

/// Whether any roll would let a side move, ignoring bars.
inline bool can_move(const Rules& rules, const Masks& masks, std::size_t side) {
  for (int n = 1; n <= rules.highest_roll; ++n) {
    if (rules.probability[static_cast<std::size_t>(n)] > 0 &&
        (forward_sources(rules, masks, side, n) | backward_sources(rules, masks, side, n)) != 0) {
      return true;
    }
  }
  return false;
}

/// The path index of the piece that may not use this extra roll, as a mask.
inline PathMask barred_mask(const Position& p) { return PathMask{1} << p.barred & ~PathMask{1}; }

/// The same for the side to move, without the barred piece.
inline PathMask forward_sources(const Rules& rules, const Position& p, int roll) {
  return forward_sources(rules, p.masks, static_cast<std::size_t>(p.side), roll) & ~barred_mask(p);
}
inline PathMask backward_sources(const Rules& rules, const Position& p, int roll) {
  return backward_sources(rules, p.masks, static_cast<std::size_t>(p.side), roll) & ~barred_mask(p);
}

/// Whether the side to move can use the roll.
inline bool can_use(const Rules& rules, const Position& p, int roll) {
  return roll > 0 && (forward_sources(rules, p, roll) | backward_sources(rules, p, roll)) != 0;
}

/// The deadlock rule's result if no roll would let either player move; otherwise unfinished.
Result deadlock_result(const Rules& rules, const Position& position);

// The two steps of a turn are inline because random games consist of them: calls and memory
// traffic took a third of the time.

/// Sets the stack on a square; returns the updated masks.
inline Masks set_stack(const Rules& rules, Position& p, const Masks& masks, std::size_t square,
                       Stack stack) {
  p.stacks[square] = stack;
  const Rules::Square& s = rules.squares[square];
  return masks.with(s.own_bits, s.effects[stack]);
}

/// Returns the masks updated for the hands.
inline Masks set_hands(const Rules& rules, const Position& p, const Masks& masks) {
  const std::size_t hands = (p.hand[0] > 0 ? 1U : 0U) | (p.hand[1] > 0 ? 2U : 0U);
  return masks.with(rules.hand_bits, rules.hand_effect[hands]);
}

inline void end_game(Position& p, Ending ending, Result result) {
  p.node = NodeKind::terminal;
  p.ending = ending;
  p.result = result;
  p.roll = 0;
  p.barred = 0;
}

/// Moves a piece of a side, with its capture, in stacks and hands. Returns the updated masks.
[[gnu::always_inline]] inline Masks move_piece(const Rules& rules, Position& p, Masks masks,
                                               std::size_t me, Move move, bool captures) {
  const auto from = static_cast<std::size_t>(move.from()), to = static_cast<std::size_t>(move.to());
  const Rules::Step source = rules.step[me][from], target = rules.step[me][to];
  const Stack all = p.stacks[source.square];
  const bool from_top = rules.parameters.access == StackAccess::top || from == 0;
  masks =
      set_stack(rules, p, masks, source.square, from_top ? pop(all) : without(all, source.piece));
  p.hand[me] = static_cast<std::uint8_t>(p.hand[me] - (from == 0));
  p.hand[me ^ 1] = static_cast<std::uint8_t>(p.hand[me ^ 1] + captures);
  masks = set_hands(rules, p, masks);
  const Stack below = captures ? kEmptyStack : p.stacks[target.square];
  masks = set_stack(rules, p, masks, target.square, push(below, target.piece));
  p.stacks[Rules::kOffBoard] = kEmptyStack;
  return masks;
}

/// Whether a landing earns an extra roll.
inline bool rolls_again(const Rules& rules, int to, bool captures) {
  return (rules.extra_roll >> to & 1) != 0 || (captures && rules.parameters.capture_extra);
}

/// Plays a legal move.
inline void play(const Rules& rules, Position& p, Move move) {
  const auto me = static_cast<std::size_t>(p.side);
  const int to = move.to();
  const bool captures = (p.masks.capture(me) >> to & 1) != 0;
  p.masks = move_piece(rules, p, p.masks, me, move, captures);
  p.roll = 0;
  p.barred = 0;
  p.node = NodeKind::chance;
  if (to == rules.exit && ++p.home[me] == rules.parameters.pieces_to_win) {
    return end_game(p, Ending::all_home, win_for(p.side));
  }
  const bool again = rolls_again(rules, to, captures);
  p.side = static_cast<Side>(me ^ static_cast<std::size_t>(!again));
  if (again && rules.parameters.extra_roll == ExtraRoll::another_piece) {
    p.barred = static_cast<std::uint8_t>(to);
  }
}

/// Applies a roll. If it allows no move, the turn passes.
inline void play_roll(const Rules& rules, Position& p, std::uint8_t roll) {
  if (can_use(rules, p, roll)) {
    p.roll = roll;
    p.node = NodeKind::decision;
    return;
  }
  p.barred = 0;
  p.side = other(p.side);
  if (roll == 0) return;
  if (const Result result = deadlock_result(rules, p); result != Result::unfinished) {
    end_game(p, Ending::deadlock, result);
  }
}

/// A 64-bit key of everything that determines the future.
std::uint64_t position_key(const Position& position);

}  // namespace tavlab::ur
