#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "experiments/stats/interval.h"

namespace tavlab {

/// A number computed from a sample whose values are independent of each other.
using Statistic = std::function<double(std::span<const double>)>;

/// How a nonparametric bootstrap is done. The same settings give the same interval.
struct BootstrapSettings {
  std::uint32_t resamples = 2000;
  std::uint64_t seed = 1;
  double confidence = 0.95;
};

/// The percentile interval (Efron 1979, Annals of Statistics 7, 1-26): the (1 -+ confidence)/2
/// quantiles of the statistic over samples of the same size drawn with replacement. In the unit of
/// the statistic. For a sample whose size was fixed beforehand.
///
/// Throws std::invalid_argument for an empty sample, without resamples, or unless
/// 0 < confidence < 1.
Interval bootstrap_percentile_interval(std::span<const double> sample, const Statistic& statistic,
                                       const BootstrapSettings& settings = {});

/// The bias-corrected and accelerated interval (Efron 1987, Journal of the American Statistical
/// Association 82, 171-185): the percentile interval at the levels
///
///   Phi(z0 + (z0 + z) / (1 - a (z0 + z))),   z the normal quantiles of (1 -+ confidence)/2
///
/// where z0 is the normal quantile of the share of resamples whose statistic is below the sample's
/// (equal ones half), and a = sum d^3 / (6 (sum d^2)^(3/2)) from d, the jackknife's mean less each
/// of its values. More accurate than the percentile interval for skewed statistics.
///
/// Throws std::invalid_argument for fewer than two values, without resamples, or unless
/// 0 < confidence < 1.
Interval bootstrap_bca_interval(std::span<const double> sample, const Statistic& statistic,
                                const BootstrapSettings& settings = {});

}  // namespace tavlab
