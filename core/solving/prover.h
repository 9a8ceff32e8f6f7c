#pragma once

#include "core/game.h"
#include "core/solving/proof.h"
#include "core/solving/win_keys.h"

namespace tavlab {

/// The prover of a family's limits; specialized in core/<family>/solve/prover.h if there is one.
/// Its `Search` is constructed with rules and ProofOptions, and throws UserError for rules that it
/// cannot search; `prove(position, limit)` returns a LimitProof, `strategy(position, limit, held,
/// sample, moves)` the strategy behind it, and the static `check(rules, position, limit, held,
/// sample, moves, options)` walks one. `limit(rules)` is the limit of the rules themselves, or 0;
/// `without_limit(rule set)` is the rule set without it, as the search needs; `draws(rules,
/// limit)`: whether a game may be drawn within the limit; `accepts(rules)`: whether the search
/// supports the rules. WinProver uses `passes(rules, side)` (whether a side without a move passes),
/// `wins_on_reply(rules)` (whether a side may win by the other's move), the `Keys` of positions
/// (PlainWinKeys) and `leaf_number`, the proof number of a leaf (WinSearch), larger where moves
/// transpose more often.
template <Game G>
struct Prover {
  static constexpr bool available = false;
  using Keys = PlainWinKeys<G>;
  static constexpr std::uint32_t leaf_number = 1;
};

}  // namespace tavlab

#include "core/solving/prover_of_families.h"  // IWYU pragma: export (the specializations; written by CMake)
