#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "selfplay/record/record.h"

namespace tavlab {

/// The settings of a match: rules, agents, openings and the length limit.
struct MatchSettings {
  RuleSet rule_set;
  std::string first_agent = "random";  ///< plays the first side (attackers) when not swapped
  std::string second_agent = "random";
  bool swap = false;      ///< every odd game is played with the agents' sides exchanged
  int opening_plies = 0;  ///< uniformly random plies before the agents take over
  int max_plies = 2000;   ///< longer games are cut off as unfinished, reason "ply cap"
  std::uint64_t seed = 1;
};

/// Plays the games with the given numbers on `threads` threads and passes on each record when it
/// is finished, in any order, one at a time. The records do not depend on the number of threads.
/// When `stop` is requested, games in progress are abandoned and no more are started. Throws
/// UserError, before any game starts, if an agent cannot play the rules.
void play_games(const MatchSettings& settings, std::span<const std::uint64_t> numbers, int threads,
                const std::function<void(const GameRecord&)>& finished,
                const std::stop_token& stop = {});

}  // namespace tavlab
