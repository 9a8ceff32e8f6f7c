#pragma once

#include <string>
#include <vector>

#include "core/rare_positions.h"
#include "core/tafl/tafl.h"

namespace tavlab {

namespace tafl {

/// Each one move before it is complete: shieldwalls by either side, in the middle of an edge and
/// beside a corner, a king surrounded by four, his escape, an exit fort and an encirclement.
std::vector<std::string> rare_positions(const Parameters& parameters);

}  // namespace tafl

template <int Words>
struct RarePositions<Tafl<Words>> {
  static std::vector<std::string> of(const tafl::Rules<Words>& rules) {
    return tafl::rare_positions(rules.parameters);
  }
};

}  // namespace tavlab
