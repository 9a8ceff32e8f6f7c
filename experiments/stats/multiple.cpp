#include "experiments/stats/multiple.h"

#include <algorithm>
#include <cmath>
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

/// Places of the p-values, smallest first.
std::vector<std::size_t> ranked(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [p](std::size_t i, std::size_t j) { return p[i] < p[j]; });
  return order;
}

/// min over j >= rank of factor m p_(j) / j.
std::vector<double> step_up(std::span<const double> p, double factor) {
  const std::vector<std::size_t> order = ranked(p);
  const auto m = static_cast<double>(p.size());
  std::vector<double> adjusted(p.size());
  double smallest = 1.0;
  for (std::size_t j = p.size(); j > 0; --j) {
    smallest = std::min(smallest, factor * m / static_cast<double>(j) * p[order[j - 1]]);
    adjusted[order[j - 1]] = smallest;
  }
  return adjusted;
}

}  // namespace

std::vector<double> bonferroni(std::span<const double> p) {
  check(p);
  std::vector<double> adjusted(p.begin(), p.end());
  for (double& each : adjusted) each = std::min(1.0, each * static_cast<double>(p.size()));
  return adjusted;
}

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

std::vector<double> benjamini_hochberg(std::span<const double> p) {
  check(p);
  return step_up(p, 1.0);
}

std::vector<double> benjamini_yekutieli(std::span<const double> p) {
  check(p);
  double harmonic = 0.0;
  for (std::size_t j = 1; j <= p.size(); ++j) harmonic += 1.0 / static_cast<double>(j);
  return step_up(p, harmonic);
}

std::vector<double> e_benjamini_hochberg(std::span<const double> log_e) {
  std::vector<double> inverse;
  inverse.reserve(log_e.size());
  for (const double each : log_e) {
    if (std::isnan(each)) throw std::invalid_argument("e_benjamini_hochberg: not a number");
    inverse.push_back(std::min(1.0, std::exp(-each)));
  }
  return step_up(inverse, 1.0);
}

}  // namespace tavlab
