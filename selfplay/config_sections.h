#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "core/io/toml_reader.h"
#include "selfplay/rule_variants.h"

namespace tavlab {

/// A table of the config; empty if it is missing.
class ConfigSection {
 public:
  ConfigSection(TomlReader& reader, std::string_view key, std::string_view origin)
      : where_(fmt::format("[{}]", key)), reader_(table_of(reader, key), origin, where_) {}

  TomlReader* operator->() { return &reader_; }
  TomlReader& operator*() { return reader_; }

 private:
  static const toml::table& table_of(TomlReader& reader, std::string_view key) {
    static const toml::table empty;
    const toml::node* const node = reader.find(key);
    if (node == nullptr) return empty;
    if (!node->is_table()) reader.fail(node, fmt::format("'{}' must be a table", key));
    return *node->as_table();
  }

  std::string where_;  ///< the reader holds a view of it
  TomlReader reader_;
};

/// The key `rules` of a config: a rule set, a list of them, or [[rules]] tables with `name`, `set`
/// and `vary`.
std::vector<VariedRules> read_varied_rules(TomlReader& reader, std::string_view origin);

}  // namespace tavlab
