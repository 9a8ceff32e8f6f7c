#include "core/tafl/solve/holding_strategy.h"

#include <utility>

#include "core/tafl/play.h"

namespace tavlab::tafl {

template <int Words>
HoldingStrategy<Words>::HoldingStrategy(const Rules<Words>& rules, LimitSearch<Words>& search,
                                        std::function<bool()> stop)
    : rules_(rules), search_(search), stop_(std::move(stop)), keys_(rules) {}

template <int Words>
bool HoldingStrategy<Words>::avoid(const MadePositions& positions) {
  bool added = false;
  for (const auto& [key, left] : positions) {
    std::uint64_t& avoided = avoided_[key];
    added = added || (left & ~avoided) != 0;
    avoided |= left;
  }
  return added;
}

template <int Words>
bool HoldingStrategy<Words>::find(const Position<Words>& position, int moves) {
  ++round_;
  return position.side == Side::first ? attackers(position, moves) : defenders(position, moves);
}

template <int Words>
Position<Words> HoldingStrategy<Words>::after(const Position<Words>& p, Move move) const {
  Position<Words> child = p;
  play(rules_, child, move);
  return child;
}

/// An answer found for one image of a position, in this one.
template <int Words>
std::optional<Move> HoldingStrategy<Words>::answer_in(const Position<Words>& p,
                                                      const Answer& answer) const {
  const auto makes_it = [&](Move move) { return keys_.of(after(p, move)) == answer.made; };
  if (is_legal(rules_, p, answer.move) && makes_it(answer.move)) return answer.move;
  FixedList<Move, kMaxMoves<Words>> list;
  generate(rules_, p, list);
  for (const Move move : list) {
    if (makes_it(move)) return move;
  }
  return std::nullopt;
}

template <int Words>
std::optional<Move> HoldingStrategy<Words>::move(const Position<Words>& position, int moves) const {
  const auto found = answers_.find(with_moves(keys_.of(position), moves));
  if (found == answers_.end() || found->second.round != round_) return std::nullopt;
  return answer_in(position, found->second);
}

/// Whether the attackers, to move, hold without the avoided positions; they hold with them. For the
/// reply to the defenders' last move no strategy is needed (see StrategyWalk).
template <int Words>
bool HoldingStrategy<Words>::attackers(const Position<Words>& p, int moves) {
  if (moves <= 1) return true;
  if ((++visits_ & 0xff) == 0 && stop_()) throw typename LimitSearch<Words>::Stopped{};
  const StrategyKey key = with_moves(keys_.of(p), moves);
  if (failed_.contains(key)) return false;
  const auto accept = [&](Move move) {
    answers_[key] = {move, keys_.of(after(p, move)), round_};
    return true;
  };
  const auto known = answers_.find(key);
  Move tried{};
  if (known != answers_.end()) {
    if (known->second.round == round_) return true;
    const auto again = answer_in(p, known->second);
    if (again) {
      if (works(p, *again, moves)) return accept(*again);
      tried = *again;
    }
  }
  const Move best = search_.best_move(p, moves);
  if (best != tried && best != Move{} && works(p, best, moves)) return accept(best);
  FixedList<Move, kMaxMoves<Words>> list;
  generate(rules_, p, list);
  for (const Move move : list) {
    if (move != best && move != tried && works(p, move, moves)) return accept(move);
  }
  failed_.insert(key);
  return false;
}

template <int Words>
bool HoldingStrategy<Words>::works(const Position<Words>& p, Move move, int moves) {
  const Position<Words> child = after(p, move);
  if (child.node == NodeKind::terminal) return child.result != Result::second_wins;
  const auto avoided = avoided_.find(keys_.of(child));
  if (avoided != avoided_.end() && (avoided->second >> moves & 1) != 0) return false;
  if (!search_.holds(child, moves)) return false;
  return child.side == Side::first ? attackers(child, moves) : defenders(child, moves);
}

template <int Words>
bool HoldingStrategy<Words>::defenders(const Position<Words>& p, int moves) {
  if (moves <= 2) return true;
  FixedList<Move, kMaxMoves<Words>> list;
  generate(rules_, p, list);
  for (const Move move : list) {
    const Position<Words> child = after(p, move);
    if (child.node == NodeKind::terminal) {
      if (child.result == Result::second_wins) return false;
    } else if (child.side == Side::first ? !attackers(child, moves - 1)
                                         : !defenders(child, moves - 1)) {
      return false;
    }
  }
  return true;
}

template class HoldingStrategy<2>;
template class HoldingStrategy<6>;

}  // namespace tavlab::tafl
