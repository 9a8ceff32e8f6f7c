#pragma once

#include <cstdint>

#include "core/game.h"

namespace tavlab {

/// Games by result.
struct ResultCounts {
  std::uint64_t first_wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t second_wins = 0;
  std::uint64_t unfinished = 0;

  constexpr void add(Result result) {
    switch (result) {
      case Result::first_wins:
        ++first_wins;
        return;
      case Result::draw:
        ++draws;
        return;
      case Result::second_wins:
        ++second_wins;
        return;
      case Result::unfinished:
        ++unfinished;
        return;
    }
  }
  [[nodiscard]] constexpr std::uint64_t games() const {
    return first_wins + draws + second_wins + unfinished;
  }
};

}  // namespace tavlab
