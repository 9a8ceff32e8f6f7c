#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/language.h"
#include "core/ruleset/ruleset.h"
#include "core/words.h"

// Which of the sentences about a game come from which parameters: those that another value of the
// parameter changes.
namespace tavlab {

/// The sentences of `words`, in `words.rules`, which say something that the source leaves open: an
/// assumed parameter with one of its alternatives changes them; without alternatives, any other
/// choice. `words` must be those of the rule set in that language.
std::set<std::string> open_sentences(const RuleSet& rule_set, const Words& words,
                                     Language language);

/// The assumptions that no sentence speaks of, such as a rule that is off.
std::vector<const Assumption*> unsaid_assumptions(const RuleSet& rule_set, const Words& words,
                                                  Language language);

/// The sentences which a parameter with the usual value of the family changes.
std::set<std::string> special_sentences(const RuleSet& rule_set, const Words& words,
                                        Language language);

}  // namespace tavlab
