#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include "core/game.h"
#include "nn/shared_net.h"
#include "selfplay/dataset/stored_game.h"
#include "selfplay/generate/options.h"
#include "selfplay/rule_variants.h"

namespace tavlab {

/// What searches and nets did in self-play.
struct SelfPlayCounts {
  std::uint64_t simulations = 0;  ///< of finished games
  std::uint64_t evaluations = 0;  ///< positions that a net has evaluated
  std::uint64_t batches = 0;
  std::uint64_t recalled = 0;  ///< positions found in the cache
  double seconds = 0.0;
  double net_seconds = 0.0;  ///< spent by nets, encoding included

  void add(const SelfPlayCounts& that) {
    simulations += that.simulations;
    evaluations += that.evaluations;
    batches += that.batches;
    recalled += that.recalled;
    seconds += that.seconds;
    net_seconds += that.net_seconds;
  }
};

/// The state of a group of games between two rounds: all that it resumes from.
struct GroupState {
  std::uint64_t next = 0;             ///< how many games it has begun
  std::vector<StoredGame> in_flight;  ///< unfinished
};

/// Many games of self-play side by side, played by one thread, whose leaves a net evaluates in one
/// batch. What a group plays depends on its state and the nets alone, not on other groups.
class SelfPlayGroup {
 public:
  SelfPlayGroup() = default;
  SelfPlayGroup(const SelfPlayGroup&) = delete;
  SelfPlayGroup& operator=(const SelfPlayGroup&) = delete;
  virtual ~SelfPlayGroup() = default;

  /// The nets of the next round; `past` may be null. Throws UserError for rules that a net cannot
  /// see, where all games have the same.
  virtual void take_nets(const SharedNet& net, const SharedNet* past) = 0;

  /// Plays until `quota` games are finished, passes on each, and saves the others. Games
  /// numbered `end` and higher are not begun. `earlier` are games to branch off from. A stop, too,
  /// saves the games, but not as an uninterrupted round would leave them.
  virtual void play(std::uint64_t quota, std::uint64_t end, std::span<const StoredGame> earlier,
                    const std::function<void(StoredGame)>& finished,
                    const std::stop_token& stop) = 0;

  [[nodiscard]] virtual const GroupState& state() const = 0;
  virtual void restore(GroupState state) = 0;

  /// What was done since the counts were last taken.
  virtual SelfPlayCounts take_counts() = 0;
};

/// Group `index` of `options.groups`: it plays the games index, index + groups, ... of the run. The
/// options and variants must outlive it. Compiled once for every game, in group_of_game.cpp.in.
template <FamilyGame G>
std::unique_ptr<SelfPlayGroup> make_self_play_group(const SelfPlayOptions& options,
                                                    const RuleVariants& variants,
                                                    std::uint64_t seed, std::size_t index);

}  // namespace tavlab
