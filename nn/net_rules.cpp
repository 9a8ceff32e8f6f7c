// Which rules a net can play, and why it cannot play others.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>

#include "core/error.h"
#include "core/ruleset/names.h"
#include "core/ruleset/ruleset.h"
#include "nn/net.h"

namespace tavlab {
namespace {

using Parameters = std::map<std::string, std::string>;  ///< RulesIdentity::parameters
using Names = std::vector<std::string>;

/// Whether the inputs can represent the parameter's value.
bool sees(const Names& inputs, const ParameterSpec& spec, const std::string& value) {
  const auto has = [&](const std::string& name) {
    return std::ranges::find(inputs, name) != inputs.end();
  };
  // Values that were added to a choice later have no input in older nets; the others work.
  if (spec.type == ParameterSpec::Type::choice && has(fmt::format("{}={}", spec.key, value))) {
    return true;
  }
  return std::ranges::all_of(spec.inputs, has);
}

void check_inputs(const TrainedRules& net, const RulesIdentity& rules, std::string_view file) {
  if (net.rule_inputs.empty()) return;
  for (const auto& [key, value] : rules.parameters) {
    const ParameterSpec* const spec = rules.schema->find(key);
    if (spec == nullptr || sees(net.rule_inputs, *spec, value)) continue;
    throw UserError(fmt::format(
        "net '{}': it has no input for {}, which is {} in '{}'; it plays rules with {} = {}", file,
        key, value, rules.id, key, value_text(*spec, spec->neutral())));
  }
}

/// The keys in which two rule sets differ.
Names differing(const Parameters& a, const Parameters& b) {
  std::set<std::string> keys;
  const auto compare = [&](const Parameters& one, const Parameters& other) {
    for (const auto& [key, value] : one) {
      const auto found = other.find(key);
      if (found == other.end() || found->second != value) keys.insert(key);
    }
  };
  compare(a, b);
  compare(b, a);
  return {keys.begin(), keys.end()};
}

std::string value_in(const Parameters& parameters, const FamilySchema& schema,
                     const std::string& key) {
  if (const auto found = parameters.find(key); found != parameters.end()) return found->second;
  const ParameterSpec* const spec = schema.find(key);
  return spec == nullptr ? "not there" : value_text(*spec, spec->neutral());
}

/// The first of the trained rules that differ in the fewest parameters, as in "; nearest:
/// helmfrid-9, in which king.armed = full"; empty if none of their parameters are known.
std::string nearest(const TrainedRules& net, const RulesIdentity& rules) {
  constexpr std::size_t kMaxNamed = 3, kLongestValue = 40;
  const NetRules* best = nullptr;
  Parameters best_parameters;
  Names best_keys;
  for (const NetRules& known : net.rules) {
    std::optional<Parameters> parameters = known_parameters(known);
    if (!parameters) continue;
    Names keys = differing(*parameters, rules.parameters);
    if (best != nullptr && keys.size() >= best_keys.size()) continue;
    best = &known;
    best_parameters = std::move(*parameters);
    best_keys = std::move(keys);
  }
  if (best == nullptr) return {};
  Names differences;
  for (std::size_t i = 0; i < std::min(best_keys.size(), kMaxNamed); ++i) {
    const std::string value = value_in(best_parameters, *rules.schema, best_keys[i]);
    differences.push_back(value.size() > kLongestValue
                              ? best_keys[i] + " differs"
                              : fmt::format("{} = {}", best_keys[i], value));
  }
  const std::size_t more = best_keys.size() - differences.size();
  return fmt::format("; nearest: {}, in which {}{}", best->id, fmt::join(differences, ", "),
                     more > 0 ? fmt::format(", and {} more differ", more) : "");
}

}  // namespace

std::optional<Parameters> known_parameters(const NetRules& known) {
  if (known.parameters) return known.parameters;
  // The id is untrusted: it must not name a file.
  if (known.id.find('/') != std::string::npos || known.id.ends_with(".toml")) return std::nullopt;
  try {
    const RuleSet rule_set = load_rule_set(known.id);
    if (rule_set.content_hash() == known.hash) return identity_of(rule_set).parameters;
  } catch (const UserError&) {
    // Not a built-in rule set.
  }
  return std::nullopt;
}

void check_rules(const TrainedRules& net, const RulesIdentity& rules, std::string_view file) {
  if (rules.schema->family != net.family) {
    throw UserError(fmt::format("net '{}': it is a net of the family {}; {} is of the family {}",
                                file, net.family, rules.id, rules.schema->family));
  }
  check_inputs(net, rules, file);
  if (std::ranges::find(net.rules, rules.hash, &NetRules::hash) != net.rules.end()) return;
  std::set<std::string> ids;
  for (const NetRules& known : net.rules) ids.insert(known.id);
  throw UserError(fmt::format("net '{}': it was trained for {}, not for {}{}", file,
                              ids.empty() ? "no rules" : rule_set_names(ids), rules.id,
                              nearest(net, rules)));
}

void check_rules(const Net& net, const RulesIdentity& rules, std::string_view file) {
  check_rules(TrainedRules{net.family, net.spec.encoding.rule_inputs.value(), net.rules}, rules,
              file);
}

}  // namespace tavlab
