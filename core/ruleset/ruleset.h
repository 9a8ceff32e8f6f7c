#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/ruleset/parameter.h"

namespace tavlab {

/// A point that the source leaves open, with the value taken, why, and what else it could be.
struct Assumption {
  std::string key;
  std::string reason;
  std::vector<ParameterValue> alternatives;
};

/// A rule set: data with a provenance. Immutable once loaded; every parameter of the family is set.
class RuleSet {
 public:
  std::string id;  ///< the file's id, followed by the overrides: "helmfrid-11{king.armed=none}"
  std::string family;
  std::string title;
  std::string source;                                ///< which text, and where it is silent
  std::string extends;                               ///< id of the parent, or empty
  std::string origin;                                ///< file path, or "built in"
  const FamilySchema* schema = nullptr;              ///< which parameters there are
  std::map<std::string, ParameterValue> parameters;  ///< complete
  std::vector<Assumption> assumptions;
  std::vector<std::string> overrides;  ///< "key=value" in canonical form, sorted

  [[nodiscard]] const ParameterValue& at(std::string_view key) const;
  [[nodiscard]] bool flag(std::string_view key) const;
  [[nodiscard]] std::int64_t integer(std::string_view key) const;
  [[nodiscard]] const std::string& text(std::string_view key) const;
  [[nodiscard]] const std::vector<std::string>& list(std::string_view key) const;

  /// A parameter's value as the family writes it (`none` for a limit of 0, and so on).
  [[nodiscard]] std::string value_text(std::string_view key) const;

  /// Hash of the family and its parameters: what decides play, and nothing else. Two rule sets with
  /// the same hash are the same game whatever they are called. It travels with games and datasets.
  ///
  /// Parameters of the first version count whatever their value; those added later only where they
  /// are not neutral. So a parameter that is added changes no hash, and with it no seed and nothing
  /// that is stored.
  [[nodiscard]] std::uint64_t content_hash() const;
  /// The hash as 16 hexadecimal digits.
  [[nodiscard]] std::string hash_text() const;
};

/// Loads a built-in rule set by its id, or a file by its path (anything that contains '/' or ends
/// in
/// ".toml"), and applies overrides of the form "key=value". A built-in id may carry overrides of
/// its own as RuleSet::id writes them, so that the id of a variant made on the spot loads it again.
/// Whatever a file or an override sets must mean something (see ParameterSpec::conditions); what is
/// inherited may have lost its meaning. A file may not pass for a built-in rule set: it has an id
/// of its own or the same content. Throws UserError.
RuleSet load_rule_set(std::string_view name_or_path, std::span<const std::string> overrides = {});

/// Parses a rule set from TOML text; `origin` names it in errors. It may extend built-in rule sets
/// only. Throws UserError.
RuleSet parse_rule_set(std::string_view toml_text, std::string_view origin,
                       std::span<const std::string> overrides = {});

/// Parses what to_toml wrote, perhaps in an earlier version: a parameter that the text does not
/// have is neutral. `schema` must outlive the rule set. Throws UserError.
RuleSet parse_stored_rule_set(std::string_view toml_text, std::string_view origin,
                              const FamilySchema& schema);

/// The rule set with other values, as its id then says. Throws UserError.
RuleSet with_overrides(RuleSet rule_set, std::span<const std::string> overrides);

/// Gives a rule set that another version made the parameters that have been added since, which are
/// neutral in it. `schema` must outlive it.
void complete(RuleSet& rule_set, const FamilySchema& schema);

/// Ids of the rule sets compiled into the binary, sorted.
std::vector<std::string> builtin_rule_set_ids();

/// The whole rule set as a TOML text that stands alone (no `extends`, every parameter stated) and
/// parses to the same parameters and assumptions, unless it inherits what means nothing any more.
std::string to_toml(const RuleSet& rule_set);

/// Parses one override's value by the parameter's type. Throws UserError naming the values allowed.
ParameterValue parse_parameter_value(const ParameterSpec& spec, std::string_view text,
                                     std::string_view where);

}  // namespace tavlab
