#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/tafl/moves.h"
#include "core/tafl/position.h"
#include "core/tafl/solve/idle_moves.h"
#include "core/tafl/solve/limit_table.h"
#include "core/tafl/solve/symmetric_keys.h"

namespace tavlab::tafl {

/// Decides whether the defenders force a win within a number of their own moves. The attackers
/// "hold" a position if they do not.
///
/// A depth-first search of a game with two results. Each move of the king's side leaves fewer, so
/// the tree is finite; what is held for n moves is held for fewer, so one table entry answers every
/// limit. Repetition is ignored; see docs/exact.md.
template <int Words>
class LimitSearch {
 public:
  /// State shared by the threads of one search; it must outlive them.
  struct Shared {
    const Rules<Words>& rules;  ///< without dice or counters of plies
    LimitTable& table;
    const std::atomic<bool>& stop;
    int threads = 1;
    /// Whether the attackers first try to take their last move back: those who move to and fro as
    /// long as that holds make far fewer positions, and make them again and again. Not for proofs
    /// that are to avoid repetition.
    bool takes_back = true;
  };
  /// `thread` is the index of the thread: when all moves must be searched, threads begin at
  /// different ones, so that each finds the results of the others in the table.
  LimitSearch(const Shared& shared, int thread);

  struct Stopped {};

  /// Whether the attackers hold the position, which is not over, when the defenders have `moves`
  /// moves. Throws Stopped if a stop is requested.
  bool holds(const Position<Words>& position, int moves);

  /// A move by which the side to move keeps the result of `holds`: the attackers hold, or the
  /// defenders win. No move if it has none.
  Move best_move(const Position<Words>& position, int moves);

  /// Moves played so far; slightly out of date during a search.
  [[nodiscard]] std::uint64_t nodes() const {
    return published_nodes_.load(std::memory_order_relaxed);
  }

 private:
  using Moves = FixedList<Move, kMaxMoves<Words>>;

  // Whether the attackers hold when the defenders have `moves` moves left. Defenders' turns are
  // searched only if the king cannot escape at once.
  bool held(const Position<Words>& p, const KeyLanes& keys, int moves, int ply);
  bool attackers_turn(const Position<Words>& p, const KeyLanes& keys, int moves, int ply);
  bool attackers_hold_by(const Position<Words>& p, const KeyLanes& keys, Move move, int moves,
                         int ply, Position<Words>& child);
  bool attackers_turn_before_last(const Position<Words>& p, bool threat);
  bool defenders_turn(const Position<Words>& p, const KeyLanes& keys, int moves, int ply);
  bool defenders_turn_of_two(const Position<Words>& p);
  bool defenders_win_by(const Position<Words>& p, Move move);
  bool defenders_last_turn(const Position<Words>& p);

  /// A position's entry in the table.
  struct Known {
    SymmetricKey key;
    LimitBounds bounds;
    std::uint32_t hint;  ///< the word of a move to try first; 0: none
  };
  [[nodiscard]] Known look_up(const KeyLanes& keys, const LimitTable& table) const;
  /// The table for positions with this side to move and so many moves left.
  LimitTable& table_of(Side side, int moves);
  /// Moves of the attackers to try before all others, 0: none.
  [[nodiscard]] std::array<std::uint32_t, 4> first_tries(std::uint32_t hint, int ply) const;
  [[nodiscard]] Move known_to_decide(const Position<Words>& p, const KeyLanes& keys,
                                     int moves) const;

  /// Plays a move into `child`.
  void play_move(const Position<Words>& p, Move move, Position<Words>& child) {
    if ((++nodes_ & 0xfff) == 0) {
      published_nodes_.store(nodes_, std::memory_order_relaxed);
      if (stop_.load(std::memory_order_relaxed)) throw Stopped{};
    }
    child = p;
    play(rules_, child, move);
  }

  /// Sorts moves: the hint first, then killers, then by history.
  void order(const Position<Words>& p, Moves& moves, std::uint32_t hint, int ply);
  /// Puts the defenders' threats to win before their other moves.
  void order_by_threats(const Position<Words>& p, Moves& moves);
  /// Remembers a move that decided a position.
  void reward(Side side, Move move, int ply, int moves);

  const Rules<Words>& rules_;
  LimitTable& table_;
  const std::atomic<bool>& stop_;
  int thread_, threads_;
  bool takes_back_;
  SymmetricKeys<Words> keys_;
  IdleMoves<Words> idle_;
  /// The latest positions with two moves left (attackers to move) and with three (defenders).
  LimitTable latest_of_two_, latest_of_three_;
  std::uint64_t nodes_ = 0;
  std::atomic<std::uint64_t> published_nodes_ = 0;           ///< nodes_ as other threads see it
  std::array<std::vector<std::uint32_t>, 2> history_;        ///< by side, from and to
  std::array<std::array<std::uint32_t, 2>, 256> killers_{};  ///< by ply
  std::array<Move, 256> played_{};                           ///< the attackers' on the path, by ply
};

extern template class LimitSearch<2>;
extern template class LimitSearch<6>;

}  // namespace tavlab::tafl
