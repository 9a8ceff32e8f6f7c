#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "selfplay/dataset/stored_game.h"
#include "selfplay/generate/options.h"
#include "selfplay/rule_variants.h"

namespace tavlab {

/// The shards of a run of self-play, whose games refer to the run's rule variants by number.
class RunShards {
 public:
  /// `agent` is how games are searched, in the config's terms. The variants must outlive it.
  RunShards(const RuleVariants& variants, std::string agent, std::uint64_t seed)
      : variants_(&variants), agent_(std::move(agent)), seed_(seed) {}

  /// Writes games as a shard with the rules that they use; `net` names the net that played. Throws
  /// UserError if it cannot be written, or would replace a file that is not a shard of this run.
  void write(const std::filesystem::path& path, std::vector<StoredGame> games,
             const std::string& net) const;

  /// Reads and verifies the games of a shard. Throws UserError if it is damaged, or has games by
  /// rules that the run does not have.
  [[nodiscard]] std::vector<StoredGame> read(const std::filesystem::path& path) const;

 private:
  /// Throws UserError if there is a file at `path` that a run with this seed did not write.
  void refuse_foreign(const std::filesystem::path& path) const;

  const RuleVariants* variants_;
  std::string agent_;
  std::uint64_t seed_;
};

/// How games are searched, in the config's terms.
std::string agent_text(const SelfPlayOptions& options);

}  // namespace tavlab
