#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tavlab {

/// A part of the games of a run, for one of several processes: every `count`-th game number,
/// beginning with `index` - 1. The whole run is shard 1 of 1.
struct Shard {
  std::uint64_t index = 1;  ///< from 1
  std::uint64_t count = 1;

  [[nodiscard]] bool whole() const { return count == 1; }
  [[nodiscard]] bool has(std::uint64_t number) const { return number % count == index - 1; }
  /// How many of the numbers below `games` it has.
  [[nodiscard]] std::uint64_t share_of(std::uint64_t games) const {
    return games / count + (games % count >= index ? 1 : 0);
  }
  /// "2/4"; empty for the whole run.
  [[nodiscard]] std::string text() const;

  /// Reads "2/4"; an empty text is the whole run. Throws UserError.
  static Shard parse(std::string_view text);
};

}  // namespace tavlab
