#include "core/tafl/features.h"

#include <algorithm>

#include "core/subscript.h"
#include "core/tafl/symmetries.h"

namespace tavlab::tafl {

template <int Words>
Features<Words>::Features(const Rules& rules)
    : rules_(&rules),
      start_count_(std::max(1, rules.start_count[0] + rules.start_count[1])),
      symmetries_(symmetries_of(rules)) {
  // The king's place is the image of his cell with the lowest number.
  for (int cell = 0; cell < rules.cells; ++cell) {
    int lowest = cell;
    for (const int symmetry : symmetries_) {
      const int image = transformed(symmetry, cell, rules.size);
      if (image >= lowest) continue;
      lowest = image;
      fold_[at(cell)] = static_cast<std::uint8_t>(symmetry);
    }
    place_[at(cell)] = lowest == cell ? static_cast<std::uint16_t>(places_++) : place_[at(lowest)];
  }
}

template <int Words>
FeatureShape Features<Words>::shape() const {
  FeatureShape shape;
  shape.name = "tafl-1";
  shape.block = kinds() * rules_->cells;
  shape.blocks = places_;
  shape.features = shape.block * shape.blocks + kCounters;
  shape.buckets = 2 * kPhases;
  return shape;
}

template <int Words>
std::uint32_t Features<Words>::piece_feature(int king, int kind, int cell) const {
  const int seen = transformed(fold_[at(king)], cell, rules_->size);
  return static_cast<std::uint32_t>((place_[at(king)] * kinds() + kind) * rules_->cells + seen);
}

template <int Words>
int Features<Words>::feature(Side, int frame, int bit) const {
  constexpr int kBits = 64 * Words;
  const int kind = bit / kBits, cell = bit % kBits;
  if (kind == 4) {
    return cell < kCounters ? places_ * kinds() * rules_->cells + cell : -1;
  }
  if (kind >= kinds() || cell >= rules_->cells) return -1;
  return static_cast<int>(piece_feature(frame, kind, cell));
}

template <int Words>
void Features<Words>::list(const Position& p, Side, int symmetry, FeatureList& list) const {
  std::array<std::uint64_t, kWords> words;
  fill(p, words);
  list.clear();
  const int king = transformed(symmetry, p.king, rules_->size);
  for (int kind = 0; kind < kinds(); ++kind) {
    Bitboard<Words> cells;
    for (std::size_t i = 0; i < Words; ++i) cells.word[i] = words[at(kind) * Words + i];
    cells.for_each([&](int cell) {
      list.push(piece_feature(king, kind, transformed(symmetry, cell, rules_->size)));
    });
  }
  const auto first = static_cast<std::uint32_t>(places_ * kinds() * rules_->cells);
  for (std::uint64_t bits = words[4 * Words]; bits != 0; bits &= bits - 1) {
    list.push(first + static_cast<std::uint32_t>(std::countr_zero(bits)));
  }
}

template class Features<2>;
template class Features<6>;

}  // namespace tavlab::tafl
