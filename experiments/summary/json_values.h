#pragma once

#include <cmath>
#include <nlohmann/json.hpp>

#include "experiments/stats/elo.h"

namespace tavlab {

/// A number, or null if it is unknown for lack of games, or infinite.
inline nlohmann::ordered_json json_number(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

/// A difference in Elo: the estimate, its 95 % error and interval, the likelihood of superiority,
/// and normalized Elo with its error.
inline nlohmann::ordered_json elo_json(const EloEstimate& estimate) {
  return {{"difference", json_number(estimate.elo.value)},
          {"error95", json_number(estimate.elo.error95)},
          {"low", json_number(estimate.elo_interval.low)},
          {"high", json_number(estimate.elo_interval.high)},
          {"superiority", json_number(estimate.superiority)},
          {"normalized", json_number(estimate.normalized_elo.value)},
          {"normalized_error95", json_number(estimate.normalized_elo.error95)}};
}

}  // namespace tavlab
