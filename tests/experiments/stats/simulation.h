#pragma once

#include <array>
#include <cstddef>

#include "core/random.h"
#include "core/result_counts.h"
#include "experiments/stats/normal.h"

namespace tavlab {

/// The share of trials in which something held.
class Rate {
 public:
  void add(bool so) {
    ++count_;
    so_ += so ? 1 : 0;
  }
  [[nodiscard]] double value() const {
    return static_cast<double>(so_) / static_cast<double>(count_);
  }

 private:
  std::size_t count_ = 0;
  std::size_t so_ = 0;
};

/// Probabilities of the results of a game; the rest are losses.
struct Chances {
  double win = 0.0;
  double draw = 0.0;

  [[nodiscard]] double score() const { return win + draw / 2.0; }
};

/// A game's score, 1, 1/2 or 0, with these probabilities.
inline double draw_score(Random& random, const Chances& p) {
  const double x = random.uniform();
  if (x < p.win) return 1.0;
  return x < p.win + p.draw ? 0.5 : 0.0;
}

inline void count_score(ResultCounts& games, double score) {
  ++(score == 1.0 ? games.wins : score == 0.0 ? games.losses : games.draws);
}

/// In ascending order of scores: 0, 1/2, 1.
inline std::array<double, 3> by_score(const ResultCounts& games) {
  return {static_cast<double>(games.losses), static_cast<double>(games.draws),
          static_cast<double>(games.wins)};
}

inline double draw_normal(Random& random) {
  return normal_quantile(random.uniform() + 0x1.0p-54);  // never 0
}

}  // namespace tavlab
