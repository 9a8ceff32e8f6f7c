#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/ruleset/ruleset.h"

// Rules in the notation of other programs; see core/record_texts.h.
namespace tavlab {

/// Reads the rules. Throws UserError.
RuleSet read_foreign_rules(std::string_view text);

/// Rules, and where a game by them begins, if not at their start.
struct ForeignGame {
  RuleSet rules;
  std::optional<std::string> position;
};

/// The same for a game to be played. If the text names a rule set that is written the same way,
/// that one is used, with everything that such texts cannot express. Throws UserError.
ForeignGame read_foreign_game(std::string_view text);

}  // namespace tavlab
