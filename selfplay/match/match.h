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

/// What is played: a rule set, an agent for each side, and how games start and are cut off.
struct MatchSettings {
  RuleSet rule_set;
  std::string first_agent = "random";  ///< plays the first side (attackers) when not swapped
  std::string second_agent = "random";
  bool swap = false;      ///< every odd game is played with the agents' sides exchanged
  int opening_plies = 0;  ///< uniformly random plies before the agents take over
  int max_plies = 2000;   ///< a game still going on then is unfinished, reason "ply cap"
  std::uint64_t seed = 1;
};

/// Plays the games with the given numbers on `threads` threads and hands over each record as it is
/// finished, in any order, never two at a time. The records do not depend on the number of threads.
/// When `stop` is requested, games in flight are given up and no more are started.
/// Throws UserError for an agent text that does not fit the rules, before any game starts.
void play_games(const MatchSettings& settings, std::span<const std::uint64_t> numbers, int threads,
                const std::function<void(const GameRecord&)>& finished,
                const std::stop_token& stop = {});

}  // namespace tavlab
