#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/ruleset/parameter.h"

namespace tavlab {

/// A point that the source leaves open: the reason for the value taken, and the alternatives.
struct Assumption {
  std::string key;
  std::string reason;
  std::vector<ParameterValue> alternatives;
};

/// A rule set and its source. Immutable once loaded; every parameter of the family is set.
class RuleSet {
 public:
  std::string id;  ///< the file's id and the overrides: "helmfrid-11{king.armed=none}"
  std::string family;
  std::string title;
  std::string source;                                ///< which text, and where it is silent
  std::string extends;                               ///< id of the parent, or empty
  std::string origin;                                ///< file path, or "built in"
  const FamilySchema* schema = nullptr;              ///< the family's parameters
  std::map<std::string, ParameterValue> parameters;  ///< complete
  std::vector<Assumption> assumptions;
  std::vector<std::string> overrides;  ///< "key=value" in canonical form, sorted

  [[nodiscard]] const ParameterValue& at(std::string_view key) const;
  [[nodiscard]] bool flag(std::string_view key) const;
  [[nodiscard]] std::int64_t integer(std::string_view key) const;
  [[nodiscard]] const std::string& text(std::string_view key) const;
  [[nodiscard]] const std::vector<std::string>& list(std::string_view key) const;

  /// A parameter's value as written in rule sets (`none` for a limit of 0, and so on).
  [[nodiscard]] std::string value_text(std::string_view key) const;

  /// Hash of the family and its parameters: everything that affects play, and nothing else. Two
  /// rule sets with the same hash are the same game, whatever their names. It is stored with games
  /// and datasets.
  ///
  /// Parameters of the first version always count; later ones only if they are not neutral. Adding
  /// a parameter therefore changes no hash, no seed and nothing that is stored.
  [[nodiscard]] std::uint64_t content_hash() const;
  /// The hash as 16 hexadecimal digits.
  [[nodiscard]] std::string hash_text() const;
};

/// Loads a built-in rule set by its id, or a file by its path (anything that contains '/' or ends
/// in ".toml"), and applies overrides of the form "key=value". A built-in id may include overrides
/// as in RuleSet::id, so that the id of a variant loads it again. Parameters set by a file or an
/// override must have an effect (see ParameterSpec::conditions); inherited ones need not. A file
/// with the id of a built-in rule set must have the same content. Throws UserError.
RuleSet load_rule_set(std::string_view name_or_path, std::span<const std::string> overrides = {});

/// Parses a rule set from TOML text; `origin` names it in errors. It can extend only built-in rule
/// sets. Throws UserError.
RuleSet parse_rule_set(std::string_view toml_text, std::string_view origin,
                       std::span<const std::string> overrides = {});

/// Parses the output of to_toml, perhaps from an earlier version: missing parameters are neutral.
/// `schema` must outlive the rule set. Throws UserError.
RuleSet parse_stored_rule_set(std::string_view toml_text, std::string_view origin,
                              const FamilySchema& schema);

/// The rule set with some values overridden, which its id then shows. Throws UserError.
RuleSet with_overrides(RuleSet rule_set, std::span<const std::string> overrides);

/// Adds the parameters that a rule set from an earlier version lacks, with their neutral values.
/// `schema` must outlive the rule set.
void complete(RuleSet& rule_set, const FamilySchema& schema);

/// Ids of the rule sets compiled into the binary, sorted.
std::vector<std::string> builtin_rule_set_ids();

/// The whole rule set as a self-contained TOML text (no `extends`, every parameter stated) that
/// parses to the same parameters and assumptions, unless an inherited parameter has no effect.
std::string to_toml(const RuleSet& rule_set);

/// Parses one override's value by the parameter's type. Throws UserError naming the allowed values.
ParameterValue parse_parameter_value(const ParameterSpec& spec, std::string_view text,
                                     std::string_view where);

}  // namespace tavlab
