#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/parallel.h"
#include "selfplay/generate/group.h"

namespace tavlab {

/// Progress of a round: called from time to time, by one thread at a time.
struct SelfPlayProgress {
  std::uint64_t games = 0;  ///< finished in this round
  std::uint64_t wanted = 0;
  SelfPlayCounts counts;  ///< of this round so far; seconds are summed over threads
};

/// Self-play of a run, round by round: all groups of games, their nets, and the threads that play
/// them. The games depend on the seed, the options, the nets and the rounds before, not on the
/// number of threads.
template <FamilyGame G>
class SelfPlay {
 public:
  /// The options and variants must outlive it. Throws UserError if the options' table cannot be
  /// opened for these rules.
  SelfPlay(const SelfPlayOptions& options, const RuleVariants& variants, std::uint64_t seed) {
    EndgameTables<G> tables;
    if (!options.endgame.empty()) {
      for (std::uint32_t i = 0; i < variants.size(); ++i) {
        tables.push_back(open_table<G>(options.endgame, *G::compile(variants.at(i))));
      }
    }
    for (int i = 0; i < options.groups; ++i) {
      groups_.push_back(
          make_self_play_group<G>(options, variants, tables, seed, static_cast<std::size_t>(i)));
    }
  }

  /// Throws UserError if a net cannot play the rules.
  void take_nets(Net net, std::optional<Net> past, const BackendChoice& backend) {
    const SharedNet shared(std::move(net), backend);
    std::optional<SharedNet> shared_past;
    if (past) shared_past.emplace(std::move(*past), backend);
    take_nets(shared, shared_past ? &*shared_past : nullptr);
  }
  void take_nets(const SharedNet& net, const SharedNet* past) {
    for (auto& group : groups_) group->take_nets(net, past);
  }

  /// Plays until each group has finished its part of `games`, of which `done` were finished before
  /// a stop. Returns all of them, in an order that does not depend on threads. Games numbered `end`
  /// and higher are not begun. After a stop, some are missing.
  std::vector<StoredGame> round(std::uint64_t games, std::uint64_t end,
                                std::span<const StoredGame> earlier, std::vector<StoredGame> done,
                                int threads,
                                const std::function<void(const SelfPlayProgress&)>& progress,
                                const std::stop_token& stop = {}) {
    std::vector<std::vector<StoredGame>> finished(groups_.size());
    std::mutex reporting;
    SelfPlayProgress state{done.size(), games, {}};
    for (StoredGame& game : done) {
      finished[game.number % groups_.size()].push_back(std::move(game));
    }
    counts_ = {};
    const auto play = [&](std::size_t i, std::size_t, const std::stop_token& ending) {
      // The first groups take the remainder.
      const std::uint64_t quota = games / groups_.size() + (i < games % groups_.size() ? 1 : 0);
      const std::uint64_t left = quota - std::min<std::uint64_t>(quota, finished[i].size());
      SelfPlayGroup& group = *groups_[i];
      group.play(
          left, end, earlier,
          [&](StoredGame game) {
            finished[i].push_back(std::move(game));
            const std::lock_guard lock(reporting);
            ++state.games;
            state.counts.add(group.take_counts());
            if (progress) progress(state);
          },
          ending);
      const std::lock_guard lock(reporting);
      state.counts.add(group.take_counts());
    };
    run_jobs(groups_.size(), threads, play, stop);
    counts_ = state.counts;
    std::vector<StoredGame> all;
    for (auto& of_group : finished) {
      std::ranges::move(of_group, std::back_inserter(all));
    }
    return all;
  }

  /// The counts of the last round.
  [[nodiscard]] const SelfPlayCounts& counts() const { return counts_; }

  /// The state of the groups, between rounds or after a stop.
  [[nodiscard]] std::vector<GroupState> state() const {
    std::vector<GroupState> states;
    for (const auto& group : groups_) states.push_back(group->state());
    return states;
  }
  /// Restores the states, one per group.
  void restore(std::vector<GroupState> states) {
    for (std::size_t i = 0; i < groups_.size(); ++i) groups_[i]->restore(std::move(states[i]));
  }

 private:
  std::vector<std::unique_ptr<SelfPlayGroup>> groups_;
  SelfPlayCounts counts_;
};

}  // namespace tavlab
