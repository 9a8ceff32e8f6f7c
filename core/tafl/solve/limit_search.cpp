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
/// Positions with few moves left are quickly searched again, and too many for the shared table,
/// whose memory is slow: each thread keeps the latest, in its cache.
constexpr std::size_t kBytesOfTwo = std::size_t{1} << 18, kBytesOfThree = std::size_t{1} << 19;
/// From so many moves left on, all positions after a move are looked up before one is searched.
constexpr int kLookAhead = 5;

std::uint8_t log2_of(std::uint64_t nodes) {
  return static_cast<std::uint8_t>(std::bit_width(nodes));
}

}  // namespace

template <int Words>
LimitSearch<Words>::LimitSearch(const Shared& shared, int thread)
    : rules_(shared.rules),
      table_(shared.table),
      stop_(shared.stop),
      thread_(thread),
      threads_(shared.threads),
      takes_back_(shared.takes_back),
      keys_(shared.rules),
      idle_(shared.rules),
      latest_of_two_(kBytesOfTwo),
      latest_of_three_(kBytesOfThree) {
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
  const auto hinted =
      std::ranges::find(list, Move::from_word(look_up(keys, table_of(p.side, moves)).hint));
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
LimitTable& LimitSearch<Words>::table_of(Side side, int moves) {
  if (!idle_.has_cells_off_exit_lines()) return table_;  // the search is not quick
  if (side == Side::first) return moves == 2 ? latest_of_two_ : table_;
  return moves == 3 ? latest_of_three_ : table_;
}

template <int Words>
auto LimitSearch<Words>::look_up(const KeyLanes& keys, const LimitTable& table) const -> Known {
  Known known{keys_.least(keys), {}, 0};
  if (const auto found = table.find(known.key)) {
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
  LimitTable& table = table_of(Side::first, moves);
  Known known = look_up(keys, table);
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
    known.hint = look_up(keys, table_of(Side::first, moves - 1)).hint;
  }
  Position<Words> child;
  const auto holds_by = [&](Move move) {
    if (!attackers_hold_by(p, keys, move, moves, ply, child)) return false;
    reward(Side::first, move, ply, moves);
    bounds.held = static_cast<std::uint8_t>(moves);
    bounds.move = keys_.image(move, key.lane);
    bounds.work = log2_of(nodes_ - before);
    table.add(key, bounds);
    return true;
  };
  if (moves >= kLookAhead) {
    const Move move = known_to_decide(p, keys, moves);
    if (move != Move{} && holds_by(move)) return true;
  }
  // Usually one of these is enough, and no moves need be generated.
  std::array<std::uint32_t, 4> tried{};
  if (!threat) {
    tried = first_tries(known.hint, ply);
    for (auto word = tried.begin(); word != tried.end(); ++word) {
      if (std::find(tried.begin(), word, *word) != word ||
          !is_legal(rules_, p, Move::from_word(*word))) {
        *word = 0;
      }
      if (*word != 0 && holds_by(Move::from_word(*word))) return true;
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
    if (std::ranges::find(tried, move.word()) != tried.end()) continue;
    if (holds_by(move)) return true;
  }
  bounds.lost = static_cast<std::uint8_t>(moves);
  bounds.work = log2_of(nodes_ - before);
  table.add(key, bounds);
  return false;
}

template <int Words>
std::array<std::uint32_t, 4> LimitSearch<Words>::first_tries(std::uint32_t hint, int ply) const {
  const auto& killers = killers_[at(std::min(ply, kMaxPlies))];
  if (!takes_back_ || ply < 2 || ply > kMaxPlies) return {hint, killers[0], killers[1], 0};
  const Move last = played_[at(ply - 2)];
  return {Move(last.to(), last.from()).word(), killers[0], killers[1], hint};
}

/// Whether the attackers hold after this move.
template <int Words>
bool LimitSearch<Words>::attackers_hold_by(const Position<Words>& p, const KeyLanes& keys,
                                           Move move, int moves, int ply, Position<Words>& child) {
  play_move(p, move, child);
  if (ply <= kMaxPlies) played_[at(ply)] = move;
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
  if (!threat && idle_.attackers_can_wait(p)) return true;
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

template <int Words>
bool LimitSearch<Words>::defenders_last_turn(const Position<Words>& p) {
  const bool stalemate = idle_.may_stalemate(p);
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
  if (idle_.only_king_can_win_in_two(p)) {
    bool wins = false;
    idle_.king_targets(p).for_each([&](int to) {
      wins = wins || (can_reach(rules_, p, p.king, to) && defenders_win_by(p, Move(p.king, to)));
    });
    return !wins;
  }
  Moves list;
  if (idle_.applies() && !p.pending) {
    const auto idle = idle_.idle_in_two(p);
    generate_captures(rules_, p, list);
    for (const Move move : list) {
      if (defenders_win_by(p, move)) return false;
    }
    // What is left: moves to cells that the attackers' spare steps do not allow for, and moves of
    // defenders that unblock the king.
    const Bitboard<Words> free = rules_.all & ~p.occupied();
    const Bitboard<Words> unblock = idle_.blockers(p) & p.pieces[1];
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

template <int Words>
bool LimitSearch<Words>::defenders_turn(const Position<Words>& p, const KeyLanes& keys, int moves,
                                        int ply) {
  if (moves == 1) return defenders_last_turn(p);
  if (moves == 2) return defenders_turn_of_two(p);
  LimitTable& table = table_of(Side::second, moves);
  Known known = look_up(keys, table);
  const SymmetricKey& key = known.key;
  LimitBounds& bounds = known.bounds;
  if (moves <= bounds.held) return true;
  if (moves >= bounds.lost) return false;
  const std::uint64_t before = nodes_;
  Moves list;
  generate(rules_, p, list);
  if (moves == 3) idle_.remove_idle_of_three(p, list);
  order(p, list, known.hint, ply);
  order_by_threats(p, list);
  const Move decisive = moves >= kLookAhead ? known_to_decide(p, keys, moves) : Move{};
  if (decisive != Move{}) std::ranges::iter_swap(list.begin(), std::ranges::find(list, decisive));
  // If all moves are expected to fail, each thread begins at a different one.
  const bool expected = bounds.held == moves - 1 && decisive == Move{};
  const std::size_t begin = expected ? list.size() * at(thread_) / at(threads_) : 0;
  Position<Words> child;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Move move = list[(begin + i) % list.size()];
    play_move(p, move, child);
    bool wins = false;
    if (child.node == NodeKind::terminal) {
      wins = child.result == Result::second_wins;
    } else if (moves != 3 || child.side == Side::second || !idle_.held_for_two(child)) {
      wins = !held(child, keys_.after(p, keys, move, child), moves - 1, ply + 1);
    }
    if (wins) {
      reward(Side::second, move, ply, moves);
      bounds.lost = static_cast<std::uint8_t>(moves);
      bounds.move = keys_.image(move, key.lane);
      bounds.work = log2_of(nodes_ - before);
      table.add(key, bounds);
      return false;
    }
  }
  bounds.held = static_cast<std::uint8_t>(moves);
  bounds.work = log2_of(nodes_ - before);
  table.add(key, bounds);
  return true;
}

/// A move to a position in the table that decides this one, which spares a search of another move
/// (enhanced transposition cutoffs: Schaeffer and Plaat 1996). No move if there is none.
template <int Words>
Move LimitSearch<Words>::known_to_decide(const Position<Words>& p, const KeyLanes& keys,
                                         int moves) const {
  const bool attackers = p.side == Side::first;
  Moves list;
  generate(rules_, p, list);
  Position<Words> child;
  for (const Move move : list) {
    child = p;
    play(rules_, child, move);
    if (child.node == NodeKind::terminal || child.side == p.side) continue;
    const auto found = table_.find(keys_.least(keys_.after(p, keys, move, child)));
    if (found && (attackers ? found->held >= moves : found->lost <= moves - 1)) return move;
  }
  return {};
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
    if (!idle_.may_threaten(p, move)) {
      others.push(move);
      continue;
    }
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
