#pragma once

#include <cstdint>

namespace tavlab {

/// The two players. The family defines which one is first (the attackers, White); who moves first
/// is a parameter of the rule set. All values in tavlab are from the first player's view.
enum class Side : std::uint8_t { first, second };

constexpr Side other(Side side) { return side == Side::first ? Side::second : Side::first; }

/// What happens next in a position.
enum class NodeKind : std::uint8_t { decision, chance, terminal };

/// How a game ended. `unfinished` is also the result of a game cut off from outside; statistics
/// count it separately, never as a draw.
enum class Result : std::uint8_t { unfinished, first_wins, draw, second_wins };

constexpr Result win_for(Side side) {
  return side == Side::first ? Result::first_wins : Result::second_wins;
}

/// The value of a finished game for the first player: 1, 1/2 or 0.
constexpr double score(Result result) {
  return result == Result::first_wins ? 1.0 : result == Result::second_wins ? 0.0 : 0.5;
}

}  // namespace tavlab
