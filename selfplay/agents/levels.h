#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/ruleset/ruleset.h"

// Opponents by name, for people who play in the browser or in a terminal (levels.toml).
namespace tavlab {

struct Level {
  std::string name;
  std::string russian;  ///< the name in Russian
  std::string agent;    ///< as a text (selfplay/agents/agent_spec.h)
};

/// From the weakest to the strongest; people count them from 1.
std::span<const Level> levels();

/// A level by its number or name. Throws UserError; `where` says where the text stands.
const Level& level_named(std::string_view where, std::string_view text);

/// How strong a level is, as measured on some rules.
struct LevelRating {
  std::int64_t elo;   ///< above level 1
  std::string rules;  ///< those on which it was measured
  /// Of a level that was measured by itself, against the one before: how sure that is.
  struct Match {
    std::int64_t low;                  ///< the 95 % interval of `elo`
    std::optional<std::int64_t> high;  ///< none: it won all games, and `elo` is `low`
    std::int64_t games;
    bool at_least;  ///< measured with less thinking than the level has
  };
  std::optional<Match> match;
};

/// The rating of levels()[index] measured on the rule set, or else on another one of its family.
std::optional<LevelRating> rating_of_level(const RuleSet& rules, std::size_t index);

/// How many of the levels are opponents of their own under the rules: where one has measured no
/// stronger than the one before, it and those that search yet more are not.
std::size_t distinct_levels(const RuleSet& rules);

}  // namespace tavlab
