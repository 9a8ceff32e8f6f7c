#pragma once

#include "core/random.h"
#include "core/ruleset/ruleset.h"
#include "tests/tavreli/reference/game.h"

namespace tavlab::tavreli_agreement {

/// A position made at random, in which rare cases occur sooner than in games from the start: some
/// of the pieces in towers on random squares, ratniks near their last rank, pieces that have not
/// moved at home, a double step just made. The result is not filled in.
tavreli_reference::State made_position(const RuleSet& rule_set,
                                       const tavreli_reference::ReferenceGame& game,
                                       Random& random);

}  // namespace tavlab::tavreli_agreement
