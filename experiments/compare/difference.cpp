#include "experiments/compare/difference.h"

#include <cmath>

#include "experiments/measure/game_measures.h"
#include "experiments/stats/mean_interval.h"
#include "experiments/stats/normal.h"

namespace tavlab {
namespace {

/// With fewer games the normal approximation is too poor.
constexpr double kMinGames = 30.0;

double p_value(double difference, double variance) {
  if (variance > 0.0) return 2.0 * normal_cdf(-std::abs(difference) / std::sqrt(variance));
  return difference == 0.0 ? 1.0 : 0.0;
}

}  // namespace

Difference difference(const CellSummary& first, const CellSummary& second, std::string_view measure,
                      double confidence) {
  const GameMeasure* const known = find_game_measure(measure);
  Difference found{measure, first.measure(measure), second.measure(measure), 0.0, {}, 1.0};
  const auto n1 = static_cast<double>(found.first.count());
  const auto n2 = static_cast<double>(found.second.count());
  if (n1 > 0.0 && n2 > 0.0) found.value = found.second.mean() - found.first.mean();
  if (known != nullptr && known->steps > 0) {
    const double x1 = n1 > 0.0 ? n1 * found.first.mean() : 0.0;
    const double x2 = n2 > 0.0 ? n2 * found.second.mean() : 0.0;
    found.interval = newcombe_interval(x2, n2, x1, n1, normal_quantile((1.0 + confidence) / 2.0));
    if (n1 < kMinGames || n2 < kMinGames) return found;
    const double pooled = (x1 + x2) / (n1 + n2);
    found.p_value = p_value(found.value, pooled * (1.0 - pooled) * (1.0 / n1 + 1.0 / n2));
    return found;
  }
  found.interval = welch_interval(found.second, found.first, confidence);
  if (n1 < kMinGames || n2 < kMinGames) return found;
  found.p_value = p_value(found.value, found.first.variance() / n1 + found.second.variance() / n2);
  return found;
}

std::vector<Difference> differences(const CellSummary& first, const CellSummary& second) {
  std::vector<Difference> all;
  for (const GameMeasure& each : game_measures()) {
    Difference found = difference(first, second, each.name);
    if (found.first.count() > 0 && found.second.count() > 0) all.push_back(found);
  }
  return all;
}

}  // namespace tavlab
