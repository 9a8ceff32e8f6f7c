#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tavlab {

/// A parameter's value. Text lists hold piece kinds, cells or board rows.
using ParameterValue = std::variant<bool, std::int64_t, std::string, std::vector<std::string>>;

/// The value as it is printed, compared and hashed: `true`, `3`, `surround`, `[king, attackers]`.
std::string to_text(const ParameterValue& value);

struct ParameterSpec;

/// The value as rule sets write it: `none` or `unlimited` where that is what 0 is called.
std::string value_text(const ParameterSpec& spec, const ParameterValue& value);

/// One parameter of a family: its key, what values it takes, and its default.
struct ParameterSpec {
  enum class Type : std::uint8_t {
    boolean,
    integer,      ///< in [minimum, maximum]; `zero_name` is how the value 0 is written
    choice,       ///< one of `choices`
    choice_list,  ///< any of `choices`, in a list without duplicates
    text_list,    ///< free texts (cells, board rows), checked by the family
    choice_or_text_list
  };

  std::string_view key;
  Type type;
  ParameterValue fallback;  ///< the default
  std::string_view help;    ///< one sentence
  std::vector<std::string_view> choices = {};
  std::int64_t minimum = 0;
  std::int64_t maximum = 0;
  std::string_view zero_name = {};
  /// Other ways to write a choice: ("false", "none") lets a switch grow into a choice.
  std::vector<std::pair<std::string_view, std::string_view>> aliases = {};

  /// The values allowed, for error messages: "one of a, b", "an integer from 1 to 9, or none".
  [[nodiscard]] std::string allowed() const;
};

class RuleSet;

/// What a family tells the rule-set loader.
struct FamilySchema {
  std::string_view family;
  std::span<const ParameterSpec> parameters;
  /// A parameter's value for the content hash, with everything resolved that can be written in two
  /// ways (a layout's name and its rows). Null where the plain value will do. Must not throw.
  std::string (*canonical_text)(const RuleSet& rule_set, const ParameterSpec& spec) = nullptr;
  /// What a parameter needs to mean anything and lacks in this rule set ("dice.kind = parity");
  /// empty where it means something. Null where all parameters always do. Must not throw.
  std::string (*lacking)(const RuleSet& rule_set, const ParameterSpec& spec) = nullptr;

  [[nodiscard]] const ParameterSpec* find(std::string_view key) const;
};

/// The schema of a family, or null. Both come from the list in core/families.h.
const FamilySchema* find_family_schema(std::string_view family);
std::vector<std::string_view> family_names();

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

  /// Hash of the family and all parameters: what decides play, and nothing else. Two rule sets with
  /// the same hash are the same game whatever they are called. It travels with games and datasets.
  [[nodiscard]] std::uint64_t content_hash() const;
  /// The hash as 16 hexadecimal digits.
  [[nodiscard]] std::string hash_text() const;
};

/// Loads a built-in rule set by its id, or a file by its path (anything that contains '/' or ends
/// in
/// ".toml"), and applies overrides of the form "key=value". A built-in id may carry overrides of
/// its own as RuleSet::id writes them, so that the id of a variant made on the spot loads it again.
/// Whatever a file or an override sets must mean something (see FamilySchema::lacking); what is
/// inherited may have lost its meaning. A file may not pass for a built-in rule set: it has an id
/// of its own or the same content. Throws UserError.
RuleSet load_rule_set(std::string_view name_or_path, std::span<const std::string> overrides = {});

/// Parses a rule set from TOML text; `origin` names it in errors. It may extend built-in rule sets
/// only. Throws UserError.
RuleSet parse_rule_set(std::string_view toml_text, std::string_view origin,
                       std::span<const std::string> overrides = {});

/// Ids of the rule sets compiled into the binary, sorted.
std::vector<std::string> builtin_rule_set_ids();

/// The whole rule set as a TOML text that stands alone (no `extends`, every parameter stated) and
/// parses to the same parameters and assumptions, unless it inherits what means nothing any more.
std::string to_toml(const RuleSet& rule_set);

/// Parses one override's value by the parameter's type. Throws UserError naming the values allowed.
ParameterValue parse_parameter_value(const ParameterSpec& spec, std::string_view text,
                                     std::string_view where);

}  // namespace tavlab
