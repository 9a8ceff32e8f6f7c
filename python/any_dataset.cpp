#include "python/any_dataset.h"

#include <algorithm>
#include <utility>

#include "selfplay/dataset/verify.h"

namespace tavlab::python {

std::unique_ptr<Shard> open_shard(const std::filesystem::path& path, const GameOptions& options) {
  DatasetShard shard = read_shard(path);
  verify_games(shard, path.string());
  // One encoding for all games: that of the largest board.
  GameOptions common = options;
  std::vector<std::shared_ptr<const Game>> games;
  if (options.max_size == 0) {
    for (const RuleSet& rules : shard.info.rules) {
      common.max_size = std::max(common.max_size, make_game(rules, options)->options().max_size);
    }
  }
  for (const RuleSet& rules : shard.info.rules) games.push_back(make_game(rules, common));
  const std::shared_ptr<const Game> first = games.front();
  return first->new_shard(std::move(shard), std::move(games));
}

}  // namespace tavlab::python
