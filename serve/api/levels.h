#pragma once

#include <string>
#include <string_view>

#include "core/language.h"
#include "core/ruleset/ruleset.h"
#include "serve/api/request.h"

namespace tavlab::serve {

/// The named opponents, from the weakest to the strongest:
/// {"level", "name", "agent", "rating", "rating_match", "rated_on", "rated_on_title"}. The rating,
/// in Elo above level 1, was measured on the rule set `rated_on` of the same family; null where
/// there is none. `rating_match` says how surely, where a level was measured by itself. Levels that
/// measured no stronger than the one before are left out.
Json levels_json(const RuleSet& rules, Language language);

/// The agent of a level. Throws UserError for a level that does not exist.
std::string agent_of_level(int level);

}  // namespace tavlab::serve
