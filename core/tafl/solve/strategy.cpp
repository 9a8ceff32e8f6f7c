#include "core/tafl/solve/strategy.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/random.h"
#include "core/subscript.h"
#include "core/tafl/moves.h"
#include "core/tafl/notation.h"
#include "core/tafl/play.h"
#include "core/tafl/symmetries.h"

namespace tavlab::tafl {

template <int Words>
StrategyWalk<Words>::StrategyWalk(const Rules<Words>& rules, bool held, Choose choose)
    : rules_(rules), held_(held), choose_(std::move(choose)) {
  for (const int symmetry : symmetries_of(rules)) {
    std::vector<std::uint16_t>& image = images_.emplace_back();
    for (int cell = 0; cell < rules.cells; ++cell) {
      image.push_back(static_cast<std::uint16_t>(transformed(symmetry, cell, rules.size)));
    }
  }
}

/// The key of a move from one position to another.
template <typename Key>
Key joined(const Key& from, const Key& to) {
  return {mix64(from.first) ^ to.first, mix64(from.second) ^ to.second};
}

/// The least of the position's images, cell by cell, hashed to 128 bits.
template <int Words>
auto StrategyWalk<Words>::key_of(const Position<Words>& p) const -> Key {
  std::array<std::uint8_t, kMaxCells<Words>> board{}, image{}, least{};
  const auto cells = static_cast<std::size_t>(rules_.cells);
  for (const Side side : {Side::first, Side::second}) {
    p.pieces[at(side)].for_each([&](int cell) {
      board[at(cell)] = static_cast<std::uint8_t>(1 + at(kind_at(rules_, p, cell, side)));
    });
  }
  bool first = true;
  for (const std::vector<std::uint16_t>& to : images_) {
    for (std::size_t cell = 0; cell < cells; ++cell) image[to[cell]] = board[cell];
    if (first || std::lexicographical_compare(image.begin(), image.begin() + cells, least.begin(),
                                              least.begin() + cells)) {
      least = image;
    }
    first = false;
  }
  const std::uint64_t flags = static_cast<std::uint64_t>(at(p.side)) * 2 + (p.pending ? 1 : 0);
  std::uint64_t one = mix64(flags), two = mix64(flags + 4);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    one = mix64(one ^ least[cell]);
    two = mix64(two + least[cell]);
  }
  return {one, two};
}

template <int Words>
bool StrategyWalk<Words>::made_earlier(const Position<Words>& child, int moves) const {
  const auto found = made_.find(key_of(child));
  return found != made_.end() && found->second >> (moves + 2) != 0;
}

template <int Words>
bool StrategyWalk<Words>::fail(const Position<Words>& p, const char* why) {
  fault_ = fmt::format("{}: {}", position_text(rules_, p), why);
  return false;
}

