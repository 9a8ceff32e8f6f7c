#pragma once

#include "core/ur/position.h"

namespace tavlab::ur {

/// The first player's expected score in a position that is not over, by a logistic function of a
/// few features; evaluation.cpp describes them and how their weights were fitted.
double evaluate(const Rules& rules, const Position& position);

}  // namespace tavlab::ur
