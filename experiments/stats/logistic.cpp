#include "experiments/stats/logistic.h"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <vector>

#include "experiments/stats/log_one_plus_exp.h"
#include "experiments/stats/normal.h"
#include "experiments/stats/root.h"

namespace tavlab {
namespace {

double log_likelihood(std::span<const ScoreAt> scores, const std::function<double(double)>& logit) {
  double sum = 0.0;
  for (const ScoreAt& each : scores) {
    const double x = logit(each.parameter);
    sum -= each.points * log_one_plus_exp(-x) + (each.games - each.points) * log_one_plus_exp(x);
  }
  return sum;
}

/// The same games with parameters of mean 0 and standard deviation 1 over the games.
struct Standardized {
  double centre = 0.0;
  double scale = 1.0;
  std::vector<ScoreAt> scores;
};

Standardized standardize(std::span<const ScoreAt> scores) {
  Standardized result;
  double games = 0.0;
  double sum = 0.0;
  for (const ScoreAt& each : scores) {
    if (!std::isfinite(each.parameter) || !(each.points >= 0.0 && each.points <= each.games) ||
        std::isinf(each.games)) {
      throw std::invalid_argument("fit_logistic: needs 0 <= points <= games at finite parameters");
    }
    games += each.games;
    sum += each.games * each.parameter;
  }
  result.centre = sum / games;
  double squares = 0.0;
  for (const ScoreAt& each : scores) {
    const double away = each.parameter - result.centre;
    squares += each.games * away * away;
  }
  if (!(squares > 0.0)) {
    throw std::invalid_argument("fit_logistic: needs games at two parameters or more");
  }
  result.scale = std::sqrt(squares / games);
  for (ScoreAt each : scores) {
    each.parameter = (each.parameter - result.centre) / result.scale;
    result.scores.push_back(each);
  }
  return result;
}

/// Newton's method on standardized parameters.
LogisticFit fit_standardized(std::span<const ScoreAt> scores) {
  constexpr int kSteps = 100;
  constexpr double kGreatestLogit = 30.0;
  LogisticFit fit;
  const auto likelihood = [&](double intercept, double slope) {
    return log_likelihood(scores, [=](double x) { return intercept + slope * x; });
  };
  fit.log_likelihood = likelihood(0.0, 0.0);
  for (int round = 0; round < kSteps; ++round) {
    double g0 = 0.0;
    double g1 = 0.0;
    double h00 = 0.0;
    double h01 = 0.0;
    double h11 = 0.0;
    for (const ScoreAt& each : scores) {
      const double p = 1.0 / (1.0 + std::exp(-fit.intercept - fit.slope * each.parameter));
      const double surplus = each.points - each.games * p;
      const double weight = each.games * p * (1.0 - p);
      g0 += surplus;
      g1 += surplus * each.parameter;
      h00 += weight;
      h01 += weight * each.parameter;
      h11 += weight * each.parameter * each.parameter;
    }
    const double determinant = h00 * h11 - h01 * h01;
    double step0 = (h11 * g0 - h01 * g1) / determinant;
    double step1 = (h00 * g1 - h01 * g0) / determinant;
    if (!std::isfinite(step0) || !std::isfinite(step1)) break;
    if (std::max(std::abs(step0), std::abs(step1)) < 1e-11) return fit;
    // Step halving while it overshoots (by more than rounding); the likelihood is concave.
    const double least = fit.log_likelihood - 1e-12 * std::abs(fit.log_likelihood);
    double next = likelihood(fit.intercept + step0, fit.slope + step1);
    for (int halving = 0; halving < 60 && !(next >= least); ++halving) {
      step0 /= 2.0;
      step1 /= 2.0;
      next = likelihood(fit.intercept + step0, fit.slope + step1);
    }
    fit.intercept += step0;
    fit.slope += step1;
    fit.log_likelihood = next;
    if (std::max(std::abs(fit.intercept), std::abs(fit.slope)) > kGreatestLogit) break;
  }
  throw std::invalid_argument(
      "fit_logistic: the likelihood has no finite maximum, a parameter separates all points won "
      "from "
      "all lost");
}

/// The greatest log-likelihood with the balance point at `point`.
double profile(std::span<const ScoreAt> scores, double point) {
  const double unit = 1.0 + std::abs(point);
  const auto surplus = [&](double slope) {
    double sum = 0.0;
    for (const ScoreAt& each : scores) {
      const double x = (each.parameter - point) / unit;
      sum += x * (each.points - each.games / (1.0 + std::exp(-slope * x)));
    }
    return sum;
  };
  // The surplus falls as the slope rises, and is 0 at the greatest likelihood.
  double slope = 0.0;
  if (surplus(0.0) != 0.0) {
    double end = surplus(0.0) > 0.0 ? 1.0 : -1.0;
    while (surplus(end) * end > 0.0) end *= 2.0;
    slope = find_root(surplus, std::min(0.0, end), std::max(0.0, end));
  }
  return log_likelihood(scores, [&](double x) { return slope * (x - point) / unit; });
}

double two_sided_quantile(double confidence) {
  if (!(confidence > 0.0 && confidence < 1.0)) {
    throw std::invalid_argument("balance interval: needs 0 < confidence < 1");
  }
  return normal_quantile((1.0 + confidence) / 2.0);
}

}  // namespace

double LogisticFit::balance_point() const { return -intercept / slope; }

double lack_of_fit_p_value(const LogisticFit& fit, std::span<const ScoreAt> scores) {
  if (scores.size() < 2) throw std::invalid_argument("lack_of_fit_p_value: needs two parameters");
  if (scores.size() == 2) return 1.0;
  double sum = 0.0;
  for (const ScoreAt& each : scores) {
    const double p = 1.0 / (1.0 + std::exp(-fit.intercept - fit.slope * each.parameter));
    const double away = each.points - each.games * p;
    sum += away * away / (each.games * p * (1.0 - p));
  }
  if (!std::isfinite(sum)) return 0.0;  // the curve is certain at a point
  const boost::math::chi_squared distribution(static_cast<double>(scores.size() - 2));
  return boost::math::cdf(boost::math::complement(distribution, sum));
}

LogisticFit fit_logistic(std::span<const ScoreAt> scores) {
  const Standardized standardized = standardize(scores);
  const LogisticFit inner = fit_standardized(standardized.scores);
  // Undo the standardization: the intercept at 0 is the inner line at -centre / scale.
  LogisticFit fit = inner;
  fit.slope = inner.slope / standardized.scale;
  fit.intercept = inner.intercept - standardized.centre / standardized.scale * inner.slope;
  return fit;
}

Interval balance_profile_interval(std::span<const ScoreAt> scores, double confidence) {
  const double z = two_sided_quantile(confidence);
  const Standardized standardized = standardize(scores);
  const LogisticFit fit = fit_standardized(standardized.scores);
  double points = 0.0;
  double games = 0.0;
  for (const ScoreAt& each : scores) {
    points += each.points;
    games += each.games;
  }
  // A point far away leaves a line without slope, at the score of all games together.
  const double flat_logit = std::log(points / (games - points));
  const double flat = log_likelihood(standardized.scores, [=](double) { return flat_logit; });
  if (2.0 * (fit.log_likelihood - flat) <= z * z) return kWholeLine;

  const auto excess = [&](double point) {
    return 2.0 * (fit.log_likelihood - profile(standardized.scores, point)) - z * z;
  };
  const double centre = fit.balance_point();
  const auto end = [&](double direction) {
    double step = direction;
    while (excess(centre + step) <= 0.0) {
      step *= 2.0;
      if (std::isinf(step)) return step;
    }
    const double far = centre + step;
    return standardized.centre +
           standardized.scale * find_root(excess, std::min(centre, far), std::max(centre, far));
  };
  return {end(-1.0), end(1.0)};
}

}  // namespace tavlab
