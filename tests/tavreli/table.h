#pragma once

#include <string>
#include <vector>

#include "core/tavreli/tavreli.h"
#include "tests/support/game_table.h"

namespace tavlab::tavreli {

using Texts = std::vector<std::string>;
using Table = GameTable<Tavreli>;

}  // namespace tavlab::tavreli
