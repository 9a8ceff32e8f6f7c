#pragma once

#include <string>
#include <vector>

#include "core/rare_positions.h"
#include "core/ur/ur.h"

namespace tavlab {

namespace ur {

/// Each player's last piece one square before home, with the roll that takes it there. On long
/// paths random games hardly ever end.
std::vector<std::string> rare_positions(const Rules& rules);

}  // namespace ur

template <>
struct RarePositions<Ur> {
  static std::vector<std::string> of(const ur::Rules& rules) { return ur::rare_positions(rules); }
};

}  // namespace tavlab
