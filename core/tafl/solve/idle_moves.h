#pragma once

#include <array>

#include "core/tafl/moves.h"
#include "core/tafl/position.h"

namespace tavlab::tafl {

/// Which moves are idle when few moves of the king's side are left: those after which the
/// defenders cannot win with the rest, so that LimitSearch need not play them.
///
/// Two reasons make a win impossible. The king must escape, and reaches an exit only from a cell on
/// a line with one. And attackers who have lost when they cannot move (NoMove) always can: a move
/// of the defenders removes pieces, and fills cells next to pieces, only within one step of its
/// target (or on the edge, by a shield wall), so that of pieces three steps apart it stops at most
/// one.
template <int Words>
class IdleMoves {
 public:
  using Moves = FixedList<Move, kMaxMoves<Words>>;

  /// The rules must outlive it.
  explicit IdleMoves(const Rules<Words>& rules);

  /// Whether the reasons above suffice under these rules: no exit forts, shield walls, delayed
  /// captures of the king, or captures that may be declined. Otherwise only `may_stalemate` is to
  /// be used.
  [[nodiscard]] bool applies() const { return applies_; }
  /// Whether, besides, some cells are on no line with an exit.
  [[nodiscard]] bool has_cells_off_exit_lines() const { return applies_ && off_lines_; }

  /// Whether the defenders' last move might leave the attackers without a move.
  [[nodiscard]] bool may_stalemate(const Position<Words>& p) const;

  /// Whether the attackers have a move after which the defenders cannot win with one move; no false
  /// positives. The attackers are to move, and the king cannot escape at once.
  [[nodiscard]] bool attackers_can_wait(const Position<Words>& p) const;

  /// Whether of the defenders' moves, with two left, only those of the king to lines with an exit
  /// can win; no false positives. The defenders are to move, and the king cannot escape at once.
  [[nodiscard]] bool only_king_can_win_in_two(const Position<Words>& p) const;
  /// The cells on lines with an exit to which the king could move if it were his turn; if his range
  /// is limited, some may be too far.
  [[nodiscard]] Bitboard<Words> king_targets(const Position<Words>& p) const;

  /// Cells to which defenders can move, with two moves left, without coming closer to a win,
  /// provided that the move captures nothing and unblocks no line of the king; likewise for the
  /// king.
  struct Targets {
    Bitboard<Words> defenders, king;
  };
  [[nodiscard]] Targets idle_in_two(const Position<Words>& p) const;
  /// The pieces nearest to the king on lines with an exit.
  [[nodiscard]] Bitboard<Words> blockers(const Position<Words>& p) const {
    return blockers(p, rules_.escape);
  }

  /// Whether the attackers, to move, hold when the defenders have two moves left; no false
  /// positives.
  [[nodiscard]] bool held_for_two(const Position<Words>& p) const;
  /// Removes moves of the defenders, with three left, after which `held_for_two` holds.
  void remove_idle_of_three(const Position<Words>& p, Moves& moves) const;

  /// Whether the king might threaten to escape after a move of the defenders; no false negatives.
  [[nodiscard]] bool may_threaten(const Position<Words>& p, Move move) const {
    return !applies_ || exit_lines_.test(move.from() == p.king ? move.to() : p.king);
  }

 private:
  struct Mobility {
    Bitboard<Words> free, pieces;
  };
  [[nodiscard]] Mobility mobility(const Position<Words>& p) const;
  struct Step {
    int from, to;
  };
  template <typename F>
  bool for_quiet_steps(const Position<Words>& p, const Mobility& mobility, F&& f) const;
  [[nodiscard]] Bitboard<Words> blockers(const Position<Words>& p,
                                         const Bitboard<Words>& cells) const;
  [[nodiscard]] Bitboard<Words> seen_from(int cell, const Bitboard<Words>& blocked) const;
  [[nodiscard]] Bitboard<Words> apart(Bitboard<Words> pieces, int most) const;
  template <typename F>
  bool for_spare_steps(const Position<Words>& p, F&& f) const;

  const Rules<Words>& rules_;
  bool applies_, off_lines_;
  Bitboard<Words> exit_lines_{};                                ///< cells on a line with an exit
  std::array<Bitboard<Words>, kMaxCells<Words>> within_two_{};  ///< by cell: those within two steps
};

extern template class IdleMoves<2>;
extern template class IdleMoves<6>;

}  // namespace tavlab::tafl
