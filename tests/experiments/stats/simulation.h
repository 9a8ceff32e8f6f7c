#pragma once

#include <cstddef>

#include "core/random.h"
#include "experiments/stats/counts.h"
#include "experiments/stats/normal.h"

namespace tavlab {

/// How often something was so.
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

/// A game's score, 1, 1/2 or 0, with these probabilities.
inline double draw_score(Random& random, const GameCounts& p) {
  const double x = random.uniform();
  if (x < p.wins) return 1.0;
  return x < p.wins + p.draws ? 0.5 : 0.0;
}

inline void count_score(GameCounts& games, double score) {
  (score == 1.0 ? games.wins : score == 0.0 ? games.losses : games.draws) += 1.0;
}

inline double draw_normal(Random& random) {
  return normal_quantile(random.uniform() + 0x1.0p-54);  // never 0
}

}  // namespace tavlab
