#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/draughts/column.h"
#include "core/draughts/rules.h"
#include "core/game.h"

namespace tavlab::draughts {

enum class Ending : std::uint8_t {
  none,
  no_pieces,
  blocked,
  kings_only,
  three_kings,
  few_pieces,
  total_plies
};

/// The text of each ending, by number.
inline constexpr std::array<std::string_view, 7> kEndingTexts = {"",
                                                                 "no pieces left",
                                                                 "blocked",
                                                                 "moves by kings only",
                                                                 "three kings against one",
                                                                 "few pieces left",
                                                                 "total plies"};
static_assert(kEndingTexts.size() == at(Ending::total_plies) + 1);

constexpr std::string_view ending_text(Ending ending) { return kEndingTexts[at(ending)]; }

/// A move in one word; 0 is no move. Origin, target, and a payload that distinguishes moves between
/// the same squares. Without columns, the payload is the set of captured squares: none is on the
/// edge, so 50 bits suffice on every board. With columns, where the order of captures matters, it
/// is the path: for each jump the number of the option taken, from 1, in four bits.
class Move {
 public:
  constexpr Move() = default;
  constexpr Move(int from, int to, std::uint64_t payload = 0)
      : word_(static_cast<std::uint64_t>(from) | static_cast<std::uint64_t>(to) << 7 |
              payload << 14) {}
  static constexpr Move from_word(std::uint64_t word) {
    Move move;
    move.word_ = word;
    return move;
  }
  [[nodiscard]] constexpr std::uint64_t word() const { return word_; }
  [[nodiscard]] constexpr int from() const { return static_cast<int>(word_ & 127); }
  [[nodiscard]] constexpr int to() const { return static_cast<int>(word_ >> 7 & 127); }
  [[nodiscard]] constexpr std::uint64_t payload() const { return word_ >> 14; }
  [[nodiscard]] constexpr bool captures() const { return payload() != 0; }
  constexpr bool operator==(const Move&) const = default;

 private:
  std::uint64_t word_ = 0;
};

/// Packs a set of squares that are not on the edge into the 50 bits of a move.
inline std::uint64_t packed(Narrow set) { return set >> 7; }
std::uint64_t packed(Wide set);
template <typename Bits>
Bits unpacked(std::uint64_t payload);
template <>
inline Narrow unpacked<Narrow>(std::uint64_t payload) {
  return payload << 7;
}
template <>
Wide unpacked<Wide>(std::uint64_t payload);

/// Games with columns have boards of at most 8 ranks: four cells per rank.
inline constexpr int kCells = 32;
inline constexpr auto kCellOf = [] {
  std::array<std::uint8_t, 64> cells{};
  for (int square = 0; square < 64; ++square) {
    cells[at(square)] =
        static_cast<std::uint8_t>((4 * rank_of(square) + file_of(square) / 2) % kCells);
  }
  return cells;
}();
constexpr std::size_t cell_of(int square) { return kCellOf[at(square)]; }

/// The complete state of a game; trivially copyable.
struct Position {
  std::array<Wide, 2> owned;  ///< squares of a side's pieces, or columns
  Wide kings;                 ///< of both sides; columns by their top piece

  std::array<Column, kCells> columns;  ///< in games with columns; else empty

  std::uint64_t hash;        ///< of everything but the counters
  std::uint16_t king_moves;  ///< consecutive plies by kings without a capture, if limited
  std::uint16_t quiet;       ///< plies since a capture or promotion, if limited with these pieces
  std::uint16_t plies;       ///< plies of the game, if that is limited
  Side side;
  NodeKind node;
  Result result;
  Ending ending;

  [[nodiscard]] Column& column(int square) { return columns[cell_of(square)]; }
  [[nodiscard]] const Column& column(int square) const { return columns[cell_of(square)]; }
};
static_assert(sizeof(Position) <= 336);

/// The start position.
Position start_position(const Rules& rules);

/// A board without pieces. `place` adds a piece, at the bottom of a column if there is one.
Position empty_position(const Rules& rules);
void place(const Rules& rules, Position& p, int square, Piece piece);

/// Sets what depends on pieces, side and counters: hash, node, result.
void complete_position(const Rules& rules, Position& p);

/// Plays a legal move. Returns whether no earlier position can recur.
bool play(const Rules& rules, Position& p, Move move);

/// The limits on plies without a capture or promotion that apply to the current material; 0: none.
/// The limit for three kings against one applies only if the lone king is where it must be.
struct QuietLimits {
  int few_pieces = 0;
  int three_kings = 0;
  [[nodiscard]] int most() const { return few_pieces > three_kings ? few_pieces : three_kings; }
};
QuietLimits quiet_limits(const Rules& rules, const Position& p);

}  // namespace tavlab::draughts
