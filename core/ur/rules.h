#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/game.h"
#include "core/ur/parameters.h"

namespace tavlab::ur {

/// Path indices: 0 is the hand, 1 to `length` are the squares, `exit` = length + 1 is home.
/// A set of them is a mask with bit i for index i.
using PathMask = std::uint32_t;

/// A piece on the board: its owner, and whether it is on its first or second visit to the square.
/// Two bits: owner << 1 | visit.
using Piece = std::uint32_t;
constexpr Piece make_piece(Side owner, int visit) {
  return static_cast<Piece>(owner) << 1 | static_cast<Piece>(visit);
}
constexpr Side owner(Piece piece) { return static_cast<Side>(piece >> 1); }
constexpr int visit_of(Piece piece) { return static_cast<int>(piece & 1); }

/// The pieces on one square: a leading 1, then two bits for each piece, the top piece lowest.
using Stack = std::uint16_t;
inline constexpr Stack kEmptyStack = 1;
inline constexpr std::size_t kStackCodes = std::size_t{1} << (2 * kMaxCapacity + 1);

constexpr int height(Stack stack) { return (std::bit_width(stack) - 1) / 2; }
constexpr Piece top(Stack stack) { return stack & 3U; }
constexpr Stack push(Stack stack, Piece piece) { return static_cast<Stack>(stack << 2 | piece); }
constexpr Stack pop(Stack stack) { return static_cast<Stack>(stack >> 2); }
/// The piece at a level from the bottom.
constexpr Piece piece_at(Stack stack, int level) {
  return static_cast<Piece>(stack >> (2 * (height(stack) - 1 - level))) & 3U;
}
constexpr bool contains(Stack stack, Piece piece) {
  for (; stack > kEmptyStack; stack = pop(stack)) {  // also terminates for invalid codes
    if (top(stack) == piece) return true;
  }
  return false;
}
/// The stack without its topmost piece of this kind, of which it has at least one.
constexpr Stack without(Stack stack, Piece piece) {
  const Stack rest = pop(stack);
  return top(stack) == piece ? rest : push(without(rest, piece), top(stack));
}

/// The masks that determine the moves, by side: path indices from which a piece may move, where one
/// may land, and where landing captures. Each square's bits depend on its stack only, so that
/// updating a square is one operation on a vector of all masks.
class Masks {
 public:
  [[nodiscard]] PathMask movable(std::size_t side) const { return words_[side]; }
  [[nodiscard]] PathMask landing(std::size_t side) const { return words_[2 + side]; }
  [[nodiscard]] PathMask capture(std::size_t side) const { return words_[4 + side]; }
  void add_movable(std::size_t side, PathMask mask) { words_[side] |= mask; }
  void add_landing(std::size_t side, PathMask mask) { words_[2 + side] |= mask; }
  void add_capture(std::size_t side, PathMask mask) { words_[4 + side] |= mask; }

  /// These masks with the bits of `own` replaced by those of `effect`.
  [[nodiscard]] Masks with(const Masks& own, const Masks& effect) const {
    return Masks((words_ & ~own.words_) | effect.words_);
  }

  Masks() = default;
  bool operator==(const Masks& that) const {
    for (std::size_t i = 0; i < 6; ++i) {
      if (words_[i] != that.words_[i]) return false;
    }
    return true;
  }

 private:
  using Words [[gnu::vector_size(32)]] = PathMask;  // two are unused
  explicit Masks(const Words& words) : words_(words) {}

  Words words_{};
};

/// A rule set compiled into lookup tables. Built once by `compile_rules`, then immutable.
struct Rules {
  /// Squares of the board, and one more for hand and home.
  static constexpr std::size_t kPlaces = kMaxSquares + 1;
  static constexpr int kOffBoard = kMaxSquares;

  Parameters parameters;
  int length = 0;  ///< squares of the path
  int exit = 0;    ///< length + 1

  /// For a path index of a side: its square, and the piece there.
  struct Step {
    std::uint8_t square = kOffBoard;  ///< kOffBoard for the hand and home
    std::uint8_t piece = 0;
  };
  std::array<std::array<Step, 32>, 2> step{};
  /// The path index of each visit to a square; 0 if there is none.
  std::array<std::array<std::array<std::uint8_t, 2>, 2>, kPlaces> index{};  ///< square, side, visit
  std::array<int, kPlaces> capacity{};

  /// Each square's part of the masks: its own bits, and which of them are set for each stack.
  struct Square {
    Masks own_bits{};
    std::vector<Masks> effects;  ///< by stack
  };
  std::array<Square, kPlaces> squares{};
  Masks empty{};                       ///< of the empty board with empty hands
  Masks hand_bits{};                   ///< the bits of the hands, and which of them are set if
  std::array<Masks, 4> hand_effect{};  ///< White (1) and Black (2) have pieces in hand

  PathMask extra_roll = 0;  ///< path indices where landing gives an extra roll
  /// Path indices from which a roll beyond the exit may take a piece home.
  std::array<PathMask, kMaxRoll + 1> overshoot{};

  int highest_roll = 0;
  int weight_sum = 0;
  /// The roll of each of the `weight_sum` equally likely cases.
  std::vector<std::uint8_t> roll_case;
  std::array<double, kMaxRoll + 1> probability{};

  /// Whether a piece at this path index shows its other face.
  [[nodiscard]] bool turned(int path_index) const {
    return parameters.turned_from > 0 && path_index >= parameters.turned_from;
  }
  [[nodiscard]] int square_of(Side side, int path_index) const {
    return step[static_cast<std::size_t>(side)][static_cast<std::size_t>(path_index)].square;
  }
  [[nodiscard]] SquareClass square_class(int s) const {
    return parameters.classes[static_cast<std::size_t>(s)];
  }
};

/// Compiles checked parameters.
std::shared_ptr<const Rules> compile_rules(Parameters parameters);

}  // namespace tavlab::ur
