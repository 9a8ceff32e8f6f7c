#include "experiments/report/ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tavlab {

double tick_step(double range) {
  const double rough = range / 5.0;
  const double decade = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * decade >= rough) return step * decade;
  }
  return 10.0 * decade;
}

std::string tick_text(double value, double step) {
  const int digits = std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
  return fmt::format("{:.{}f}", std::abs(value) < step / 2 ? 0.0 : value, digits);
}

}  // namespace tavlab
