#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "selfplay/dataset/shard.h"

namespace tavlab {

/// A game of a shard in a list.
struct ListedShardGame {
  std::uint64_t number = 0;  ///< the following are as in StoredGame
  std::uint32_t rules = 0;
  Result result = Result::unfinished;
  std::string reason;
  StoredGame::Guest guest = StoredGame::Guest::nobody;
  int plies = 0;  ///< moves, without rolls
};

/// The list of a shard's games.
struct ShardList {
  ShardInfo info;
  std::vector<ListedShardGame> games;
};

/// Reads only what a list needs, and checks only that. Throws UserError.
ShardList list_shard(const std::filesystem::path& path);
/// The moves and rolls of one of its games, as moves_texts; nullopt if it has no such game. Throws
/// UserError.
std::optional<std::string> moves_of_shard(const std::filesystem::path& path, std::size_t game);

}  // namespace tavlab
