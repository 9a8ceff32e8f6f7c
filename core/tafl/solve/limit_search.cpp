#include "core/tafl/solve/limit_search.h"

#include <algorithm>
#include <bit>
#include <functional>

#include "core/subscript.h"
#include "core/tafl/evasions.h"
#include "core/tafl/moves.h"
#include "core/tafl/play.h"
#include "core/tafl/threats.h"

namespace tavlab::tafl {
namespace {

constexpr int kMaxPlies = 255;
constexpr std::size_t kMoveWords = std::size_t{1} << 18;  ///< from and to, 9 bits each
constexpr int kSpareSteps = 6;

std::uint8_t log2_of(std::uint64_t nodes) {
  return static_cast<std::uint8_t>(std::bit_width(nodes));
}

/// The cells next to any cell of a set.
template <int Words>
Bitboard<Words> spread(const Rules<Words>& rules, const Bitboard<Words>& set) {
  return step(rules, set, kEast) | step(rules, set, kWest) | step(rules, set, kNorth) |
         step(rules, set, kSouth);
}

}  // namespace

template <int Words>
LimitSearch<Words>::LimitSearch(const Shared& shared, int thread)
    : rules_(shared.rules),
      table_(shared.table),
      stop_(shared.stop),
      thread_(thread),
      threads_(shared.threads),
      keys_(shared.rules) {
  const Parameters& parameters = rules_.parameters;
  has_simple_ends_ = !parameters.exit_fort && parameters.shieldwall == Shieldwall::none &&
                     !parameters.king_capture_delayed && !parameters.capture_optional;
  for (auto& history : history_) history.assign(kMoveWords, 0);
}

template <int Words>
bool LimitSearch<Words>::holds(const Position<Words>& position, int moves) {
  struct PublishNodes {
    LimitSearch& search;
    ~PublishNodes() { search.published_nodes_ = search.nodes_; }
  };
  const PublishNodes tell{*this};
  return held(position, keys_.of(position), moves, 0);
}

template <int Words>
Move LimitSearch<Words>::best_move(const Position<Words>& p, int moves) {
  const bool attackers = p.side == Side::first;
  if (holds(p, moves) != attackers) return {};
  const KeyLanes keys = keys_.of(p);
  Moves list;
  generate(rules_, p, list);
  // The table's move, if it has one that works, otherwise the first that does.
  const auto hinted = std::ranges::find(list, Move::from_word(look_up(keys).hint));
  if (hinted != list.end()) std::swap(*hinted, list[0]);
  Position<Words> child;
  for (const Move move : list) {
    play_move(p, move, child);
    const bool good = child.node == NodeKind::terminal
                          ? (child.result == Result::second_wins) != attackers
                          : held(child, keys_.after(p, keys, move, child),
                                 attackers ? moves : moves - 1, 1) == attackers;
    if (good) return move;
  }
  return {};
}

template <int Words>
bool LimitSearch<Words>::held(const Position<Words>& p, const KeyLanes& keys, int moves, int ply) {
  if (moves == 0) return true;
  if (p.side == Side::first) return attackers_turn(p, keys, moves, ply);
  if (threatens(rules_, p, Side::second)) return false;
  return defenders_turn(p, keys, moves, ply);
}

template <int Words>
auto LimitSearch<Words>::look_up(const KeyLanes& keys) const -> Known {
  Known known{keys_.least(keys), {}, 0};
  if (const auto found = table_.find(known.key)) {
    known.bounds = *found;
    known.hint = keys_.original(found->move, known.key.lane);
  }
  return known;
}

template <int Words>
bool LimitSearch<Words>::attackers_turn(const Position<Words>& p, const KeyLanes& keys, int moves,
                                        int ply) {
  const bool threat = threatens(rules_, p, Side::second);
  if (moves == 1) return attackers_turn_before_last(p, threat);
  Known known = look_up(keys);
  const SymmetricKey& key = known.key;
  LimitBounds& bounds = known.bounds;
  if (moves <= bounds.held) return true;
  if (moves >= bounds.lost) return false;
  if (threatens(rules_, p, Side::first)) return true;  // the king falls
  const std::uint64_t before = nodes_;
  // What cannot be held for fewer moves cannot be held for more, and the move that holds for fewer
  // is a good one to try first.
  if (!threat && moves > 2 && bounds.held < moves - 1) {
    if (!attackers_turn(p, keys, moves - 1, ply)) return false;
    known.hint = look_up(keys).hint;
  }
  Position<Words> child;
  const auto holds_by = [&](Move move) {
    if (!attackers_hold_by(p, keys, move, moves, ply, child)) return false;
    reward(Side::first, move, ply, moves);
    bounds.held = static_cast<std::uint8_t>(moves);
    bounds.move = keys_.image(move, key.lane);
    bounds.work = log2_of(nodes_ - before);
    table_.add(key, bounds);
    return true;
  };
  // Usually one of these is enough, and no moves need be generated.
  std::array<std::uint32_t, 3> tried{};
  if (!threat) {
    const auto& killers = killers_[at(std::min(ply, kMaxPlies))];
    tried = {known.hint, killers[0], killers[1]};
    for (std::size_t i = 0; i < tried.size(); ++i) {
      if (tried[i] == 0 || (i > 0 && tried[i] == tried[0]) || (i > 1 && tried[i] == tried[1]) ||
          !is_legal(rules_, p, Move::from_word(tried[i]))) {
        tried[i] = 0;
        continue;
      }
      if (holds_by(Move::from_word(tried[i]))) return true;
    }
  }
  Moves list;
  if (threat) {
    generate_evasions(rules_, p, list);
  } else {
    generate(rules_, p, list);
  }
  order(p, list, known.hint, ply);
  for (const Move move : list) {
    if (move.word() == tried[0] || move.word() == tried[1] || move.word() == tried[2]) continue;
    if (holds_by(move)) return true;
  }
  bounds.lost = static_cast<std::uint8_t>(moves);
  bounds.work = log2_of(nodes_ - before);
  table_.add(key, bounds);
  return false;
}

/// Whether the attackers hold after this move.
template <int Words>
bool LimitSearch<Words>::attackers_hold_by(const Position<Words>& p, const KeyLanes& keys,
                                           Move move, int moves, int ply, Position<Words>& child) {
  play_move(p, move, child);
  if (child.node == NodeKind::terminal) return child.result != Result::second_wins;
  if (child.side == Side::first) {
    return held(child, keys_.after(p, keys, move, child), moves, ply + 1);
  }
  if (threatens(rules_, child, Side::second)) return false;
  if (moves == 2) return defenders_turn_of_two(child);
  return defenders_turn(child, keys_.after(p, keys, move, child), moves, ply + 1);
}

/// One move of the defenders is left: they must not be able to win with it.
template <int Words>
bool LimitSearch<Words>::attackers_turn_before_last(const Position<Words>& p, bool threat) {
  if (!threat && has_simple_ends_ && !p.pending &&
      for_spare_steps(p, [](int, const Bitboard<Words>&) { return true; })) {
    return true;
  }
  if (threatens(rules_, p, Side::first)) return true;
  Moves list;
  if (threat) {
    generate_evasions(rules_, p, list);
  } else {
    generate(rules_, p, list);
  }
  Position<Words> child;
  for (const Move move : list) {
    play_move(p, move, child);
    if (child.node == NodeKind::terminal) {
      if (child.result != Result::second_wins) return true;
      continue;
    }
    if (child.side == Side::first) {
      if (attackers_turn_before_last(child, threatens(rules_, child, Side::second))) return true;
      continue;
    }
    if (!threatens(rules_, child, Side::second) && defenders_last_turn(child)) return true;
  }
  return false;
}

/// The attackers other than leaders that can step to one of the free cells, and these cells; both
/// without those in regions, which have their own rules.
template <int Words>
auto LimitSearch<Words>::mobility(const Position<Words>& p) const -> Mobility {
  const Bitboard<Words> plain = rules_.zone_cells[0] & ~rules_.no_stop[at(Kind::attacker)][0];
  Mobility found{plain & ~p.occupied(), {}};
  found.pieces = p.pieces[0] & plain & spread(rules_, found.free);
  if (rules_.leaders) found.pieces &= ~p.leaders;
  return found;
}

/// Not if two attackers three ranks apart can step to free cells: the last move removes pieces, and
/// fills cells next to pieces, only within one step of its target, or on the edge.
template <int Words>
bool LimitSearch<Words>::may_stalemate(const Position<Words>& p) const {
  Bitboard<Words> mobile = mobility(p).pieces;
  if (rules_.parameters.shieldwall != Shieldwall::none) mobile &= ~rules_.edge;
  if (mobile.none()) return true;
  const int low = mobile.lowest() / rules_.size, high = mobile.highest() / rules_.size;
  return high - low < 3;
}

template <int Words>
bool LimitSearch<Words>::defenders_last_turn(const Position<Words>& p) {
  const bool stalemate = may_stalemate(p);
  if (!stalemate && !rules_.parameters.exit_fort) return true;
  // An exit fort needs the king on the edge.
  const bool all = stalemate || rules_.edge.test(p.king);
  const Bitboard<Words> edge = rules_.edge & rules_.cross[p.king] & ~p.occupied();
  if (!all && edge.none()) return true;
  Moves list;
  if (all) {
    generate(rules_, p, list);
  } else {
    generate_moves_to(rules_, p, edge, list);
  }
  Position<Words> child;
  for (const Move move : list) {
    if (!all && move.from() != p.king) continue;
    play_move(p, move, child);
    if (child.node == NodeKind::terminal && child.result == Result::second_wins) return false;
  }
  return true;
}

/// Two moves of the defenders are left, and the king cannot escape at once.
template <int Words>
bool LimitSearch<Words>::defenders_turn_of_two(const Position<Words>& p) {
  Moves list;
  if (has_simple_ends_ && !p.pending) {
    const IdleTargets idle = idle_targets(p);
    generate_captures(rules_, p, list);
    for (const Move move : list) {
      if (defenders_win_by(p, move)) return false;
    }
    // What is left: moves to cells that the attackers' spare steps do not allow for, and moves of
    // defenders that unblock the king.
    const Bitboard<Words> free = rules_.all & ~p.occupied();
    const Bitboard<Words> unblock = blockers(p) & p.pieces[1];
    const Bitboard<Words> cells = free & ~idle.defenders;
    const Bitboard<Words> king_cells = free & ~idle.king & rules_.cross[p.king];
    generate_moves_to(rules_, p, unblock.any() ? free : cells | king_cells, list);
    for (const Move move : list) {
      const bool counts = move.from() == p.king
                              ? king_cells.test(move.to())
                              : cells.test(move.to()) || unblock.test(move.from());
      if (counts && defenders_win_by(p, move)) return false;
    }
    return true;
  }
  generate(rules_, p, list);
  for (const Move move : list) {
    if (defenders_win_by(p, move)) return false;
  }
  return true;
}

/// Whether the defenders win with this move and one more.
template <int Words>
bool LimitSearch<Words>::defenders_win_by(const Position<Words>& p, Move move) {
  Position<Words> child;
  play_move(p, move, child);
  if (child.node == NodeKind::terminal) return child.result == Result::second_wins;
  const bool threat = threatens(rules_, child, Side::second);
  if (child.side == Side::second) return threat || !defenders_last_turn(child);
  return !attackers_turn_before_last(child, threat);
}

/// The pieces nearest to the king on lines with an exit.
template <int Words>
Bitboard<Words> LimitSearch<Words>::blockers(const Position<Words>& p) const {
  const Bitboard<Words> occupied = p.occupied();
  Bitboard<Words> found{};
  if ((rules_.escape & rules_.cross[p.king]).none()) return found;
  for (int d = 0; d < kDirections; ++d) {
    if ((rules_.escape & rules_.ray[p.king][at(d)]).none()) continue;
    const std::uint16_t cell = nearest(rules_, occupied, p.king, d);
    if (cell != kNoCell) found.set(cell);
  }
  return found;
}

/// Calls f(a, near) for steps of attackers that change nothing for the king's side, until it
/// returns true, and returns whether it did: a piece on `a`, on no line of the king, steps to an
/// adjacent free cell that is next to no defender, so that it captures nothing. `near` are the
/// cells to which a defender would have to have moved before for this to be wrong.
///
/// After such a step the king cannot escape at once if he could not before, since none of his lines
/// was opened. Nor are the attackers without a move after the defenders' next one: that removes
/// pieces, and fills cells next to pieces, only within one step of its target; two attackers that
/// can step to free cells, and are three steps apart, cannot both be that near.
template <int Words>
template <typename F>
bool LimitSearch<Words>::for_spare_steps(const Position<Words>& p, F&& f) const {
  const auto [free, mobile] = mobility(p);
  const Bitboard<Words> quiet = free & ~spread(rules_, p.pieces[1]);
  Bitboard<Words> left = mobile & spread(rules_, quiet) & ~rules_.cross[p.king];
  for (int tries = 0; tries < kSpareSteps && left.any(); ++tries) {
    const int a = left.lowest();
    left.reset(a);
    const int s = (rules_.neighbours[at(a)] & quiet).lowest();
    const Bitboard<Words> near_s = rules_.neighbours[at(s)] | rules_.single[at(s)];
    const Bitboard<Words> others = mobile & ~near_s & ~rules_.single[at(a)];
    if (others.none()) continue;
    const int w = others.lowest(), v = others.highest();
    const int files = w % rules_.size - v % rules_.size;
    if (v / rules_.size - w / rules_.size + (files < 0 ? -files : files) < 3) continue;
    if (f(a, near_s | rules_.neighbours[at(w)] | rules_.neighbours[at(v)])) return true;
  }
  return false;
}

/// Cells to which defenders can move without coming closer to a win with the next move, provided
/// that the move captures nothing and unblocks no line of the king; likewise for the king.
template <int Words>
auto LimitSearch<Words>::idle_targets(const Position<Words>& p) const -> IdleTargets {
  // Cells from which the king could escape.
  const Bitboard<Words> occupied = p.occupied() & ~rules_.single[p.king];
  Bitboard<Words> near_exits = rules_.escape;
  rules_.escape.for_each([&](int exit) {
    if (occupied.test(exit)) return;
    for (int d = 0; d < kDirections; ++d) {
      const std::uint16_t stop = nearest(rules_, occupied, exit, d);
      Bitboard<Words> seen = rules_.ray[at(exit)][at(d)];
      if (stop != kNoCell) seen &= ~rules_.ray[stop][at(d)];
      near_exits |= seen;
    }
  });
  const Bitboard<Words> free = rules_.all & ~p.occupied();
  IdleTargets idle{};
  for_spare_steps(p, [&](int a, const Bitboard<Words>& near) {
    idle.defenders |= rules_.all & ~near;
    idle.king |= rules_.all & ~(near | rules_.cross[at(a)] | near_exits);
    return (free & ~idle.defenders).none();
  });
  return idle;
}

template <int Words>
bool LimitSearch<Words>::defenders_turn(const Position<Words>& p, const KeyLanes& keys, int moves,
                                        int ply) {
  if (moves == 1) return defenders_last_turn(p);
  if (moves == 2) return defenders_turn_of_two(p);
  Known known = look_up(keys);
  const SymmetricKey& key = known.key;
  LimitBounds& bounds = known.bounds;
  if (moves <= bounds.held) return true;
  if (moves >= bounds.lost) return false;
  const std::uint64_t before = nodes_;
  Moves list;
  generate(rules_, p, list);
  order(p, list, known.hint, ply);
  order_by_threats(p, list);
  // If all moves are expected to fail, each thread begins at a different one.
  const bool expected = bounds.held == moves - 1;
  const std::size_t begin = expected ? list.size() * at(thread_) / at(threads_) : 0;
  Position<Words> child;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Move move = list[(begin + i) % list.size()];
    play_move(p, move, child);
    bool wins = false;
    if (child.node == NodeKind::terminal) {
      wins = child.result == Result::second_wins;
    } else {
      wins = !held(child, keys_.after(p, keys, move, child), moves - 1, ply + 1);
    }
    if (wins) {
      reward(Side::second, move, ply, moves);
      bounds.lost = static_cast<std::uint8_t>(moves);
      bounds.move = keys_.image(move, key.lane);
      bounds.work = log2_of(nodes_ - before);
      table_.add(key, bounds);
      return false;
    }
  }
  bounds.held = static_cast<std::uint8_t>(moves);
  bounds.work = log2_of(nodes_ - before);
  table_.add(key, bounds);
  return true;
}