template <int Words>
bool StrategyWalk<Words>::run(const Position<Words>& position, int limit,
                              const StrategySample& sample) {
  met_.clear();
  made_.clear();
  if (!again_) chosen_.clear();
  keeps_ = held_ && !again_ && sample.lines == 0;
  fault_.clear();
  stopped_ = false;
  asked_ = visits_ = 0;
  limit_ = limit;
  if (!again_) nodes_ = 0;
  // The first position of the game counts as made.
  if (keeps_ && position.side == Side::second) {
    made_[key_of(position)] |= std::uint64_t{1} << limit;
  }
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

template <int Words>
Position<Words> StrategyWalk<Words>::after(const Position<Words>& p, Move move) {
  Position<Words> child = p;
  play(rules_, child, move);
  ++nodes_;
  return child;
}

template <int Words>
bool StrategyWalk<Words>::wins_at_once(const Position<Words>& p) {
  FixedList<Move, kMaxMoves<Words>> list;
  generate(rules_, p, list);
  for (const Move move : list) {
    const Position<Words> child = after(p, move);
    if (child.node == NodeKind::terminal && child.result == win_for(p.side)) return true;
  }
  return false;
}

/// Whether a move of the attackers from `p` to `child` stops the defenders' last move.
template <int Words>
bool StrategyWalk<Words>::stops_last_move(const Position<Words>& p, const Position<Words>& child) {
  if (child.node == NodeKind::terminal) return child.result != Result::second_wins;
  return child.side == Side::second && !wins_at_once(child) &&
         (avoided_.empty() || (is_allowed(p, child) && may_move_after(child)));
}

/// Whether a move around the defenders' last one makes no position once too often.
template <int Words>
bool StrategyWalk<Words>::is_allowed(const Position<Words>& p, const Position<Words>& child) const {
  return !avoided_.contains(joined(key_of(p), key_of(child)));
}

template <int Words>
bool StrategyWalk<Words>::strategy_turn(const Position<Words>& p, int moves, int random) {
  if (!held_ && wins_at_once(p)) return true;
  if (!held_ && moves == 1) return fail(p, "the defenders do not win with their last move");
  FixedList<Move, kMaxMoves<Words>> list;
  generate(rules_, p, list);
  if (held_ && moves == 1) {
    // The defenders' last move is still to come: no strategy is needed to see what stops it.
    for (const Move move : list) {
      if (stops_last_move(p, after(p, move))) return true;
    }
    return fail(p, "the attackers cannot stop the defenders' last move");
  }
  const std::uint64_t bit = std::uint64_t{1} << moves;
  if (random == 0) {
    std::uint64_t& met = met_[key_of(p)];
    if ((met & bit) != 0) return true;
    met |= bit;
  }
  ++asked_;
  const std::int64_t choice = again_ ? chosen_[asked_ - 1] : choose_(*this, p, moves);
  if (choice < 0 || choice >= static_cast<std::int64_t>(list.size())) {
    return fail(p, "the strategy has no legal move");
  }
  if (keeps_) chosen_.push_back(static_cast<std::uint16_t>(choice));
  const Position<Words> child = after(p, list[static_cast<std::size_t>(choice)]);
  if (records_) record(p, moves, child);
  if (child.node == NodeKind::terminal) {
    const bool good =
        held_ ? child.result != Result::second_wins : child.result == Result::second_wins;
    return good || fail(child, "the strategy's move ends the game with the wrong result");
  }
  if (keeps_ && child.side == Side::second) made_[key_of(child)] |= bit;
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
    const Position<Words> child = after(p, move);
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

/// Whether after each last move of the defenders the attackers have an allowed move, without which
/// they lose.
template <int Words>
bool StrategyWalk<Words>::may_move_after(const Position<Words>& p) {
  FixedList<Move, kMaxMoves<Words>> replies, list;
  generate(rules_, p, replies);
  return std::all_of(replies.begin(), replies.end(), [&](Move reply) {
    const Position<Words> end = after(p, reply);
    // In a game of this length the attackers make at most limit + 1 positions.
    if (end.node == NodeKind::terminal || end.side == Side::second ||
        count_moves(rules_, end) > static_cast<std::uint64_t>(limit_) + 1) {
      return true;
    }
    generate(rules_, end, list);
    return std::any_of(list.begin(), list.end(),
                       [&](Move move) { return is_allowed(end, after(end, move)); });
  });
}

/// The key of a position with a number of moves left.
template <typename Key>
Key with_moves(const Key& key, int moves) {
  return {mix64(key.first + static_cast<std::uint64_t>(moves)), key.second};
}

template <int Words>
void StrategyWalk<Words>::record(const Position<Words>& p, int moves,
                                 const Position<Words>& child) {
  const Key key = key_of(child);
  replies_[with_moves(key_of(p), moves)] = key;
  const auto found = returned_.find(key);
  if (found != returned_.end() && child.node != NodeKind::terminal) found->second = child;
}

/// Positions that a search for a repetition may visit.
constexpr std::uint64_t kBudget = 10'000'000;

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

/// Plays all games of the strategy from `p`, with the defenders to move and `moves` moves left,
/// that may come back to the position `to`: calls `found(position)` for each one in which the
/// attackers make it with `left` moves left. In positions with symmetries the strategy may make any
/// of the images, so all are followed; the attackers' moves around the defenders' last one are
/// free. Returns false if `found` does, or if the budget of positions ends.
template <int Words>
template <typename Found>
bool StrategyWalk<Words>::follow(const Position<Words>& to, const Position<Words>& p, int moves,
                                 int left, std::uint64_t& budget, const Found& found) {
  FixedList<Move, kMaxMoves<Words>> replies, list;
  generate(rules_, p, replies);
  for (const Move reply : replies) {
    const Position<Words> asked = after(p, reply);
    if (asked.node == NodeKind::terminal || !is_near(asked, to, moves - left)) continue;
    if (stop && (++visits_ & 0xff) == 0 && stop()) stopped_ = true;
    if (stopped_ || budget == 0 || asked.side != Side::first) return false;
    --budget;
    const bool is_free = moves - 1 <= 1;
    const auto answer = replies_.find(with_moves(key_of(asked), moves - 1));
    if (!is_free && answer == replies_.end()) return false;
    generate(rules_, asked, list);
    for (const Move move : list) {
      const Position<Words> child = after(asked, move);
      if (child.node == NodeKind::terminal || !is_near(child, to, moves - 1 - left) ||
          (!is_free && key_of(child) != answer->second)) {
        continue;
      }
      if (child.side != Side::second) return false;
      const bool goes_on = moves - 1 == left ? !same_board(child, to) || found(asked)
                                             : follow(to, child, moves - 1, left, budget, found);
      if (!goes_on) return false;
    }
  }
  return true;
}

/// How often the attackers make `p`, at most, in one game of the strategy up to its being made with
/// a number of moves left, by this number; 0 for numbers whose bit is not set in `left`.
template <int Words>
auto StrategyWalk<Words>::occurrences(const Position<Words>& p, std::uint64_t left, int between)
    -> std::array<int, 64> {
  std::array<int, 64> times{};
  for (int moves = 63; moves > 0; --moves) {
    if ((left >> moves & 1) == 0) continue;
    int& most = times[at(moves)];
    most = 1;
    for (int earlier = 63; earlier >= moves + between; --earlier) {
      if (times[at(earlier)] < most) continue;
      std::uint64_t budget = kBudget;
      const auto any = [](const Position<Words>&) { return false; };
      if (!follow(p, p, earlier, moves, budget, any)) most = times[at(earlier)] + 1;
    }
  }
  return times;
}

/// Adds the moves around the defenders' last one that would make `p` once too often in some game.
/// Returns false if that cannot be decided.
template <int Words>
bool StrategyWalk<Words>::avoid_last(const Position<Words>& p, const std::array<int, 64>& times,
                                     int count, int between) {
  const Key made = key_of(p);
  for (int moves = 63; moves > 0; --moves) {
    if (times[at(moves)] < count - 1) continue;
    for (int left = 0; left <= std::min(1, moves - between); ++left) {
      std::uint64_t budget = kBudget;
      const bool done = follow(p, p, moves, left, budget, [&](const Position<Words>& asked) {
        avoided_.insert(joined(key_of(asked), made));
        return true;
      });
      if (!done) return false;
    }
  }
  return true;
}

/// The most numbers in the bits of `left` of which any two differ by at least `between`.
int numbers_apart(std::uint64_t left, int between) {
  int numbers = 0, next = 63;
  for (int moves = 63; moves > 0; --moves) {
    if ((left >> moves & 1) == 0 || moves > next) continue;
    next = moves - between;
    ++numbers;
  }
  return numbers;
}

template <int Words>
bool StrategyWalk<Words>::may_repeat(const Position<Words>& position, int limit, int count,
                                     int between) {
  // By their numbers of moves left alone, only these could be made `count` times.
  const auto made = std::move(made_);
  returned_.clear();
  replies_.clear();
  for (const auto& [key, left] : made) {
    if (numbers_apart(left, between) >= count - 1) returned_[key] = position;
  }
  if (returned_.empty()) return false;

  // Further walks, with the same moves of the strategy.
  again_ = true;
  records_ = true;
  const std::uint64_t asked = asked_;
  bool may = !run(position, limit);
  records_ = false;
  avoided_.clear();
  for (auto each = returned_.begin(); each != returned_.end() && !may; ++each) {
    const Position<Words>& p = each->second;
    const auto times = occurrences(p, made.at(each->first), between);
    may = *std::max_element(times.begin(), times.end()) >= count ||
          !avoid_last(p, times, count, between);
  }
  if (!may && !avoided_.empty()) may = !run(position, limit);

  avoided_.clear();
  again_ = false;
  asked_ = asked;
  fault_.clear();
  returned_.clear();
  replies_.clear();
  return may;
}

template class StrategyWalk<2>;
template class StrategyWalk<6>;

}  // namespace tavlab::tafl
