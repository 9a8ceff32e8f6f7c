#pragma once

#include "core/ur/rules.h"
#include "core/words.h"

namespace tavlab::ur {

/// The description of the game under these rules, in Russian.
Words words_in_russian(const Rules& rules);

}  // namespace tavlab::ur
