#pragma once

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "selfplay/match/match.h"

namespace tavlab {

/// A match in which the agents change sides after every game.
inline MatchSettings match_of(const std::string& rules, std::string first, std::string second) {
  MatchSettings match;
  match.rule_set = load_rule_set(rules);
  match.first_agent = std::move(first);
  match.second_agent = std::move(second);
  match.swap = true;
  return match;
}

/// The records of a match's first games, by their numbers.
inline std::vector<GameRecord> played(const MatchSettings& match, std::uint64_t games,
                                      int threads = 1) {
  std::vector<std::uint64_t> numbers(games);
  std::iota(numbers.begin(), numbers.end(), 0);
  std::vector<GameRecord> records(games);
  play_games(match, numbers, threads,
             [&](const GameRecord& record) { records[record.number] = record; });
  return records;
}

}  // namespace tavlab
