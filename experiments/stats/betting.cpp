#include "experiments/stats/betting.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "experiments/stats/root.h"

namespace tavlab {
namespace {

/// The bets u, even in their logits from -10 to 4, each with the logarithm of its weight.
struct Bet {
  double u = 0.0;
  double log_weight = 0.0;
};
constexpr std::size_t kBets = 57;
constexpr double kScale = 0.1;

std::array<Bet, kBets> make_bets() {
  std::array<Bet, kBets> bets;
  double total = 0.0;
  for (std::size_t k = 0; k < kBets; ++k) {
    const double u = 1.0 / (1.0 + std::exp(10.0 - 0.25 * static_cast<double>(k)));
    const double width = u * (1.0 - u);  // in u, of an even step in the logit
    const double weight = width / (1.0 + u * u / (kScale * kScale));
    bets[k] = {u, std::log(weight)};
    total += weight;
  }
  for (Bet& bet : bets) bet.log_weight -= std::log(total);
  return bets;
}

const std::array<Bet, kBets>& all_bets() {
  static const std::array<Bet, kBets> bets = make_bets();
  return bets;
}

double log_sum_exp(std::span<const double> logs) {
  const double top = *std::max_element(logs.begin(), logs.end());
  double sum = 0.0;
  for (const double each : logs) sum += std::exp(each - top);
  return top + std::log(sum);
}

/// ln K+(m), or with `mirrored` ln K-(1 - m): then the scores are counted from 1 downwards.
double log_capital(std::span<const double> counts, double m, bool mirrored) {
  std::array<double, kBets> logs;
  for (std::size_t k = 0; k < kBets; ++k) logs[k] = all_bets()[k].log_weight;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double count = counts[mirrored ? counts.size() - 1 - i : i];
    if (count == 0.0) continue;
    const double score = static_cast<double>(i) / static_cast<double>(counts.size() - 1);
    const double gain = score / m - 1.0;  // of a bet of 1
    for (std::size_t k = 0; k < kBets; ++k)
      logs[k] += count * std::log(1.0 + all_bets()[k].u * gain);
  }
  return log_sum_exp(logs);
}

double log_both(std::span<const double> counts, double m) {
  const std::array<double, 2> sides = {log_capital(counts, m, false),
                                       log_capital(counts, 1.0 - m, true)};
  return log_sum_exp(sides) - std::log(2.0);
}

void check_counts(std::span<const double> counts) {
  for (const double count : counts) {
    if (!(count >= 0.0) || std::isinf(count)) {
      throw std::invalid_argument("betting: needs finite, non-negative counts");
    }
  }
  if (counts.size() < 2) throw std::invalid_argument("betting: needs at least two scores");
}

void check_mean(double m) {
  if (!(m > 0.0 && m < 1.0)) throw std::invalid_argument("betting: needs 0 < mean < 1");
}

void check_alpha(double alpha) {
  if (!(alpha > 0.0 && alpha < 1.0)) throw std::invalid_argument("betting: needs 0 < alpha < 1");
}

}  // namespace

double betting_log_e_equal(std::span<const double> counts, double m) {
  check_counts(counts);
  check_mean(m);
  return log_both(counts, m);
}

Interval betting_sequence(std::span<const double> counts, double alpha) {
  check_counts(counts);
  check_alpha(alpha);
  double total = 0.0;
  double points = 0.0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    total += counts[i];
    points += counts[i] * static_cast<double>(i) / static_cast<double>(counts.size() - 1);
  }
  if (total == 0.0) return {0.0, 1.0};
  // At the mean itself the capital is at most 1, as the logarithm is concave.
  return where_negative([&](double m) { return log_both(counts, m) + std::log(alpha); },
                        points / total);
}

}  // namespace tavlab
