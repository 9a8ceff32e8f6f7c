#pragma once

#include "core/random.h"
#include "tests/draughts/reference/game.h"

namespace tavlab::draughts_agreement {

/// A random position in which captures are likely, with kings, columns and counters.
draughts_reference::State made_position(const RuleSet& rule_set,
                                        const draughts_reference::ReferenceGame& game,
                                        Random& random);

}  // namespace tavlab::draughts_agreement
