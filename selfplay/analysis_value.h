#pragma once

#include <fmt/format.h>

#include <string>

#include "selfplay/agent.h"

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

/// The value for the first player with this many digits, or "none".
template <Game G>
std::string value_text(const Analysis<G>& analysis, int digits) {
  return has_value(analysis) ? fmt::format("{:.{}f}", analysis.value, digits) : "none";
}

}  // namespace tavlab
