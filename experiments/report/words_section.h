#pragma once

#include <vector>

#include "experiments/report/fields.h"
#include "experiments/store/store.h"

namespace tavlab {

/// The rules in sentences, as in `tavlab rules explain`: in full for the first rule set and for
/// those that have little in common with it, only the differences for the others. Empty if none can
/// be played any more.
Markup words_section(const std::vector<const StoredCell*>& rules);

/// For each rule set that words_section tells by its differences, the fields of
/// `variant_of_rules.html`.
std::vector<Fields> rules_differences(const std::vector<const StoredCell*>& rules);

}  // namespace tavlab
