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

/// The value as printed, compared and hashed: `true`, `3`, `surround`, `[king, attackers]`.
std::string to_text(const ParameterValue& value);

/// The version whose parameters all count for the identity of rules; see RuleSet::content_hash.
inline constexpr std::string_view kFirstVersion = "0.1";

/// A condition on a rule set without which a parameter has no effect.
struct Condition {
  std::string text;  ///< "dice.kind = parity"
  /// Must not throw, not even for contradictory rule sets.
  std::function<bool(const RuleSet&)> holds;
  /// Whether a rule set that states the parameter without effect is refused. If not, that is a
  /// fault that `rules check` names: earlier versions read such files.
  bool refused = true;
};

/// One parameter of a family, as generic code sees it. Families write Row<...>
/// (core/ruleset/rows.h), which adds how it is read and how it is encoded for nets.
struct ParameterSpec {
  enum class Type : std::uint8_t {
    boolean,
    integer,      ///< in [minimum, maximum]; 0 is written as `zero_name`
    choice,       ///< one of `choices`
    choice_list,  ///< any of `choices`, in a list without duplicates
    text_list,    ///< free strings (cells, board rows), checked by the family
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
  /// Other spellings of a choice: ("false", "none") lets a switch become a choice later.
  std::vector<std::pair<std::string_view, std::string_view>> aliases = {};

  /// The version that added it. Parameters added after the first version count for the identity of
  /// rules only if they are not neutral.
  std::string_view since = kFirstVersion;
  /// What rule sets meant before the parameter was added, if that is not the default.
  std::optional<ParameterValue> neutral_value = {};
  std::vector<Condition> conditions = {};
  /// The value for the content hash, which must not depend on its spelling (a layout's name or its
  /// rows). Null if the plain value will do. Must not throw.
  std::function<std::string(const RuleSet&)> canonical = {};
  /// Names of its net inputs; none if the board shows it.
  std::vector<std::string> inputs = {};

  /// The allowed values, for error messages: "one of a, b", "an integer from 1 to 9, or none".
  [[nodiscard]] std::string allowed() const;
  /// What rule sets without the parameter mean.
  [[nodiscard]] const ParameterValue& neutral() const;
  [[nodiscard]] bool is_neutral(const RuleSet& rule_set) const;
  [[nodiscard]] std::string canonical_text(const RuleSet& rule_set) const;
  /// The first condition that does not hold; empty if the parameter has an effect.
  [[nodiscard]] std::string lacking(const RuleSet& rule_set) const;
  /// The first for which the rule set is refused.
  [[nodiscard]] std::string refused_without(const RuleSet& rule_set) const;
};

/// The value as written in rule sets, with `zero_name` (`none`, `unlimited`) for 0.
std::string value_text(const ParameterSpec& spec, const ParameterValue& value);

/// A family's parameters, for the rule-set loader.
struct FamilySchema {
  std::string_view family;
  std::vector<ParameterSpec> parameters;
  /// Names of the inputs of nets of version 0.1, which did not store them, in order. They must
  /// never change; none in families added later.
  std::vector<std::string> first_inputs = {};
  /// All contradictions between the parameters of a rule set, as reading it throws the first.
  std::function<std::vector<std::string>(const RuleSet&)> contradictions = {};

  [[nodiscard]] const ParameterSpec* find(std::string_view key) const;
};

/// The schema of a family, or null. Both functions use the list in core/families.h.
const FamilySchema* find_family_schema(std::string_view family);
std::vector<std::string_view> family_names();

/// The rule set that a family's typed parameters were read from.
struct RulesIdentity {
  std::string id;
  std::uint64_t hash = 0;  ///< RuleSet::content_hash
  const FamilySchema* schema = nullptr;
  /// The parameters that are not neutral, as written in rule sets.
  std::map<std::string, std::string> parameters;
};

RulesIdentity identity_of(const RuleSet& rule_set);

/// A net input that encodes a rule.
struct NamedInput {
  std::string_view key;  ///< of the parameter
  std::string_view name;
  float value;
};

}  // namespace tavlab
