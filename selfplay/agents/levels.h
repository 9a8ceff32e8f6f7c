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
};

/// The rating of levels()[index] measured on the rule set, or else on another one of its family.
std::optional<LevelRating> rating_of_level(const RuleSet& rules, std::size_t index);

}  // namespace tavlab
