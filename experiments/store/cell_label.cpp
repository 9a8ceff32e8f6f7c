#include "experiments/store/cell_label.h"

#include <fmt/format.h>

#include <algorithm>

namespace tavlab {

std::string setting_text(const std::string& key, const std::string& value) {
  // The commonest group is omitted; others distinguish `throne.stop` from `corners.stop`.
  std::string name = key.starts_with("limits.") ? key.substr(7) : key;
  std::ranges::replace(name, '_', ' ');
  return fmt::format("{} = {}", name, value);
}

std::string short_label(const StoredCell& cell) {
  std::string label = cell.group;
  for (const auto& [key, value] : cell.settings) label += ", " + setting_text(key, value);
  return label;
}

}  // namespace tavlab
