#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "experiments/store/store.h"

namespace tavlab {

/// A position in which two rule sets part.
struct PartingPosition {
  std::string position;    ///< position text of the rules that it was played by
  std::string what;        ///< "legal moves", "the results of a move" or "the agent's moves"
  std::string only_first;  ///< legal, or chosen, under the first rules alone
  std::string only_second;
};

/// What two rule sets make of the positions of one of them (comparing two rule sets: the shares in
/// which they part).
struct PositionComparison {
  std::uint64_t positions = 0;       ///< decisions looked at
  std::uint64_t unreadable = 0;      ///< of them: no positions of the other rules; the rest are not
  std::uint64_t moves_differ = 0;    ///< the legal moves differ
  std::uint64_t results_differ = 0;  ///< the same legal moves, one of which leads elsewhere
  std::uint64_t asked = 0;           ///< positions given to the agent
  std::uint64_t choice_differs = 0;  ///< it plays another move under the other rules
  /// It plays another move under the same rules with other random numbers: what of the former is
  /// noise.
  std::uint64_t choice_wavers = 0;
  std::uint64_t valued = 0;  ///< of those asked: with values of the agent's search
  double value_shift = 0.0;  ///< mean absolute difference of the agent's values, where it has any
  double value_waver = 0.0;  ///< the same under the same rules with other random numbers
  std::vector<PartingPosition> examples;
};

/// How many positions of a cell are compared, and how many of those the agent is asked about.
struct PositionSample {
  std::uint64_t positions = 2000;
  std::uint64_t asked = 200;
  std::size_t examples = 4;
  std::uint64_t seed = 1;
};

/// Compares positions that a stored cell's wanted games, played by `own` rules, went through:
/// evenly drawn from all of them, as are those that the agent is asked about. Positions stand
/// without their history, so rules about repetition do not show. When an InterruptGuard hears a
/// signal it ends early, with what it has. Throws UserError for rule sets of different families.
PositionComparison compare_positions(Store& store, const StoredCell& cell, const RuleSet& own,
                                     const RuleSet& other, std::string_view agent,
                                     const PositionSample& sample);

}  // namespace tavlab
