#include "experiments/stats/isotonic.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>

namespace tavlab {

std::vector<double> isotonic_regression(std::span<const double> values,
                                        std::span<const double> weights) {
  if (values.size() != weights.size()) {
    throw std::invalid_argument("isotonic_regression: needs a weight for every value");
  }
  struct Block {
    double mean;
    double weight;
    std::size_t size;
  };
  std::vector<Block> blocks;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!(weights[i] > 0.0) || !std::isfinite(weights[i] * values[i])) {
      throw std::invalid_argument("isotonic_regression: needs positive weights, finite values");
    }
    Block block{values[i], weights[i], 1};
    while (!blocks.empty() && blocks.back().mean >= block.mean) {
      const Block& before = blocks.back();
      const double weight = before.weight + block.weight;
      block.mean = (before.mean * before.weight + block.mean * block.weight) / weight;
      block.weight = weight;
      block.size += before.size;
      blocks.pop_back();
    }
    blocks.push_back(block);
  }
  std::vector<double> fitted;
  fitted.reserve(values.size());
  for (const Block& block : blocks) fitted.insert(fitted.end(), block.size, block.mean);
  return fitted;
}

Interval isotonic_crossing(std::span<const double> parameters, std::span<const double> fitted,
                           double level) {
  if (parameters.size() != fitted.size() || parameters.empty() ||
      std::adjacent_find(parameters.begin(), parameters.end(), std::greater_equal<>()) !=
          parameters.end() ||
      !std::is_sorted(fitted.begin(), fitted.end())) {
    throw std::invalid_argument(
        "isotonic_crossing: needs strictly rising parameters and as many values that do not fall");
  }
  const auto [from, to] = std::equal_range(fitted.begin(), fitted.end(), level);
  const auto first = static_cast<std::size_t>(from - fitted.begin());
  const auto last = static_cast<std::size_t>(to - fitted.begin());
  if (first < last) return {parameters[first], parameters[last - 1]};
  return {first == 0 ? -std::numeric_limits<double>::infinity() : parameters[first - 1],
          first == parameters.size() ? std::numeric_limits<double>::infinity() : parameters[first]};
}

}  // namespace tavlab
