#include "experiments/stats/bid.h"

namespace tavlab {
namespace {

/// Where the value can be at least one half, and those before it at most.
std::vector<std::size_t> bids_between(std::span<const double> lowest,
                                      std::span<const double> highest) {
  std::vector<std::size_t> bids;
  for (std::size_t n = 0; n < lowest.size(); ++n) {
    if (highest[n] >= 0.5 || n + 1 == lowest.size()) bids.push_back(n);
    if (lowest[n] > 0.5) break;
  }
  return bids;
}

}  // namespace

PayoffMatrix bid_game(std::span<const double> values) {
  PayoffMatrix game(values.size(), values.size(), 0.5);
  for (std::size_t a = 0; a < values.size(); ++a) {
    for (std::size_t b = a + 1; b < values.size(); ++b) {
      game.at(a, b) = values[a];
      game.at(b, a) = 1.0 - values[a];
    }
  }
  return game;
}

std::vector<std::size_t> equilibrium_bids(std::span<const double> values) {
  return bids_between(values, values);
}

std::vector<std::size_t> possible_bids(std::span<const Interval> other_side) {
  std::vector<double> lowest, highest;
  for (const Interval& each : other_side) {
    lowest.push_back(1.0 - each.high);
    highest.push_back(1.0 - each.low);
  }
  return bids_between(lowest, highest);
}

}  // namespace tavlab
