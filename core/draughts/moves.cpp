#include "core/draughts/moves.h"

#include <algorithm>

#include "core/draughts/mobility.h"

namespace tavlab::draughts {
namespace {

/// Collects the legal captures among those found.
template <typename Bits, bool Columns>
class Gathering {
 public:
  Gathering(const Rules& rules, Moves& moves)
      : parameters_(rules.parameters), rules_(rules), moves_(moves) {}

  void begin(int from, bool king) {
    from_ = from;
    king_ = king;
    first_ = moves_.size();
  }

  void add(const Chain<Bits, Columns>& chain) {
    if (parameters_.choice != CaptureChoice::free) {
      const std::uint64_t worth = worth_of(rules_, chain, king_);
      if (worth < most_) return;
      if (worth > most_) {
        most_ = worth;
        moves_.clear();
        first_ = 0;
      }
    }
    if (moves_.size() == kMaxMoves) return;
    if constexpr (Columns) {
      const std::uint64_t outcome = outcome_of(rules_, chain);
      for (std::size_t i = first_; i < moves_.size(); ++i) {
        if (outcomes_[i] == outcome) return;
      }
      outcomes_[moves_.size()] = outcome;
      moves_.push(Move(from_, chain.at, chain.path));
    } else {
      const Move move(from_, chain.at, packed(chain.captured));
      // With fewer jumps there is only one way to capture the same pieces.
      for (std::size_t i = first_; chain.jumps > 2 && i < moves_.size(); ++i) {
        if (moves_[i] == move) return;
      }
      moves_.push(move);
    }
  }

 private:
  struct Nothing {};
  using Outcomes = std::conditional_t<Columns, FixedList<std::uint64_t, kMaxMoves>, Nothing>;

