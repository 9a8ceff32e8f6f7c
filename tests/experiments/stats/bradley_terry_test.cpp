#include "experiments/stats/bradley_terry.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "experiments/stats/elo.h"
#include "tests/experiments/stats/oracle.h"

namespace tavlab {
namespace {

constexpr BradleyTerryModel kPlain{.advantage = false};

TEST(BradleyTerry, AgreesWithKataGo) {
  for (const auto& vector : oracle("bradley_terry_katago")) {
    const auto& matrix = vector.at("win_matrix");
    std::vector<Pairing> games;
    for (std::size_t i = 0; i < matrix.size(); ++i) {
      for (std::size_t j = 0; j < matrix.size(); ++j) {
        if (i == j) continue;
        const auto& cell = matrix.at(i).at(j);
        games.push_back(
            {.first = i, .second = j, .results = {.wins = cell.at(0), .losses = cell.at(1)}});
      }
    }
    // This many wins, and as many losses, against an opponent at 0.
    const double prior = 2.0 * vector.at("prior").get<double>();
    const BradleyTerryFit fit =
        fit_bradley_terry(games, {.advantage = false, .prior_games = prior});
    for (std::size_t i = 0; i < matrix.size(); ++i) {
      EXPECT_NEAR(fit.first[i].value * kEloPerLogit, vector.at("elos").at(i),
                  vector.at("tol_abs").get<double>())
          << vector;
    }
  }
}

// The server's prior is draws against a player's parent. Its uncertainty of a player takes the
// others as known: 1 / u^2 is the sum of 1 / error^2 over its opponents, which along a tree of
// players are the errors of differences.
TEST(BradleyTerry, AgreesWithTheKataGoServer) {
  struct Met {
    std::size_t player, other;
    ResultCounts results;
  };
  const std::vector<std::vector<Met>> matches = {{{0, 1, {4, 4, 10}}},
                                                 {{0, 1, {8, 3 + 1 + 4, 32}}},
                                                 {{0, 1, {10, 4, 4}},
                                                  {0, 2, {0, 5 + 3 + 4, 6}},
                                                  {2, 3, {5, 3 + 7 + 4, 17}},
                                                  {3, 4, {6, 4, 38}}}};
  const auto vectors = oracle("bradley_terry_katago_server");
  ASSERT_EQ(vectors.size(), matches.size());
  for (std::size_t k = 0; k < matches.size(); ++k) {
    std::vector<Pairing> games;
    for (const Met& met : matches[k]) {
      games.push_back({.first = met.player, .second = met.other, .results = met.results});
    }
    const BradleyTerryFit fit = fit_bradley_terry(games, kPlain);
    const auto& expected = vectors.at(k);
    ASSERT_EQ(fit.first.size(), expected.at("log_gamma").size());
    std::vector<double> precision(fit.first.size(), 0.0);
    for (const Met& met : matches[k]) {
      const double error = fit.first_difference(met.player, met.other).standard_error;
      precision[met.player] += 1.0 / (error * error);
      precision[met.other] += 1.0 / (error * error);
    }
    for (std::size_t i = 0; i < fit.first.size(); ++i) {
      EXPECT_NEAR(fit.first_difference(i, 0).value, expected.at("log_gamma").at(i), 1e-10);
      EXPECT_NEAR(1.0 / std::sqrt(precision[i]), expected.at("uncertainty").at(i), 1e-10);
    }
  }
}

struct Baseball {
  std::map<std::string, std::size_t> teams;
  std::vector<Pairing> games;
  double log_coefficients = 0.0;  // of the binomial likelihood
  double log_saturated = 0.0;     // likelihood of the shares themselves, without coefficients
};

Baseball read_baseball(const nlohmann::json& data) {
  Baseball baseball;
  for (const auto& row : data) {
    std::string names[2];
    for (const int side : {0, 1}) {
      std::string name = row.at(static_cast<std::size_t>(side));
      std::erase(name, ' ');
      baseball.teams.emplace(name, baseball.teams.size());
      names[side] = name;
    }
    const std::uint64_t won = row.at(2), lost = row.at(3);
    const auto wins = static_cast<double>(won), losses = static_cast<double>(lost);
    baseball.games.push_back({.first = baseball.teams[names[0]],
                              .second = baseball.teams[names[1]],
                              .results = {.wins = won, .losses = lost}});
    const double n = wins + losses;
    baseball.log_coefficients +=
        std::lgamma(n + 1.0) - std::lgamma(wins + 1.0) - std::lgamma(losses + 1.0);
    if (wins > 0.0) baseball.log_saturated += wins * std::log(wins / n);
    if (losses > 0.0) baseball.log_saturated += losses * std::log(losses / n);
  }
  return baseball;
}

TEST(BradleyTerry, AgreesWithR) {
  const auto expected = oracle("bradley_terry_home_advantage");
  const Baseball baseball = read_baseball(expected.at("data"));
  const std::size_t base = baseball.teams.at("Baltimore");
  const auto check = [&](const BradleyTerryFit& fit, const nlohmann::json& model) {
    for (const auto& [team, value] : model.at("coef").items()) {
      const LogitEstimate ability = fit.first_difference(baseball.teams.at(team), base);
      EXPECT_NEAR(ability.value, value, 1e-7) << team;
      EXPECT_NEAR(ability.standard_error, model.at("se").at(team), 1e-6) << team;
    }
    EXPECT_NEAR(fit.log_likelihood + baseball.log_coefficients,
                model.at("logLik_with_binomial_coef"), 1e-7);
    EXPECT_NEAR(2.0 * (baseball.log_saturated - fit.log_likelihood), model.at("deviance"), 1e-5);
    EXPECT_EQ(baseball.games.size() - fit.free_parameters, model.at("df"));
  };
  const BradleyTerryFit without = fit_bradley_terry(baseball.games, kPlain);
  check(without, expected.at("model1"));
  const BradleyTerryFit with = fit_bradley_terry(baseball.games, {});
  check(with, expected.at("model2"));
  ASSERT_EQ(with.advantage.size(), 1U);
  EXPECT_NEAR(with.advantage[0].value, expected.at("model2").at("home"), 1e-7);
  EXPECT_NEAR(with.advantage[0].standard_error, expected.at("model2").at("home_se"), 1e-6);

  const LikelihoodRatioTest test = likelihood_ratio_test(without, with);
  EXPECT_NEAR(test.statistic, expected.at("model2").at("lr_test_chi2"), 1e-5);
  EXPECT_EQ(test.degrees, 1U);
  EXPECT_NEAR(test.p_value, std::erfc(std::sqrt(test.statistic / 2.0)), 1e-12);

  double sum = 0.0;
  for (const LogitEstimate& rating : with.first) sum += rating.value;
  EXPECT_NEAR(sum, 0.0, 1e-10);
}

TEST(BradleyTerry, OfTwoPlayersIsALogit) {
  const std::vector<Pairing> games = {
      {.first = 0, .second = 1, .results = {.wins = 30, .draws = 10, .losses = 20}}};
  const LogitEstimate difference = fit_bradley_terry(games, kPlain).first_difference(0, 1);
  EXPECT_NEAR(difference.value, std::log(35.0 / 25.0), 1e-12);
  EXPECT_NEAR(difference.standard_error, std::sqrt(1.0 / 35.0 + 1.0 / 25.0), 1e-12);
}

/// At the maximum the expected counts sum to the observed ones, for every parameter.
void expect_counts(const BradleyTerryFit& fit, const std::vector<Pairing>& games) {
  std::map<std::size_t, double> first, second, variant;
  for (const Pairing& each : games) {
    double x = fit.first[each.first].value - fit.second[each.second].value;
    if (!fit.advantage.empty()) x += fit.advantage[each.variant].value;
    const double score = 1.0 / (1.0 + std::exp(-x));
    const double surplus =
        each.results.points() - static_cast<double>(each.results.finished()) * score;
    first[each.first] += surplus;
    second[each.second] += surplus;
    variant[each.variant] += surplus;
  }
  if (!fit.advantage.empty()) {
    for (const auto& [v, surplus] : variant) EXPECT_NEAR(surplus, 0.0, 1e-8);
  }
  for (const auto& [player, surplus] : first) {
    EXPECT_NEAR(surplus - second[player], 0.0, 1e-8) << player;
  }
}

const std::vector<Pairing> kTwoVariants = {
    {.first = 0, .second = 1, .variant = 0, .results = {20, 10, 10}},
    {.first = 1, .second = 0, .variant = 0, .results = {12, 8, 20}},
    {.first = 1, .second = 2, .variant = 0, .results = {25, 5, 10}},
    {.first = 2, .second = 0, .variant = 0, .results = {8, 6, 26}},
    {.first = 0, .second = 2, .variant = 1, .results = {15, 20, 5}},
    {.first = 2, .second = 1, .variant = 1, .results = {6, 18, 16}},
    {.first = 2, .second = 0, .variant = 1, .results = {4, 15, 21}},
};

TEST(BradleyTerry, MeetsTheCountsInEveryModel) {
  for (const bool advantage : {false, true}) {
    for (const bool per_side : {false, true}) {
      const BradleyTerryModel model{.advantage = advantage, .rating_per_side = per_side};
      const BradleyTerryFit fit = fit_bradley_terry(kTwoVariants, model);
      expect_counts(fit, kTwoVariants);
      EXPECT_EQ(fit.first.size(), 3U);
      EXPECT_EQ(fit.advantage.size(), advantage ? 2U : 0U);
      const std::size_t ratings = per_side ? (advantage ? 4U : 5U) : 2U;
      EXPECT_EQ(fit.free_parameters, ratings + fit.advantage.size());
    }
  }
}

TEST(BradleyTerry, DoesNotDependOnTheOrderOfGamesAndPlayers) {
  std::vector<Pairing> turned(kTwoVariants.rbegin(), kTwoVariants.rend());
  for (Pairing& each : turned) {
    each.first = 2 - each.first;
    each.second = 2 - each.second;
  }
  const BradleyTerryModel model{.rating_per_side = true};
  const BradleyTerryFit one = fit_bradley_terry(kTwoVariants, model);
  const BradleyTerryFit other = fit_bradley_terry(turned, model);
  EXPECT_NEAR(one.log_likelihood, other.log_likelihood, 1e-9);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(one.first[i].value, other.first[2 - i].value, 1e-9);
    EXPECT_NEAR(one.second[i].standard_error, other.second[2 - i].standard_error, 1e-9);
  }
  EXPECT_NEAR(one.first_difference(0, 2).standard_error,
              other.first_difference(2, 0).standard_error, 1e-9);
}

TEST(BradleyTerry, TestsWhetherPlayersAreEqualOnBothSides) {
  // Player 0 is strong on the first side, 1 on the second.
  const std::vector<Pairing> uneven = {{.first = 0, .second = 1, .results = {50, 0, 50}},
                                       {.first = 1, .second = 0, .results = {50, 0, 50}},
                                       {.first = 0, .second = 2, .results = {80, 0, 20}},
                                       {.first = 2, .second = 0, .results = {60, 0, 40}},
                                       {.first = 1, .second = 2, .results = {60, 0, 40}},
                                       {.first = 2, .second = 1, .results = {20, 0, 80}}};
  const LikelihoodRatioTest found = test_equal_on_both_sides(uneven, {});
  EXPECT_EQ(found.degrees, 2U);
  EXPECT_LT(found.p_value, 1e-6);
  // Expected counts of players with one rating each, up to rounding.
  constexpr double kMany = 1e9;
  std::vector<Pairing> even;
  for (const auto& [i, j] : {std::pair{0U, 1U}, {1U, 0U}, {0U, 2U}, {2U, 0U}, {1U, 2U}, {2U, 1U}}) {
    const double x = 0.5 * (static_cast<double>(i) - static_cast<double>(j)) + 0.3;
    const double p = 1.0 / (1.0 + std::exp(-x));
    const auto wins = static_cast<std::uint64_t>(std::llround(kMany * p));
    even.push_back({.first = i,
                    .second = j,
                    .results = {.wins = wins, .losses = static_cast<std::uint64_t>(kMany) - wins}});
  }
  const LikelihoodRatioTest none = test_equal_on_both_sides(even, {});
  EXPECT_NEAR(none.statistic, 0.0, 1e-5);
  EXPECT_NEAR(none.p_value, 1.0, 1e-5);
  // Without an advantage parameter, separate ratings of the sides absorb it, too.
  EXPECT_EQ(test_equal_on_both_sides(even, kPlain).degrees, 3U);
  EXPECT_THROW(test_equal_on_both_sides(even, {.prior_games = 1.0}), std::invalid_argument);
}

// Games without a single finite maximum: refused without a prior, and fine with one.
TEST(BradleyTerry, NeedsAPriorWhereTheGamesDoNotDecide) {
  const std::vector<std::vector<Pairing>> undecided = {
      {{.first = 0, .second = 1, .results = {.wins = 1000}}},
      {{.first = 0, .second = 1, .results = {.wins = 10, .losses = 5}},
       {.first = 2, .second = 3, .results = {.wins = 10, .losses = 5}}},
      {{.first = 0, .second = 1, .results = {.wins = 10, .losses = 5}},
       {.first = 2, .second = 0, .results = {.wins = 30}},
       {.first = 1, .second = 2, .results = {.losses = 1'000'000}}},
      // The first side always won.
      {{.first = 0, .second = 1, .results = {.wins = 10}},
       {.first = 1, .second = 0, .results = {.wins = 10}}},
      // Only one of two sides played: rating and advantage cannot be told apart.
      {{.first = 0, .second = 1, .results = {.wins = 10, .losses = 5}}},
  };
  for (const std::vector<Pairing>& games : undecided) {
    EXPECT_THROW(fit_bradley_terry(games, {}), std::invalid_argument);
    for (const double prior : {0.01, 2.0}) {
      const BradleyTerryFit fit =
          fit_bradley_terry(games, {.rating_per_side = true, .prior_games = prior});
      for (const LogitEstimate& rating : fit.first) {
        EXPECT_TRUE(std::isfinite(rating.value));
        EXPECT_GT(rating.standard_error, 0.0);
      }
      EXPECT_TRUE(std::isfinite(fit.advantage[0].standard_error));
    }
  }
}

TEST(BradleyTerry, ShrinksToTheAverageUnderAStrongPrior) {
  const std::vector<Pairing> games = {
      {.first = 0, .second = 1, .results = {.wins = 10, .losses = 5}}};
  double before = INFINITY;
  for (const double prior : {0.1, 1.0, 10.0, 1000.0}) {
    const double difference = fit_bradley_terry(games, {.advantage = false, .prior_games = prior})
                                  .first_difference(0, 1)
                                  .value;
    EXPECT_LT(difference, before);
    EXPECT_GT(difference, 0.0);
    before = difference;
  }
}

TEST(BradleyTerry, RefusesWhatCannotBe) {
  const auto fit = [](const Pairing& pairing) {
    return fit_bradley_terry(std::vector<Pairing>{pairing}, {});
  };
  EXPECT_THROW(fit_bradley_terry({}, {}), std::invalid_argument);
  EXPECT_THROW(fit({.first = 1, .second = 1, .results = {.wins = 1}}), std::invalid_argument);
  EXPECT_THROW(fit_bradley_terry(kTwoVariants, {.prior_games = -1.0}), std::invalid_argument);
  const BradleyTerryFit small = fit_bradley_terry(kTwoVariants, kPlain);
  EXPECT_THROW(likelihood_ratio_test(small, small), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(small.first_difference(0, 3)), std::out_of_range);
}

}  // namespace
}  // namespace tavlab
