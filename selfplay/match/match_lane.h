#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>

#include "selfplay/match/match.h"

namespace tavlab {

/// Plays games of a match one after another, on one thread, with the same agents: their resources,
/// such as nets and external programs, are created once for all of them. The games are those of
/// `play_games`.
class MatchLane {
 public:
  MatchLane() = default;
  MatchLane(const MatchLane&) = delete;
  MatchLane& operator=(const MatchLane&) = delete;
  virtual ~MatchLane() = default;

  /// Plays the games with these numbers and passes on each when it is finished. After a stop the
  /// game in progress is abandoned and no other is begun.
  virtual void play(std::span<const std::uint64_t> numbers,
                    const std::function<void(const GameRecord&)>& finished,
                    const std::stop_token& stop) = 0;
};

/// Throws UserError if an agent cannot play the rules, or a setting is out of range.
std::unique_ptr<MatchLane> make_match_lane(const MatchSettings& settings);

}  // namespace tavlab