  const Parameters& parameters_;
  const Rules& rules_;
  Moves& moves_;
  std::uint64_t most_ = 0;
  std::size_t first_ = 0;
  int from_ = 0;
  bool king_ = false;
  [[no_unique_address]] Outcomes outcomes_;
};

template <typename Bits, bool Columns>
void generate_captures(const Rules& rules, const Position& p, Bits men, Bits kings, Moves& moves) {
  moves.clear();
  const Jumps<Bits, Columns> jumps(rules, p);
  Gathering<Bits, Columns> gathering(rules, moves);
  const auto search = [&](Bits pieces, bool king) {
    for (; pieces != 0; pieces &= pieces - 1) {
      const int from = lowest(pieces);
      gathering.begin(from, king);
      CaptureSearch<Bits, Columns, Gathering<Bits, Columns>>(jumps, gathering).from(from);
    }
  };
  search(kings, true);
  if (kings == 0 || !rules.parameters.king_first) search(men, false);
}

template <typename Bits>
void generate_steps(const Rules& rules, const View<Bits>& view, Moves& moves) {
  moves.clear();
  const int ahead = forward(view.side);
  for (const int direction : {ahead, ahead + 1}) {
    for (Bits to = men_steps(view, direction); to != 0; to &= to - 1) {
      const int square = lowest(to);
      moves.push(Move(lowest(step(bit<Bits>(square), opposite(direction))), square));
    }
  }
  for (Bits kings = view.kings; kings != 0; kings &= kings - 1) {
    const int from = lowest(kings);
    for (Bits to = king_steps(rules, view, from); to != 0; to &= to - 1) {
      moves.push(Move(from, lowest(to)));
    }
  }
}

template <typename Bits>
int count_steps(const Rules& rules, const View<Bits>& view) {
  const int ahead = forward(view.side);
  int found = count(men_steps(view, ahead)) + count(men_steps(view, ahead + 1));
  for (Bits kings = view.kings; kings != 0; kings &= kings - 1) {
    found += count(king_steps(rules, view, lowest(kings)));
  }
  return found;
}

template <typename Bits>
Move random_step(const Rules& rules, const View<Bits>& view, Random& random) {
  const int ahead = forward(view.side);
  const Bits left = men_steps(view, ahead), right = men_steps(view, ahead + 1);
  const int to_left = count(left), by_men = to_left + count(right);
  const int all = view.kings == 0 ? by_men : count_steps(rules, view);
  int drawn = static_cast<int>(random.below(static_cast<std::uint32_t>(all)));
  if (drawn < by_men) {
    const bool is_left = drawn < to_left;
    const int to = is_left ? nth(left, drawn) : nth(right, drawn - to_left);
    return {lowest(step(bit<Bits>(to), opposite(is_left ? ahead : ahead + 1))), to};
  }
  drawn -= by_men;
  for (Bits kings = view.kings;; kings &= kings - 1) {
    const int from = lowest(kings);
    const Bits to = king_steps(rules, view, from);
    if (drawn < count(to)) return {from, nth(to, drawn)};
    drawn -= count(to);
  }
}

/// Calls steps(view), or captures(men, kings) with the pieces that can capture if there are any.
template <typename Bits, typename Steps, typename Captures>
decltype(auto) decide(const Rules& rules, const Position& p, Steps&& steps, Captures&& captures) {
  const View<Bits> view(rules, p, p.side);
  const Bits men = capturing_men(rules, view), kings = capturing_kings(rules, view);
  if ((men | kings) != 0) return captures(men, kings);
  return steps(view);
}

/// Whether the opponent certainly has a step after a move: more enemy pieces than it captures can
/// move to squares that it does not occupy.
template <typename Bits, bool Columns>
bool leaves_a_step(const Rules& rules, const Position& p, Move move) {
  const View<Bits> enemy(rules, p, other(p.side));
  const Bits free = enemy.free & ~bit<Bits>(move.to());
  const int ahead = forward(enemy.side);
  Bits movers = (step(free, opposite(ahead)) | step(free, opposite(ahead + 1))) & enemy.men;
  for (int direction = 0; direction < kDirections && enemy.kings != 0; ++direction) {
    movers |= step(free, direction) & enemy.kings;
  }
  if constexpr (Columns) {
    const int jumps = (64 - std::countl_zero(move.payload()) + 3) / 4;  // four bits each
    return count(movers) > jumps;
  } else {
    return (movers & ~unpacked<Bits>(move.payload())) != 0;
  }
}

}  // namespace

bool wins_at_once(const Rules& rules, const Position& p, Move move) {
  const bool goes_on = with_bits(rules, [&]<typename Bits, bool Columns>() {
    return leaves_a_step<Bits, Columns>(rules, p, move);
  });
  if (goes_on) return false;
  Position next = p;
  play(rules, next, move);
  return next.result == win_for(p.side);
}

bool threatens(const Rules& rules, const Position& p, Side side) {
  Position there = p;
  there.side = side;
  if (!must_capture(rules, there)) {
    // A step fills one square and frees another.
    const bool goes_on = with_bits(rules, [&]<typename Bits, bool Columns>() {
      return count(next_squares(View<Bits>(rules, there, other(side)))) > 1;
    });
    if (goes_on || !has_move(rules, there)) return false;
  }
  Moves moves;
  generate(rules, there, moves);
  return std::ranges::any_of(moves, [&](Move move) { return wins_at_once(rules, there, move); });
}

int move_order_score(const Rules& rules, const Position& p, Move move) {
  if (move.captures() || (p.kings >> move.from() & 1) != 0) return 0;
  const int last = p.side == Side::first ? rules.parameters.size - 1 : 0;
  return rank_of(move.to()) == last ? 2 : 0;
}

void generate(const Rules& rules, const Position& p, Moves& moves) {
  with_bits(rules, [&]<typename Bits, bool Columns>() {
    decide<Bits>(
        rules, p, [&](const View<Bits>& view) { generate_steps(rules, view, moves); },
        [&](Bits men, Bits kings) {
          generate_captures<Bits, Columns>(rules, p, men, kings, moves);
        });
  });
}

std::uint64_t count_moves(const Rules& rules, const Position& p) {
  return with_bits(rules, [&]<typename Bits, bool Columns>() -> std::uint64_t {
    return decide<Bits>(
        rules, p,
        [&](const View<Bits>& view) -> std::uint64_t {
          return static_cast<std::uint64_t>(count_steps(rules, view));
        },
        [&](Bits men, Bits kings) -> std::uint64_t {
          Moves moves;
          generate_captures<Bits, Columns>(rules, p, men, kings, moves);
          return moves.size();
        });
  });
}

Move random_move(const Rules& rules, const Position& p, Random& random) {
  return with_bits(rules, [&]<typename Bits, bool Columns>() {
    return decide<Bits>(
        rules, p, [&](const View<Bits>& view) { return random_step(rules, view, random); },
        [&](Bits men, Bits kings) {
          Moves moves;
          generate_captures<Bits, Columns>(rules, p, men, kings, moves);
          return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        });
  });
}

bool has_move(const Rules& rules, const Position& p) {
  return with_bits(rules, [&]<typename Bits, bool Columns>() {
    const View<Bits> view(rules, p, p.side);
    return has_step(view) || has_capture(rules, view);
  });
}

bool must_capture(const Rules& rules, const Position& p) {
  return with_bits(rules, [&]<typename Bits, bool Columns>() {
    return has_capture(rules, View<Bits>(rules, p, p.side));
  });
}

}  // namespace tavlab::draughts
