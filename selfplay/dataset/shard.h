#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "selfplay/dataset/stored_game.h"

namespace tavlab {

/// What the games of a shard have in common.
struct ShardInfo {
  std::string family;
  std::uint64_t seed = 0;      ///< seed of the run
  std::string agent;           ///< how games were searched, in the config's terms
  std::string net;             ///< the net that played, such as its round
  std::vector<RuleSet> rules;  ///< indexed by StoredGame::rules
};

/// A file of self-play games; nn/FORMATS.md describes it.
struct DatasetShard {
  ShardInfo info;
  std::vector<StoredGame> games;
};

/// Writes a shard atomically. Throws UserError if it cannot be written, or would be larger than
/// `read_shard` accepts.
void write_shard(const std::filesystem::path& path, const ShardInfo& info,
                 std::span<const StoredGame> games);

/// Reads a shard; files are untrusted. Throws UserError, naming the file, if it is not a tavlab
/// shard, is truncated, damaged or forged, or is inconsistent. It does not check that moves are
/// legal: call `verify_games` (dataset/verify.h) before playing them.
DatasetShard read_shard(const std::filesystem::path& path);
/// The same from the bytes of a file; `name` stands for it in messages.
DatasetShard parse_shard(std::string content, const std::string& name);

}  // namespace tavlab
