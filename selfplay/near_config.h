#pragma once

#include <fmt/format.h>

#include <span>
#include <string>
#include <string_view>

#include "core/near.h"

namespace tavlab {

/// "; the nearest is 'train-tavlei-9'" for a config that is not there: near_note, also for names
/// without the prefix that all of `known` have, since whoever forgets it misspells the rest, too.
inline std::string near_config_note(std::string_view name, std::string_view prefix,
                                    std::span<const std::string> known) {
  if (!similar(name, known).empty()) return near_note(name, known);
  return near_note(fmt::format("{}{}", prefix, name), known);
}

}  // namespace tavlab
