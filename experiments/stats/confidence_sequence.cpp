#include "experiments/stats/confidence_sequence.h"

#include <algorithm>
#include <boost/math/special_functions/zeta.hpp>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "experiments/stats/normal.h"
#include "experiments/stats/root.h"

namespace tavlab {
namespace {

void check_mixture(double s, double v, double rho) {
  if (std::isfinite(s) && v >= 0.0 && std::isfinite(v) && rho > 0.0) return;
  throw std::invalid_argument("normal mixture: needs a finite sum, v >= 0 and rho > 0");
}

double log_threshold(double alpha) {
  if (alpha > 0.0 && alpha < 1.0) return -std::log(alpha);
  throw std::invalid_argument("confidence sequence: needs 0 < alpha < 1");
}

}  // namespace

double normal_mixture_rho(double v, double alpha) {
  if (!(v > 0.0)) throw std::invalid_argument("normal_mixture_rho: needs v > 0");
  const double twice = 2.0 * log_threshold(alpha);
  return v / (twice + std::log1p(twice));
}

double normal_log_mixture(double s, double v, double rho) {
  check_mixture(s, v, rho);
  return (s * s / (v + rho) - std::log1p(v / rho)) / 2.0;
}

double normal_mixture_bound(double v, double alpha, double rho) {
  check_mixture(0.0, v, rho);
  return std::sqrt((v + rho) * (std::log1p(v / rho) + 2.0 * log_threshold(alpha)));
}

double one_sided_normal_log_mixture(double s, double v, double rho) {
  return normal_log_mixture(s, v, rho) + std::numbers::ln2 + log_normal_cdf(s / std::sqrt(v + rho));
}

double one_sided_normal_mixture_bound(double v, double alpha, double rho) {
  // For s > 0 the one-sided average is the larger of the two, so that its bound is the smaller.
  const double threshold = log_threshold(alpha);
  return find_root([&](double s) { return one_sided_normal_log_mixture(s, v, rho) - threshold; },
                   0.0, normal_mixture_bound(v, alpha, rho));
}

double poly_stitching_bound(double v, double alpha, double v_min, double c) {
  check_mixture(c, v, v_min);
  constexpr double kPower = 1.4;
  constexpr double kRatio = 2.0;
  const double k1 = (std::pow(kRatio, 0.25) + std::pow(kRatio, -0.25)) / std::numbers::sqrt2;
  const double k2 = (std::sqrt(kRatio) + 1.0) / 2.0;
  const double time = std::max(v, v_min);
  const double l = kPower * std::log(std::log(kRatio * time / v_min)) +
                   std::log(boost::math::zeta(kPower) / std::pow(std::log(kRatio), kPower)) +
                   log_threshold(alpha);
  return std::sqrt(k1 * k1 * time * l + k2 * k2 * c * c * l * l) + k2 * c * l;
}

Interval hoeffding_sequence(double sum, double count, double best_at, double alpha) {
  if (!(sum >= 0.0 && sum <= count)) {
    throw std::invalid_argument("hoeffding_sequence: needs 0 <= sum <= count");
  }
  const double rho = normal_mixture_rho(best_at / 4.0, alpha);
  if (count == 0.0) return {0.0, 1.0};
  const double half = normal_mixture_bound(count / 4.0, alpha, rho) / count;
  return {std::max(sum / count - half, 0.0), std::min(sum / count + half, 1.0)};
}

EmpiricalBernsteinSequence::EmpiricalBernsteinSequence(double alpha, double v_min)
    : alpha_(alpha), v_min_(v_min) {
  log_threshold(alpha);
  if (!(v_min > 0.0)) throw std::invalid_argument("EmpiricalBernsteinSequence: needs v_min > 0");
}

void EmpiricalBernsteinSequence::add(double value) {
  if (!(value >= 0.0 && value <= 1.0)) {
    throw std::invalid_argument("EmpiricalBernsteinSequence: needs values in [0, 1]");
  }
  const double before = count_ == 0 ? 0.5 : sum_ / static_cast<double>(count_);
  v_ += (value - before) * (value - before);
  sum_ += value;
  ++count_;
}

Interval EmpiricalBernsteinSequence::interval() const {
  if (count_ == 0) return {0.0, 1.0};
  const auto n = static_cast<double>(count_);
  const double half = poly_stitching_bound(v_, alpha_ / 2.0, v_min_, 1.0) / n;
  return {std::max(sum_ / n - half, 0.0), std::min(sum_ / n + half, 1.0)};
}

}  // namespace tavlab
