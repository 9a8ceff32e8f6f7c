#pragma once

#include <string>

namespace tavlab {

/// A round step that divides a range into about five.
double tick_step(double range);

/// A tick's number with the digits that its step needs.
std::string tick_text(double value, double step);

}  // namespace tavlab
