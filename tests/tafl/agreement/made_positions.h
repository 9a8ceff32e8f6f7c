#pragma once

#include <optional>
#include <string>

#include "core/random.h"
#include "core/ruleset/ruleset.h"
#include "tests/tafl/reference/game.h"

namespace tavlab::agreement {

/// The text of a random position that brings about rare rules of the set, which must be the game's;
/// nothing if no king could be placed.
std::optional<std::string> make_position(const reference::ReferenceGame& game,
                                         const RuleSet& rule_set, Random& random);

}  // namespace tavlab::agreement
