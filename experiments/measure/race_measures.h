#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "core/race.h"
#include "core/ruleset/ruleset.h"
#include "selfplay/record/record.h"

namespace tavlab {

/// A measure of races: crowding, captures by zone of the board (RaceZone), duels.
struct RaceMeasure {
  enum class What : std::uint8_t {
    blocked_share,
    blocked_in,
    captures_in,
    waiting_share,
    duel_share
  };
  What what = What::blocked_share;
  std::size_t zone = 0;  ///< of those by zone
};

/// The one with this name, such as "blocked_share" or "captures_in:turn" (claim/measure.h lists
/// them); nullopt if it is not of this kind. Throws UserError for an unknown zone.
std::optional<RaceMeasure> find_race_measure(std::string_view name);

/// What happened in a game. A roll is blocked if it allows no move, although it is not blank: a
/// blank roll never moves anything, and how often it comes depends on the dice alone.
struct RaceCounts {
  template <typename T>
  using ByZone = std::array<T, kRaceZones.size()>;

  int rolls = 0;
  int rolls_not_blank = 0;
  int blocked = 0;
  ByZone<int> blocked_in{};  ///< blocked rolls of players with a man there
  int moves = 0;
  ByZone<int> captures_in{};   ///< by the zone where the capturing man landed
  double waiting_share = 0.0;  ///< sum over rolls: share of the roller's men that are in hand
  int duels = 0;               ///< rolls before which there was a duel (Race::is_duel)

  /// 0 if nothing happened that it counts.
  [[nodiscard]] double value(const RaceMeasure& measure) const;
};

/// Counts by replaying a game. Throws UserError if the rules are not those of a race.
std::function<RaceCounts(const GameRecord&)> race_counts(const RuleSet& rule_set);

}  // namespace tavlab
