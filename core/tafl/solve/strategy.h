#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>

#include "core/random.h"
#include "core/solving/proof.h"
#include "core/tafl/position.h"
#include "core/tafl/solve/plain_play.h"
#include "core/tafl/solve/strategy_keys.h"

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
  using Choose = std::function<std::int64_t(const Position<Words>&, int moves)>;

  StrategyWalk(const Rules<Words>& rules, bool held, Choose choose);

  /// Whether the strategy succeeds from this position, which is not over, in all games or in a
  /// sample of them.
  bool run(const Position<Words>& position, int limit, const StrategySample& sample = {});

  /// If not: whether the walk was stopped; otherwise the position and the reason.
  [[nodiscard]] bool stopped() const { return stopped_; }
  [[nodiscard]] const std::string& fault() const { return fault_; }
  /// Positions in which the strategy was asked for a move, and moves played.
  [[nodiscard]] std::uint64_t positions() const { return asked_; }
  [[nodiscard]] std::uint64_t nodes() const { return plain_.nodes(); }

  /// Called periodically; returns true to stop.
  std::function<bool()> stop;
  /// Called for each choice: the position, the moves left, the index chosen, the position made.
  std::function<void(const Position<Words>&, int moves, std::int64_t choice,
                     const Position<Words>& child)>
      on_choice;
  /// Whether the attackers can stop the defenders' last move is looked at, which takes most of the
  /// time. Not needed where an earlier walk has done so.
  bool checks_last_moves = true;

 private:
  // `random`: how many more moves of the other side are random.
  bool visit(const Position<Words>& p, int moves, int random);
  bool strategy_turn(const Position<Words>& p, int moves, int random);
  bool other_turn(const Position<Words>& p, int moves, int random);
  [[nodiscard]] bool can_stop_last_move(const Position<Words>& p);
  bool fail(const Position<Words>& p, const char* why);

  const Rules<Words>& rules_;
  bool held_;
  Choose choose_;
  PlainPlay<Words> plain_;
  StrategyKeys<Words> keys_;
  /// For each position the numbers of moves left with which it was met, one bit each.
  std::unordered_map<StrategyKey, std::uint64_t, StrategyKeyHash> met_;
  Random random_{0};
  std::uint64_t asked_ = 0, visits_ = 0;
  std::string fault_;
  bool stopped_ = false;
};

extern template class StrategyWalk<2>;
extern template class StrategyWalk<6>;

}  // namespace tavlab::tafl
