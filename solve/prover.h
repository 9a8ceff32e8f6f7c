#pragma once

#include "core/game.h"
#include "solve/proof.h"
#include "solve/win_keys.h"

namespace tavlab {

/// The prover of a family's limits, if there is one: specialized in solve/<family>/prover.h. Its
/// `Search` is made with rules and ProofOptions, and throws UserError for rules that it cannot
/// search; `prove(position, limit)` gives a LimitProof, `strategy(position, limit, held,
/// sample, moves)` the strategy behind it, and the static `check(rules, position, limit, held,
/// sample, moves, options)` walks one. `limit(rules)` is the limit that the rules themselves have,
/// or 0; `without_limit(rule set)` the same without it, as the search needs them; `draws(rules,
/// limit)` whether a game may end drawn within it; `accepts(rules)` whether the search takes them.
/// WinProver asks whether a side `passes(rules, side)` when it has no move, and whether one
/// `wins_on_reply(rules)`, by a move of the other, and takes the `Keys` of positions (PlainWinKeys)
/// and the proof number of a leaf (WinSearch), larger where moves lead to the same positions more
/// often.
template <Game G>
struct Prover {
  static constexpr bool available = false;
  using Keys = PlainWinKeys<G>;
  static constexpr std::uint32_t leaf_number = 1;
};

}  // namespace tavlab

#include "solve/provers.h"  // IWYU pragma: export (the specializations; written by CMake)
