#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/ur/position.h"

namespace tavlab::ur {

/// The stacks of all squares from the view of the player to roll, who takes the place of the first
/// player. The board is mirrored if necessary.
using Stacks = std::array<Stack, kMaxSquares>;

/// A stack from the other player's view: every piece changes its owner.
constexpr Stack flipped(Stack stack) {
  const unsigned pieces = (1U << (2 * height(stack))) - 1;
  return static_cast<Stack>(stack ^ (0xaaaaU & pieces));
}

/// Numbers the positions before a roll, from the view of the player to roll, without gaps and
/// without storing them: a graded enumerative index.
///
/// A layer (own, other) contains the positions with these numbers of pieces that are not home;
/// their values do not depend on how many have gone home. The board has three parts:
/// - each player's entry lane: the first squares of the path, as far as the other player never
///   comes there and the path visits them only once. It has few possible contents ("lane states"),
///   and the moves on the rest of the board do not depend on the other player's lane.
/// - the middle: all other squares.
/// All positions with the same middle form a tile, a matrix of the other player's lane states
/// (rows) by own ones (columns). Lane states are ordered by their number of pieces, so that the
/// states allowed by the pieces left always come first. A tile's offset is the sum of a few table
/// lookups: the squares of the middle are combined into groups, and each group's table counts the
/// positions before its digit, given the pieces left for it and the later groups (as in the
/// combinatorial number system; Knuth, TAOCP 4A, 7.2.1.3).
class PositionIndex {
 public:
  static constexpr std::size_t kMaxGroups = 20;

  /// `most` is the maximum number of a player's pieces that are not home.
  PositionIndex(const Rules& rules, int most);

  // --- lanes ---

  struct LaneState {
    std::array<std::uint8_t, kMaxPath> heights{};  ///< pieces on each lane square
    int count = 0;
    int progress = 0;  ///< steps made by them
  };
  [[nodiscard]] int lane_length() const { return lane_length_; }
  [[nodiscard]] const std::vector<LaneState>& lane_states() const { return lane_states_; }
  /// The number of lane states with at most `count` pieces; they are the first ones.
  [[nodiscard]] std::uint32_t lane_states_up_to(int count) const {
    return lane_prefix_[static_cast<std::size_t>(count)];
  }
  static constexpr std::uint32_t kNoState = 0xffffffffU;
  /// The lane state after a move from `from` (0: the hand) to the square `to` of the lane, or
  /// beyond it; kNoState if there is no such piece or no room.
  [[nodiscard]] std::uint32_t lane_after(std::uint32_t state, int from, int to) const {
    const auto width = static_cast<std::size_t>(lane_length_) + 2;
    const std::size_t beyond = width - 1;
    const auto target = std::min(static_cast<std::size_t>(to), beyond);
    return lane_after_[(state * width + static_cast<std::size_t>(from)) * width + target];
  }

  // --- middles ---

  /// The contents of the middle: a digit for each group in both players' views, and its pieces.
  struct Middle {
    std::array<std::uint16_t, kMaxGroups> own{};    ///< in the view of the player to roll
    std::array<std::uint16_t, kMaxGroups> other{};  ///< in the other player's view
    int own_pieces = 0;
    int other_pieces = 0;
  };

  /// The same in the other player's view.
  static Middle swapped(Middle middle) {
    std::swap(middle.own, middle.other);
    std::swap(middle.own_pieces, middle.other_pieces);
    return middle;
  }

  /// The place of a tile's values in its layer: the index of a value is
  /// offset + other's lane state * own_states + own lane state.
  struct Tile {
    std::uint64_t offset = 0;
    std::uint32_t own_states = 0;    ///< columns
    std::uint32_t other_states = 0;  ///< rows
  };

  [[nodiscard]] std::size_t groups() const { return groups_.size(); }
  [[nodiscard]] Middle middle_of(const Stacks& stacks) const;
  /// Replaces one square's stack. Does not update the counts of pieces.
  void change(Middle& middle, int number, Stack before, Stack after) const {
    const Square& square =
        squares_[static_cast<std::size_t>(square_place_[static_cast<std::size_t>(number)])];
    std::uint16_t& own = middle.own[square.group];
    std::uint16_t& other = middle.other[square.mirror_group];
    own = static_cast<std::uint16_t>(own + square.own_part[after] - square.own_part[before]);
    other =
        static_cast<std::uint16_t>(other + square.other_part[after] - square.other_part[before]);
  }
  /// The stacks of a middle, with empty lanes.
  [[nodiscard]] Stacks stacks_of(const Middle& middle) const;

  /// The tile of a middle in the layer (own, other).
  [[nodiscard]] Tile tile(const Middle& middle, int own, int other) const {
    return tile_of(middle.own, own, other);
  }
  /// The same in the other player's view, in the layer (other, own).
  [[nodiscard]] Tile swapped_tile(const Middle& middle, int own, int other) const {
    return tile_of(middle.other, other, own);
  }

  /// The steps made by both players' pieces in the middle.
  [[nodiscard]] int progress(const Middle& middle) const {
    int steps = 0;
    for (std::size_t g = 0; g < groups_.size(); ++g) steps += groups_[g].progress[middle.own[g]];
    return steps;
  }

  /// The masks of the middle, without the path indices of lanes and hands.
  [[nodiscard]] Masks masks_of(const Middle& middle) const {
    Masks masks;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      masks = masks.with({}, groups_[g].masks[middle.own[g]]);
    }
    return masks;
  }

