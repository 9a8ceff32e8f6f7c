#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/subscript.h"
#include "core/tafl/rules.h"

namespace tavlab::tafl {

/// How a game ended, as far as the position alone decides it (repetition is GameState's).
enum class Ending : std::uint8_t {
  none,
  king_captured,
  king_escaped,
  exit_fort,
  encirclement,
  move_limit,
  quiet_plies,
  total_plies,
  no_legal_move
};

/// What each is called, by its number.
inline constexpr std::array<std::string_view, 9> kEndingTexts = {
    "",           "king captured", "king escaped", "exit fort",    "encirclement",
    "move limit", "quiet plies",   "total plies",  "no legal move"};
static_assert(kEndingTexts.size() == static_cast<std::size_t>(Ending::no_legal_move) + 1);

constexpr std::string_view ending_text(Ending ending) {
  return kEndingTexts[static_cast<std::size_t>(ending)];
}

/// From, to, and the directions in which captures are declined, in one word; 0 is no move.
class Move {
 public:
  constexpr Move() = default;
  constexpr Move(int from, int to, unsigned declined = 0)
      : word_(static_cast<std::uint32_t>(from) | static_cast<std::uint32_t>(to) << 9 |
              declined << 18) {}
  static constexpr Move from_word(std::uint64_t word) {
    Move move;
    move.word_ = static_cast<std::uint32_t>(word);
    return move;
  }
  [[nodiscard]] constexpr std::uint32_t word() const { return word_; }
  [[nodiscard]] constexpr int from() const { return word_ & 0x1ff; }
  [[nodiscard]] constexpr int to() const { return (word_ >> 9) & 0x1ff; }
  /// Bit d: the capture that starts at the neighbour in direction d is declined.
  [[nodiscard]] constexpr unsigned declined() const { return word_ >> 18; }
  constexpr bool operator==(const Move&) const = default;

 private:
  std::uint32_t word_ = 0;
};

/// Everything that decides the future but the repetition history; trivially copyable.
/// Counters that the rules do not use stay 0, so that equal positions are equal bytes.
template <int Words>
struct Position {
  using Board = Bitboard<Words>;

  std::array<Board, 2> pieces;  ///< attackers (commanders too), defenders (king and knights too)
  std::array<Views<Words>, 2> views;  ///< the same from all four sides
  Board leaders;                      ///< commanders and knights
  std::uint64_t hash;                 ///< Zobrist key of pieces, side, pending mark and throw
  std::uint16_t king;                 ///< his cell, or kNoCell once captured
  std::uint16_t quiet;                ///< plies since the last capture
  std::uint16_t plies;
  std::uint16_t king_moves;  ///< moves that the defenders have made
  Side side;                 ///< to move
  Ending ending;
  Result result;
  NodeKind node;
  std::uint8_t thrown;  ///< with dice: 0 while a throw is awaited
  bool pending;         ///< the king is captured unless this reply frees him

  bool operator==(const Position&) const = default;

  [[nodiscard]] const Board& own() const { return pieces[static_cast<std::size_t>(side)]; }
  [[nodiscard]] Board occupied() const { return pieces[0] | pieces[1]; }
};

/// The kind of the piece of `side` on `cell`.
template <int Words>
inline Kind kind_at(const Rules<Words>& rules, const Position<Words>& position, int cell,
                    Side side) {
  if (rules.leaders && position.leaders.test(cell)) {
    return side == Side::first ? Kind::commander : Kind::knight;
  }
  if (side == Side::first) return Kind::attacker;
  return cell == position.king ? Kind::king : Kind::defender;
}

/// Moves the piece and nothing else; returns its kind.
template <int Words>
inline Kind shift_piece(const Rules<Words>& rules, Position<Words>& p, int from, int to) {
  const Kind kind = kind_at(rules, p, from, p.side);
  const Bitboard<Words> both = rules.single[at(from)] ^ rules.single[at(to)];
  p.pieces[at(p.side)] ^= both;
  p.views[at(p.side)] ^= rules.seen[at(from)];
  p.views[at(p.side)] ^= rules.seen[at(to)];
  if (rules.leaders && (kind == Kind::commander || kind == Kind::knight)) p.leaders ^= both;
  if (kind == Kind::king) p.king = static_cast<std::uint16_t>(to);
  const auto& keys = rules.piece_key[at(kind)];
  p.hash ^= keys[at(from)] ^ keys[at(to)];
  return kind;
}

/// The start position, ready for its first turn.
template <int Words>
Position<Words> start_position(const Rules<Words>& rules);

/// Sets what follows from the pieces: views, hash, node kind, and the end if the side to move is
/// stuck.
template <int Words>
void complete_position(const Rules<Words>& rules, Position<Words>& position);

}  // namespace tavlab::tafl
