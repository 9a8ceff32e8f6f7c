#pragma once

#include <string>

#include "experiments/store/store.h"

namespace tavlab {

/// "king side moves = 13" for ("limits.king_side_moves", "13").
std::string setting_text(const std::string& key, const std::string& value);

/// What distinguishes a cell from the others of its section: its group and settings.
std::string short_label(const StoredCell& cell);

}  // namespace tavlab
