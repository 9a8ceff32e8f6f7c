#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/ruleset/ruleset.h"

// Helpers for the families' parameters.cpp.
namespace tavlab {

/// For the end of a message about a file.
std::string all_faults_note(std::string_view path);

/// Its message ends with that note if the rule set is from a file.
[[noreturn]] void throw_contradiction(const RuleSet& rule_set, const std::string& what);

/// Checks across the parameters of a rule set. The first contradiction throws; or all are
/// collected, and a family skips the checks that depend on one that failed.
class CrossChecks {
 public:
  CrossChecks() = default;
  explicit CrossChecks(std::vector<std::string>& found) : found_(&found) {}

  /// Whether `check` found no contradiction.
  template <typename Check>
  bool pass(const Check& check) const {
    if (found_ == nullptr) {
      check();
      return true;
    }
    try {
      check();
      return true;
    } catch (const UserError& contradiction) {
      found_->emplace_back(contradiction.what());
      return false;
    }
  }
  /// The same for what can be played but was hardly meant: never throws, since earlier versions
  /// read such rule sets.
  template <typename Check>
  void advise(const Check& check) const {
    if (found_ != nullptr) pass(check);
  }

 private:
  std::vector<std::string>* found_ = nullptr;  ///< null: throw
};

/// Names of bits and of groups of them.
using MaskNames = std::vector<std::pair<std::string_view, unsigned>>;

unsigned mask_of(const std::vector<std::string>& names, const MaskNames& masks);

/// A net input that encodes a rule, between about 0 and 1.
template <typename P>
struct RuleInput {
  std::string name;  ///< unique in the family; nets store it
  std::function<double(const P&)> value;
};

/// Everything about one parameter of a family, in one place: allowed values, meaning, where it goes
/// in the family's typed parameters, and its net inputs.
///
/// `member` is a pointer to a member of P, or a function from P to one: what std::invoke takes.
/// Setters return the row, for chaining.
template <typename P>
struct Row {
  using Input = RuleInput<P>;
  using Texts = std::vector<std::string>;
  using Choices = std::vector<std::string_view>;
  template <typename Member>
  using Value = std::remove_reference_t<std::invoke_result_t<Member, P&>>;

  ParameterSpec spec;
  /// From the rule set into P; null if the family resolves it together with others.
  std::function<void(const RuleSet&, P&)> read = {};
  std::vector<Input> inputs = {};
  /// The value of an integer, from which its inputs are derived.
  std::function<double(const P&)> number_of = {};

  /// A boolean. Net input: 1 or 0.
  template <typename Member>
  static Row flag(std::string_view key, Member member, bool fallback, std::string_view help) {
    Row row{{key, ParameterSpec::Type::boolean, fallback, help}};
    row.read = [key, member](const RuleSet& from, P& p) {
      std::invoke(member, p) = from.flag(key);
    };
    row.inputs = {
        {std::string(key), [member](const P& p) { return std::invoke(member, p) ? 1.0 : 0.0; }}};
    return row;
  }

  /// One of the choices, in the order of the member's enumeration from `first` on. Net inputs: one
  /// for each choice, "key=choice". A bool member takes two choices, of which the second means true
  /// and is the only input.
  template <typename Member>
  static Row choice(std::string_view key, Member member, std::string_view fallback,
                    const Choices& choices, std::string_view help, Value<Member> first = {}) {
    constexpr bool is_switch = std::is_same_v<Value<Member>, bool>;
    if (is_switch && choices.size() != 2) throw std::logic_error("a bool takes two choices");
    Row row{{key, ParameterSpec::Type::choice, std::string(fallback), help, choices}};
    const auto place = [member, first](const P& p) {
      return static_cast<std::size_t>(std::invoke(member, p)) - static_cast<std::size_t>(first);
    };
    row.read = [key, member, choices, first](const RuleSet& from, P& p) {
      const auto at = std::ranges::find(choices, from.text(key)) - choices.begin();
      std::invoke(member, p) = static_cast<Value<Member>>(static_cast<std::ptrdiff_t>(first) + at);
    };
    for (std::size_t i = is_switch ? 1 : 0; i < choices.size(); ++i) {
      row.inputs.push_back({fmt::format("{}={}", key, choices[i]),
                            [place, i](const P& p) { return place(p) == i ? 1.0 : 0.0; }});
    }
    return row;
  }

  /// An integer; `zero_name` is the spelling of 0 if 0 lies outside the range. Net inputs: the
  /// fraction of the maximum and, with a `zero_name`, whether it is 0.
  template <typename Member>
  static Row number(std::string_view key, Member member, std::int64_t fallback,
                    std::int64_t minimum, std::int64_t maximum, std::string_view help,
                    std::string_view zero_name = {}) {
    Row row{{key, ParameterSpec::Type::integer, fallback, help, {}, minimum, maximum, zero_name}};
    row.read = [key, member](const RuleSet& from, P& p) {
      std::invoke(member, p) = static_cast<Value<Member>>(from.integer(key));
    };
    row.number_of = [member](const P& p) { return static_cast<double>(std::invoke(member, p)); };
    return std::move(row).scaled(static_cast<double>(maximum));
  }

