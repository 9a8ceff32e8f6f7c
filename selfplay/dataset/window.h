#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include "core/random.h"
#include "selfplay/dataset/stored_game.h"

namespace tavlab {

/// One training position: a decision with a full search.
struct Sample {
  const StoredGame* game = nullptr;
  std::uint32_t decision = 0;
};

/// The size of the training window when `total` positions have been made (Wu 2019, section 3.4,
/// as later revised in KataGo): `least` at first, then growing by a power law with an exponent of
/// 0.75 and an initial slope of 0.4, up to `most`.
std::uint64_t window_size(std::uint64_t total, std::uint64_t least, std::uint64_t most);

/// The newest games of a run, the training data.
class Window {
 public:
  void add(StoredGame game);
  /// Drops the oldest games while at least `size` positions are left.
  void trim(std::uint64_t size);
  /// Keeps only this many of the newest games.
  void keep_games(std::uint64_t games);

  [[nodiscard]] std::uint64_t positions() const { return samples_.size(); }
  [[nodiscard]] const std::deque<StoredGame>& games() const { return games_; }
  /// A uniformly random position; there must be at least one. Valid until its game is dropped.
  [[nodiscard]] Sample draw(Random& random) const;

 private:
  void drop_oldest();

  struct Place {
    std::uint64_t game;  ///< counted from the first game ever added
    std::uint32_t decision;
  };

  std::deque<StoredGame> games_;
  std::deque<Place> samples_;
  std::uint64_t dropped_ = 0;  ///< games
};

}  // namespace tavlab
