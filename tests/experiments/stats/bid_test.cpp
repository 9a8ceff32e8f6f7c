#include "experiments/stats/bid.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/random.h"

namespace tavlab {
namespace {

using testing::ElementsAre;

using Bids = std::vector<std::size_t>;

/// What the rules of bidding say, played out: who takes the side, and what each gets.
double value_of_bids(const std::vector<double>& values, std::size_t mine, std::size_t other) {
  const double with_coin = 0.5 * values[mine] + 0.5 * (1.0 - values[other]);
  return mine == other ? with_coin : mine < other ? values[mine] : 1.0 - values[other];
}

/// The bids to which no answer gains.
Bids by_trying_all(const std::vector<double>& values) {
  Bids found;
  for (std::size_t a = 0; a < values.size(); ++a) {
    bool gains = false;
    for (std::size_t b = 0; b < values.size(); ++b) {
      gains = gains || value_of_bids(values, b, a) > 0.5;
    }
    if (!gains) found.push_back(a);
  }
  return found;
}

/// Quarters, so that values of one half and equal ones are frequent.
std::vector<double> random_values(std::size_t limits, Random& random) {
  std::vector<double> values;
  for (std::size_t n = 0; n < limits; ++n) values.push_back(0.25 * random.below(5));
  return values;
}

TEST(Bid, TheLowestLimitThatIsGoodEnoughIsBid) {
  EXPECT_EQ(equilibrium_bids(std::vector{0.1, 0.3, 0.6, 0.9}), Bids{2});
  EXPECT_EQ(equilibrium_bids(std::vector{0.1, 0.3, 0.5, 0.9}), (Bids{2, 3}));
  EXPECT_EQ(equilibrium_bids(std::vector{0.1, 0.2}), Bids{1}) << "no limit is long enough";
  EXPECT_EQ(equilibrium_bids(std::vector{0.6, 0.8}), Bids{0});
  EXPECT_EQ(equilibrium_bids(std::vector<double>{}), Bids{});
}

TEST(Bid, AgreesWithTryingAllAnswers) {
  Random random(7);
  for (int n = 0; n < 3000; ++n) {
    std::vector<double> values = random_values(1 + random.below(7), random);
    if (n % 2 == 0) std::ranges::sort(values);
    EXPECT_EQ(equilibrium_bids(values), by_trying_all(values)) << testing::PrintToString(values);
    EXPECT_FALSE(equilibrium_bids(values).empty());
  }
}

/// The linear program agrees: the game's value is one half, and each of the bids secures it.
TEST(Bid, AgreesWithTheMatrixGame) {
  Random random(8);
  for (int n = 0; n < 300; ++n) {
    const std::vector<double> values = random_values(1 + random.below(7), random);
    const PayoffMatrix game = bid_game(values);
    for (std::size_t a = 0; a < values.size(); ++a) {
      for (std::size_t b = 0; b < values.size(); ++b) {
        EXPECT_EQ(game.at(a, b), value_of_bids(values, a, b));
      }
    }
    EXPECT_NEAR(solve_matrix_game(game).value, 0.5, 1e-9);
    EXPECT_EQ(pure_band(game).low, 0.5);
  }
}

TEST(Bid, PossibleBidsAreThoseOfSomeCurveInTheBand) {
  EXPECT_THAT(possible_bids(std::vector<Interval>{{0.8, 0.9}, {0.4, 0.6}, {0.3, 0.6}, {0.1, 0.2}}),
              ElementsAre(1, 2, 3));
  EXPECT_THAT(possible_bids(std::vector<Interval>{{0.8, 0.9}, {0.6, 0.8}}), ElementsAre(1));
  EXPECT_THAT(possible_bids(std::vector<Interval>{{0.0, 1.0}, {0.0, 1.0}}), ElementsAre(0, 1));
  Random random(9);
  for (int n = 0; n < 300; ++n) {
    std::vector<double> low = random_values(5, random), high = random_values(5, random);
    for (std::size_t k = 0; k < low.size(); ++k) {
      if (low[k] > high[k]) std::swap(low[k], high[k]);
    }
    std::ranges::sort(low, std::greater<>());
    std::ranges::sort(high, std::greater<>());
    std::vector<Interval> band;
    for (std::size_t k = 0; k < low.size(); ++k) band.push_back({low[k], high[k]});
    // All falling curves within the band, in quarters.
    Bids found;
    std::vector<double> values(5);
    const auto extend = [&](auto& self, std::size_t k) -> void {
      if (k == values.size()) {
        for (const std::size_t bid : equilibrium_bids(values)) {
          if (std::ranges::count(found, bid) == 0) found.push_back(bid);
        }
        return;
      }
      for (double score = band[k].low; score <= band[k].high; score += 0.25) {
        if (k > 0 && 1.0 - score < values[k - 1]) continue;
        values[k] = 1.0 - score;
        self(self, k + 1);
      }
    };
    extend(extend, 0);
    std::ranges::sort(found);
    EXPECT_EQ(possible_bids(band), found);
  }
}

}  // namespace
}  // namespace tavlab
