#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/game.h"

namespace tavlab {

/// What measures of races need: zones of the board, where men stand and are captured, and duels. A
/// family that is a race specializes this in core/<family>/race.h, which
/// core/race_of_families.h includes:
///
///   static constexpr bool exist = true;
///   static std::size_t zone_of_landing(const Rules&, const Position&, Move);   of RaceZone
///   static std::uint32_t occupied_zones(const Rules&, const Position&, Side);  a bit for each zone
///   static int men(const Rules&);                                 of each side
///   static int men_waiting(const Position&, Side);                not yet on the board
///   static std::vector<std::string> path(const Rules&, Side);     names of its squares, in order
///   static bool is_blank(std::uint8_t roll);                      it never moves anything
///   static bool is_duel(const Rules&, const Position&);
template <typename G>
struct Race {
  static constexpr bool exist = false;
};

/// The zones of a race, in the order in which men pass them; a path may come through some of them
/// twice.
///
/// A man's zone follows from the rule set's path: before the first of its squares that the
/// opponent's path visits too he is in the start lane, behind the last one in the end lane, and
/// between them in one of three parts of the board.
enum class RaceZone : std::uint8_t {
  hand,    ///< not yet on the board
  start,   ///< the start lane
  block,   ///< the large block, where the start lanes meet
  bridge,  ///< the narrow part behind it
  turn,    ///< the small block at its far end
  end      ///< the end lane
};
inline constexpr std::array<std::string_view, 6> kRaceZones = {"hand",   "start", "block",
                                                               "bridge", "turn",  "end"};

}  // namespace tavlab
