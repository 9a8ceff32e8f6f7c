// Rule sets: looking values up, hashing, finding and loading them, overrides.
#include "core/ruleset/ruleset.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "core/error.h"
#include "core/io/embedded.h"
#include "core/io/files.h"
#include "core/random.h"
#include "core/ruleset/values.h"
#include "core/text.h"

namespace tavlab {

/// Written by embed_files in core/CMakeLists.txt.
std::span<const EmbeddedFile> embedded_rule_sets();

const ParameterValue& RuleSet::at(std::string_view key) const {
  return parameters.at(std::string(key));
}
bool RuleSet::flag(std::string_view key) const { return std::get<bool>(at(key)); }
std::int64_t RuleSet::integer(std::string_view key) const {
  return std::get<std::int64_t>(at(key));
}
const std::string& RuleSet::text(std::string_view key) const {
  return std::get<std::string>(at(key));
}
const std::vector<std::string>& RuleSet::list(std::string_view key) const {
  return std::get<std::vector<std::string>>(at(key));
}

std::string RuleSet::value_text(std::string_view key) const {
  const ParameterSpec* spec = schema == nullptr ? nullptr : schema->find(key);
  return spec == nullptr ? to_text(at(key)) : tavlab::value_text(*spec, at(key));
}

std::uint64_t RuleSet::content_hash() const {
  std::string content = family + "\n";
  for (const auto& [key, value] : parameters) {
    const ParameterSpec* spec = schema == nullptr ? nullptr : schema->find(key);
    if (spec != nullptr && spec->since != kFirstVersion && spec->is_neutral(*this)) continue;
    content +=
        fmt::format("{}={}\n", key, spec == nullptr ? to_text(value) : spec->canonical_text(*this));
  }
  return tavlab::hash_text(content);
}

std::string RuleSet::hash_text() const { return fmt::format("{:016x}", content_hash()); }

namespace {

namespace fs = std::filesystem;
using ruleset_values::in_quotes;

bool is_path(std::string_view name) {
  return name.find('/') != std::string_view::npos || name.ends_with(".toml");
}

std::string id_of(const EmbeddedFile& file) { return fs::path(file.name).stem().string(); }

const EmbeddedFile* find_builtin(std::string_view id) {
  for (const EmbeddedFile& file : embedded_rule_sets()) {
    if (id_of(file) == id) return &file;
  }
  return nullptr;
}

[[noreturn]] void throw_unknown_rule_set(std::string_view where, std::string_view id) {
  const std::vector<std::string> ids = builtin_rule_set_ids();
  const std::string_view near = ruleset_values::similar(id, {ids.begin(), ids.end()});
  throw UserError(fmt::format("{}unknown rule set {}{}; `tavlab rules list` lists them",
                              printable(where), in_quotes(id),
                              near.empty() ? "" : fmt::format("; the nearest is '{}'", near)));
}

/// Loads a rule set and what it extends, keeping the chain of those being loaded to find cycles.
class Loader {
 public:
  /// `stored` is the schema of a text from a store; null for a text that somebody writes.
  explicit Loader(const FamilySchema* stored = nullptr) : stored_(stored) {}

  RuleSet from_builtin(std::string_view id, std::string_view where) {
    const EmbeddedFile* file = find_builtin(id);
    if (file == nullptr) throw_unknown_rule_set(where, id);
    const Link link(*this, std::string(id));
    RuleSet rule_set = from_text(file->content, fmt::format("{} (built in)", id), {});
    rule_set.origin = "built in";
    return rule_set;
  }

  RuleSet from_path(const fs::path& path) {
    std::error_code error;
    fs::path canonical = fs::weakly_canonical(path, error);
    if (error) canonical = path;
    const Link link(*this, canonical.string());
    RuleSet rule_set = from_text(read_file(path, kMostConfigBytes), path.string(), &path);
    require_own_id(rule_set);
    return rule_set;
  }

  /// `path` is where the text comes from, if that is a file: only files extend files.
  RuleSet from_text(std::string_view text, std::string_view origin, const fs::path* path) {
    return ruleset_values::read_toml(text, origin, stored_, [&](const std::string& parent) {
      const std::string where = fmt::format("{}: extends: ", origin);
      if (!is_path(parent)) return from_builtin(parent, where);
      if (path == nullptr) {
        throw UserError(fmt::format("{}only a rule set in a file can extend the file {}",
                                    printable(where), in_quotes(parent)));
      }
      return from_path(path->parent_path() / parent);
    });
  }

 private:
  /// One rule set being loaded.
  struct Link {
    Link(Loader& loader, const std::string& name) : chain(loader.chain_) {
      const bool cycle = std::ranges::find(chain, name) != chain.end();
      chain.push_back(name);
      if (cycle) {
        throw UserError(fmt::format("{}: extends itself: {}", printable(chain.front()),
                                    printable(fmt::format("{}", fmt::join(chain, " -> ")))));
      }
    }
    ~Link() { chain.pop_back(); }
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;
    std::vector<std::string>& chain;
  };

