#include "core/tafl/solve/strategy_keys.h"

#include <algorithm>
#include <array>

#include "core/subscript.h"
#include "core/tafl/symmetries.h"

namespace tavlab::tafl {

template <int Words>
StrategyKeys<Words>::StrategyKeys(const Rules<Words>& rules) : rules_(rules) {
  for (const int symmetry : symmetries_of(rules)) {
    std::vector<std::uint16_t>& image = images_.emplace_back();
    for (int cell = 0; cell < rules.cells; ++cell) {
      image.push_back(static_cast<std::uint16_t>(transformed(symmetry, cell, rules.size)));
    }
  }
}

template <int Words>
StrategyKey StrategyKeys<Words>::of(const Position<Words>& p) const {
  std::array<std::uint8_t, kMaxCells<Words>> board{}, image{}, least{};
  const auto cells = static_cast<std::size_t>(rules_.cells);
  for (const Side side : {Side::first, Side::second}) {
    p.pieces[at(side)].for_each([&](int cell) {
      board[at(cell)] = static_cast<std::uint8_t>(1 + at(kind_at(rules_, p, cell, side)));
    });
  }
  bool first = true;
  for (const std::vector<std::uint16_t>& to : images_) {
    for (std::size_t cell = 0; cell < cells; ++cell) image[to[cell]] = board[cell];
    if (first || std::lexicographical_compare(image.begin(), image.begin() + cells, least.begin(),
                                              least.begin() + cells)) {
      least = image;
    }
    first = false;
  }
  const std::uint64_t flags = static_cast<std::uint64_t>(at(p.side)) * 2 + (p.pending ? 1 : 0);
  std::uint64_t one = mix64(flags), two = mix64(flags + 4);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    one = mix64(one ^ least[cell]);
    two = mix64(two + least[cell]);
  }
  return {one, two};
}

template class StrategyKeys<2>;
template class StrategyKeys<6>;

}  // namespace tavlab::tafl
