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

/// Path indices: 0 is the hand, 1 to `length` the squares, `exit` = length + 1 the way home.
/// A set of them is a mask with bit i for index i.
using PathMask = std::uint32_t;

/// A piece on the board: its owner, and whether it stands on the square by the second visit of its
/// owner's path. Two bits: owner << 1 | visit.
using Piece = std::uint32_t;
constexpr Piece make_piece(Side owner, int visit) {
  return static_cast<Piece>(owner) << 1 | static_cast<Piece>(visit);
}
constexpr Side owner(Piece piece) { return static_cast<Side>(piece >> 1); }
constexpr int visit_of(Piece piece) { return static_cast<int>(piece & 1); }

/// The pieces on one square, bottom first: a leading 1 and two bits a piece, the top lowest.
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
  for (; stack > kEmptyStack; stack = pop(stack)) {  // ends for codes that are no stacks too
    if (top(stack) == piece) return true;
  }
  return false;
}
/// Without the topmost of such pieces, which is in it.
constexpr Stack without(Stack stack, Piece piece) {
  const Stack rest = pop(stack);
  return top(stack) == piece ? rest : push(without(rest, piece), top(stack));
}

/// What decides the moves, by side: path indices from which a piece may move, on which one may
/// land, and on which landing captures. Square by square it follows from the stacks alone, so that
/// a change of a square is one operation on a vector of them all.
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

/// A rule set compiled into look-up tables. Built once by `compile_rules`, then immutable.
struct Rules {
  /// Squares of the board, and one more that stands for the hand and for home.
  static constexpr std::size_t kPlaces = kMaxSquares + 1;
  static constexpr int kOffBoard = kMaxSquares;

  Parameters parameters;
  int length = 0;  ///< squares of the path
  int exit = 0;    ///< length + 1

  /// A path index of a side: where it is, and the piece that stands there.
  struct Step {
    std::uint8_t square = kOffBoard;  ///< kOffBoard for the hand and home
    std::uint8_t piece = 0;
  };
  std::array<std::array<Step, 32>, 2> step{};
  /// The path index of each visit to a square; 0 where there is none.
  std::array<std::array<std::array<std::uint8_t, 2>, 2>, kPlaces> index{};  ///< square, side, visit
  std::array<int, kPlaces> capacity{};

  /// Each square's part of the masks: the bits that are its own, and those that are set for each
  /// stack on it.
  struct Square {
    Masks own_bits{};
    std::vector<Masks> effects;  ///< by stack
  };
  std::array<Square, kPlaces> squares{};
  Masks empty{};                       ///< of the empty board, hands empty too
  Masks hand_bits{};                   ///< the bits of the hands; and what to set there,
  std::array<Masks, 4> hand_effect{};  ///< by whether White has pieces in hand (1) and Black (2)

  PathMask extra_throw = 0;  ///< path indices where landing gives another throw
  /// Path indices from which a throw reaches beyond the exit and may leave all the same.
  std::array<PathMask, kMaxThrow + 1> overshoot{};

  int highest_throw = 0;
  int weight_sum = 0;
  /// The throw of each of the `weight_sum` equally likely cases.
  std::vector<std::uint8_t> throw_case;
  std::array<double, kMaxThrow + 1> probability{};

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
