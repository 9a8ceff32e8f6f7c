#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/bitboard.h"
#include "core/random.h"
#include "core/ur/moves.h"
#include "core/ur/position.h"

namespace tavlab::ur {

/// A game of uniformly random moves, turn by turn: the same game as GameState's with the same
/// random numbers. It keeps the state that a turn changes outside the position. A turn is a chain
/// of dependent lookups, which would be half as long again through the position's fields;
/// interleaving three games hides most of the latency.
class RandomGame {
 public:
  static constexpr std::size_t kAtOnce = 3;

  /// The game is cut off after `max_plies` moves.
  RandomGame(const Rules& rules, const Position& start, const Random& random, int max_plies)
      : rules_(&rules),
        position_(start),
        masks_(start.masks),
        me_(static_cast<std::size_t>(start.side)),
        random_(random),
        max_plies_(max_plies),
        plain_(rules.parameters.access == StackAccess::top &&
               rules.parameters.exit == Exit::exact && !rules.parameters.capture_backward &&
               rules.parameters.extra_roll == ExtraRoll::any_piece) {
    // The roll is known already; from here on every turn begins with one.
    if (start.node == NodeKind::decision && max_plies > 0) move_by_position();
  }

  /// Plays a turn of a game that is not over: a roll and, if it allows one, a move. Returns whether
  /// the game continues.
  // Inlined in every unit: of several copies the linker keeps any one, and the slowest cost a tenth
  // of a search by rollouts.
  [[gnu::always_inline]] bool turn() { return plain_ ? plain_turn() : general_turn(); }

  /// Whether the game is over or cut off.
  [[nodiscard]] bool over() const { return position_.node != NodeKind::chance; }
  /// The position; valid once the game is over.
  [[nodiscard]] const Position& position() const { return position_; }
  [[nodiscard]] int plies() const { return plies_; }
  [[nodiscard]] const Random& random() const { return random_; }

 private:
  /// For rules without the rarer options.
  [[gnu::always_inline]] bool plain_turn() {
    const Rules& rules = *rules_;
    const int roll =
        rules.roll_case.data()[random_.below(static_cast<std::uint32_t>(rules.weight_sum))];
    const PathMask sources = roll == 0 ? 0 : masks_.movable(me_) & masks_.landing(me_) >> roll;
    if (sources == 0) {
      me_ ^= 1;
      if (roll == 0 || can_move(rules, masks_, me_) || can_move(rules, masks_, me_ ^ 1)) {
        return true;
      }
      write_back();
      end_game(position_, Ending::deadlock, deadlock_result(rules, position_));
      return false;
    }
    if (plies_ >= max_plies_) {
      write_back();
      position_.roll = static_cast<std::uint8_t>(roll);
      position_.node = NodeKind::decision;
      return false;
    }
    const auto drawn = random_.below(static_cast<std::uint32_t>(std::popcount(sources)));
    const int from = select_bit(sources, static_cast<int>(drawn)), to = from + roll;
    ++plies_;

    const bool captures = (masks_.capture(me_) >> to & 1) != 0;
    masks_ = move_piece(rules, position_, masks_, me_, Move(from, to), captures);
    if (to == rules.exit && ++position_.home[me_] == rules.parameters.pieces_to_win) {
      write_back();
      end_game(position_, Ending::all_home, win_for(position_.side));
      return false;
    }
    me_ ^= static_cast<std::size_t>(!rolls_again(rules, to, captures));
    return true;
  }

  bool general_turn() {
    play_roll(*rules_, position_,
              rules_->roll_case[random_.below(static_cast<std::uint32_t>(rules_->weight_sum))]);
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
  Masks masks_;     ///< of `position_`, written back only at the end
  std::size_t me_;  ///< the side to roll, likewise
  Random random_;
  int plies_ = 0;
  int max_plies_;
  bool plain_;
};

}  // namespace tavlab::ur
