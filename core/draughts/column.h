#pragma once

#include <cstdint>

#include "core/game.h"

namespace tavlab::draughts {

/// A man or a king, and its owner.
struct Piece {
  Side side = Side::first;
  bool king = false;
  bool operator==(const Piece&) const = default;
};

inline constexpr int kMaxPieces = 24;  ///< of both players, in a game with columns

/// The pieces on a square in a game with columns, in one word: owners (bits 0 to 23) and ranks (24
/// to 47), each from the top down, and the height. Empty is 0.
class Column {
 public:
  constexpr Column() = default;
  static constexpr Column of(Piece piece) { return Column().with_below(piece); }

  [[nodiscard]] constexpr std::uint64_t word() const { return word_; }
  [[nodiscard]] constexpr bool empty() const { return word_ == 0; }
  [[nodiscard]] constexpr int height() const { return static_cast<int>(word_ >> kHeight); }
  /// The piece `depth` places below the top one.
  [[nodiscard]] constexpr Piece piece(int depth) const {
    return {static_cast<Side>(word_ >> depth & 1), (word_ >> (kRanks + depth) & 1) != 0};
  }
  [[nodiscard]] constexpr Piece top() const { return piece(0); }
  /// Owners as bits from the top down: 1 is the second player's.
  [[nodiscard]] constexpr std::uint32_t owners() const {
    return static_cast<std::uint32_t>(word_ & kString);
  }
  [[nodiscard]] constexpr std::uint32_t ranks() const {
    return static_cast<std::uint32_t>(word_ >> kRanks & kString);
  }

  /// Without this many pieces from the top; there must be at least that many.
  [[nodiscard]] constexpr Column without_top(int pieces = 1) const {
    return Column(std::uint64_t{owners()} >> pieces, std::uint64_t{ranks()} >> pieces,
                  height() - pieces);
  }
  /// With a piece added at the bottom.
  [[nodiscard]] constexpr Column with_below(Piece piece) const {
    return Column(owners() | static_cast<std::uint64_t>(piece.side) << height(),
                  ranks() | static_cast<std::uint64_t>(piece.king) << height(), height() + 1);
  }
  /// With a king on top.
  [[nodiscard]] constexpr Column crowned() const {
    return Column(owners(), ranks() | 1U, height());
  }
  constexpr bool operator==(const Column&) const = default;

 private:
  static constexpr int kRanks = 24, kHeight = 48;
  static constexpr std::uint64_t kString = (std::uint64_t{1} << kMaxPieces) - 1;
  constexpr Column(std::uint64_t owners, std::uint64_t ranks, int height)
      : word_(owners | ranks << kRanks | static_cast<std::uint64_t>(height) << kHeight) {}

  std::uint64_t word_ = 0;
};

}  // namespace tavlab::draughts
