#pragma once

#include <string>
#include <vector>

#include "core/game.h"

namespace tavlab {

/// What pictures of the rules need beyond games of random moves: positions in which one move shows
/// a rule that such games hardly ever come to. A family with such rules specializes this in
/// core/<family>/rare_positions.h, which core/rare_positions_of_families.h includes.
template <FamilyGame G>
struct RarePositions {
  /// As texts. The rules of a rule set need not allow all of them.
  static std::vector<std::string> of(const typename G::Rules& /*rules*/) { return {}; }
};

}  // namespace tavlab
