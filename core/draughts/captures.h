#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "core/draughts/position.h"
#include "core/random.h"

namespace tavlab::draughts {

/// The maximum number of jumps in a move with columns: each takes an enemy piece.
inline constexpr int kMaxJumps = kMaxPieces / 2;

/// The part of a capture that only games with columns need.
template <typename Bits>
struct Trail {
  std::uint64_t path = 0;  ///< as in Move
  Bits resting = 0;        ///< the last jumped column, if it may be jumped again after another
  std::array<std::uint8_t, kMaxJumps> squares{};  ///< of the jumped columns, in order
};
struct NoTrail {};

/// A capture in progress.
template <typename Bits, bool Columns>
struct Chain : std::conditional_t<Columns, Trail<Bits>, NoTrail> {
  Bits free;                ///< squares that the capturing piece may pass and land on
  Bits targets;             ///< enemy pieces that it may jump
  Bits kings;               ///< the kings among them
  Bits captured = 0;        ///< squares jumped so far
  std::uint32_t order = 0;  ///< a bit per jump, set for kings; the last jump is the lowest bit
  std::uint8_t at;
  std::uint8_t jumps = 0;
  bool king;
};

/// The jumps of the side to move.
template <typename Bits, bool Columns>
class Jumps {
 public:
  using Chain = draughts::Chain<Bits, Columns>;

  /// The piece that may be jumped in one direction, and the possible landing squares behind it.
  struct Jump {
    Bits over = 0;
    Bits landings = 0;  ///< none: no jump
  };

  Jumps(const Rules& rules, const Position& p)
      : rules_(rules), geometry_(rules.geometry<Bits>()), p_(p) {}

  [[nodiscard]] Chain begin(int from) const {
    const auto own = static_cast<Bits>(p_.owned[at(p_.side)]);
    const auto enemies = static_cast<Bits>(p_.owned[at(other(p_.side))]);
    const Bits square = bit<Bits>(from);
    Chain chain;
    chain.free = (geometry_.board & ~(own | enemies)) | square;
    chain.targets = enemies;
    chain.kings = enemies & static_cast<Bits>(p_.kings);
    chain.at = static_cast<std::uint8_t>(from);
    chain.king = (static_cast<Bits>(p_.kings) & square) != 0;
    return chain;
  }

  /// The range of directions in which a piece may jump; the last is exclusive.
  struct Directions {
    int first, end;
  };
  [[nodiscard]] Directions directions(const Chain& chain) const {
    if (chain.king || rules_.parameters.man_capture == ManCapture::all) return {0, kDirections};
    return p_.side == Side::first ? Directions{0, 2} : Directions{2, 4};
  }

  [[nodiscard]] Jump find(const Chain& chain, int direction) const {
    Jump jump;
    if (!chain.king || !rules_.flying()) {
      Bits targets = chain.targets;
      if (!chain.king && !rules_.parameters.man_captures_king) targets &= ~chain.kings;
      jump.over = step(bit<Bits>(chain.at), direction) & targets;
      jump.landings = step(jump.over, direction) & chain.free;
      return jump;
    }
    const auto& rays = geometry_.rays[at(direction)];
    const Bits stops = rays[chain.at] & ~chain.free;
    if (stops == 0) return jump;
    const int over = goes_up(direction) ? lowest(stops) : highest(stops);
    jump.over = bit<Bits>(over);
    if ((jump.over & chain.targets) == 0) return jump;
    jump.landings = before(rays[at(over)], rays[at(over)] & ~chain.free, direction);
    if (rules_.parameters.king_landing == KingLanding::behind && jump.landings != 0) {
      jump.landings = bit<Bits>(nearest(jump.landings, direction));
    }
    return jump;
  }

  /// The chain after a jump over a piece, except for the landing square.
  [[nodiscard]] Chain after(const Chain& chain, Bits over) const {
    Chain next = chain;
    next.captured |= over;
    next.order = chain.order << 1 | ((chain.kings & over) != 0 ? 1U : 0U);
    next.targets &= ~over;
    ++next.jumps;
    if constexpr (Columns) {
      next.squares[chain.jumps] = static_cast<std::uint8_t>(lowest(over));
      if (rules_.parameters.removal == Removal::at_once) uncover(next, over);
    } else {
      if (rules_.parameters.removal == Removal::at_once) next.free |= over;
    }
    return next;
  }

  /// Crowns a man that has landed on the last row, if the rules do so at once. Returns whether this
  /// ends the move.
  bool crown(Chain& chain) const {
    if (chain.king || (geometry_.crowning_row[at(p_.side)] & bit<Bits>(chain.at)) == 0)
      return false;
    if (rules_.parameters.crowning == Crowning::continues) chain.king = true;
    return rules_.parameters.crowning == Crowning::stop;
  }

  /// The nearest of several squares in a direction.
  static int nearest(Bits squares, int direction) {
    return goes_up(direction) ? lowest(squares) : highest(squares);
  }

  /// The part of a ray before the nearest of the stops on it.
  static Bits before(Bits ray, Bits stops, int direction) {
    if (stops == 0) return ray;
    if (goes_up(direction)) return ray & (bit<Bits>(lowest(stops)) - 1);
    return ray & ~((bit<Bits>(highest(stops)) << 1) - 1);
  }

  [[nodiscard]] const Rules& rules() const { return rules_; }

