#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

#include "core/ruleset/ruleset.h"

namespace tavlab {

/// The measure of hypotheses about the value of a game under optimal play, which is solved, not
/// played.
inline constexpr std::string_view kExactMeasure = "exact";

/// Whether the value can be computed: the family has a solver for whole games, or the rules have a
/// move limit of at most kMaxLimit that can be proved (core/solving/prover.h).
bool can_be_solved(const RuleSet& rule_set);

/// A bound on the error of the value: 0 if a limit is proved, which gives 0 or 1; otherwise 1e-9,
/// many times the solver's tolerance.
double exact_error(const RuleSet& rule_set);

/// The first side's win probability under optimal play. The solver's table is written to `folder`
/// and removed afterwards; proofs of limits stay there, in folders like those of `tavlab prove
/// --out`. If stopped by a signal (an InterruptGuard must be alive) or by `out_of_time`, throws
/// SolveStopped and keeps the finished layers for the next run. Throws UserError.
double solve_exact_value(const RuleSet& rule_set, const std::filesystem::path& folder, int threads,
                         const std::function<bool()>& out_of_time = {});

}  // namespace tavlab
