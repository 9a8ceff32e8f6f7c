#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/bitboard.h"
#include "core/random.h"
#include "core/ur/moves.h"
#include "core/ur/position.h"

namespace tavlab::ur {

/// A game that plays itself by uniformly random moves, turn by turn: the game that GameState plays
/// with the same draws. It keeps what a turn changes apart from the position. Profiles say that a
/// turn is a chain of look-ups that wait for each other, which the way through the position's
/// fields makes half as long again; three games in turns hide most of the waiting.
class RandomGame {
 public:
  static constexpr std::size_t kAtOnce = 3;

  /// `max_plies`: moves after which the game is cut off.
  RandomGame(const Rules& rules, const Position& start, const Random& random, int max_plies)
      : rules_(&rules),
        position_(start),
        masks_(start.masks),
        me_(static_cast<std::size_t>(start.side)),
        random_(random),
        max_plies_(max_plies),
        plain_(rules.parameters.access == StackAccess::top &&
               rules.parameters.exit == Exit::exact && !rules.parameters.capture_backward &&
               rules.parameters.extra_throw == ExtraThrow::any_piece) {
    // A throw that is out already: from here on every turn begins with one.
    if (start.node == NodeKind::decision && max_plies > 0) move_by_position();
  }

  /// Plays a turn of a game that is not over: a throw and the move, if it allows one. Returns
  /// whether the game goes on.
  bool turn() { return plain_ ? plain_turn() : general_turn(); }

  /// Whether the game is over or cut off.
  [[nodiscard]] bool over() const { return position_.node != NodeKind::chance; }
  /// The position once it is.
  [[nodiscard]] const Position& position() const { return position_; }
  [[nodiscard]] int plies() const { return plies_; }
  [[nodiscard]] const Random& random() const { return random_; }

 private:
  /// For rules without the rarer options.
  bool plain_turn() {
    const Rules& rules = *rules_;
    const int thrown =
        rules.throw_case.data()[random_.below(static_cast<std::uint32_t>(rules.weight_sum))];
    const PathMask sources = thrown == 0 ? 0 : masks_.movable(me_) & masks_.landing(me_) >> thrown;
    if (sources == 0) {
      me_ ^= 1;
      if (thrown == 0 || can_move(rules, masks_, me_) || can_move(rules, masks_, me_ ^ 1)) {
        return true;
      }
      write_back();
      end_game(position_, Ending::deadlock, deadlock_result(rules, position_));
      return false;
    }
    if (plies_ >= max_plies_) {
      write_back();
      position_.thrown = static_cast<std::uint8_t>(thrown);
      position_.node = NodeKind::decision;
      return false;
    }
    const auto drawn = random_.below(static_cast<std::uint32_t>(std::popcount(sources)));
    const int from = select_bit(sources, static_cast<int>(drawn)), to = from + thrown;
    ++plies_;

    const bool captures = (masks_.capture(me_) >> to & 1) != 0;
    masks_ = move_piece(rules, position_, masks_, me_, Move(from, to), captures);
    if (to == rules.exit && ++position_.home[me_] == rules.parameters.pieces_to_win) {
      write_back();
      end_game(position_, Ending::all_home, win_for(position_.side));
      return false;
    }
    me_ ^= static_cast<std::size_t>(!throws_again(rules, to, captures));
    return true;
  }

  bool general_turn() {
    play_throw(*rules_, position_,
               rules_->throw_case[random_.below(static_cast<std::uint32_t>(rules_->weight_sum))]);
    if (position_.node != NodeKind::decision) return position_.node != NodeKind::terminal;
    if (plies_ >= max_plies_) return false;
    move_by_position();
    return position_.node != NodeKind::terminal;
  }

  void move_by_position() {
    play(*rules_, position_, random_move(*rules_, position_, random_));
    ++plies_;
    masks_ = position_.masks;
    me_ = static_cast<std::size_t>(position_.side);
  }

  void write_back() {
    position_.masks = masks_;
    position_.side = static_cast<Side>(me_);
  }

  const Rules* rules_;
  Position position_;
  Masks masks_;     ///< of `position_`, which has its own only at the end
  std::size_t me_;  ///< likewise the side to throw
  Random random_;
  int plies_ = 0;
  int max_plies_;
  bool plain_;
};

}  // namespace tavlab::ur
