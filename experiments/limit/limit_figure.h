#pragma once

#include <span>
#include <string>

#include "experiments/limit/limit.h"
#include "experiments/limit/limit_view.h"
#include "experiments/report/plot.h"

namespace tavlab {

/// The first side's score against the limit, as inline SVG: estimates with their bands, at the
/// height of one half the limits that may be even, and proved values as hollow diamonds.
std::string limit_figure(const LimitResult& result, std::span<const LimitView> views,
                         FigureWidth width);

}  // namespace tavlab
