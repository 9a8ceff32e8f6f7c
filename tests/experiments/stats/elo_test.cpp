#include "experiments/stats/elo.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "tests/experiments/stats/oracle.h"

namespace tavlab {
namespace {

/// What fastchess's tests state, to the relative tolerance given, and the recomputed digits.
void check_match(const EloEstimate& estimate, const nlohmann::json& vector) {
  const double tolerance = vector.at("tol_rel");
  const auto& digits = vector.at("recomputed");
  const auto check = [&](const char* name, double value) {
    if (vector.contains(name)) {
      const double stated = vector.at(name);
      EXPECT_NEAR(value, stated, tolerance * std::abs(stated)) << name << vector;
    }
    EXPECT_NEAR(value, digits.at(name), 2e-6) << name << vector;
  };
  check("score", estimate.score.value);
  check("elo", estimate.elo.value);
  check("elo_err95", estimate.elo.error95);
  check("nelo", estimate.normalized_elo.value);
  check("nelo_err95", estimate.normalized_elo.error95);
  EXPECT_NEAR(estimate.superiority, digits.at("los"), 6e-6) << vector;
  if (vector.contains("los")) {
    EXPECT_NEAR(100.0 * estimate.superiority, std::stod(vector.at("los").get<std::string>()), 6e-3)
        << vector;
  }
}

TEST(EstimateElo, AgreesWithPublishedMatches) {
  for (const auto& vector : oracle("elo_wdl")) {
    check_match(estimate_elo(ResultCounts{
                    .wins = vector.at("W"), .draws = vector.at("D"), .losses = vector.at("L")}),
                vector);
  }
}

TEST(EstimateElo, AgreesWithPublishedPairs) {
  for (const auto& vector : oracle("elo_pentanomial")) {
    const auto even = vector.at("WL").get<std::uint64_t>() + vector.at("DD").get<std::uint64_t>();
    check_match(estimate_elo(PairCounts{
                    {vector.at("LL"), vector.at("LD"), even, vector.at("WD"), vector.at("WW")}}),
                vector);
  }
}

TEST(EstimateElo, AgreesWithFishtest) {
  for (const auto& vector : oracle("elo_simple_fishtest")) {
    const EloEstimate estimate = estimate_elo(pairs_of(vector.at("ptnml")));
    const auto& result = vector.at("result");
    EXPECT_NEAR(estimate.elo.value, result.at("elo"), 1e-9);
    EXPECT_NEAR(estimate.elo.error95, result.at("elo95"), 1e-9);
    EXPECT_NEAR(estimate.superiority, result.at("los"), 1e-12);
  }
}

// OpenBench uses Student's quantile, not the normal one: the same to four digits at 44841 pairs.
TEST(EstimateElo, AgreesWithOpenBench) {
  for (const auto& vector : oracle("openbench")) {
    const EloEstimate estimate = estimate_elo(pairs_of(vector.at("ptnml")));
    const auto& elo = vector.at("elo_lower_mid_upper_student_t");
    EXPECT_NEAR(estimate.elo_interval.low, elo.at(0), 5e-5);
    EXPECT_NEAR(estimate.elo.value, elo.at(1), 1e-12);
    EXPECT_NEAR(estimate.elo_interval.high, elo.at(2), 5e-5);
  }
}

TEST(EstimateElo, TurnsWithTheSides) {
  const EloEstimate one = estimate_elo(ResultCounts{.wins = 40, .draws = 30, .losses = 20});
  const EloEstimate other = estimate_elo(ResultCounts{.wins = 20, .draws = 30, .losses = 40});
  EXPECT_NEAR(one.elo.value, -other.elo.value, 1e-12);
  EXPECT_NEAR(one.elo_interval.low, -other.elo_interval.high, 1e-12);
  EXPECT_NEAR(one.normalized_elo.value, -other.normalized_elo.value, 1e-12);
  EXPECT_NEAR(one.superiority, 1.0 - other.superiority, 1e-15);
}

// Pairs of independent games carry the same information as the games.
TEST(EstimateElo, OfIndependentPairsIsThatOfGames) {
  const std::uint64_t w = 5, d = 3, l = 2;  // of ten games each of a pair
  const EloEstimate games =
      estimate_elo(ResultCounts{.wins = 20 * w, .draws = 20 * d, .losses = 20 * l});
  const EloEstimate pairs =
      estimate_elo(PairCounts{{l * l, 2 * l * d, d * d + 2 * w * l, 2 * w * d, w * w}});
  EXPECT_NEAR(games.score.value, pairs.score.value, 1e-12);
  EXPECT_NEAR(games.score.error95, pairs.score.error95, 1e-12);
  EXPECT_NEAR(games.elo.error95, pairs.elo.error95, 1e-9);
  EXPECT_NEAR(games.normalized_elo.value, pairs.normalized_elo.value, 1e-9);
  EXPECT_NEAR(games.normalized_elo.error95, pairs.normalized_elo.error95, 1e-9);
  EXPECT_NEAR(games.superiority, pairs.superiority, 1e-12);
}

TEST(EstimateElo, SaysWhereItKnowsNothing) {
  const EloEstimate none = estimate_elo(ResultCounts{});
  EXPECT_TRUE(std::isnan(none.score.value));
  EXPECT_TRUE(std::isnan(none.superiority));
  EXPECT_EQ(none.elo_interval.high, INFINITY);
  const EloEstimate all_won = estimate_elo(ResultCounts{.wins = 10});
  EXPECT_EQ(all_won.score.value, 1.0);
  EXPECT_EQ(all_won.elo.value, INFINITY);
  EXPECT_TRUE(std::isnan(all_won.score.error95));
  EXPECT_TRUE(std::isnan(all_won.elo.error95));
  EXPECT_TRUE(std::isnan(all_won.normalized_elo.value));
  EXPECT_NEAR(all_won.superiority, 0.99922, 1e-5);  // Phi(sqrt(10))
  EXPECT_NEAR(all_won.elo_interval.low, elo_from_score(wilson_interval(10, 10).low), 1e-9);
  EXPECT_EQ(all_won.elo_interval.high, INFINITY);
  const EloEstimate all_shared = estimate_elo(PairCounts{{0, 0, 50, 0, 0}});
  EXPECT_EQ(all_shared.elo.value, 0.0);
  EXPECT_EQ(all_shared.superiority, 0.5);
  EXPECT_TRUE(std::isnan(all_shared.elo.error95));
  EXPECT_NEAR(all_shared.elo_interval.high, -all_shared.elo_interval.low, 1e-9);
  const EloEstimate one_lost = estimate_elo(ResultCounts{.wins = 3, .losses = 1});
  EXPECT_EQ(one_lost.elo_interval.high, INFINITY);
  EXPECT_TRUE(std::isnan(estimate_elo(ResultCounts{.unfinished = 5}).score.value));
}

TEST(Elo, IsTheInverseOfScore) {
  EXPECT_EQ(elo_from_score(0.5), 0.0);
  EXPECT_NEAR(elo_from_score(0.75), 400.0 * std::log10(3.0), 1e-12);
  EXPECT_NEAR(score_from_elo(400.0), 10.0 / 11.0, 1e-15);
  EXPECT_EQ(elo_from_score(0.0), -INFINITY);
  EXPECT_EQ(elo_from_score(1.0), INFINITY);
  for (const double elo : {-700.0, -20.0, 0.5, 300.0}) {
    EXPECT_NEAR(elo_from_score(score_from_elo(elo)), elo, 1e-10);
  }
  EXPECT_THROW(elo_from_score(-0.1), std::invalid_argument);
  EXPECT_THROW(elo_from_score(1.1), std::invalid_argument);
  EXPECT_THROW(elo_from_score(NAN), std::invalid_argument);
}

}  // namespace
}  // namespace tavlab
