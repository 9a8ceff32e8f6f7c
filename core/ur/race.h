#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/race.h"
#include "core/ur/board.h"
#include "core/ur/ur.h"

namespace tavlab {

/// Zones: the block is files a to d, the turn files g and h of the standard board, and the bridge
/// what lies between, or the whole tail of the aseb board.
template <>
struct Race<Ur> {
  static constexpr bool exist = true;

  /// The zone of a path index, of either side.
  static RaceZone zone(const ur::Rules& rules, int index);

  static std::size_t zone_of_landing(const ur::Rules& rules, const ur::Position&, ur::Move move) {
    return static_cast<std::size_t>(zone(rules, move.to()));
  }

  /// Men who have come home are in no zone.
  static std::uint32_t occupied_zones(const ur::Rules& rules, const ur::Position& position,
                                      Side side);

  static std::vector<std::string> path(const ur::Rules& rules, Side side);

  static int men(const ur::Rules& rules) { return rules.parameters.pieces; }
  static bool is_blank(std::uint8_t roll) { return roll == 0; }
  static int men_waiting(const ur::Position& position, Side side) {
    return position.hand[static_cast<std::size_t>(side)];
  }

  /// Whether both players have a man waiting to pass the same squares: each has a man on a square
  /// of the board where he cannot be captured, and both men can reach, by one roll, the same square
  /// on which one could capture the other. (By any roll that is possible, whatever blocks it.)
  static bool is_duel(const ur::Rules& rules, const ur::Position& position);
};

}  // namespace tavlab
