#pragma once

#include <string_view>

#include "selfplay/dataset/shard.h"

namespace tavlab {

/// Replays every game of a shard. Throws UserError, naming the file (as `name`) and the game, for
/// an illegal move or impossible roll, a policy with an illegal move or a sum other than 1, or a
/// result that does not match the moves.
void verify_games(const DatasetShard& shard, std::string_view name);

}  // namespace tavlab
