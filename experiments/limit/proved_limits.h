#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/ruleset/ruleset.h"

namespace tavlab {

/// What is proved about limits on the second side's moves, from the start position.
///
/// Under optimal play a longer limit never helps the first side (stats/limit_curves.h), so one
/// proof decides all limits on its side. It says nothing about games of imperfect agents, nor about
/// other openings.
struct ProvedLimits {
  /// The longest limit at which the first side wins; 0: none is proved.
  int held = 0;
  /// The shortest at which the second side wins.
  std::optional<int> won;
  /// The longest at which the first side holds if rules on repetition are ignored; at least `held`.
  int held_without_repetition = 0;
  std::uint64_t nodes = 0;  ///< of all searches that were within the budget
  std::string refused;      ///< why nothing can be proved under these rules; empty if it can be

  /// The first side's score with optimal play, 1 or 0, where it is known.
  [[nodiscard]] std::optional<double> score(int limit) const;
};

/// Proves the limits 1, 2, ..., at most `last` and at most kMaxLimit, one after another, as long as
/// all searches together take at most `nodes` moves; where the first side holds if repetition is
/// ignored, and repetition could matter, looks for a strategy that repeats nothing with as many
/// moves again. One thread, so that the result does not depend on the machine. `rules` may have any
/// limit or none. Ends early on a signal (an InterruptGuard must be alive). `progress`, unless
/// null, is called a few times a second with the moves played so far.
ProvedLimits prove_limits(const RuleSet& rules, int last, std::uint64_t nodes,
                          const std::function<void(std::uint64_t)>& progress = {});

}  // namespace tavlab