template <int Words>
void LimitSearch<Words>::order(const Position<Words>& p, Moves& moves, std::uint32_t hint,
                               int ply) {
  const std::vector<std::uint32_t>& history = history_[at(p.side)];
  const auto& killers = killers_[at(std::min(ply, kMaxPlies))];
  std::array<std::uint64_t, kMaxMoves<Words>> scored;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const std::uint32_t word = moves[i].word();
    std::uint64_t score = history[word % kMoveWords];
    if (word == hint) {
      score = 0xffffffff;
    } else if (word == killers[0]) {
      score = 0xfffffffe;
    } else if (word == killers[1]) {
      score = 0xfffffffd;
    }
    scored[i] = score << 32 | word;
  }
  std::sort(scored.begin(), scored.begin() + static_cast<std::ptrdiff_t>(moves.size()),
            std::greater<>());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    moves[i] = Move::from_word(scored[i] & 0xffffffff);
  }
}

/// Puts the moves after which the king threatens to escape before the others, each in their order:
/// an attack by threats alone is quick to search, since few moves stop each (lambda search: Thomsen
/// 2000).
template <int Words>
void LimitSearch<Words>::order_by_threats(const Position<Words>& p, Moves& moves) {
  Moves others;
  Position<Words> child;
  std::size_t threats = 0;
  for (const Move move : moves) {
    child = p;
    play(rules_, child, move);
    const bool strong = child.node == NodeKind::terminal ? child.result == Result::second_wins
                                                         : threatens(rules_, child, Side::second);
    if (strong) {
      moves[threats++] = move;
    } else {
      others.push(move);
    }
  }
  std::ranges::copy(others, moves.begin() + static_cast<std::ptrdiff_t>(threats));
}

template <int Words>
void LimitSearch<Words>::reward(Side side, Move move, int ply, int moves) {
  auto& killers = killers_[at(std::min(ply, kMaxPlies))];
  if (killers[0] != move.word()) {
    killers[1] = killers[0];
    killers[0] = move.word();
  }
  std::uint32_t& h = history_[at(side)][move.word() % kMoveWords];
  h = std::min<std::uint32_t>(h + static_cast<std::uint32_t>(moves * moves), 0x7fffffff);
}

template class LimitSearch<2>;
template class LimitSearch<6>;

}  // namespace tavlab::tafl
