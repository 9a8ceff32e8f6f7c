#pragma once

#include <vector>

#include "experiments/report/fields.h"
#include "experiments/store/store.h"

namespace tavlab {

/// The rules in sentences, as `tavlab rules explain` says them: in full of the first rule set and
/// of those that have little in common with it, of the others what is said otherwise. Empty where
/// none can be played any more.
Markup words_section(const std::vector<const StoredCell*>& rules);

}  // namespace tavlab