  /// The stack on a square of the middle.
  [[nodiscard]] Stack stack_at(const Middle& middle, int number) const {
    const Square& square =
        squares_[static_cast<std::size_t>(square_place_[static_cast<std::size_t>(number)])];
    return square.stacks[middle.own[square.group] / square.radix % square.stacks.size()];
  }

  /// Converts a middle to its own digits, one for each group, and back, for compact lists.
  void write_digits(const Middle& middle, std::vector<std::uint16_t>& list) const {
    list.insert(list.end(), middle.own.begin(),
                middle.own.begin() + static_cast<std::ptrdiff_t>(groups_.size()));
  }
  [[nodiscard]] Middle read_digits(const std::uint16_t* digits) const {
    Middle middle;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      const Group& group = groups_[g];
      const std::uint16_t digit = digits[g];
      middle.own[g] = digit;
      middle.own_pieces += group.own[digit];
      middle.other_pieces += group.other[digit];
      for (std::size_t i = 0; i < kMaxGroups; ++i) {
        middle.other[i] = static_cast<std::uint16_t>(middle.other[i] + group.other_view[digit][i]);
      }
    }
    return middle;
  }

  /// The number of positions of a layer.
  [[nodiscard]] std::uint64_t size(int own, int other) const {
    return completions_[place(own, other)];
  }

  /// Calls f(middle) for every middle of the layer (own, other).
  template <typename F>
  void for_each_middle(int own, int other, F&& f) const {
    std::array<std::uint16_t, kMaxGroups> digits{};
    visit(0, own, other, digits, [&] { f(read_digits(digits.data())); });
  }
  /// The number of middles of the layer.
  [[nodiscard]] std::uint64_t middles(int own, int other) const {
    return middles_[place(own, other)];
  }

  // --- positions ---

  struct Place {
    int own;
    int other;
    std::uint64_t number;
  };
  /// The place of a position before its roll (a known roll is ignored), in a game with `pieces` of
  /// each player.
  [[nodiscard]] Place place_of(const Position& position, int pieces) const;
  /// The position at a place, White to roll. The pieces missing from the layer are home.
  [[nodiscard]] Position position_at(const Place& place) const;

 private:
  struct Square {
    int number = 0;  ///< on the board
    std::size_t group = 0;
    std::uint16_t radix = 1;                       ///< of its part of the group's digit
    std::vector<Stack> stacks;                     ///< by code
    std::array<std::int16_t, kStackCodes> code{};  ///< by stack; -1 if impossible
    // The contribution of a stack to the digits of the two views.
    std::size_t mirror_group = 0;
    std::array<std::uint16_t, kStackCodes> own_part{};
    std::array<std::uint16_t, kStackCodes> other_part{};
  };
  struct Group {
    std::vector<std::size_t> squares;  ///< in squares_
    std::uint32_t digits = 1;
    // By digit:
    std::vector<std::uint8_t> own;  ///< pieces
    std::vector<std::uint8_t> other;
    std::vector<std::int16_t> progress;                             ///< steps of all pieces
    std::vector<Masks> masks;                                       ///< of its squares
    std::vector<std::array<std::uint16_t, kMaxGroups>> other_view;  ///< its part of Middle::other
    /// Positions before a digit, by pieces left (see place()) and digit. Digits with too many
    /// pieces have no positions.
    std::vector<std::uint64_t> before;
  };

  /// The row in tables by pieces left.
  [[nodiscard]] std::size_t place(int own, int other) const {
    return static_cast<std::size_t>(own) * static_cast<std::size_t>(most_ + 1) +
           static_cast<std::size_t>(other);
  }

  [[nodiscard]] Tile tile_of(const std::array<std::uint16_t, kMaxGroups>& digits, int own,
                             int other) const {
    Tile tile;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      const Group& group = groups_[g];
      tile.offset += group.before[place(own, other) * group.digits + digits[g]];
      own -= group.own[digits[g]];
      other -= group.other[digits[g]];
    }
    tile.own_states = lane_states_up_to(own);
    tile.other_states = lane_states_up_to(other);
    return tile;
  }

  template <typename F>
  void visit(std::size_t g, int own, int other, std::array<std::uint16_t, kMaxGroups>& digits,
             F&& f) const {
    if (g == groups_.size()) return f();
    const Group& group = groups_[g];
    for (std::uint32_t digit = 0; digit < group.digits; ++digit) {
      if (group.own[digit] > own || group.other[digit] > other) continue;
      digits[g] = static_cast<std::uint16_t>(digit);
      visit(g + 1, own - group.own[digit], other - group.other[digit], digits, f);
    }
  }

  void find_lanes();
  void list_squares();
  void make_groups();
  void fill_digit(Group& group, std::uint32_t digit);
  void count();
  [[nodiscard]] bool can_stand(int square, Stack stack) const;

  const Rules* rules_;
  int most_;
  int lane_length_ = 0;
  std::vector<LaneState> lane_states_;
  std::vector<std::uint32_t> lane_prefix_;
  std::vector<std::uint32_t> lane_after_;
  std::vector<Square> squares_;                  ///< of the middle
  std::array<int, kMaxSquares> mirror_{};        ///< by number on the board
  std::array<int, kMaxSquares> square_place_{};  ///< in squares_, or -1
  std::vector<Group> groups_;
  std::vector<std::uint64_t> middles_;      ///< by pieces left
  std::vector<std::uint64_t> completions_;  ///< positions of the whole board, by pieces left
};

}  // namespace tavlab::ur
