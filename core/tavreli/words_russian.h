#pragma once

#include "core/tavreli/rules.h"
#include "core/words.h"

namespace tavlab::tavreli {

/// The description of the game under these rules, in Russian.
Words words_in_russian(const Rules& rules);

}  // namespace tavlab::tavreli
