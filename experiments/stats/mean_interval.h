#pragma once

#include "experiments/stats/describe.h"
#include "experiments/stats/interval.h"

namespace tavlab {

/// Student's interval for a mean (Student 1908, Biometrika 6, 1-25): mean +- t s / sqrt(n), t the
/// (1 + confidence)/2 quantile of the t distribution with n - 1 degrees of freedom. Exact for
/// normal values, and good for others once n is large against their skewness. In the unit of the
/// values.
///
/// For a sample whose size was fixed in advance. Below two values it is the whole line. Throws
/// std::invalid_argument unless 0 < confidence < 1.
Interval mean_interval(const RunningMean& sample, double confidence = 0.95);

/// Welch's interval for the difference of two means, first minus second, of independent samples
/// whose variances may differ (Welch 1947, Biometrika 34, 28-35): with v = s^2 / n of each sample,
/// the difference +- t sqrt(v1 + v2), t with (v1 + v2)^2 / (v1^2 / (n1 - 1) + v2^2 / (n2 - 1))
/// degrees of freedom.
///
/// For samples whose sizes were fixed in advance. If one of them has fewer than two values it is
/// the whole line. Throws std::invalid_argument unless 0 < confidence < 1.
Interval welch_interval(const RunningMean& first, const RunningMean& second,
                        double confidence = 0.95);

}  // namespace tavlab
