#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "nn/learner.h"
#include "python/any_game.h"
#include "selfplay/dataset/shard.h"

// Stored games of self-play, of any family, for the module. No Python here; dataset_of.h implements
// it.
namespace tavlab::python {

/// The searched decisions of a shard, in the order of its games: one element of each for every one.
struct DecisionColumns {
  std::vector<std::int64_t> game;    ///< its index in the shard
  std::vector<std::int64_t> event;   ///< actions and outcomes of chance before it
  std::vector<std::int64_t> ply;     ///< actions before it
  std::vector<std::int64_t> rules;   ///< the index of its rule set
  std::vector<std::int8_t> player;   ///< to move
  std::vector<std::uint8_t> full;    ///< searched with all simulations: training data
  std::vector<double> search_value;  ///< expected return of the player to move
};

/// How decisions become training data.
struct EncodingSettings {
  double value_lambda = 1;  ///< BatchMaker::set_lambda
  bool random_symmetry = false;
  std::uint64_t seed = 0;  ///< of the symmetries; each depends on this and the decision alone
};

/// A shard whose games have been verified.
class Shard {
 public:
  Shard() = default;
  Shard(const Shard&) = delete;
  Shard& operator=(const Shard&) = delete;
  virtual ~Shard() = default;

  [[nodiscard]] virtual const DatasetShard& file() const = 0;
  [[nodiscard]] virtual const std::vector<std::shared_ptr<const Game>>& games() const = 0;
  [[nodiscard]] virtual const DecisionColumns& decisions() const = 0;
  /// A game of the shard, after so many of its events.
  [[nodiscard]] virtual std::unique_ptr<State> state(std::size_t game,
                                                     std::size_t events) const = 0;
  /// The training data of decisions, all on boards of one size. Values are those of the players to
  /// move.
  [[nodiscard]] virtual TrainingBatch encode(std::span<const std::int64_t> decisions,
                                             const EncodingSettings& settings) = 0;
};

/// Reads and verifies a shard. `options` are those of its games. Throws UserError.
std::unique_ptr<Shard> open_shard(const std::filesystem::path& path, const GameOptions& options);

}  // namespace tavlab::python
