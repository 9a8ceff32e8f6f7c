#include "core/tafl/solve/strategy_repetition.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/subscript.h"
#include "core/tafl/moves.h"

namespace tavlab::tafl {
namespace {

/// Positions that a search for one repetition may visit.
constexpr std::uint64_t kBudget = 10'000'000;

constexpr std::uint64_t bit(int moves) { return std::uint64_t{1} << moves; }

/// The pieces of both sides, the king and what else the future depends on, apart from counters.
template <int Words>
bool same_board(const Position<Words>& a, const Position<Words>& b) {
  return a.pieces == b.pieces && a.leaders == b.leaders && a.king == b.king && a.side == b.side &&
         a.pending == b.pending;
}

/// Whether `p` can become `to` by at most `moves` moves of each side, none of which captures: no
/// more pieces than that are elsewhere.
template <int Words>
bool is_near(const Position<Words>& p, const Position<Words>& to, int moves) {
  for (const Side side : {Side::first, Side::second}) {
    if (p.pieces[at(side)].count() != to.pieces[at(side)].count()) return false;
    if ((p.pieces[at(side)] & ~to.pieces[at(side)]).count() > moves) return false;
  }
  return true;
}

/// The most numbers in the bits of `left` of which any two differ by at least `between`.
int numbers_apart(std::uint64_t left, int between) {
  int numbers = 0, next = 63;
  for (int moves = 63; moves > 0; --moves) {
    if ((left & bit(moves)) == 0 || moves > next) continue;
    next = moves - between;
    ++numbers;
  }
  return numbers;
}

}  // namespace

template <int Words>
StrategyRepetition<Words>::StrategyRepetition(const Rules<Words>& rules, int count, int between)
    : rules_(rules), count_(count), between_(between), plain_(rules), keys_(rules) {}

template <int Words>
void StrategyRepetition<Words>::watch(StrategyWalk<Words>& walk) {
  walk.on_choice = [this](const Position<Words>&, int moves, std::int64_t choice,
                          const Position<Words>& child) {
    chosen_.push_back(static_cast<std::uint16_t>(choice));
    if (child.node != NodeKind::terminal && child.side == Side::second) {
      made_[keys_.of(child)] |= bit(moves);
    }
  };
}

/// Plays all games of the strategy from `p`, with the defenders to move and `moves` moves left,
/// that may come back to the position `to`: calls `found(position)` for each one in which the
/// attackers make it with `left` moves left. In positions with symmetries the strategy may make any
/// of the images, so all are followed; the attackers' moves around the defenders' last one are
/// free. Returns false if `found` does, or if the budget of positions ends.
template <int Words>
template <typename Found>
bool StrategyRepetition<Words>::follow(const Position<Words>& to, const Position<Words>& p,
                                       int moves, int left, const Found& found) {
  FixedList<Move, kMaxMoves<Words>> replies, list;
  generate(rules_, p, replies);
  for (const Move reply : replies) {
    const Position<Words> asked = plain_.after(p, reply);
    if (asked.node == NodeKind::terminal || !is_near(asked, to, moves - left)) continue;
    if (stop_ && (++visits_ & 0xff) == 0 && stop_()) stopped_ = true;
    if (stopped_ || budget_ == 0 || asked.side != Side::first) {
      undecided_ = true;
      return false;
    }
    --budget_;
    if (moves - 1 == 1) followed_before_last_ = &asked;
    const bool is_free = moves - 1 <= 1;
    const auto answer = replies_.find(with_moves(keys_.of(asked), moves - 1));
    if (!is_free && answer == replies_.end()) {
      undecided_ = true;
      return false;
    }
    generate(rules_, asked, list);
    for (const Move move : list) {
      const Position<Words> child = plain_.after(asked, move);
      if (child.node == NodeKind::terminal || !is_near(child, to, moves - 1 - left) ||
          (!is_free && keys_.of(child) != answer->second)) {
        continue;
      }
      if (child.side != Side::second) {
        undecided_ = true;
        return false;
      }
      const bool goes_on = moves - 1 == left ? !same_board(child, to) || found(asked)
                                             : follow(to, child, moves - 1, left, found);
      if (!goes_on) return false;
    }
  }
  return true;
}

/// How often the attackers make `p`, at most, in one game of the strategy up to its being made with
/// a number of moves left, by this number; 0 for numbers whose bit is not set in `left`.
template <int Words>
auto StrategyRepetition<Words>::occurrences(const Position<Words>& p, std::uint64_t left)
    -> Occurrences {
  Occurrences times{};
  for (int moves = 63; moves > 0; --moves) {
    if ((left & bit(moves)) == 0) continue;
    int& most = times[at(moves)];
    most = 1;
    for (int earlier = 63; earlier >= moves + between_; --earlier) {
      if (times[at(earlier)] < most) continue;
      budget_ = kBudget;
      const auto any = [](const Position<Words>&) { return false; };
      if (!follow(p, p, earlier, moves, any)) most = times[at(earlier)] + 1;
    }
  }
  return times;
}

template <int Words>
void StrategyRepetition<Words>::note_repeated(const Position<Words>& p, const Occurrences& times) {
  for (int moves = 63; moves > 0; --moves) {
    if (times[at(moves)] >= count_) repeated_[keys_.of(p)] |= bit(moves);
  }
}

/// Forbids the moves around the defenders' last one that would make `p` once too often in some
/// game.
template <int Words>
void StrategyRepetition<Words>::forbid_last(const Position<Words>& p, const Occurrences& times) {
  const StrategyKey made = keys_.of(p);
  for (int moves = 63; moves > 0; --moves) {
    if (times[at(moves)] < count_ - 1) continue;
    for (int left = 0; left <= std::min(1, moves - between_); ++left) {
      budget_ = kBudget;
      follow(p, p, moves, left, [&](const Position<Words>& asked) {
        Forbidden& forbidden = forbidden_[joined(keys_.of(asked), made)];
        forbidden.made = made;
        forbidden.left |= bit(moves);
        before_last_.emplace(keys_.of(*followed_before_last_), *followed_before_last_);
        return true;
      });
    }
  }
}

template <int Words>
bool StrategyRepetition<Words>::is_forbidden(const Position<Words>& p,
                                             const Position<Words>& child) const {
  return forbidden_.contains(joined(keys_.of(p), keys_.of(child)));
}

template <int Words>
bool StrategyRepetition<Words>::may_move(const Position<Words>& p) {
  FixedList<Move, kMaxMoves<Words>> list;
  generate(rules_, p, list);
  return std::any_of(list.begin(), list.end(),
                     [&](Move move) { return !is_forbidden(p, plain_.after(p, move)); });
}

/// Whether after each last move of the defenders the attackers have an allowed move, without which
/// they lose.
template <int Words>
bool StrategyRepetition<Words>::may_move_after(const Position<Words>& p, int limit) {
  FixedList<Move, kMaxMoves<Words>> replies;
  generate(rules_, p, replies);
  return std::all_of(replies.begin(), replies.end(), [&](Move reply) {
    const Position<Words> end = plain_.after(p, reply);
    // In a game of this length the attackers make at most limit + 1 positions.
    return end.node == NodeKind::terminal || end.side == Side::second ||
           count_moves(rules_, end) > static_cast<std::uint64_t>(limit) + 1 || may_move(end);
  });
}

template <int Words>
bool StrategyRepetition<Words>::may_stop_last_move(const Position<Words>& p, int limit) {
  FixedList<Move, kMaxMoves<Words>> list;
  generate(rules_, p, list);
  return std::any_of(list.begin(), list.end(), [&](Move move) {
    const Position<Words> child = plain_.after(p, move);
    if (child.node == NodeKind::terminal) return child.result != Result::second_wins;
    return child.side == Side::second && !plain_.wins_at_once(child) && !is_forbidden(p, child) &&
           may_move_after(child, limit);
  });
}

/// Adds the positions that leave the attackers no move in `p`, before the defenders' last move.
template <int Words>
void StrategyRepetition<Words>::note_forbidden(const Position<Words>& p) {
  const auto note = [&](const Position<Words>& from, const Position<Words>& to) {
    const auto found = forbidden_.find(joined(keys_.of(from), keys_.of(to)));
    if (found != forbidden_.end()) repeated_[found->second.made] |= found->second.left;
  };
  FixedList<Move, kMaxMoves<Words>> list, replies, last;
  generate(rules_, p, list);
  for (const Move move : list) {
    const Position<Words> child = plain_.after(p, move);
    if (child.node == NodeKind::terminal || child.side == Side::first) continue;
    note(p, child);
    generate(rules_, child, replies);
    for (const Move reply : replies) {
      const Position<Words> end = plain_.after(child, reply);
      if (end.node == NodeKind::terminal || end.side == Side::second || may_move(end)) continue;
      generate(rules_, end, last);
      for (const Move one : last) note(end, plain_.after(end, one));
    }
  }
}

template <int Words>
bool StrategyRepetition<Words>::may_repeat(const Position<Words>& position, int limit,
                                           const std::function<bool()>& stop) {
  stop_ = stop;
  // The first position of the game counts as made.
  if (position.side == Side::second) made_[keys_.of(position)] |= bit(limit);
  // By their numbers of moves left alone, only these could be made `count` times.
  for (const auto& [key, left] : made_) {
    if (numbers_apart(left, between_) >= count_ - 1) returned_[key] = position;
  }
  if (returned_.empty()) return false;

  // What the strategy answers, and the positions themselves: another walk, by the same moves.
  std::size_t next = 0;
  StrategyWalk<Words> walk(rules_, true, [&](const Position<Words>&, int) {
    return static_cast<std::int64_t>(chosen_[next++]);
  });
  walk.stop = stop;
  walk.checks_last_moves = false;
  walk.on_choice = [&](const Position<Words>& p, int moves, std::int64_t,
                       const Position<Words>& child) {
    const StrategyKey key = keys_.of(child);
    replies_[with_moves(keys_.of(p), moves)] = key;
    const auto found = returned_.find(key);
    if (found != returned_.end() && child.node != NodeKind::terminal) found->second = child;
  };
  undecided_ = !walk.run(position, limit);
  stopped_ = walk.stopped();
  walk_nodes_ += walk.nodes();

  std::vector<std::pair<const Position<Words>*, Occurrences>> often;
  for (auto each = returned_.begin(); each != returned_.end() && !undecided_; ++each) {
    const Position<Words>& p = each->second;
    const Occurrences times = occurrences(p, made_.at(each->first));
    note_repeated(p, times);
    if (*std::ranges::max_element(times) >= count_ - 1) often.emplace_back(&p, times);
  }
  if (undecided_ || !repeated_.empty()) return true;
  // Then the defenders' last move is worth a look.
  for (const auto& [p, times] : often) {
    forbid_last(*p, times);
    if (undecided_) return true;
  }
  bool last_move_wins = false;
  for (const auto& [key, p] : before_last_) {
    if (stop_ && stop_()) {
      stopped_ = true;
      return true;
    }
    if (may_stop_last_move(p, limit)) continue;
    last_move_wins = true;
    note_forbidden(p);
  }
  return last_move_wins || !repeated_.empty();
}

template class StrategyRepetition<2>;
template class StrategyRepetition<6>;

}  // namespace tavlab::tafl
