#pragma once

#include <fmt/format.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/near.h"

namespace tavlab {

/// "; the nearest is 'train-tavlei-9'" for a config that is not there, as near_note; the prefix
/// that all of `known` have may be missing, and makes no names similar.
inline std::string near_config_note(std::string_view name, std::string_view prefix,
                                    std::span<const std::string> known) {
  std::vector<std::string_view> plain;
  plain.reserve(known.size());
  for (const std::string_view each : known) plain.push_back(each.substr(prefix.size()));
  if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  const std::string_view near = similar(name, plain);
  return near.empty() ? std::string() : fmt::format("; the nearest is '{}{}'", prefix, near);
}

}  // namespace tavlab