  /// A list of names that combine to a mask. Net inputs: one for each bit, "key:name".
  template <typename Member>
  static Row mask(std::string_view key, Member member, const MaskNames& names, Texts fallback,
                  std::string_view help) {
    Row row{{key, ParameterSpec::Type::choice_list, std::move(fallback), help}};
    for (const auto& [name, bits] : names) row.spec.choices.push_back(name);
    row.read = [key, member, names](const RuleSet& from, P& p) {
      std::invoke(member, p) = static_cast<Value<Member>>(mask_of(from.list(key), names));
    };
    row.spec.canonical = [key, names](const RuleSet& from) {
      return fmt::to_string(mask_of(from.list(key), names));
    };
    for (const auto& [name, bits] : names) {
      if ((bits & (bits - 1)) != 0) continue;  // a group
      row.inputs.push_back({fmt::format("{}:{}", key, name), [member, mask = bits](const P& p) {
                              return (static_cast<unsigned>(std::invoke(member, p)) & mask) != 0
                                         ? 1.0
                                         : 0.0;
                            }});
    }
    return row;
  }

  /// A list of strings that the family resolves; or one of the choices, if there are any.
  static Row texts(std::string_view key, ParameterValue fallback, std::string_view help,
                   const Choices& choices = {}) {
    using Type = ParameterSpec::Type;
    return {{key, choices.empty() ? Type::text_list : Type::choice_or_text_list,
             std::move(fallback), help, choices}};
  }

  /// The version that added it, and what rule sets meant before it, if that is not the default.
  Row since(std::string_view version, std::optional<ParameterValue> neutral = {}) && {
    spec.since = version;
    spec.neutral_value = std::move(neutral);
    return std::move(*this);
  }

  /// It has no effect unless the other parameter has one of these values.
  Row needs(std::string_view key, const Texts& values) && {
    return std::move(*this).needs(fmt::format("{} = {}", key, fmt::join(values, " or ")),
                                  [key, values](const RuleSet& rules) {
                                    return std::ranges::find(values, to_text(rules.at(key))) !=
                                           values.end();
                                  });
  }
  Row needs(std::string text, std::function<bool(const RuleSet&)> holds) && {
    spec.conditions.push_back({std::move(text), std::move(holds)});
    return std::move(*this);
  }
  /// The same, but a rule set that states it without effect still loads.
  Row wants(std::string_view key, const Texts& values) && {
    Row row = std::move(*this).needs(key, values);
    row.spec.conditions.back().refused = false;
    return row;
  }
  Row wants(std::string text, std::function<bool(const RuleSet&)> holds) && {
    spec.conditions.push_back({std::move(text), std::move(holds), false});
    return std::move(*this);
  }

  Row alias(std::string_view written, std::string_view choice) && {
    spec.aliases.emplace_back(written, choice);
    return std::move(*this);
  }

  Row canonical(std::function<std::string(const RuleSet&)> text) && {
    spec.canonical = std::move(text);
    return std::move(*this);
  }

  /// Scales the net input of a number by a divisor other than its maximum.
  Row scaled(double divisor) && {
    inputs.clear();
    if (!spec.zero_name.empty()) {
      inputs.push_back({fmt::format("{}={}", spec.key, spec.zero_name),
                        [number = number_of](const P& p) { return number(p) == 0 ? 1.0 : 0.0; }});
    }
    inputs.push_back({std::string(spec.key),
                      [number = number_of, divisor](const P& p) { return number(p) / divisor; }});
    return std::move(*this);
  }

  /// Encodes a number as a limit of plies or moves: whether there is one, and the number on two
  /// scales, one of which resolves small values.
  Row limit() && {
    const auto name = [&](const char* what) { return fmt::format("{}:{}", spec.key, what); };
    const auto number = number_of;
    inputs = {
        {name("has"), [number](const P& p) { return number(p) > 0 ? 1.0 : 0.0; }},
        {name("near"),
         [number](const P& p) { return number(p) > 0 ? 1.0 / (1.0 + number(p) / 10.0) : 0.0; }},
        {name("left"), [number](const P& p) { return number(p) / 100.0; }}};
    return std::move(*this);
  }

  /// Replaces the net inputs; none if the board or another parameter's inputs show it.
  Row seen(std::vector<Input> so) && {
    inputs = std::move(so);
    return std::move(*this);
  }
  Row unseen() && { return std::move(*this).seen({}); }
};

/// `read` reads a rule set with its cross-checks, as read_parameters of the family does.
template <typename P>
FamilySchema schema_of(std::string_view family, const std::vector<Row<P>>& rows,
                       P (*read)(const RuleSet&, CrossChecks),
                       std::vector<std::string> first_inputs = {}) {
  FamilySchema schema{family, {}, std::move(first_inputs)};
  schema.contradictions = [read](const RuleSet& rule_set) {
    std::vector<std::string> found;
    (void)read(rule_set, CrossChecks(found));
    return found;
  };
  for (const Row<P>& row : rows) {
    ParameterSpec& spec = schema.parameters.emplace_back(row.spec);
    for (const auto& input : row.inputs) spec.inputs.push_back(input.name);
  }
  return schema;
}

/// Reads the rows one by one; combinations of parameters are up to the family. Throws UserError for
/// a rule set of another family.
template <typename P>
P read_rows(const FamilySchema& schema, const std::vector<Row<P>>& rows, const RuleSet& rule_set) {
  if (rule_set.family != schema.family) {
    throw_contradiction(
        rule_set, fmt::format("family is {}, but must be {}", rule_set.family, schema.family));
  }
  P parameters;
  parameters.identity = identity_of(rule_set);
  for (const Row<P>& row : rows) {
    if (row.read) row.read(rule_set, parameters);
  }
  return parameters;
}

template <typename P>
std::vector<NamedInput> named_inputs(const std::vector<Row<P>>& rows, const P& parameters) {
  std::vector<NamedInput> all;
  for (const Row<P>& row : rows) {
    for (const auto& input : row.inputs) {
      all.push_back({row.spec.key, input.name, static_cast<float>(input.value(parameters))});
    }
  }
  return all;
}

}  // namespace tavlab
