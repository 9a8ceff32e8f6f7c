#include "experiments/stats/matrix_game.h"

#include <algorithm>
#include <stdexcept>

namespace tavlab {
namespace {

constexpr double kTiny = 1e-12;

void check(const PayoffMatrix& payoff) {
  if (payoff.rows == 0 || payoff.columns == 0 ||
      payoff.values.size() != payoff.rows * payoff.columns) {
    throw std::invalid_argument("matrix game: no entries");
  }
  for (const double value : payoff.values) {
    if (!(value >= 0.0 && value <= 1.0)) {
      throw std::invalid_argument("matrix game: an entry outside [0, 1]");
    }
  }
}

/// The program of the column player, max sum y with A y <= 1 and y >= 0, where A is the matrix plus
/// one: positive, so that y = 0 is feasible and the program is bounded.
class Simplex {
 public:
  explicit Simplex(const PayoffMatrix& payoff)
      : rows_(payoff.rows), columns_(payoff.columns), width_(rows_ + columns_ + 1) {
    tableau_.assign((rows_ + 1) * width_, 0.0);
    for (std::size_t i = 0; i < rows_; ++i) {
      for (std::size_t j = 0; j < columns_; ++j) cell(i, j) = payoff.at(i, j) + 1.0;
      cell(i, columns_ + i) = 1.0;
      cell(i, width_ - 1) = 1.0;
      basis_.push_back(columns_ + i);
    }
    for (std::size_t j = 0; j < columns_; ++j) cell(rows_, j) = -1.0;
  }

  Equilibrium solve(const std::function<void()>& between_steps) {
    while (step()) {
      if (between_steps) between_steps();
    }
    const double sum = cell(rows_, width_ - 1);
    Equilibrium found;
    found.value = std::clamp(1.0 / sum - 1.0, 0.0, 1.0);
    found.rows.assign(rows_, 0.0);
    found.columns.assign(columns_, 0.0);
    for (std::size_t i = 0; i < rows_; ++i) {
      found.rows[i] = std::max(0.0, cell(rows_, columns_ + i) / sum);
      if (basis_[i] < columns_) found.columns[basis_[i]] = std::max(0.0, cell(i, width_ - 1) / sum);
    }
    return found;
  }

 private:
  double& cell(std::size_t row, std::size_t column) { return tableau_[row * width_ + column]; }

  /// Bland's rule: the first column that improves enters; of the rows that limit it, the one of the
  /// first variable leaves.
  bool step() {
    std::size_t enters = 0;
    while (enters + 1 < width_ && cell(rows_, enters) >= -kTiny) ++enters;
    if (enters + 1 == width_) return false;
    std::size_t leaves = rows_;
    double least = 0.0;
    for (std::size_t i = 0; i < rows_; ++i) {
      if (cell(i, enters) <= kTiny) continue;
      const double ratio = cell(i, width_ - 1) / cell(i, enters);
      const bool better = leaves == rows_ || ratio < least - kTiny ||
                          (ratio < least + kTiny && basis_[i] < basis_[leaves]);
      if (!better) continue;
      leaves = i;
      least = ratio;
    }
    if (leaves == rows_) throw std::logic_error("matrix game: unbounded");
    pivot(leaves, enters);
    return true;
  }

  void pivot(std::size_t row, std::size_t column) {
    const double by = cell(row, column);
    for (std::size_t j = 0; j < width_; ++j) cell(row, j) /= by;
    for (std::size_t i = 0; i <= rows_; ++i) {
      const double factor = cell(i, column);
      if (i == row || factor == 0.0) continue;
      for (std::size_t j = 0; j < width_; ++j) cell(i, j) -= factor * cell(row, j);
    }
    basis_[row] = column;
  }

  std::size_t rows_, columns_, width_;
  std::vector<double> tableau_;  ///< the last row is the objective, the last column the bounds
  std::vector<std::size_t> basis_;
};

}  // namespace

Equilibrium solve_matrix_game(const PayoffMatrix& payoff,
                              const std::function<void()>& between_steps) {
  check(payoff);
  return Simplex(payoff).solve(between_steps);
}

PureBand pure_band(const PayoffMatrix& payoff) {
  check(payoff);
  PureBand band{-1.0, 2.0};
  for (std::size_t i = 0; i < payoff.rows; ++i) {
    std::size_t worst = 0;
    for (std::size_t j = 1; j < payoff.columns; ++j) {
      if (payoff.at(i, j) < payoff.at(i, worst)) worst = j;
    }
    if (payoff.at(i, worst) <= band.low) continue;
    band.low = payoff.at(i, worst);
    band.row = i;
    band.against = worst;
  }
  for (std::size_t j = 0; j < payoff.columns; ++j) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < payoff.rows; ++i) {
      if (payoff.at(i, j) > payoff.at(best, j)) best = i;
    }
    if (payoff.at(best, j) >= band.high) continue;
    band.high = payoff.at(best, j);
    band.column = j;
    band.by = best;
  }
  return band;
}

}  // namespace tavlab
