#pragma once

#include <cstdint>
#include <functional>

#include "core/tafl/solve/endgame_table.h"

namespace tavlab::tafl {

struct EndgameProgress {
  Material material;        ///< being solved
  int plies = 0;            ///< to the end of the positions being decided
  std::uint64_t done = 0;   ///< positions examined, with either side to move
  std::uint64_t total = 0;  ///< all of them
};

struct EndgameOptions {
  int threads = 1;
  /// Called periodically by one thread.
  std::function<void(const EndgameProgress&)> progress;
  std::function<bool()> stop;  ///< polled as often
};

/// The positions, with either side to move, and the bytes of memory that solving needs.
struct EndgameEstimate {
  std::uint64_t positions = 0;
  std::uint64_t memory = 0;
};
template <int Words>
EndgameEstimate estimate_endgames(const Rules<Words>& rules, Material most);

/// Solves a material, given all materials with fewer pieces, by retrograde analysis (Thompson
/// 1986): positions are decided in the order of the plies to their end, and deciding one marks its
/// predecessors to be examined again. Returns false if stopped.
///
/// The set of predecessors is overestimated, and each position is decided by playing its moves with
/// the plain rules, so the result is correct whatever captures, hostile cells and barriers the
/// rules have. It does not depend on the number of threads.
///
/// Throws UserError if a win takes more than EndgameValue::kMaxMoves.
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
