#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/tafl/moves.h"
#include "core/tafl/position.h"
#include "solve/tafl/limit_table.h"
#include "solve/tafl/symmetric_keys.h"

namespace tavlab::tafl {

/// Decides whether the defenders force a win within so many moves of their own. The attackers
/// "hold" a position if they do not.
///
/// A depth-first search of a game with two results. The number of king's moves left falls with
/// each of them, so the tree is finite; what holds for n moves holds for fewer, so one entry of
/// the table answers every limit. Repetition is left aside: see docs/exact.md.
template <int Words>
class LimitSearch {
 public:
  /// What is shared by the threads of one search; it must outlive them.
  struct Shared {
    const Rules<Words>& rules;  ///< without dice, and they count no plies
    LimitTable& table;
    const std::atomic<bool>& stop;
    int threads = 1;
  };
  /// One of the threads, which differ in where they begin when all moves must be looked at, so
  /// that each finds in the table what the others have done.
  LimitSearch(const Shared& shared, int thread);

  struct Stopped {};

  /// Whether the attackers hold the position, which is not over, when the defenders have `moves`
  /// moves. Throws Stopped if a stop is requested.
  bool holds(const Position<Words>& position, int moves);

  /// A move by which the side to move keeps what `holds` says: by which the attackers hold, or the
  /// defenders win. No move if it has none.
  Move best_move(const Position<Words>& position, int moves);

  /// Moves played so far; while it searches, those of some moments ago.
  [[nodiscard]] std::uint64_t nodes() const { return told_.load(std::memory_order_relaxed); }

 private:
  using Moves = FixedList<Move, kMaxMoves<Words>>;

  // Whether the attackers hold when the defenders have so many moves left. Turns of the defenders
  // are asked only when the king cannot escape at once.
  bool held(const Position<Words>& p, const KeyLanes& keys, int moves, int ply);
  bool attackers_turn(const Position<Words>& p, const KeyLanes& keys, int moves, int ply);
  bool attackers_hold_by(const Position<Words>& p, const KeyLanes& keys, Move move, int moves,
                         int ply, Position<Words>& child);
  bool attackers_turn_before_last(const Position<Words>& p, bool threat);
  bool defenders_turn(const Position<Words>& p, const KeyLanes& keys, int moves, int ply);
  bool defenders_turn_of_two(const Position<Words>& p);
  bool defenders_win_by(const Position<Words>& p, Move move);
  bool defenders_last_turn(const Position<Words>& p);

  /// Whether the defenders' last move might leave the attackers without a move.
  bool may_stalemate(const Position<Words>& p) const;
  struct Mobility {
    Bitboard<Words> free, pieces;
  };
  Mobility mobility(const Position<Words>& p) const;
  template <typename F>
  bool for_spare_steps(const Position<Words>& p, F&& f) const;
  struct IdleTargets {
    Bitboard<Words> defenders, king;
  };
  IdleTargets idle_targets(const Position<Words>& p) const;
  Bitboard<Words> blockers(const Position<Words>& p) const;

  /// What the table knows of a position.
  struct Known {
    SymmetricKey key;
    LimitBounds bounds;
    std::uint32_t hint;  ///< the word of a move to begin with; 0: none
  };
  [[nodiscard]] Known look_up(const KeyLanes& keys) const;

  /// Plays a move into `child`.
  void play_move(const Position<Words>& p, Move move, Position<Words>& child) {
    if ((++nodes_ & 0xfff) == 0) {
      told_.store(nodes_, std::memory_order_relaxed);
      if (stop_.load(std::memory_order_relaxed)) throw Stopped{};
    }
    child = p;
    play(rules_, child, move);
  }

  /// Sorts moves: the hint first, then killers, then by history.
  void order(const Position<Words>& p, Moves& moves, std::uint32_t hint, int ply);
  /// Remembers a move that decided a position.
  void reward(Side side, Move move, int ply, int moves);

  const Rules<Words>& rules_;
  LimitTable& table_;
  const std::atomic<bool>& stop_;
  int thread_, threads_;
  SymmetricKeys<Words> keys_;
  bool has_simple_ends_;
  std::uint64_t nodes_ = 0;
  std::atomic<std::uint64_t> told_ = 0;                      ///< of them, to others
  std::array<std::vector<std::uint32_t>, 2> history_;        ///< by side, from and to
  std::array<std::array<std::uint32_t, 2>, 256> killers_{};  ///< by ply
};

extern template class LimitSearch<2>;
extern template class LimitSearch<6>;

}  // namespace tavlab::tafl
