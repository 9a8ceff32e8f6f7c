#pragma once

#include <cstddef>
#include <cstdint>

#include "core/random.h"
#include "core/solving/win_keys.h"
#include "core/tafl/solve/symmetric_keys.h"
#include "core/tafl/tafl.h"

namespace tavlab::tafl {

/// Keys that symmetric positions share: see PlainWinKeys.
template <int Words>
class SymmetricWinKeys {
 public:
  using Parent = KeyLanes;

  explicit SymmetricWinKeys(const Rules<Words>& rules) : rules_(&rules), keys_(rules) {}

  [[nodiscard]] WinKey of(const Position<Words>& p) const { return least(keys_.of(p), p); }

  [[nodiscard]] Parent parent(const Position<Words>& p) const { return keys_.of(p); }
  [[nodiscard]] WinKey after(const Position<Words>& before, const Parent& parent, Move move,
                             const Position<Words>& after) const {
    return least(keys_.after(before, parent, move, after), after);
  }
  [[nodiscard]] bool is_symmetric(const Parent& parent) const { return keys_.is_symmetric(parent); }

 private:
  [[nodiscard]] WinKey least(const KeyLanes& lanes, const Position<Words>& p) const {
    const SymmetricKey least = keys_.least(lanes);
    const std::uint64_t counters = Tafl<Words>::key(*rules_, p) ^ p.hash;  // the same in all images
    return {least.key ^ counters,
            static_cast<std::uint16_t>((least.check ^ mix64(counters)) >> 48)};
  }

  const Rules<Words>* rules_;
  SymmetricKeys<Words> keys_;
};

}  // namespace tavlab::tafl
