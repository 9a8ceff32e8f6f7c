#pragma once

#include <string_view>

#include "core/ur/rules.h"
#include "core/words.h"

namespace tavlab::ur {

/// The description of the game under these rules.
Words words(const Rules& rules);

/// How positions, moves and rolls are written, for all rules of the family.
std::string_view notation();

}  // namespace tavlab::ur
