// Equilibria of matrix games.
#include "experiments/stats/matrix_game.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "core/random.h"

namespace tavlab {
namespace {

PayoffMatrix matrix(std::size_t rows, std::size_t columns, std::vector<double> values) {
  PayoffMatrix payoff(rows, columns);
  payoff.values = std::move(values);
  return payoff;
}

/// What each row scores against a mixture of columns, and each column concedes to one of rows.
std::vector<double> scores_of_rows(const PayoffMatrix& payoff, const std::vector<double>& columns) {
  std::vector<double> scores(payoff.rows, 0.0);
  for (std::size_t i = 0; i < payoff.rows; ++i) {
    for (std::size_t j = 0; j < payoff.columns; ++j) scores[i] += payoff.at(i, j) * columns[j];
  }
  return scores;
}
std::vector<double> scores_of_columns(const PayoffMatrix& payoff, const std::vector<double>& rows) {
  std::vector<double> scores(payoff.columns, 0.0);
  for (std::size_t i = 0; i < payoff.rows; ++i) {
    for (std::size_t j = 0; j < payoff.columns; ++j) scores[j] += payoff.at(i, j) * rows[i];
  }
  return scores;
}

TEST(MatrixGame, HasKnownEquilibria) {
  const Equilibrium pennies = solve_matrix_game(matrix(2, 2, {1, 0, 0, 1}));
  EXPECT_NEAR(pennies.value, 0.5, 1e-12);
  EXPECT_NEAR(pennies.rows[0], 0.5, 1e-12);
  EXPECT_NEAR(pennies.columns[0], 0.5, 1e-12);

  // Rock, paper, scissors.
  const Equilibrium rps = solve_matrix_game(matrix(3, 3, {0.5, 0, 1, 1, 0.5, 0, 0, 1, 0.5}));
  EXPECT_NEAR(rps.value, 0.5, 1e-12);
  for (const double share : rps.rows) EXPECT_NEAR(share, 1.0 / 3, 1e-12);

  // A saddle point: the second row and the first column.
  const Equilibrium saddle = solve_matrix_game(matrix(2, 3, {0.1, 0.9, 0.2, 0.4, 0.7, 0.5}));
  EXPECT_NEAR(saddle.value, 0.4, 1e-12);
  EXPECT_NEAR(saddle.rows[1], 1.0, 1e-12);
  EXPECT_NEAR(saddle.columns[0], 1.0, 1e-12);

  // {{a, b}, {c, d}} without one: value (ad - bc) / (a + d - b - c).
  const Equilibrium mixed = solve_matrix_game(matrix(2, 2, {0.8, 0.3, 0.2, 0.6}));
  EXPECT_NEAR(mixed.value, (0.8 * 0.6 - 0.3 * 0.2) / (0.8 + 0.6 - 0.3 - 0.2), 1e-12);
}

TEST(MatrixGame, NeitherPlayerGainsByDeviating) {
  Random random(7);
  for (int n = 0; n < 500; ++n) {
    PayoffMatrix payoff(1 + random.below(9), 1 + random.below(9));
    for (double& value : payoff.values) {
      // Many ties, zeros and ones, as in tables of one-sided matches.
      value = n % 2 == 0 ? random.uniform() : random.below(5) / 4.0;
    }
    const Equilibrium found = solve_matrix_game(payoff);
    EXPECT_NEAR(std::accumulate(found.rows.begin(), found.rows.end(), 0.0), 1.0, 1e-9);
    EXPECT_NEAR(std::accumulate(found.columns.begin(), found.columns.end(), 0.0), 1.0, 1e-9);
    EXPECT_LE(std::ranges::max(scores_of_rows(payoff, found.columns)), found.value + 1e-9);
    EXPECT_GE(std::ranges::min(scores_of_columns(payoff, found.rows)), found.value - 1e-9);
    const PureBand band = pure_band(payoff);
    EXPECT_LE(band.low, found.value + 1e-9);
    EXPECT_GE(band.high, found.value - 1e-9);
    EXPECT_EQ(band.low, payoff.at(band.row, band.against));
    EXPECT_EQ(band.high, payoff.at(band.by, band.column));
  }
}

TEST(MatrixGame, HasABand) {
  const PureBand band = pure_band(matrix(2, 2, {0.8, 0.3, 0.2, 0.6}));
  EXPECT_EQ(band.low, 0.3);
  EXPECT_EQ(band.row, 0U);
  EXPECT_EQ(band.against, 1U);
  EXPECT_EQ(band.high, 0.6);
  EXPECT_EQ(band.column, 1U);
  EXPECT_EQ(band.by, 1U);
}

TEST(MatrixGame, RefusesWhatIsNone) {
  EXPECT_THROW(solve_matrix_game({}), std::invalid_argument);
  EXPECT_THROW(solve_matrix_game(matrix(1, 1, {1.1})), std::invalid_argument);
  EXPECT_THROW(pure_band(matrix(1, 2, {0.5})), std::invalid_argument);
}

}  // namespace
}  // namespace tavlab
