#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "selfplay/dataset/stored_game.h"

namespace tavlab {

/// The moves and rolls of each game in the notation of its rules, separated by spaces, as in
/// GameRecord::moves. StoredGame::rules is an index into `rules`.
std::vector<std::string> moves_texts(std::span<const RuleSet> rules,
                                     std::span<const StoredGame> games);

}  // namespace tavlab
