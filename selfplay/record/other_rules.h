#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/ruleset/ruleset.h"

// Rules in the words of other programs; see core/record_texts.h.
namespace tavlab {

/// Reads the rules. Throws UserError.
RuleSet rules_in_other_words(std::string_view text);

/// Rules, and where a game by them begins, if not at their start.
struct OtherGame {
  RuleSet rules;
  std::optional<std::string> position;
};

/// The same for a game that is to be played. Where the text names a rule set, which is written so,
/// that one is meant, with all that such texts cannot say. Throws UserError.
OtherGame game_in_other_words(std::string_view text);

}  // namespace tavlab
