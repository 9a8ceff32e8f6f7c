#pragma once

#include <cstddef>
#include <set>
#include <string>

#include "core/language.h"
#include "core/ruleset/ruleset.h"
#include "core/words.h"

namespace tavlab {

/// A description of the game for people in a language. In Russian, names of sides and endings are
/// translated, too; all lists have the order of the English ones. Throws UserError when the rule
/// set cannot be played.
Words words_of(const RuleSet& rule_set, Language language);

/// `words_text` with headings in that language, in lines of at most `width` characters. Sentences
/// that are in `marked` begin with a star in place of a dash.
std::string words_text(const Words& words, Language language,
                       const std::set<std::string>& marked = {}, std::size_t width = 92);

}  // namespace tavlab
