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
#include "core/tafl/position.h"
#include "solve/proof.h"

namespace tavlab::tafl {

/// Walks all games in which one side, the one that a proof says wins, plays by a strategy: one move
/// of it and all moves of the other. It knows the plain rules only and shares no code with the
/// search; what writes a strategy and what checks it walk in the same order.
///
/// The strategy is for limits of the king's moves (see LimitSearch): "held", the attackers keep the
/// defenders from winning within them, or "forced", the defenders win. Positions that are
/// symmetric are walked once.
template <int Words>
class StrategyWalk {
 public:
  /// The index of the strategy's move among the legal moves (as generated), or -1 if it has none;
  /// asked for each position of the side with the strategy that is met for the first time with so
  /// many king's moves left, and for each one on a random line of a sample.
  using Choose = std::function<std::int64_t(const Position<Words>&, int moves)>;

  StrategyWalk(const Rules<Words>& rules, bool held, Choose choose);

  /// Whether the strategy does what it should from this position, which is not over, in all games
  /// or in a sample of them.
  bool run(const Position<Words>& position, int limit, const StrategySample& sample = {});

  /// If not: whether it was stopped, else in which position, and why.
  [[nodiscard]] bool stopped() const { return stopped_; }
  [[nodiscard]] const std::string& fault() const { return fault_; }
  /// Positions that asked for a move, and moves played.
  [[nodiscard]] std::uint64_t positions() const { return asked_; }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  /// After a whole walk: whether in some game by the strategy a position that the attackers have
  /// made may occur `count` times, with `between` moves of the defenders at least from one
  /// occurrence to the next. If not, the strategy stands where that is forbidden, too. What stops
  /// the defenders' last move is looked for, and need not make such a position where something else
  /// does; after that move, too, the attackers must have one that is allowed. A second walk from
  /// `position` finds out, if the first one does not tell. True, too, if it was stopped.
  bool may_repeat(const Position<Words>& position, int limit, int count, int between);

  /// Called now and then; returns true to stop.
  std::function<bool()> stop;

 private:
  using Key = std::pair<std::uint64_t, std::uint64_t>;
  struct KeyHash {
    std::size_t operator()(const Key& key) const { return key.first; }
  };

  // `random`: moves of the other side that are still to be random.
  bool visit(const Position<Words>& p, int moves, int random);
  bool strategy_turn(const Position<Words>& p, int moves, int random);
  bool other_turn(const Position<Words>& p, int moves, int random);
  Position<Words> after(const Position<Words>& p, Move move);
  [[nodiscard]] bool wins_at_once(const Position<Words>& p);
  bool fail(const Position<Words>& p, const char* why);
  Key key_of(const Position<Words>& p) const;
  bool stops_last_move(const Position<Words>& child);
  bool may_move_after(const Position<Words>& p);

  const Rules<Words>& rules_;
  bool held_;
  Choose choose_;
  std::vector<std::vector<std::uint16_t>> images_;  ///< of each cell, by symmetry
  /// For each position the numbers of king's moves left with which it was met, a bit each.
  std::unordered_map<Key, std::uint64_t, KeyHash> met_;
  std::unordered_map<Key, std::uint64_t, KeyHash> made_;  ///< by the attackers' strategy
  std::vector<std::uint16_t> chosen_;         ///< the strategy's moves, in the order of the walk
  bool keeps_ = false;                        ///< what a second walk needs
  bool again_ = false;                        ///< a second walk, by these moves
  std::unordered_set<Key, KeyHash> avoided_;  ///< not to be made before the defenders' last move
  int limit_ = 0;
  Random random_{0};
  std::uint64_t asked_ = 0, nodes_ = 0, visits_ = 0;
  std::string fault_;
  bool stopped_ = false;
};

extern template class StrategyWalk<2>;
extern template class StrategyWalk<6>;

}  // namespace tavlab::tafl
