#pragma once

#include <vector>

#include "experiments/report/fields.h"
#include "experiments/store/store.h"

namespace tavlab {

/// The rules in sentences, as in `tavlab rules explain`: in full for the first rule set and those
/// that have little in common with it, for the others only the differences. Empty if none can be
/// played any more.
Markup words_section(const std::vector<const StoredCell*>& rules);

}  // namespace tavlab
