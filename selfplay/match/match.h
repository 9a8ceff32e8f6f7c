#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "selfplay/match/adjudication.h"
#include "selfplay/match/fault_notices.h"
#include "selfplay/match/match_limits.h"
#include "selfplay/match/opening_suite.h"
#include "selfplay/record/record.h"

namespace tavlab {

/// The settings of a match: rules, agents, openings, time and what ends games early.
struct MatchSettings {
  RuleSet rule_set;
  std::string first_agent = "random";  ///< plays the first side (attackers) when not swapped
  std::string second_agent = "random";
  bool swap = false;      ///< every second game is played with the agents' sides exchanged
  int opening_plies = 0;  ///< uniformly random plies before the agents take over
  int max_plies = 2000;   ///< longer games are cut off as unfinished, reason "ply cap"
  std::uint64_t seed = 1;
  /// In place of random plies; needs `swap`. Null: none.
  std::shared_ptr<const OpeningSuite> openings = nullptr;
  MatchLimits limits = {};
  std::optional<Adjudication> adjudication = std::nullopt;
  std::shared_ptr<FaultNotices> faults = std::make_shared<FaultNotices>();  ///< may be null

  /// Whether the same seed gives the same games: true if no agent is limited by time, searches with
  /// several threads, runs a net on a device or is an external program.
  [[nodiscard]] bool reproducible() const;
  /// Whether both agents are the same. With limits of the match, their own limits do not count.
  [[nodiscard]] bool same_agents() const;
  /// Openings, limits, adjudication, and that games are not reproducible, as names and
  /// descriptions. Empty for most matches.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> conditions() const;
};

/// Plays the games with the given numbers on `threads` threads and passes on each record when it
/// is finished, in any order, one at a time. The records of a reproducible match do not depend on
/// the number of threads. When `stop` is requested, games in progress are abandoned and no more are
/// started. Throws UserError, before any game starts, if an agent cannot play the rules.
void play_games(const MatchSettings& settings, std::span<const std::uint64_t> numbers, int threads,
                const std::function<void(const GameRecord&)>& finished,
                const std::stop_token& stop = {});

}  // namespace tavlab
