#include "core/observation.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/error.h"

namespace tavlab {
namespace {

[[noreturn]] void throw_unknown_input(std::string_view name) {
  throw UserError(fmt::format(
      "the net uses the rule input '{}', which this version of tavlab does not have", name));
}

}  // namespace

std::vector<std::string> rule_input_names(const FamilySchema& schema) {
  std::vector<std::string> names;
  for (const ParameterSpec& spec : schema.parameters) {
    names.insert(names.end(), spec.inputs.begin(), spec.inputs.end());
  }
  return names;
}

std::size_t rule_input_count(const FamilySchema& schema, const ObservationOptions& options) {
  return options.rule_inputs ? options.rule_inputs->size() : rule_input_names(schema).size();
}

std::vector<float> select_rule_inputs(const std::vector<NamedInput>& all,
                                      const ObservationOptions& options) {
  std::vector<float> values;
  if (!options.rule_inputs) {
    for (const NamedInput& input : all) values.push_back(input.value);
    return values;
  }
  for (const std::string& name : *options.rule_inputs) {
    const auto found = std::ranges::find(all, name, &NamedInput::name);
    if (found == all.end() && name != kUnusedInput) throw_unknown_input(name);
    values.push_back(found == all.end() ? 0.0F : found->value);
  }
  return values;
}

void check_rule_inputs(const FamilySchema& schema, const ObservationOptions& options) {
  if (!options.rule_inputs) return;
  const std::vector<std::string> known = rule_input_names(schema);
  std::set<std::string_view> named;
  for (const std::string& name : *options.rule_inputs) {
    if (name != kUnusedInput && !named.insert(name).second) {
      throw UserError(fmt::format("the rule input '{}' is named twice", name));
    }
    if (name != kUnusedInput && std::ranges::find(known, name) == known.end()) {
      throw_unknown_input(name);
    }
  }
}

}  // namespace tavlab
