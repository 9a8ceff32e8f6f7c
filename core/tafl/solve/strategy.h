#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/random.h"
#include "core/solving/proof.h"
#include "core/tafl/position.h"

namespace tavlab::tafl {

/// Walks all games in which the winning side of a proof plays by a strategy: one move of that side
/// and all moves of the other. It uses only the plain rules and shares no code with the search;
/// writing and checking a strategy walk in the same order.
///
/// The strategy is for limits of moves of the king's side (see LimitSearch): "held", the attackers
/// keep the defenders from winning within them, or "forced", the defenders win. Symmetric positions
/// are walked once.
template <int Words>
class StrategyWalk {
 public:
  /// The index of the strategy's move among the legal moves (as generated), or -1 if it has none;
  /// called for each position of the strategy's side that is met for the first time with that many
  /// moves left, and for each one during the random moves of a sample.
  using Choose =
      std::function<std::int64_t(const StrategyWalk&, const Position<Words>&, int moves)>;

  StrategyWalk(const Rules<Words>& rules, bool held, Choose choose);

  /// Whether the strategy succeeds from this position, which is not over, in all games or in a
  /// sample of them.
  bool run(const Position<Words>& position, int limit, const StrategySample& sample = {});

  /// If not: whether the walk was stopped; otherwise the position and the reason.
  [[nodiscard]] bool stopped() const { return stopped_; }
  [[nodiscard]] const std::string& fault() const { return fault_; }
  /// Positions in which the strategy was asked for a move, and moves played.
  [[nodiscard]] std::uint64_t positions() const { return asked_; }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  /// After a complete walk: whether in some game of the strategy a position that the attackers have
  /// made may occur `count` times, with at least `between` moves of the defenders between
  /// occurrences. If not, the strategy also holds where that is forbidden. Moves that stop the
  /// defenders' last move are not part of the strategy: one that makes no such position is enough;
  /// after the last move, too, the attackers must have an allowed move. If the first walk does not
  /// decide this, further walks from `position` do. Also true if they were stopped, or if the last
  /// move of one game needs a position that occurs `count` - 1 times in another.
  bool may_repeat(const Position<Words>& position, int limit, int count, int between);

  /// Whether the attackers made this position before, in this game or in another, with at least two
  /// more moves left: a strategy that avoids these repeats fewer positions.
  [[nodiscard]] bool made_earlier(const Position<Words>& child, int moves) const;

  /// Called periodically; returns true to stop.
  std::function<bool()> stop;

 private:
  using Key = std::pair<std::uint64_t, std::uint64_t>;
  struct KeyHash {
    std::size_t operator()(const Key& key) const { return key.first; }
  };

  // `random`: how many more moves of the other side are random.
  bool visit(const Position<Words>& p, int moves, int random);
  bool strategy_turn(const Position<Words>& p, int moves, int random);
  bool other_turn(const Position<Words>& p, int moves, int random);
  Position<Words> after(const Position<Words>& p, Move move);
  [[nodiscard]] bool wins_at_once(const Position<Words>& p);
  bool fail(const Position<Words>& p, const char* why);
  Key key_of(const Position<Words>& p) const;
  bool stops_last_move(const Position<Words>& p, const Position<Words>& child);
  [[nodiscard]] bool is_allowed(const Position<Words>& p, const Position<Words>& child) const;
  bool may_move_after(const Position<Words>& p);
  void record(const Position<Words>& p, int moves, const Position<Words>& child);
  std::array<int, 64> occurrences(const Position<Words>& p, std::uint64_t left, int between);
  template <typename Found>
  bool follow(const Position<Words>& to, const Position<Words>& p, int moves, int left,
              std::uint64_t& budget, const Found& found);
  bool avoid_last(const Position<Words>& p, const std::array<int, 64>& times, int count,
                  int between);

  const Rules<Words>& rules_;
  bool held_;
  Choose choose_;
  std::vector<std::vector<std::uint16_t>> images_;  ///< of each cell, by symmetry
  /// For each position the numbers of moves left with which it was met, one bit each.
  std::unordered_map<Key, std::uint64_t, KeyHash> met_;
  std::unordered_map<Key, std::uint64_t, KeyHash> made_;  ///< by the attackers' strategy
  std::vector<std::uint16_t> chosen_;  ///< the strategy's moves, in the order of the walk
  bool keeps_ = false;                 ///< records what a second walk needs
  bool again_ = false;                 ///< a second walk, with these moves
  /// Moves around the defenders' last one that would make a position once too often in some game.
  std::unordered_set<Key, KeyHash> avoided_;

  // Of a second walk, to follow the strategy from positions in which games may return.
  bool records_ = false;
  std::unordered_map<Key, Position<Words>, KeyHash> returned_;  ///< one image of each
  /// The position that the strategy makes of another, by the latter's key and the moves left.
  std::unordered_map<Key, Key, KeyHash> replies_;
  int limit_ = 0;
  Random random_{0};
  std::uint64_t asked_ = 0, nodes_ = 0, visits_ = 0;
  std::string fault_;
  bool stopped_ = false;
};

extern template class StrategyWalk<2>;
extern template class StrategyWalk<6>;

}  // namespace tavlab::tafl
