#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/random.h"
#include "core/subscript.h"
#include "core/tafl/position.h"
#include "core/tafl/symmetries.h"

namespace tavlab::tafl {

/// The Zobrist keys of a position's images under all symmetries, side by side, in two independent
/// sets: one key of 64 bits is too short for searches of billions of positions.
struct KeyLanes {
  using Lanes [[gnu::vector_size(64)]] = std::uint64_t;
  Lanes key{}, check{};

  KeyLanes& operator^=(const KeyLanes& other) {
    key ^= other.key;
    check ^= other.check;
    return *this;
  }
  friend KeyLanes operator^(KeyLanes a, const KeyLanes& b) { return a ^= b; }
};

/// The key that a position shares with its images, and the symmetry that it belongs to.
struct SymmetricKey {
  std::uint64_t key, check;
  std::size_t lane;
};

/// Keys that symmetric positions share, updated incrementally.
template <int Words>
class SymmetricKeys {
 public:
  explicit SymmetricKeys(const Rules<Words>& rules)
      : rules_(&rules), symmetries_(symmetries_of(rules)) {
    for (std::size_t lane = 0; lane < kSymmetries; ++lane) {
      const int symmetry = lane < symmetries_.size() ? symmetries_[lane] : 0;
      for (int cell = 0; cell < rules.cells; ++cell) {
        const int image = transformed(symmetry, cell, rules.size);
        image_[lane][at(cell)] = static_cast<std::uint16_t>(image);
        inverse_[lane][at(image)] = static_cast<std::uint16_t>(cell);
        for (int kind = 0; kind < kKinds; ++kind) {
          const std::uint64_t key = rules.piece_key[at(kind)][at(image)];
          KeyLanes& lanes = piece_[at(kind)][at(cell)];
          lanes.key[static_cast<int>(lane)] = key;
          lanes.check[static_cast<int>(lane)] = mix64(key);
        }
      }
    }
  }

  /// Of a position, from scratch.
  [[nodiscard]] KeyLanes of(const Position<Words>& p) const {
    KeyLanes keys{};
    for (const Side side : {Side::first, Side::second}) {
      p.pieces[at(side)].for_each(
          [&](int cell) { keys ^= piece_[at(kind_at(*rules_, p, cell, side))][at(cell)]; });
    }
    return keys ^ flags(p);
  }

  /// Of the position `after` a move, given those of the position `before` it.
  [[nodiscard]] KeyLanes after(const Position<Words>& before, KeyLanes keys, Move move,
                               const Position<Words>& after) const {
    const Kind kind = kind_at(*rules_, before, move.from(), before.side);
    keys ^= piece_[at(kind)][at(move.from())] ^ piece_[at(kind)][at(move.to())];
    const Side enemy = other(before.side);
    const Bitboard<Words> gone = before.pieces[at(enemy)] & ~after.pieces[at(enemy)];
    if (gone.any()) {
      gone.for_each(
          [&](int cell) { keys ^= piece_[at(kind_at(*rules_, before, cell, enemy))][at(cell)]; });
    }
    return keys ^ flags(before) ^ flags(after);
  }

  /// The least of the keys.
  [[nodiscard]] SymmetricKey least(const KeyLanes& keys) const {
    // Without branches, which nothing predicts. Lanes beyond the symmetries equal the first.
    std::uint64_t lowest = keys.key[0];
    for (int lane = 1; lane < static_cast<int>(kSymmetries); ++lane) {
      lowest = std::min<std::uint64_t>(lowest, keys.key[lane]);
    }
    std::size_t least = 0;
    for (std::size_t lane = kSymmetries; lane-- > 0;) {
      least = keys.key[static_cast<int>(lane)] == lowest ? lane : least;
    }
    return {keys.key[static_cast<int>(least)], keys.check[static_cast<int>(least)], least};
  }

  /// Whether the position is its own image under a symmetry other than the identity.
  [[nodiscard]] bool is_symmetric(const KeyLanes& keys) const {
    for (std::size_t lane = 1; lane < symmetries_.size(); ++lane) {
      if (keys.key[static_cast<int>(lane)] == keys.key[0]) return true;
    }
    return false;
  }

  /// The image of a move under the symmetry of a lane, and back. Declined captures are lost: the
  /// original is only a hint, to be checked.
  [[nodiscard]] std::uint32_t image(Move move, std::size_t lane) const {
    return Move(image_[lane][at(move.from())], image_[lane][at(move.to())]).word();
  }
  [[nodiscard]] std::uint32_t original(std::uint32_t word, std::size_t lane) const {
    if (word == 0) return 0;
    const Move move = Move::from_word(word);
    return Move(inverse_[lane][at(move.from())], inverse_[lane][at(move.to())]).word();
  }

 private:
  [[nodiscard]] KeyLanes flags(const Position<Words>& p) const {
    const std::uint64_t key =
        (p.side == Side::second ? rules_->side_key : 0) ^ (p.pending ? rules_->pending_key : 0);
    return {KeyLanes::Lanes{} + key, KeyLanes::Lanes{} + mix64(key)};
  }

  static constexpr std::size_t kCellWords = 512;

  const Rules<Words>* rules_;
  std::vector<int> symmetries_;
  std::array<std::array<KeyLanes, kMaxCells<Words>>, kKinds> piece_{};
  std::array<std::array<std::uint16_t, kMaxCells<Words>>, kSymmetries> image_{};
  /// For all 9-bit words, since a damaged table of a proof may contain any.
  std::array<std::array<std::uint16_t, kCellWords>, kSymmetries> inverse_{};
};

}  // namespace tavlab::tafl
