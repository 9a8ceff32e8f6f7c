#pragma once

#include "core/random.h"
#include "tests/draughts/reference/game.h"

namespace tavlab::draughts_agreement {

/// A position made at random, in which captures are likely: kings, columns, counters.
draughts_reference::State made_position(const RuleSet& rule_set,
                                        const draughts_reference::ReferenceGame& game,
                                        Random& random);

}  // namespace tavlab::draughts_agreement
