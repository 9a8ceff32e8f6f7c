#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "experiments/store/store.h"

namespace tavlab {

/// A position in which two rule sets differ.
struct DifferingPosition {
  std::string position;    ///< position text of the rules under which it was played
  std::string what;        ///< "legal moves", "the results of a move" or "the agent's moves"
  std::string only_first;  ///< legal, or chosen, under the first rules only
  std::string only_second;
};

/// How two rule sets treat the positions of one of them.
struct PositionComparison {
  std::uint64_t positions = 0;       ///< decisions compared
  std::uint64_t unreadable = 0;      ///< of them: not positions of the other rules
  std::uint64_t moves_differ = 0;    ///< the legal moves differ
  std::uint64_t results_differ = 0;  ///< the same legal moves, but one leads elsewhere
  std::uint64_t asked = 0;           ///< positions given to the agent
  std::uint64_t choice_differs = 0;  ///< it plays a different move under the other rules
  /// It plays a different move under the same rules with other random numbers: the noise in
  /// `choice_differs`.
  std::uint64_t choice_noise = 0;
  std::uint64_t valued = 0;  ///< of those asked: with a value from the agent's search
  double value_shift = 0.0;  ///< mean absolute difference of the agent's values, if it has any
  double value_noise = 0.0;  ///< the same under the same rules with other random numbers
  std::vector<DifferingPosition> examples;
};

/// How many positions of a cell are compared, and how many of them are given to the agent.
struct PositionSample {
  std::uint64_t positions = 2000;
  std::uint64_t asked = 200;
  std::size_t examples = 4;
  std::uint64_t seed = 1;
};

/// Compares positions from the wanted games of a stored cell, played under the rules `own`: sampled
/// evenly from all of them, as are those given to the agent. Positions are compared without their
/// history, so rules about repetition do not show. Ends early with a partial result when an
/// InterruptGuard receives a signal. `looked`, unless empty, is called after each position. Throws
/// UserError for rule sets of different families.
PositionComparison compare_positions(Store& store, const StoredCell& cell, const RuleSet& own,
                                     const RuleSet& other, std::string_view agent,
                                     const PositionSample& sample,
                                     const std::function<void()>& looked = {});

}  // namespace tavlab
