#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/random.h"
#include "core/ruleset/ruleset.h"

namespace tavlab::agreement {

/// How often rare cases occurred in the games compared, to show that the comparison covers them.
struct Coverage {
  std::map<std::string, int> endings;  ///< games by "result: reason"
  std::int64_t plies = 0;
  std::int64_t captures = 0;     ///< plies that captured
  std::int64_t shieldwalls = 0;  ///< plies that captured something not next to the mover
  std::int64_t declined = 0;     ///< plies that declined a capture
  std::int64_t pending = 0;      ///< positions with the king's capture waiting for the reply
  std::int64_t passes = 0;       ///< turns passed by a roll

  [[nodiscard]] std::string text() const;
};

/// Plays random games by core and by the reference in step until `plies` plies are compared, from
/// the start and from positions made to bring about rare rules. Returns the first disagreement with
/// everything needed to reproduce it, or an empty text.
std::string compare(const RuleSet& rule_set, std::int64_t plies, std::uint64_t seed,
                    Coverage& coverage);

/// Plays the line by core and by the reference in step, from the position or, if it is empty, the
/// start. Returns the first disagreement, or an empty text.
std::string follow(const RuleSet& rule_set, const std::string& position,
                   const std::vector<std::string>& moves);

/// Compares `count` drawn rule sets that core accepts, for `plies` plies each. Returns the first
/// disagreement, or an empty text.
std::string compare_random_rule_sets(int count, std::int64_t plies, std::uint64_t seed,
                                     Coverage& coverage);

}  // namespace tavlab::agreement
