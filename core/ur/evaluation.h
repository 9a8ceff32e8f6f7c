#pragma once

#include "core/ur/position.h"

namespace tavlab::ur {

/// The first player's expected score in a position that is not over, by a logistic function of a
/// few features. Which they are and how they were weighed stands in evaluation.cpp.
double evaluate(const Rules& rules, const Position& position);

}  // namespace tavlab::ur
