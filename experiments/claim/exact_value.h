#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

#include "core/ruleset/ruleset.h"

namespace tavlab {

/// The measure of hypotheses about a game's value under optimal play of both sides, which is solved
/// and not played.
inline constexpr std::string_view kExactMeasure = "exact";

/// Values are exact to this, many times the solver's tolerance.
inline constexpr double kExactError = 1e-9;

/// Whether there is a solver for the family.
bool can_be_solved(const RuleSet& rule_set);

/// The first side's probability of winning under optimal play. The solver's table is made in
/// `folder` and removed; when stopped by a signal (an InterruptGuard must live) or because
/// `out_of_time` says so, the layers that are done stay there for the next time, and SolveStopped
/// is thrown. Throws UserError.
double solve_exact_value(const RuleSet& rule_set, const std::filesystem::path& folder, int threads,
                         const std::function<bool()>& out_of_time = {});

}  // namespace tavlab
