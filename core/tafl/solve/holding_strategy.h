#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "core/tafl/moves.h"
#include "core/tafl/position.h"
#include "core/tafl/solve/limit_search.h"
#include "core/tafl/solve/strategy_keys.h"
#include "core/tafl/solve/strategy_repetition.h"

namespace tavlab::tafl {

/// Finds a strategy by which the attackers hold a limit without making certain positions with
/// certain numbers of moves left: among the moves that hold by the search, those after which every
/// reply has such an answer. The search's table persists, so that most moves are only looked up.
template <int Words>
class HoldingStrategy {
 public:
  /// The rules and the search must outlive it. `stop` is called periodically, and returns true to
  /// stop.
  HoldingStrategy(const Rules<Words>& rules, LimitSearch<Words>& search,
                  std::function<bool()> stop);

  /// Positions that are not to be made, in addition to those of earlier calls. Returns whether they
  /// contain a new one.
  bool avoid(const MadePositions& positions);

  /// Whether there is a strategy from the position, which the attackers hold. Throws
  /// LimitSearch::Stopped.
  bool find(const Position<Words>& position, int moves);

  /// The strategy's move, after `find`; nullopt in positions that the strategy does not reach.
  [[nodiscard]] std::optional<Move> move(const Position<Words>& position, int moves) const;

 private:
  bool attackers(const Position<Words>& p, int moves);
  bool defenders(const Position<Words>& p, int moves);
  bool works(const Position<Words>& p, Move move, int moves);
  Position<Words> after(const Position<Words>& p, Move move) const;

  /// The strategy's move in one image of a position, and the position made, for the other images.
  struct Answer {
    Move move;
    StrategyKey made;
    int round;  ///< the last `find` that checked it
  };
  [[nodiscard]] std::optional<Move> answer_in(const Position<Words>& p, const Answer& answer) const;

  const Rules<Words>& rules_;
  LimitSearch<Words>& search_;
  std::function<bool()> stop_;
  StrategyKeys<Words> keys_;
  MadePositions avoided_;
  int round_ = 0;
  std::uint64_t visits_ = 0;
  // By position and moves left.
  std::unordered_map<StrategyKey, Answer, StrategyKeyHash> answers_;
  std::unordered_set<StrategyKey, StrategyKeyHash> failed_;
};

extern template class HoldingStrategy<2>;
extern template class HoldingStrategy<6>;

}  // namespace tavlab::tafl
