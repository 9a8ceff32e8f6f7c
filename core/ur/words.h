#pragma once

#include <string_view>

#include "core/ur/rules.h"
#include "core/words.h"

namespace tavlab::ur {

/// The game by these rules, in words.
Words words(const Rules& rules);

/// How positions, moves and rolls are written, under whatever rules.
std::string_view notation();

}  // namespace tavlab::ur
