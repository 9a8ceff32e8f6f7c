#include "selfplay/generate/run_shards.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "core/error.h"
#include "selfplay/dataset/shard.h"
#include "selfplay/dataset/verify.h"

namespace tavlab {

std::string agent_text(const SelfPlayOptions& options) {
  std::string text =
      options.gumbel_moves > 0 ? fmt::format("gumbel={}", options.gumbel_moves) : "puct";
  text += fmt::format(",simulations={},cpuct={}", options.simulations, options.cpuct);
  if (options.full_share < 1.0) {
    text += fmt::format(",full_share={},fast_simulations={}", options.full_share,
                        options.fast_simulations);
  }
  if (options.opponent_share > 0) {
    text +=
        fmt::format(",opponent_share={},opponent_teaches={},opponent={}", options.opponent_share,
                    options.opponent_teaches, fmt::join(options.opponents, " or "));
    if (options.opponent_side) {
      text += *options.opponent_side == Side::first ? ",opponent first" : ",opponent second";
    }
  }
  if (!options.endgame.empty()) text += fmt::format(",endgame={}", options.endgame);
  return text;
}

void RunShards::refuse_foreign(const std::filesystem::path& path) const {
  std::error_code error;
  if (!std::filesystem::exists(std::filesystem::symlink_status(path, error))) return;
  try {
    // The run may have been killed after it wrote the shard and before it recorded the round.
    const ShardInfo found = read_shard(path).info;
    if (found.seed == seed_ && found.agent == agent_) return;
  } catch (const UserError&) {  // not a shard
  }
  throw UserError(fmt::format("{}: exists already and is not a shard of this run; move it away",
                              path.string()));
}

void RunShards::write(const std::filesystem::path& path, std::vector<StoredGame> games,
                      const std::string& net) const {
  ShardInfo info{variants_->family(), seed_, agent_, net, {}};
  std::vector<std::uint32_t> used;
  used.reserve(games.size());
  for (const StoredGame& game : games) used.push_back(game.rules);
  std::ranges::sort(used);
  used.erase(std::unique(used.begin(), used.end()), used.end());
  for (const std::uint32_t variant : used) info.rules.push_back(variants_->at(variant));
  for (StoredGame& game : games) {
    const auto found = std::ranges::lower_bound(used, game.rules);
    game.rules = static_cast<std::uint32_t>(found - used.begin());
  }
  refuse_foreign(path);
  write_shard(path, info, games);
}

std::vector<StoredGame> RunShards::read(const std::filesystem::path& path) const {
  DatasetShard shard = read_shard(path);
  verify_games(shard, path.string());
  std::vector<std::uint32_t> variant;
  for (const RuleSet& rules : shard.info.rules) {
    std::uint32_t i = 0;
    while (i < variants_->size() && variants_->at(i).content_hash() != rules.content_hash()) ++i;
    if (i == variants_->size()) {
      throw UserError(
          fmt::format("{}: has games played under other rules ('{}')", path.string(), rules.id));
    }
    variant.push_back(i);
  }
  for (StoredGame& game : shard.games) game.rules = variant[game.rules];
  return std::move(shard.games);
}

}  // namespace tavlab
