#pragma once

#include <functional>

#include "experiments/stats/interval.h"

namespace tavlab {

/// The root of a continuous function between `low` and `high`, to the last digits of a double, by
/// the bracketing method of Alefeld, Potra and Shi (1995, ACM Transactions on Mathematical Software
/// 21, 327-344). Throws std::invalid_argument unless low <= high and the values at both are finite
/// and of opposite sign, or one of them is 0.
double find_root(const std::function<double(double)>& f, double low, double high);

/// The part of [0, 1] where a convex function is negative, as it is at `inside`. Evaluates it only
/// inside (0, 1): an end next to which it is still negative belongs to that part.
Interval where_negative(const std::function<double(double)>& f, double inside);

}  // namespace tavlab
