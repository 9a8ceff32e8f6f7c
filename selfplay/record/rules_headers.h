#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/ruleset/ruleset.h"

// A record whose rules are not built in contains them: kRulesText and kRulesChanges
// (recorded_game.h).
namespace tavlab {

/// The overrides in the value of kRulesChanges.
std::vector<std::string> rules_changes(std::string_view header);

/// The rules in the values of the two headers, and with more overrides; nothing if `text` is empty.
/// Throws UserError if they are wrong.
std::optional<RuleSet> rules_in_headers(std::string_view text, std::string_view changes,
                                        std::span<const std::string> overrides = {});

}  // namespace tavlab
