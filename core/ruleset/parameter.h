#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tavlab {

class RuleSet;

/// A parameter's value. Text lists hold piece kinds, cells or board rows.
using ParameterValue = std::variant<bool, std::int64_t, std::string, std::vector<std::string>>;

/// The value as it is printed, compared and hashed: `true`, `3`, `surround`, `[king, attackers]`.
std::string to_text(const ParameterValue& value);

/// The version whose parameters are all part of the identity of rules; see RuleSet::content_hash.
inline constexpr std::string_view kFirstVersion = "0.1";

/// What must hold under a rule set for one of its parameters to mean anything.
struct Condition {
  std::string text;  ///< "dice.kind = parity"
  /// Must not throw: rule sets that contradict themselves are asked, too.
  std::function<bool(const RuleSet&)> holds;
};

/// One parameter of a family, as far as generic code needs to know it. Families write Row<...>
/// (core/ruleset/rows.h), which adds how it is read and how a net sees it.
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

  /// The version that added it. Of a later one than the first, only values that are not neutral
  /// count for the identity of rules.
  std::string_view since = kFirstVersion;
  /// What rule sets meant before there was the parameter, where that is not the default.
  std::optional<ParameterValue> neutral_value = {};
  std::vector<Condition> conditions = {};
  /// The value for the content hash, with everything resolved that can be written in two ways (a
  /// layout's name and its rows). Null where the plain value will do. Must not throw.
  std::function<std::string(const RuleSet&)> canonical = {};
  /// Names of the numbers by which a net sees it; none where the board shows it.
  std::vector<std::string> inputs = {};

  /// The values allowed, for error messages: "one of a, b", "an integer from 1 to 9, or none".
  [[nodiscard]] std::string allowed() const;
  /// What rule sets mean that do not have the parameter.
  [[nodiscard]] const ParameterValue& neutral() const;
  [[nodiscard]] bool is_neutral(const RuleSet& rule_set) const;
  [[nodiscard]] std::string canonical_text(const RuleSet& rule_set) const;
  /// The first condition that does not hold; empty where the parameter means something.
  [[nodiscard]] std::string lacking(const RuleSet& rule_set) const;
};

/// The value as rule sets write it: `none` or `unlimited` where that is what 0 is called.
std::string value_text(const ParameterSpec& spec, const ParameterValue& value);

/// What a family tells the rule-set loader.
struct FamilySchema {
  std::string_view family;
  std::vector<ParameterSpec> parameters;
  /// Names of the inputs of nets of version 0.1, which did not store them, in their order. Never to
  /// be changed; none in a family that is younger.
  std::vector<std::string> first_inputs = {};

  [[nodiscard]] const ParameterSpec* find(std::string_view key) const;
};

/// The schema of a family, or null. Both come from the list in core/families.h.
const FamilySchema* find_family_schema(std::string_view family);
std::vector<std::string_view> family_names();

/// Which rules a family's typed parameters were read from.
struct RulesIdentity {
  std::string id;
  std::uint64_t hash = 0;  ///< RuleSet::content_hash
  const FamilySchema* schema = nullptr;
  /// The parameters that are not neutral, as rule sets write them.
  std::map<std::string, std::string> parameters;
};

RulesIdentity identity_of(const RuleSet& rule_set);

/// A number by which a net sees rules.
struct NamedInput {
  std::string_view key;  ///< of the parameter
  std::string_view name;
  float value;
};

}  // namespace tavlab
