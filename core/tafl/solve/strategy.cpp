#include "core/tafl/solve/strategy.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/tafl/moves.h"
#include "core/tafl/notation.h"

namespace tavlab::tafl {

template <int Words>
StrategyWalk<Words>::StrategyWalk(const Rules<Words>& rules, bool held, Choose choose)
    : rules_(rules), held_(held), choose_(std::move(choose)), plain_(rules), keys_(rules) {}

template <int Words>
bool StrategyWalk<Words>::fail(const Position<Words>& p, const char* why) {
  fault_ = fmt::format("{}: {}", position_text(rules_, p), why);
  return false;
}

template <int Words>
bool StrategyWalk<Words>::run(const Position<Words>& position, int limit,
                              const StrategySample& sample) {
  met_.clear();
  fault_.clear();
  stopped_ = false;
  asked_ = visits_ = 0;
  if (sample.lines == 0) return visit(position, limit, 0);
  for (std::uint64_t line = 0; line < sample.lines; ++line) {
    random_ = Random(derive_seed({sample.seed, line}));
    if (!visit(position, limit, sample.moves)) return false;
  }
  return true;
}

template <int Words>
bool StrategyWalk<Words>::visit(const Position<Words>& p, int moves, int random) {
  if (moves == 0) return held_ || fail(p, "the limit is reached");
  if (stop && (++visits_ & 0xff) == 0 && stop()) {
    stopped_ = true;
    return false;
  }
  if (p.side == (held_ ? Side::first : Side::second)) return strategy_turn(p, moves, random);
  return other_turn(p, moves, random);
}

/// Whether some move of the attackers leaves the defenders, who have one more move, without a win.
template <int Words>
bool StrategyWalk<Words>::can_stop_last_move(const Position<Words>& p) {
  FixedList<Move, kMaxMoves<Words>> list;
  generate(rules_, p, list);
  return std::any_of(list.begin(), list.end(), [&](Move move) {
    const Position<Words> child = plain_.after(p, move);
    if (child.node == NodeKind::terminal) return child.result != Result::second_wins;
    return child.side == Side::second && !plain_.wins_at_once(child);
  });
}

template <int Words>
bool StrategyWalk<Words>::strategy_turn(const Position<Words>& p, int moves, int random) {
  if (!held_ && plain_.wins_at_once(p)) return true;
  if (!held_ && moves == 1) return fail(p, "the defenders do not win with their last move");
  // The defenders' last move is still to come: no strategy is needed to see what stops it.
  if (held_ && moves == 1) {
    return !checks_last_moves || can_stop_last_move(p) ||
           fail(p, "the attackers cannot stop the defenders' last move");
  }
  if (random == 0) {
    const std::uint64_t bit = std::uint64_t{1} << moves;
    std::uint64_t& met = met_[keys_.of(p)];
    if ((met & bit) != 0) return true;
    met |= bit;
  }
  ++asked_;
  FixedList<Move, kMaxMoves<Words>> list;
  generate(rules_, p, list);
  const std::int64_t choice = choose_(p, moves);
  if (choice < 0 || choice >= static_cast<std::int64_t>(list.size())) {
    return fail(p, "the strategy has no legal move");
  }
  const Position<Words> child = plain_.after(p, list[static_cast<std::size_t>(choice)]);
  if (on_choice) on_choice(p, moves, choice, child);
  if (child.node == NodeKind::terminal) {
    const bool good =
        held_ ? child.result != Result::second_wins : child.result == Result::second_wins;
    return good || fail(child, "the strategy's move ends the game with the wrong result");
  }
  return visit(child, held_ ? moves : moves - 1, random);
}

template <int Words>
bool StrategyWalk<Words>::other_turn(const Position<Words>& p, int moves, int random) {
  const bool defenders = p.side == Side::second;
  FixedList<Move, kMaxMoves<Words>> list;
  generate(rules_, p, list);
  if (random > 0 && !list.empty()) {
    list[0] = list[random_.below(static_cast<std::uint32_t>(list.size()))];
    list.resize(1);
  }
  for (const Move move : list) {
    const Position<Words> child = plain_.after(p, move);
    if (child.node == NodeKind::terminal) {
      if ((child.result == Result::second_wins) == held_) {
        return fail(child, "a reply ends the game with the wrong result");
      }
      continue;
    }
    if (!visit(child, defenders ? moves - 1 : moves, std::max(random - 1, 0))) return false;
  }
  return true;
}

template class StrategyWalk<2>;
template class StrategyWalk<6>;

}  // namespace tavlab::tafl
