#pragma once

#include <string>
#include <vector>

#include "core/draughts/draughts.h"
#include "tests/support/game_table.h"

namespace tavlab::draughts {

using Texts = std::vector<std::string>;
using Table = GameTable<Draughts>;

}  // namespace tavlab::draughts
