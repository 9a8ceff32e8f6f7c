#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "core/tafl/position.h"
#include "core/tafl/solve/plain_play.h"
#include "core/tafl/solve/strategy.h"
#include "core/tafl/solve/strategy_keys.h"

namespace tavlab::tafl {

/// Positions that the attackers make, each with the numbers of moves left when they do: a bit each.
using MadePositions = std::unordered_map<StrategyKey, std::uint64_t, StrategyKeyHash>;

/// Whether in some game of a strategy by which the attackers hold, a position that they have made
/// may occur too often. If not, the strategy also holds where that is forbidden.
///
/// Moves that stop the defenders' last move are not part of the strategy: one that makes no such
/// position is enough; after the last move, too, the attackers must have an allowed move.
template <int Words>
class StrategyRepetition {
 public:
  /// A position must not occur `count` times, with at least `between` moves of the defenders
  /// between occurrences. The rules must outlive it.
  StrategyRepetition(const Rules<Words>& rules, int count, int between);

  /// Records the walk, which must outlive it.
  void watch(StrategyWalk<Words>& walk);

  /// After the walk from `position`, which was complete: whether a position may occur too often.
  /// Further walks may be needed to decide this. Also true if `stop` ended them, or if the last
  /// move of one game needs a position that occurs `count` - 1 times in another.
  bool may_repeat(const Position<Words>& position, int limit, const std::function<bool()>& stop);

  /// If so: positions that are made too often, or once less where the last move needs them once
  /// more, with these numbers of moves left.
  [[nodiscard]] const MadePositions& repeated() const { return repeated_; }
  [[nodiscard]] bool stopped() const { return stopped_; }
  /// Moves played beyond those of the first walk.
  [[nodiscard]] std::uint64_t nodes() const { return plain_.nodes() + walk_nodes_; }

 private:
  using Occurrences = std::array<int, 64>;  ///< by the number of moves left

  Occurrences occurrences(const Position<Words>& p, std::uint64_t left);
  template <typename Found>
  bool follow(const Position<Words>& to, const Position<Words>& p, int moves, int left,
              const Found& found);
  void note_repeated(const Position<Words>& p, const Occurrences& times);
  void forbid_last(const Position<Words>& p, const Occurrences& times);
  [[nodiscard]] bool is_forbidden(const Position<Words>& p, const Position<Words>& child) const;
  bool may_move(const Position<Words>& p);
  bool may_move_after(const Position<Words>& p, int limit);
  bool may_stop_last_move(const Position<Words>& p, int limit);
  void note_forbidden(const Position<Words>& p);

  const Rules<Words>& rules_;
  int count_, between_;
  PlainPlay<Words> plain_;
  StrategyKeys<Words> keys_;
  std::vector<std::uint16_t> chosen_;  ///< the strategy's moves, in the order of the walk
  MadePositions made_;
  /// Those that may be made `count` - 1 times: one image of each.
  std::unordered_map<StrategyKey, Position<Words>, StrategyKeyHash> returned_;
  /// The position that the strategy makes of another, by the latter's key and the moves left.
  std::unordered_map<StrategyKey, StrategyKey, StrategyKeyHash> replies_;
  /// A move around the defenders' last one that would make a position once too often in some game,
  /// in which it was made before with these numbers of moves left.
  struct Forbidden {
    StrategyKey made;
    std::uint64_t left = 0;
  };
  std::unordered_map<StrategyKey, Forbidden, StrategyKeyHash> forbidden_;
  /// The positions before the defenders' last move from which games come to such moves.
  std::unordered_map<StrategyKey, Position<Words>, StrategyKeyHash> before_last_;
  const Position<Words>* followed_before_last_ = nullptr;
  MadePositions repeated_;
  std::function<bool()> stop_;
  std::uint64_t walk_nodes_ = 0, visits_ = 0, budget_ = 0;
  bool stopped_ = false, undecided_ = false;
};

extern template class StrategyRepetition<2>;
extern template class StrategyRepetition<6>;

}  // namespace tavlab::tafl
