#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/language.h"
#include "core/picture.h"
#include "core/ruleset/ruleset.h"

// What rule sets, parameters, pictures and messages say in English, in another language. The
// Russian lies in core/FAMILY/russian.toml, and in core/russian.toml for what all families share. A
// text without Russian stays English.
namespace tavlab {

/// A parameter for people.
struct ParameterWords {
  std::string name;   ///< "on throne"
  std::string group;  ///< the parameters it stands with, "king"; may be empty
  std::string help;
  std::vector<std::string> choices;  ///< names of ParameterSpec::choices
  std::string zero_name;             ///< that of ParameterSpec::zero_name
  std::vector<std::string> needs;    ///< ParameterSpec::conditions
};

ParameterWords parameter_words(const FamilySchema& schema, const ParameterSpec& spec,
                               Language language);

/// A value for people: "attackers, king", "yes", "нападающие, король".
std::string value_words(const FamilySchema& schema, const ParameterSpec& spec,
                        const ParameterValue& value, Language language);

/// The titles, sources and reasons of built-in rule sets; others are in the language of their
/// files.
std::string title_in(Language language, const RuleSet& rule_set);
std::string source_in(Language language, const RuleSet& rule_set);
std::string reason_in(Language language, const RuleSet& rule_set, const Assumption& assumption);

/// A text of the family: the name of a side, a piece, a mark or an ending, a line beside the board,
/// or a UserError about its rules, positions and moves.
std::string text_in(Language language, std::string_view family, std::string_view english);

/// The picture with all its words.
Picture picture_in(Language language, std::string_view family, Picture picture);

/// How positions, moves and rolls of a family are written.
std::string notation_in(Language language, std::string_view family);

}  // namespace tavlab
