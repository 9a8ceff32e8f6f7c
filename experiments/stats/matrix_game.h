#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace tavlab {

/// A number for each row and column: what the row player scores, from 0 to 1, the column player
/// getting the rest.
struct PayoffMatrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> values;  ///< row by row

  PayoffMatrix() = default;
  PayoffMatrix(std::size_t row_count, std::size_t column_count, double value = 0.0)
      : rows(row_count), columns(column_count), values(row_count * column_count, value) {}

  [[nodiscard]] double at(std::size_t row, std::size_t column) const {
    return values.at(row * columns + column);
  }
  [[nodiscard]] double& at(std::size_t row, std::size_t column) {
    return values.at(row * columns + column);
  }
};

/// An equilibrium of a matrix game: mixtures from which neither player gains by deviating.
struct Equilibrium {
  double value = 0.0;           ///< what the row player then scores
  std::vector<double> rows;     ///< probabilities of the rows
  std::vector<double> columns;  ///< of the columns
};

/// By linear programming (von Neumann 1928; Dantzig 1951), with Bland's rule (1977), so that it
/// ends. The value is unique, the mixtures may not be. Throws std::invalid_argument for a matrix
/// without entries or with one outside [0, 1], and what `between_steps`, called now and then,
/// throws.
Equilibrium solve_matrix_game(const PayoffMatrix& payoff,
                              const std::function<void()>& between_steps = {});

/// What the players can secure without mixing: the value of the game lies in [low, high].
struct PureBand {
  double low = 0.0;         ///< max over rows of min over columns
  double high = 1.0;        ///< min over columns of max over rows
  std::size_t row = 0;      ///< the first row that secures `low`
  std::size_t against = 0;  ///< the first column that holds it to that
  std::size_t column = 0;   ///< the first column that secures `high`
  std::size_t by = 0;       ///< the first row that scores it
};

/// Throws as solve_matrix_game does.
PureBand pure_band(const PayoffMatrix& payoff);

}  // namespace tavlab
