#include "experiments/stats/multiple.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace tavlab {
namespace {

void check(std::span<const double> p) {
  for (const double each : p) {
    if (!(each >= 0.0 && each <= 1.0)) {
      throw std::invalid_argument("adjusted p-values: needs p-values in [0, 1]");
    }
  }
}

/// Indices of the p-values, smallest first.
std::vector<std::size_t> ranked(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [p](std::size_t i, std::size_t j) { return p[i] < p[j]; });
  return order;
}

}  // namespace

std::vector<double> holm(std::span<const double> p) {
  check(p);
  const std::vector<std::size_t> order = ranked(p);
  std::vector<double> adjusted(p.size());
  double largest = 0.0;
  for (std::size_t j = 0; j < p.size(); ++j) {
    largest = std::max(largest, static_cast<double>(p.size() - j) * p[order[j]]);
    adjusted[order[j]] = std::min(1.0, largest);
  }
  return adjusted;
}

}  // namespace tavlab
