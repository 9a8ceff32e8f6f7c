#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include "core/game.h"
#include "core/solving/exact.h"
#include "nn/shared_net.h"
#include "selfplay/dataset/stored_game.h"
#include "selfplay/generate/options.h"
#include "selfplay/rule_variants.h"

namespace tavlab {

/// Counts of the work of searches and nets in self-play.
struct SelfPlayCounts {
  std::uint64_t simulations = 0;  ///< of finished games
  std::uint64_t evaluations = 0;  ///< positions evaluated by a net
  std::uint64_t batches = 0;
  std::uint64_t recalled = 0;  ///< positions found in the cache
  double seconds = 0.0;
  double net_seconds = 0.0;  ///< spent in nets, including encoding

  void add(const SelfPlayCounts& that) {
    simulations += that.simulations;
    evaluations += that.evaluations;
    batches += that.batches;
    recalled += that.recalled;
    seconds += that.seconds;
    net_seconds += that.net_seconds;
  }
};

/// The complete state of a group of games between two rounds, or where a round was stopped.
struct GroupState {
  std::uint64_t next = 0;             ///< number of games begun
  std::vector<StoredGame> in_flight;  ///< unfinished
  /// GameInPlay::evaluations of each of them; empty between rounds, where searches begin anew.
  std::vector<std::uint32_t> evaluations;
};

/// Many concurrent games of self-play, played by one thread; a net evaluates their leaves in one
/// batch. Its games depend only on its state and the nets, not on other groups.
class SelfPlayGroup {
 public:
  SelfPlayGroup() = default;
  SelfPlayGroup(const SelfPlayGroup&) = delete;
  SelfPlayGroup& operator=(const SelfPlayGroup&) = delete;
  virtual ~SelfPlayGroup() = default;

  /// Sets the nets of the next round; `past` may be null. If all games have the same rules, throws
  /// UserError if a net cannot play them.
  virtual void take_nets(const SharedNet& net, const SharedNet* past) = 0;

  /// Plays until `quota` games are finished, passes on each, and saves the unfinished ones. Games
  /// numbered `end` and higher are not begun. `earlier` are games to branch off from. After a stop,
  /// the games go on from the saved state, with the same nets, as if there had been none.
  virtual void play(std::uint64_t quota, std::uint64_t end, std::span<const StoredGame> earlier,
                    const std::function<void(StoredGame)>& finished,
                    const std::stop_token& stop) = 0;

  [[nodiscard]] virtual const GroupState& state() const = 0;
  virtual void restore(GroupState state) = 0;

  /// Returns the counts since the last call.
  virtual SelfPlayCounts take_counts() = 0;
};

/// The exact tables that end games, by variant of the rules; empty if there are none.
template <FamilyGame G>
using EndgameTables = std::vector<SharedTable<G>>;

/// Makes group `index` of `options.groups`, which plays the games index, index + groups, ... of the
/// run. The options and variants must outlive it. Instantiated in group_of_game.cpp.in.
template <FamilyGame G>
std::unique_ptr<SelfPlayGroup> make_self_play_group(const SelfPlayOptions& options,
                                                    const RuleVariants& variants,
                                                    const EndgameTables<G>& tables,
                                                    std::uint64_t seed, std::size_t index);

}  // namespace tavlab
