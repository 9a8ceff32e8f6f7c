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

/// Whether a move of the attackers to `child` stops the defenders' last move.
template <int Words>
bool StrategyWalk<Words>::stops_last_move(const Position<Words>& child) {
  if (child.node == NodeKind::terminal) return child.result != Result::second_wins;
  return child.side == Side::second && !wins_at_once(child) &&
         (avoided_.empty() || (!avoided_.contains(key_of(child)) && may_move_after(child)));
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
      if (stops_last_move(after(p, move))) return true;
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
  const std::int64_t choice = again_ ? chosen_[asked_ - 1] : choose_(p, moves);
  if (choice < 0 || choice >= static_cast<std::int64_t>(list.size())) {
    return fail(p, "the strategy has no legal move");
  }
  if (keeps_) chosen_.push_back(static_cast<std::uint16_t>(choice));
  const Position<Words> child = after(p, list[static_cast<std::size_t>(choice)]);
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

/// Whether after each last move of the defenders the attackers have a move to a position that need
/// not be avoided: otherwise they may have no allowed move, and lose.
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
                       [&](Move move) { return !avoided_.contains(key_of(after(end, move))); });
  });
}

template <int Words>
bool StrategyWalk<Words>::may_repeat(const Position<Words>& position, int limit, int count,
                                     int between) {
  std::unordered_set<Key, KeyHash> avoided;
  for (const auto& [key, left] : made_) {
    int times = 0, next = 64;
    for (int moves = 63; moves > 0; --moves) {
      if ((left >> moves & 1) == 0 || moves > next) continue;
      next = moves - between;
      if (++times == count) return true;
      if (times == count - 1 && next >= 0) avoided.insert(key);
    }
  }
  if (avoided.empty()) return false;
  // The same walk, with the same moves of the strategy.
  avoided_ = std::move(avoided);
  again_ = true;
  const std::uint64_t asked = asked_;
  const bool avoids = run(position, limit);
  avoided_.clear();
  again_ = false;
  asked_ = asked;
  fault_.clear();
  return !avoids;
}

template class StrategyWalk<2>;
template class StrategyWalk<6>;

}  // namespace tavlab::tafl
