#include "selfplay/config_sections.h"

#include <algorithm>
#include <utility>

namespace tavlab {
namespace {

VariedRules read_varied(const toml::table& table, std::string_view origin) {
  TomlReader reader(table, origin, "[[rules]]");
  VariedRules entry;
  entry.name = reader.text("name", "the id or the file of a rule set");
  if (const toml::node* node = reader.find("set")) {
    entry.overrides = reader.texts("set", *node, "\"key=value\" or a list of these");
  }
  if (const toml::node* node = reader.find("vary")) {
    if (!node->is_table()) {
      reader.fail(node, "'vary' in [[rules]] must be a table of parameters with their values");
    }
    each_parameter(*node->as_table(), [&](const std::string& key, const toml::node& values) {
      const toml::array* const array = values.as_array();
      std::vector<std::string> texts;
      for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
        texts.push_back(parameter_text(*array->get(i)));
      }
      if (texts.empty() || std::ranges::count(texts, std::string()) > 0) {
        reader.fail(&values, fmt::format("'{}' in 'vary' must be the list of its values", key));
      }
      entry.vary.emplace_back(key, std::move(texts));
    });
  }
  reader.finish();
  return entry;
}

}  // namespace

std::vector<VariedRules> read_varied_rules(TomlReader& reader, std::string_view origin) {
  constexpr std::string_view kWhat = "the name of a rule set, a list of them, or [[rules]] tables";
  const toml::node& node = reader.need("rules", kWhat);
  std::vector<VariedRules> entries;
  if (const toml::array* const array = node.as_array();
      array != nullptr && array->is_array_of_tables()) {
    for (const toml::node& item : *array) entries.push_back(read_varied(*item.as_table(), origin));
    return entries;
  }
  for (std::string& name : reader.texts("rules", node, kWhat)) {
    entries.push_back({std::move(name), {}, {}});
  }
  return entries;
}

}  // namespace tavlab
