#pragma once

#include "core/draughts/rules.h"
#include "core/words.h"

namespace tavlab::draughts {

/// The game by these rules, in Russian.
Words words_in_russian(const Rules& rules);

}  // namespace tavlab::draughts
