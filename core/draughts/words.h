#pragma once

#include <string_view>

#include "core/draughts/position.h"
#include "core/words.h"

namespace tavlab::draughts {

/// The game by these rules, in words.
Words words(const Rules& rules);

/// How positions and moves are written, for all rules of the family.
std::string_view notation();

}  // namespace tavlab::draughts
