#include "core/ruleset/names.h"

#include <fmt/format.h>

#include <map>
#include <vector>

namespace tavlab {

std::string base_id(std::string_view id) { return std::string(id.substr(0, id.find('{'))); }

std::string file_id(std::string_view id) {
  std::string base = base_id(id);
  return base.size() == id.size() ? base : base + "-variant";
}

std::string rule_set_names(const std::set<std::string>& ids) {
  std::map<std::string, std::vector<std::string>> variants;  // by the id without overrides
  for (const std::string& id : ids) variants[base_id(id)].push_back(id);
  std::string text;
  for (const auto& [name, all] : variants) {
    text += text.empty() ? "" : ", ";
    text += all.size() == 1 ? all.front() : fmt::format("{} ({} variants)", name, all.size());
  }
  return text;
}

}  // namespace tavlab