 private:
  /// Updates a column that has lost its top piece at once.
  void uncover(Chain& next, Bits over) const {
    const JumpAgain again = rules_.parameters.again;
    next.targets |= next.resting;
    next.resting = 0;
    const std::uint8_t square = next.squares[next.jumps - 1U];
    int lost = 0;
    for (int i = 0; i < next.jumps; ++i) lost += next.squares[at(i)] == square;
    const Column rest = p_.column(square).without_top(lost);
    if (rest.empty()) {
      next.free |= over;
    } else if (rest.top().side != p_.side) {
      next.kings = rest.top().king ? next.kings | over : next.kings & ~over;
      if (again == JumpAgain::yes) next.targets |= over;
      if (again == JumpAgain::after_another) next.resting = over;
    }
  }

  const Rules& rules_;
  const Geometry<Bits>& geometry_;
  const Position& p_;
};

/// The rank of a complete capture; only those of the highest rank are legal. `king`: whether the
/// piece was a king at its start. The first criterion is in the highest bits.
template <typename Bits, bool Columns>
std::uint64_t worth_of(const Rules& rules, const Chain<Bits, Columns>& chain, bool king) {
  const std::uint64_t jumps = chain.jumps;
  const auto kings = static_cast<std::uint64_t>(std::popcount(chain.order));
  switch (rules.parameters.choice) {
    case CaptureChoice::free:
      return 0;
    case CaptureChoice::most:
      return jumps;
    case CaptureChoice::most_kings:
      return jumps << 8 | kings;
    case CaptureChoice::italian:
      break;
  }
  return jumps << 48 | std::uint64_t{king} << 40 | kings << 32 | chain.order;
}

/// Distinguishes the outcomes of one piece's captures that end on the same square: the captured
/// squares, and with columns how many pieces came from which column, and what in which order.
template <typename Bits, bool Columns>
std::uint64_t outcome_of(const Rules& rules, const Chain<Bits, Columns>& chain) {
  if constexpr (Columns) {
    std::uint64_t sum = 0;
    for (int i = 0; i < chain.jumps; ++i) sum += rules.square_key[chain.squares[at(i)]];
    return mix64(sum ^ mix64(chain.order | std::uint64_t{chain.jumps} << 32 |
                             std::uint64_t{chain.at} << 40));
  } else {
    return packed(chain.captured);
  }
}

/// Finds all captures of a piece and passes each complete one to `sink.add(chain)`, until
/// `sink.done()`, if it has that. Paths that differ only in a landing square before the next jump
/// in the same line are found once.
template <typename Bits, bool Columns, typename Sink>
class CaptureSearch {
 public:
  using Jumps = draughts::Jumps<Bits, Columns>;
  using Chain = typename Jumps::Chain;

  CaptureSearch(const Jumps& jumps, Sink& sink) : jumps_(jumps), sink_(sink) {}

  void from(int square) { continue_from(jumps_.begin(square), kDirections, true); }

 private:
  /// The search ends after this many steps. Games do not come near this, but untrusted position
  /// texts may.
  static constexpr int kMaxLooks = 20'000;

  /// Continues in all ways. `came` is the direction of the last jump, and `nearest` whether it
  /// landed on the first square behind. Returns whether there is a continuation.
  bool continue_from(const Chain& chain, int came, bool nearest) {
    if (++looks_ > kMaxLooks) return true;
    if constexpr (requires { sink_.done(); }) {
      if (sink_.done()) return true;
    }
    const auto directions = jumps_.directions(chain);
    bool any = false;
    std::uint64_t option = 0;
    for (int direction = directions.first; direction < directions.end; ++direction) {
      const auto jump = jumps_.find(chain, direction);
      if (jump.landings == 0) continue;
      any = true;
      if (!nearest && (direction == came || direction == opposite(came))) {
        option += static_cast<std::uint64_t>(count(jump.landings));
        continue;
      }
      land_everywhere(jumps_.after(chain, jump.over), jump.landings, direction, option);
    }
    return any;
  }

  void land_everywhere(Chain next, Bits landings, int direction, std::uint64_t& option) {
    std::uint64_t path = 0;
    if constexpr (Columns) path = next.path;
    const auto land = [&](Bits left, std::uint64_t number) {
      next.at = static_cast<std::uint8_t>(Jumps::nearest(left, direction));
      if constexpr (Columns) next.path = path | (number + 1) << 4 * (next.jumps - 1);
    };
    const std::uint64_t first_option = option;
    Bits stops = 0;  // landings from which no jump continues
    bool first = true;
    for (Bits left = landings; left != 0; left &= ~bit<Bits>(next.at), ++option, first = false) {
      land(left, option);
      Chain landed = next;
      if (jumps_.crown(landed) || !continue_from(landed, direction, first))
        stops |= bit<Bits>(next.at);
    }
    if (stops != landings && jumps_.rules().parameters.king_landing == KingLanding::continuing) {
      return;
    }
    std::uint64_t number = first_option;
    for (Bits left = landings; left != 0; left &= ~bit<Bits>(next.at), ++number) {
      land(left, number);
      if ((stops & bit<Bits>(next.at)) != 0) sink_.add(next);
    }
  }

  const Jumps& jumps_;
  Sink& sink_;
  int looks_ = 0;
};

}  // namespace tavlab::draughts
