#include "experiments/store/stored_rules.h"

#include "core/error.h"

namespace tavlab {

std::optional<RuleSet> stored_rules(const StoredCell& cell) {
  const FamilySchema* schema = find_family_schema(cell.family);
  return schema == nullptr ? std::nullopt : stored_rules(cell, *schema);
}

std::optional<RuleSet> stored_rules(const StoredCell& cell, const FamilySchema& schema) {
  RuleSet rules;
  rules.id = cell.rules_id;
  rules.family = cell.family;
  rules.title = cell.rules_title;
  rules.origin = "a store";
  for (const auto& [key, text] : cell.parameters) {
    const ParameterSpec* spec = schema.find(key);
    if (spec == nullptr) return std::nullopt;
    try {
      rules.parameters[key] = parse_parameter_value(*spec, text, cell.rules_id);
    } catch (const UserError&) {
      return std::nullopt;
    }
  }
  complete(rules, schema);
  if (rules.hash_text() != cell.rules_hash) return std::nullopt;
  return rules;
}

}  // namespace tavlab
