// Rule sets as TOML documents: reading and writing.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "core/error.h"
#include "core/io/toml_reader.h"
#include "core/near.h"
#include "core/ruleset/names.h"
#include "core/ruleset/values.h"
#include "core/text.h"

namespace tavlab {
namespace ruleset_values {
namespace {

using Texts = std::vector<std::string>;

/// The parameters that one document states.
struct Stated {
  std::map<std::string, ParameterValue> values;    ///< stated or assumed
  std::map<std::string, const toml::node*> nodes;  ///< where
  std::map<std::string, Assumption> assumptions;
};

/// Calls `work`. Where faults are collected, what it throws becomes one of them.
template <typename Work>
void attempt(FaultList* faults, const toml::node* node, const Work& work) {
  if (faults == nullptr) return work();
  try {
    work();
  } catch (const UserError& error) {
    faults->add(node == nullptr ? 0 : node->source().begin.line, error.what());
  }
}

constexpr std::string_view kHeaderKeys[] = {"id", "family", "title", "source", "extends"};
constexpr std::string_view kAssumed = "assumed";

/// How errors describe a node that cannot be a parameter.
std::string described(const toml::node& node) {
  if (node.is_table()) return "a table";
  if (node.is_array()) return "a list with items that are not strings";
  if (const auto text = node.value_exact<std::string>()) return *text;
  std::ostringstream text;
  node.visit([&](const auto& value) {
    if constexpr (toml::is_value<decltype(value)>) text << value;
  });
  return text.str();
}

/// A header string, or nothing if it is missing.
std::optional<std::string> header_text(const toml::table& document, std::string_view key,
                                       std::string_view origin) {
  const toml::node* node = document.get(key);
  if (node == nullptr) return std::nullopt;
  auto text = node->value_exact<std::string>();
  if (!text || text->find_first_not_of(" \t\n\r") == std::string::npos) {
    throw_bad_value(origin, key, described(*node), "a non-empty string");
  }
  return text;
}

std::string required_text(const toml::table& document, std::string_view key,
                          std::string_view origin) {
  auto text = header_text(document, key, origin);
  if (!text) throw UserError(fmt::format("{}: '{}' is missing", printable(origin), key));
  return *std::move(text);
}

std::string required_id(const toml::table& document, std::string_view origin) {
  std::string id = required_text(document, "id", origin);
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  };
  if (id.size() > 64 || !std::ranges::all_of(id, fits)) {
    throw_bad_value(origin, "id", id, "at most 64 letters, digits, '-', '_' and '.'");
  }
  return id;
}

const FamilySchema& required_schema(const std::string& family, std::string_view origin) {
  const FamilySchema* schema = find_family_schema(family);
  if (schema == nullptr) {
    throw_bad_value(origin, "family", family,
                    fmt::format("one of {}{}", fmt::join(family_names(), ", "),
                                near_note(family, family_names())));
  }
  return *schema;
}

/// A scalar or a list of strings; nothing for a node that cannot be a parameter.
std::optional<ParameterValue> plain_value(const toml::node& node) {
  if (const auto flag = node.value_exact<bool>()) return *flag;
  if (const auto number = node.value_exact<std::int64_t>()) return *number;
  if (auto text = node.value_exact<std::string>()) return *std::move(text);
  const toml::array* array = node.as_array();
  if (array == nullptr) return std::nullopt;
  Texts items;
  for (const toml::node& item : *array) {
    auto text = item.value_exact<std::string>();
    if (!text) return std::nullopt;
    items.push_back(*std::move(text));
  }
  return items;
}

ParameterValue checked_node(const ParameterSpec& spec, const toml::node& node,
                            std::string_view where) {
  const auto value = plain_value(node);
  if (!value) throw_bad_value(where, spec.key, described(node), spec.allowed());
  return checked(spec, *value, where);
}

/// The groups of parameters: what stands before the dot of their keys.
std::vector<std::string_view> groups(const FamilySchema& schema) {
  std::vector<std::string_view> found;
  for (const ParameterSpec& spec : schema.parameters) {
    const std::size_t dot = spec.key.find('.');
    if (dot == std::string_view::npos) continue;
    const std::string_view group = spec.key.substr(0, dot);
    if (std::ranges::find(found, group) == found.end()) found.push_back(group);
  }
  return found;
}

bool is_header(std::string_view key) {
  return key == kAssumed || std::ranges::find(kHeaderKeys, key) != std::end(kHeaderKeys);
}

/// Calls `visit(spec, node)` for each parameter in the table; dotted keys may be nested tables or
/// one quoted key.
template <typename Visit>
void for_each_parameter(const toml::table& table, const std::string& prefix,
                        const FamilySchema& schema, std::string_view where, FaultList* faults,
                        const Visit& visit) {
  for (const auto& [name, value] : table) {
    const toml::node& node = value;
    const std::string key = prefix + std::string(name.str());
    const std::string group = key + ".";
    if (prefix.empty() && is_header(key)) continue;
    if (const ParameterSpec* spec = schema.find(key)) {
      attempt(faults, &node, [&] { visit(*spec, node); });
    } else if (node.is_table() && std::ranges::any_of(schema.parameters, [&](const auto& known) {
                 return known.key.starts_with(group);
               })) {
      for_each_parameter(*node.as_table(), group, schema, where, faults, visit);
    } else {
      attempt(faults, &node, [&] {
        std::vector<std::string_view> known = keys(schema);
        if (node.is_table()) {
          const std::vector<std::string_view> more = groups(schema);
          known.insert(known.end(), more.begin(), more.end());
        }
        throw_unknown_key(where, key, known);
      });
    }
  }
}

void state(Stated& stated, const ParameterSpec& spec, ParameterValue value, const toml::node& node,
           std::string_view origin) {
  stated.nodes.emplace(spec.key, &node);
  if (!stated.values.emplace(spec.key, std::move(value)).second) {
    throw UserError(
        fmt::format("{}: {} is set twice, here and in line {}; either state it, or assume it in "
                    "[assumed.\"{}\"]",
                    printable(origin), spec.key,
                    stated.nodes.at(std::string(spec.key))->source().begin.line, spec.key));
  }
}

/// Reads [assumed."key"] with its value, reason and alternatives.
void read_assumption(Stated& stated, const ParameterSpec& spec, const toml::node& node,
                     const FamilySchema& schema, std::string_view origin, FaultList* faults) {
  const std::string where = fmt::format("{}: [assumed]", origin);
  const toml::table* table = node.as_table();
  if (table == nullptr) {
    throw_bad_value(where, spec.key, described(node),
                    "a table with value, reason and alternatives");
  }
  const std::string here = fmt::format("{} {}", where, spec.key);
  for (const auto& [name, unused] : *table) {
    const std::string_view key = name.str();
    if (key == "value" || key == "reason" || key == "alternatives") continue;
    attempt(faults, &unused, [&] {
      constexpr std::string_view kParts[] = {"value", "reason", "alternatives"};
      const bool is_parameter =
          schema.find(key) != nullptr || std::ranges::count(groups(schema), key) > 0;
      const std::string near = is_parameter ? "; a parameter stands above the first header, for "
                                              "what follows a header belongs to it"
                                            : near_note(key, kParts);
      throw UserError(
          fmt::format("{}: unknown key {}{}", printable(here), in_quotes(key),
                      near.empty() ? "; an assumption has value, reason, alternatives" : near));
    });
  }
  const toml::node* value = table->get("value");
  attempt(faults, &node, [&] {
    if (value == nullptr) throw UserError(fmt::format("{}: 'value' is missing", printable(here)));
  });
  const toml::node* alternatives = table->get("alternatives");
  const toml::array* const listed = alternatives == nullptr ? nullptr : alternatives->as_array();
  attempt(faults, alternatives == nullptr ? &node : alternatives, [&] {
    if (listed != nullptr) return;
    throw UserError(fmt::format("{}: 'alternatives' {} a list of values, which may be empty",
                                printable(here),
                                alternatives == nullptr ? "is missing:" : "must be"));
  });
  Assumption assumption{std::string(spec.key), {}, {}};
  const toml::node* const reason = table->get("reason");
  attempt(faults, reason == nullptr ? &node : reason,
          [&] { assumption.reason = required_text(*table, "reason", here); });
  for (std::size_t i = 0; listed != nullptr && i < listed->size(); ++i) {
    const toml::node& alternative = *listed->get(i);
    attempt(faults, &alternative,
            [&] { assumption.alternatives.push_back(checked_node(spec, alternative, where)); });
  }
  if (value == nullptr) return;
  std::optional<ParameterValue> taken;
  attempt(faults, value, [&] {
    taken = checked_node(spec, *value, where);
    state(stated, spec, *taken, *value, origin);
  });
  attempt(faults, alternatives, [&] {
    // Files of earlier versions may list it; only a check says so.
    if (!taken || std::erase(assumption.alternatives, *taken) == 0 || faults == nullptr) return;
    throw UserError(fmt::format("{}: 'alternatives' lists the value itself, {}; list others only",
                                printable(here), value_text(spec, *taken)));
  });
  stated.assumptions.emplace(spec.key, std::move(assumption));
}

Stated read_parameters(const toml::table& document, const FamilySchema& schema,
                       std::string_view origin, FaultList* faults) {
  Stated stated;
  const auto read = [&](const auto& spec, const toml::node& node) {
    state(stated, spec, checked_node(spec, node, origin), node, origin);
  };
  for_each_parameter(document, "", schema, origin, faults, read);
  const toml::node* const assumed = document.get(kAssumed);
  if (assumed == nullptr) return stated;
  attempt(faults, assumed, [&] {
    if (assumed->is_table()) return;
    throw_bad_value(origin, kAssumed, described(*assumed), "a table of parameters");
  });
  if (!assumed->is_table()) return stated;
  for_each_parameter(*assumed->as_table(), "", schema, fmt::format("{}: [assumed]", origin), faults,
                     [&](const auto& spec, const toml::node& node) {
                       read_assumption(stated, spec, node, schema, origin, faults);
                     });
  return stated;
}

/// Applies a document's parameters over the inherited ones. A stated value also replaces an
/// inherited assumption.
void apply(RuleSet& rule_set, Stated stated) {
  std::erase_if(rule_set.assumptions,
                [&](const Assumption& inherited) { return stated.values.contains(inherited.key); });
  for (auto& [key, value] : stated.values) rule_set.parameters[key] = std::move(value);
  for (auto& [key, assumption] : stated.assumptions) {
    rule_set.assumptions.push_back(std::move(assumption));
  }
  std::ranges::sort(rule_set.assumptions, {}, &Assumption::key);
}

/// A rule set without any stated parameter.
RuleSet blank(const std::string& family, std::string_view origin, const FamilySchema* stored) {
  RuleSet rule_set;
  rule_set.family = family;
  if (stored != nullptr && stored->family != family) {
    throw_bad_value(origin, "family", family, stored->family);
  }
  if (stored != nullptr) {
    complete(rule_set, *stored);
    return rule_set;
  }
  rule_set.schema = &required_schema(family, origin);
  for (const ParameterSpec& spec : rule_set.schema->parameters) {
    rule_set.parameters.emplace(spec.key, spec.fallback);
  }
  return rule_set;
}

/// An experiment or a claim may be taken for a rule set.
void refuse_other_configs(const toml::table& document, std::string_view origin) {
  if (document.contains("family") || document.contains("extends")) return;
  const auto has = [&](std::string_view key) { return document.contains(key); };
  const std::string_view kind = has("hypothesis")             ? "claim"
                                : has("agents") || has("arm") ? "experiment"
                                                              : std::string_view();
  if (kind.empty()) return;
  throw UserError(fmt::format("{}: is the file of a{} {}, not a rule set; `tavlab {} run` plays it",
                              printable(origin), kind == "claim" ? "" : "n", kind, kind));
}

}  // namespace

RuleSet read_toml(std::string_view toml_text, std::string_view origin, const FamilySchema* stored,
                  const LoadParent& load_parent, FaultList* faults) {
  const toml::table document = parse_toml(toml_text, origin);
  const auto header = [&](std::string_view key, const auto& read) {
    attempt(faults, document.get(key), read);
  };
  refuse_other_configs(document, origin);
  std::string id, title, source;
  std::optional<std::string> parent, family;
  header("id", [&] { id = required_id(document, origin); });
  header("extends", [&] { parent = header_text(document, "extends", origin); });
  header("family", [&] {
    family = header_text(document, "family", origin);
    if (!family && document.get("extends") == nullptr) required_text(document, "family", origin);
  });
  header("title", [&] { title = required_text(document, "title", origin); });
  header("source", [&] { source = required_text(document, "source", origin); });

  RuleSet rule_set;
  header(parent ? "extends" : "family", [&] {
    if (parent) rule_set = load_parent(*parent);
    if (!parent && family) rule_set = blank(*family, origin, stored);
  });
  // What is misspelt is a fault, and the parameters may have faults of their own.
  const bool guessed = rule_set.schema == nullptr && faults != nullptr;
  if (guessed && parent) {
    const std::vector<std::string> known = builtin_rule_set_ids();
    const std::string meant(similar(*parent, known));
    if (!meant.empty()) rule_set = load_parent(meant);
  } else if (guessed && family) {
    const std::string meant(similar(*family, family_names()));
    if (!meant.empty()) rule_set = blank(meant, origin, stored);
  }
  if (rule_set.schema == nullptr) return rule_set;  // a fault, and the parameters are unknown
  header("family", [&] {
    if (!family || (guessed && !parent) || *family == rule_set.family) return;
    throw_bad_value(origin, "family", *family,
                    fmt::format("{}, as in {}, which it extends", rule_set.family, rule_set.id));
  });
  rule_set.extends = parent ? rule_set.id : "";
  rule_set.id = id;
  rule_set.title = title;
  rule_set.source = source;
  rule_set.origin = origin;
  Stated stated = read_parameters(document, *rule_set.schema, origin, faults);
  const std::map<std::string, const toml::node*> nodes = std::move(stated.nodes);
  std::vector<std::string> keys;
  for (const auto& [key, value] : stated.values) keys.push_back(key);
  apply(rule_set, std::move(stated));
  for (const std::string& key : keys) {
    attempt(faults, nodes.at(key),
            [&] { require_effect(rule_set, key, origin, faults != nullptr); });
  }
  if (faults != nullptr) {
    for (const auto& [key, node] : nodes) faults->lines.emplace(key, node->source().begin.line);
    if (const toml::node* const node = document.get("id")) {
      faults->id_line = node->source().begin.line;
    }
  }
  return rule_set;
}

namespace {

template <typename Value>
std::string toml_text(const Value& value) {
  std::ostringstream out;
  out << toml::toml_formatter(value, toml::format_flags::none);
  return out.str();
}

}  // namespace

std::string toml_string(const std::string& text) {
  return toml_text(toml::value<std::string>(text));
}

std::string toml_value(const ParameterSpec& spec, const ParameterValue& value) {
  if (const auto* items = std::get_if<std::vector<std::string>>(&value)) {
    toml::array array;
    for (const std::string& item : *items) array.push_back(item);
    return toml_text(array);
  }
  const std::string text = value_text(spec, value);
  const bool bare = std::holds_alternative<bool>(value) ||
                    (std::holds_alternative<std::int64_t>(value) && text != spec.zero_name);
  return bare ? text : toml_string(text);
}

std::string toml_assumption(const ParameterSpec& spec, const ParameterValue& value,
                            const Assumption& assumption) {
  std::vector<std::string> alternatives;
  for (const ParameterValue& alternative : assumption.alternatives) {
    alternatives.push_back(toml_value(spec, alternative));
  }
  return fmt::format("[assumed.\"{}\"]\nvalue = {}\nreason = {}\nalternatives = [{}]\n", spec.key,
                     toml_value(spec, value), toml_string(assumption.reason),
                     fmt::join(alternatives, ", "));
}

}  // namespace ruleset_values

std::string to_toml(const RuleSet& rule_set) {
  using ruleset_values::toml_string, ruleset_values::toml_value;
  const FamilySchema& schema = *rule_set.schema;
  std::string id = base_id(rule_set.id);
  std::string out = fmt::format("id = {}\nfamily = {}\ntitle = {}\nsource = {}\n\n",
                                toml_string(id), toml_string(rule_set.family),
                                toml_string(rule_set.title), toml_string(rule_set.source));
  const auto assumed = [&](std::string_view key) {
    return std::ranges::find(rule_set.assumptions, key, &Assumption::key) !=
           rule_set.assumptions.end();
  };
  for (const ParameterSpec& spec : schema.parameters) {
    if (assumed(spec.key)) continue;
    out += fmt::format("{} = {}\n", spec.key, toml_value(spec, rule_set.at(spec.key)));
  }
  for (const Assumption& assumption : rule_set.assumptions) {
    out += '\n' + ruleset_values::toml_assumption(*schema.find(assumption.key),
                                                  rule_set.at(assumption.key), assumption);
  }
  return out;
}

}  // namespace tavlab