  /// Records and reports name rule sets by their ids: two games under one would be confused.
  static void require_own_id(const RuleSet& rule_set) {
    if (find_builtin(rule_set.id) == nullptr) return;
    const RuleSet builtin = Loader().from_builtin(rule_set.id, "");
    if (builtin.content_hash() == rule_set.content_hash()) return;
    throw UserError(fmt::format(
        "{}: id '{}' is the id of a built-in rule set with other content; choose another id",
        printable(rule_set.origin), rule_set.id));
  }

  const FamilySchema* stored_;
  std::vector<std::string> chain_;
};

void apply_override(RuleSet& rule_set, std::string_view text) {
  const FamilySchema& schema = *rule_set.schema;
  const std::string where = fmt::format("{}, override {}", rule_set.id, in_quotes(text));
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    throw UserError(fmt::format("{}: must be KEY=VALUE, such as {}=VALUE", where,
                                ruleset_values::nearest(text, ruleset_values::keys(schema))));
  }
  std::string_view key = text.substr(0, equals);
  while (key.ends_with(' ')) key.remove_suffix(1);
  while (key.starts_with(' ')) key.remove_prefix(1);
  const ParameterSpec* spec = schema.find(key);
  if (spec == nullptr) {
    ruleset_values::throw_unknown_key(where, key, ruleset_values::keys(schema));
  }
  const ParameterValue value = parse_parameter_value(*spec, text.substr(equals + 1), where);
  const std::string canonical = fmt::format("{}={}", spec->key, value_text(*spec, value));
  for (const std::string& earlier : rule_set.overrides) {
    if (earlier.starts_with(std::string(spec->key) + "=") && earlier != canonical) {
      throw UserError(fmt::format("{}: contradicts override '{}'", where, earlier));
    }
    if (earlier == canonical) return;
  }
  rule_set.overrides.push_back(canonical);
  rule_set.parameters[std::string(spec->key)] = value;
  std::erase_if(rule_set.assumptions, [&](const auto& open) { return open.key == spec->key; });
}

/// The overrides in "helmfrid-11{king.armed=none,throne.pass=[king, attackers]}"; commas within
/// brackets do not part them.
std::vector<std::string> overrides_in(std::string_view braced) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : braced) {
    if (c == '[') ++depth;
    if (c == ']') --depth;
    if (c == ',' && depth == 0) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

}  // namespace

RuleSet with_overrides(RuleSet rule_set, std::span<const std::string> overrides) {
  rule_set.id = rule_set.id.substr(0, rule_set.id.find('{'));
  for (const std::string& text : overrides) apply_override(rule_set, text);
  std::ranges::sort(rule_set.overrides);
  for (const std::string& set : rule_set.overrides) {
    const std::string where = fmt::format("{}, override {}", rule_set.id, in_quotes(set));
    ruleset_values::require_effect(rule_set, set.substr(0, set.find('=')), where);
  }
  if (!rule_set.overrides.empty()) {
    rule_set.id += fmt::format("{{{}}}", fmt::join(rule_set.overrides, ","));
  }
  return rule_set;
}

void complete(RuleSet& rule_set, const FamilySchema& schema) {
  rule_set.schema = &schema;
  for (const ParameterSpec& spec : schema.parameters) {
    rule_set.parameters.emplace(spec.key, spec.neutral());
  }
}

RuleSet load_rule_set(std::string_view name_or_path, std::span<const std::string> overrides) {
  std::vector<std::string> all(overrides.begin(), overrides.end());
  if (is_path(name_or_path)) return with_overrides(Loader().from_path(name_or_path), all);
  const std::size_t brace = name_or_path.find('{');
  if (brace != std::string_view::npos && name_or_path.ends_with('}')) {
    const auto own = overrides_in(name_or_path.substr(brace + 1, name_or_path.size() - brace - 2));
    all.insert(all.begin(), own.begin(), own.end());
    name_or_path = name_or_path.substr(0, brace);
  }
  return with_overrides(Loader().from_builtin(name_or_path, ""), all);
}

RuleSet parse_rule_set(std::string_view toml_text, std::string_view origin,
                       std::span<const std::string> overrides) {
  return with_overrides(Loader().from_text(toml_text, origin, nullptr), overrides);
}

RuleSet parse_stored_rule_set(std::string_view toml_text, std::string_view origin,
                              const FamilySchema& schema) {
  return Loader(&schema).from_text(toml_text, origin, nullptr);
}

std::vector<std::string> builtin_rule_set_ids() {
  std::vector<std::string> ids;
  for (const EmbeddedFile& file : embedded_rule_sets()) ids.push_back(id_of(file));
  std::ranges::sort(ids);
  return ids;
}

}  // namespace tavlab
