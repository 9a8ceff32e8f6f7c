#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "selfplay/dataset/stored_game.h"
#include "selfplay/generate/options.h"
#include "selfplay/rule_variants.h"

namespace tavlab {

/// The shards of a run of self-play, whose games are numbered by its variants of the rules.
class RunShards {
 public:
  /// The variants must outlive it.
  RunShards(const RuleVariants& variants, const SelfPlayOptions& options, std::uint64_t seed);

  /// Writes games as a shard with the rules that occur in it. `net` says which one played. Throws
  /// UserError when it cannot be written, or would replace what is not a shard of this run.
  void write(const std::filesystem::path& path, std::vector<StoredGame> games,
             const std::string& net) const;

  /// The games of a shard, each verified. Throws UserError for one that is damaged, or has games by
  /// rules that are none of the run's.
  [[nodiscard]] std::vector<StoredGame> read(const std::filesystem::path& path) const;

 private:
  /// Throws UserError where something is at `path` that a run with this seed did not write.
  void refuse_foreign(const std::filesystem::path& path) const;

  const RuleVariants* variants_;
  std::string agent_;
  std::uint64_t seed_;
};

/// How games are searched, in the words of the config.
std::string agent_text(const SelfPlayOptions& options);

}  // namespace tavlab
