#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/features.h"
#include "core/tafl/position.h"

namespace tavlab::tafl {

/// The features of tafl, always from the attackers' view: each piece but the king on its cell,
/// relative to the king's cell, with the symmetries of the rules folded so that the king is in one
/// part of the board; then counters and rolls, independent of the king's cell.
///
/// Buckets: the side to move, and how many of the pieces at the start are gone (less than 1/8, 2/8,
/// 3/8, or more).
template <int Words>
class Features {
 public:
  using Rules = tafl::Rules<Words>;
  using Position = tafl::Position<Words>;

  static constexpr int kViews = 1;
  static constexpr std::string_view kHandcrafted = "tafl-1";
  static constexpr std::size_t kWords = 4 * Words + 1;

  explicit Features(const Rules& rules);

  [[nodiscard]] FeatureShape shape() const;
  [[nodiscard]] int frames() const { return rules_->cells; }
  [[nodiscard]] int frame(const Position& p, Side) const { return p.king; }

  void fill(const Position& p, std::span<std::uint64_t, kWords> words) const {
    const Bitboard<Words> led = rules_->leaders ? p.leaders : Bitboard<Words>{};
    for (std::size_t i = 0; i < Words; ++i) {
      words[i] = p.pieces[0].word[i] & ~led.word[i];
      words[Words + i] = p.pieces[1].word[i] & ~led.word[i];
      words[2 * Words + i] = p.pieces[0].word[i] & led.word[i];
      words[3 * Words + i] = p.pieces[1].word[i] & led.word[i];
    }
    // The king is the frame.
    words[Words + (p.king >> 6U)] &= ~(std::uint64_t{1} << (p.king & 63U));
    words[4 * Words] = counters(p);
  }

  [[nodiscard]] int feature(Side, int frame, int bit) const;
  [[nodiscard]] int bucket(const Position& p) const {
    const int gone = start_count_ - p.pieces[0].count() - p.pieces[1].count();
    const int eighths = 8 * gone < 0 ? 0 : 8 * gone / start_count_;
    return (p.side == Side::second ? kPhases : 0) + (eighths < kPhases ? eighths : kPhases - 1);
  }
  [[nodiscard]] std::vector<NamedInput> rule_inputs() const {
    return named_inputs(rules_->parameters);
  }
  [[nodiscard]] std::span<const int> symmetries() const { return symmetries_; }
  void list(const Position& p, Side view, int symmetry, FeatureList& list) const;

 private:
  static constexpr int kPhases = 4;
  static constexpr int kMovesLeft = 32;  ///< of the king's side, if limited: 31 or more, to 0
  static constexpr int kRolls = 20;
  static constexpr int kCounters = kMovesLeft + kRolls + 1;

  [[nodiscard]] std::uint64_t counters(const Position& p) const {
    std::uint64_t bits = 0;
    if (rules_->count_king_moves != 0) {
      const int left = rules_->parameters.king_side_moves - p.king_moves;
      bits |= std::uint64_t{1} << (left < 0 ? 0 : left < kMovesLeft ? left : kMovesLeft - 1);
    }
    if (p.roll != 0) bits |= std::uint64_t{1} << (kMovesLeft + (p.roll - 1) % kRolls);
    if (p.pending) bits |= std::uint64_t{1} << (kMovesLeft + kRolls);
    return bits;
  }
  [[nodiscard]] int kinds() const { return rules_->leaders ? 4 : 2; }
  /// The feature of a piece's kind (as in the words) on a cell, with the king on another one.
  [[nodiscard]] std::uint32_t piece_feature(int king, int kind, int cell) const;

  const Rules* rules_;
  int start_count_ = 1;
  std::vector<int> symmetries_;
  std::array<std::uint8_t, Rules::kCells> fold_{};  ///< the symmetry that brings a king into place
  std::array<std::uint16_t, Rules::kCells> place_{};  ///< the number of that place
  int places_ = 0;
};

extern template class Features<2>;
extern template class Features<6>;

}  // namespace tavlab::tafl
