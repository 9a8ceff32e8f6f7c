#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "experiments/stats/interval.h"

namespace tavlab {

/// The non-decreasing sequence nearest to `values` in weighted least squares, by pooling adjacent
/// violators (Ayer, Brunk, Ewing, Reid, Silverman 1955, Annals of Mathematical Statistics 26,
/// 641-647). For shares of successes weighted by their trials it is the maximum-likelihood estimate
/// under that order.
///
/// Throws std::invalid_argument unless there are as many positive, finite weights as values.
std::vector<double> isotonic_regression(std::span<const double> values,
                                        std::span<const double> weights);

/// Where a rising step function crosses a level: between the last parameter at which it is below
/// and the first at which it is above. Infinite on a side on which it never is. If it equals the
/// level at some parameters, the interval runs from the first to the last of them. If scores fall
/// as a parameter rises, pass those of the other side.
///
/// `parameters` rise, `fitted` are the values at them. Throws std::invalid_argument unless both
/// have the same size, are not empty, and parameters rise strictly and fitted values do not fall.
Interval isotonic_crossing(std::span<const double> parameters, std::span<const double> fitted,
                           double level = 0.5);

}  // namespace tavlab
