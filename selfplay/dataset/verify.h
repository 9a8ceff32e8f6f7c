#pragma once

#include <string_view>

#include "selfplay/dataset/shard.h"

namespace tavlab {

/// Plays every game of a shard again. Throws UserError, naming the file as `name` and the game, for
/// a move or a roll that is not possible, a policy that names such a move or does not sum to 1, or
/// a result that is not what came of the moves.
void verify_games(const DatasetShard& shard, std::string_view name);

}  // namespace tavlab
