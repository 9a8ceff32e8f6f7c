#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "selfplay/dataset/stored_game.h"

namespace tavlab {

/// What a shard's games have in common.
struct ShardInfo {
  std::string family;
  std::uint64_t seed = 0;      ///< of the run
  std::string agent;           ///< how games were searched, in words of the config
  std::string net;             ///< which net played, such as its round
  std::vector<RuleSet> rules;  ///< that StoredGame::rules counts
};

/// One file of self-play: nn/FORMATS.md describes it.
struct DatasetShard {
  ShardInfo info;
  std::vector<StoredGame> games;
};

/// Writes a shard, atomically. Throws UserError when it cannot be written, or would
/// be larger than what `read_shard` reads.
void write_shard(const std::filesystem::path& path, const ShardInfo& info,
                 std::span<const StoredGame> games);

/// Reads a shard; files are untrusted. Throws UserError, naming the file, for one that is
/// no shard of tavlab's, is cut off, damaged or forged, or whose parts do not fit together. That
/// its moves are legal is for `verify_games` (dataset/verify.h) to say; until then nobody may play
/// them.
DatasetShard read_shard(const std::filesystem::path& path);
/// The same from the bytes of a file; `name` stands for it in messages.
DatasetShard parse_shard(std::string content, const std::string& name);

}  // namespace tavlab
