#include "experiments/stats/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "core/random.h"
#include "experiments/stats/describe.h"
#include "experiments/stats/normal.h"

namespace tavlab {
namespace {

void check(std::span<const double> sample, std::size_t least, const BootstrapSettings& settings) {
  if (sample.size() < least || sample.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw std::invalid_argument("bootstrap: too few or too many values");
  }
  if (settings.resamples == 0 || !(settings.confidence > 0.0 && settings.confidence < 1.0)) {
    throw std::invalid_argument("bootstrap: needs resamples and 0 < confidence < 1");
  }
}

/// The statistic of every resample, sorted upwards.
std::vector<double> replicates(std::span<const double> sample, const Statistic& statistic,
                               const BootstrapSettings& settings) {
  Random random(settings.seed);
  std::vector<double> drawn(sample.size());
  std::vector<double> values(settings.resamples);
  for (double& value : values) {
    for (double& each : drawn) {
      each = sample[random.below(static_cast<std::uint32_t>(sample.size()))];
    }
    value = statistic(drawn);
  }
  std::sort(values.begin(), values.end());
  return values;
}

/// The acceleration, from the statistic without each of the values in turn.
double acceleration(std::span<const double> sample, const Statistic& statistic) {
  std::vector<double> rest(sample.begin() + 1, sample.end());
  std::vector<double> without(sample.size());
  double mean = 0.0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    without[i] = statistic(rest);
    mean += without[i] / static_cast<double>(sample.size());
    if (i < rest.size()) rest[i] = sample[i];
  }
  double squares = 0.0;
  double cubes = 0.0;
  for (const double each : without) {
    const double away = mean - each;
    squares += away * away;
    cubes += away * away * away;
  }
  return squares == 0.0 ? 0.0 : cubes / (6.0 * std::pow(squares, 1.5));
}

}  // namespace

Interval bootstrap_percentile_interval(std::span<const double> sample, const Statistic& statistic,
                                       const BootstrapSettings& settings) {
  check(sample, 1, settings);
  const std::vector<double> values = replicates(sample, statistic, settings);
  const double tail = (1.0 - settings.confidence) / 2.0;
  return {quantile(values, tail), quantile(values, 1.0 - tail)};
}

Interval bootstrap_bca_interval(std::span<const double> sample, const Statistic& statistic,
                                const BootstrapSettings& settings) {
  check(sample, 2, settings);
  const std::vector<double> values = replicates(sample, statistic, settings);
  const auto [first, last] = std::equal_range(values.begin(), values.end(), statistic(sample));
  const auto below = static_cast<double>(first - values.begin());
  const auto equal = static_cast<double>(last - first);
  const auto resamples = static_cast<double>(settings.resamples);
  // Where all are on one side, the share is somewhere below one half of a resample.
  const double share =
      std::clamp((below + equal / 2.0) / resamples, 0.5 / resamples, 1.0 - 0.5 / resamples);
  const double bias = normal_quantile(share);
  const double accelerated = acceleration(sample, statistic);
  const auto end = [&](double level) {
    const double shifted = bias + normal_quantile(level);
    const double scale = 1.0 - accelerated * shifted;
    if (scale <= 0.0) return shifted < 0.0 ? values.front() : values.back();
    return quantile(values, normal_cdf(bias + shifted / scale));
  };
  const double tail = (1.0 - settings.confidence) / 2.0;
  return {end(tail), end(1.0 - tail)};
}

}  // namespace tavlab
