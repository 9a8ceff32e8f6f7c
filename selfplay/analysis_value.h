#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>

#include "selfplay/agent.h"
#include "selfplay/agents/draw_model.h"

namespace tavlab {

/// Whether the analysis contains a value. Agents that do not search have none, nor has a search
/// that was cut off before it had tried every move.
template <Game G>
bool has_value(const Analysis<G>& analysis) {
  return analysis.simulations > 0 || analysis.depth > 0 || analysis.net_value;
}

/// The same for one move, which may not have been tried.
template <Game G>
bool has_value(const Analysis<G>& analysis, const Candidate<G>& candidate) {
  return has_value(analysis) && (candidate.visits > 0 || candidate.proven != Result::unfinished);
}

/// The probabilities of the results: those that the search knows, or else those that its value
/// suggests where draws were measured under the rules with this content hash.
template <Game G>
std::optional<Wdl> result_probabilities(const Analysis<G>& analysis, std::uint64_t rules_hash) {
  if (analysis.probabilities) return analysis.probabilities;
  if (analysis.proven != Result::unfinished) return Wdl::of(analysis.proven);
  const std::optional<double> draws = measured_draws(rules_hash);
  if (!draws || !has_value(analysis)) return std::nullopt;
  return with_draws(analysis.value, *draws);
}

/// The value for the first player with this many digits, or "none".
template <Game G>
std::string value_text(const Analysis<G>& analysis, int digits) {
  return has_value(analysis) ? fmt::format("{:.{}f}", analysis.value, digits) : "none";
}

}  // namespace tavlab
