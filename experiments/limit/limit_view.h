#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/limit/limit.h"
#include "experiments/stats/falling_curve.h"
#include "experiments/stats/interval.h"

namespace tavlab {

/// A curve of a result as it is shown: that of the value in the equilibrium, if there are several
/// agents, or of an agent against itself. Refers to the result, which must outlive it.
struct LimitView {
  std::string name;                  ///< "best of all agents", or the agent
  std::optional<std::size_t> agent;  ///< none for the value
  std::span<const double> estimate;
  std::span<const Interval> band;
  EvenPlaces even;
  Interval crossing;  ///< of the estimate
  /// Indices of limits. With a limit without an estimate, the first list is empty.
  std::vector<std::size_t> bids, possible_bids;

  /// All games of an agent against itself at a limit; of all agents for the value.
  [[nodiscard]] std::uint64_t games(const LimitResult& result, std::size_t limit) const;
};

/// The value first, then the agents in their order.
std::vector<LimitView> limit_views(const LimitResult& result);

/// "12 to 17", "12 or more", "between 12 and 13", "more than 40", "unknown": the limits at which
/// the game may be even, of those played.
std::string even_text(const LimitResult& result, const LimitView& view);
/// The same of the estimate: "between 14 and 15".
std::string crossing_text(const LimitResult& result, const LimitView& view);
/// Limits by their indices: "13, 15 to 17"; "–" for none.
std::string limits_text(const LimitResult& result, std::span<const std::size_t> indices);
/// The band of the matrix game at a limit, what each side secures with one agent: "0.48 to 0.55";
/// "–" without an estimate.
std::string pure_text(const LimitResult& result, std::size_t limit);
/// "0.52 [0.40, 0.64]", rounded outwards; "–" without an estimate.
std::string estimate_text(const LimitView& view, std::size_t limit);

}  // namespace tavlab
