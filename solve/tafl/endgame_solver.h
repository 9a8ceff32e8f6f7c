#pragma once

#include <cstdint>
#include <functional>

#include "solve/tafl/endgame_table.h"

namespace tavlab::tafl {

struct EndgameProgress {
  Material material;        ///< being solved
  int plies = 0;            ///< to the end of the positions being decided
  std::uint64_t done = 0;   ///< positions that were looked at, both sides to move
  std::uint64_t total = 0;  ///< of all
};

struct EndgameOptions {
  int threads = 1;
  /// Called by one thread, now and then.
  std::function<void(const EndgameProgress&)> progress;
  std::function<bool()> stop;  ///< asked as often
};

/// Positions, both sides to move, and bytes of memory that solving takes.
struct EndgameEstimate {
  std::uint64_t positions = 0;
  std::uint64_t memory = 0;
};
template <int Words>
EndgameEstimate estimate_endgames(const Rules<Words>& rules, Material most);

/// Solves a material, whose materials with fewer pieces are solved, by retrograde analysis
/// (Thompson 1986): positions are decided in the order of the plies to their end, and each one
/// decided has those looked at again that lead to it. Returns whether it was done, or else stopped.
///
/// The places from which a piece may have come are guessed generously, and each position is
/// decided by the plain rules forwards, so it holds whatever captures, hostile cells and barriers
/// the rules have. The result does not depend on the number of threads.
///
/// Throws UserError if a win takes more than EndgameValue::kMostMoves.
template <int Words>
bool solve_endgame(const Rules<Words>& rules, EndgameTable<Words>& table, Material material,
                   const EndgameOptions& options);

extern template EndgameEstimate estimate_endgames<2>(const Rules<2>&, Material);
extern template EndgameEstimate estimate_endgames<6>(const Rules<6>&, Material);
extern template bool solve_endgame<2>(const Rules<2>&, EndgameTable<2>&, Material,
                                      const EndgameOptions&);
extern template bool solve_endgame<6>(const Rules<6>&, EndgameTable<6>&, Material,
                                      const EndgameOptions&);

}  // namespace tavlab::tafl
