#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "selfplay/dataset/stored_game.h"

namespace tavlab {

/// The moves and rolls of each game in the notation of its rules, separated by spaces, as
/// GameRecord::moves has them. `rules` are those that StoredGame::rules counts.
std::vector<std::string> moves_texts(std::span<const RuleSet> rules,
                                     std::span<const StoredGame> games);

}  // namespace tavlab
