// The native part of tavlab.stats.
#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/result_counts.h"
#include "experiments/stats/betting.h"
#include "experiments/stats/bradley_terry.h"
#include "experiments/stats/elo.h"
#include "experiments/stats/interval.h"
#include "experiments/stats/matrix_game.h"
#include "experiments/stats/multiple.h"
#include "experiments/stats/sprt.h"
#include "python/bindings.h"

namespace py = pybind11;

namespace tavlab::python {
namespace {

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// Numbers of one row. Throws ValueError.
std::vector<double> row(const Numbers& array, const char* name, bool counts) {
  if (array.ndim() != 1) {
    throw py::value_error(fmt::format("{}: must have one dimension", name));
  }
  std::vector<double> numbers(array.data(), array.data() + array.size());
  for (const double each : numbers) {
    if (std::isfinite(each) && (!counts || (each >= 0 && each == std::floor(each)))) continue;
    throw py::value_error(fmt::format("{}: {} is not {}", name, each,
                                      counts ? "a number of games" : "a finite number"));
  }
  return numbers;
}

/// Computes without the GIL; Ctrl-C ends it between two steps. `compute` takes what it calls then.
template <typename Compute>
auto without_gil(const Compute& compute) {
  const py::gil_scoped_release released;
  return compute([] {
    const py::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  });
}

py::tuple as_tuple(const Interval& interval) { return py::make_tuple(interval.low, interval.high); }

/// Throws ValueError unless it lies strictly between 0 and 1.
void require_probability(double p, const char* name) {
  if (p > 0 && p < 1) return;
  throw py::value_error(fmt::format("{}: is {}, but must be above 0 and below 1", name, p));
}

py::tuple confidence_sequence(const Numbers& counts, double alpha) {
  const std::vector<double> numbers = row(counts, "counts", true);
  if (numbers.size() < 2) throw py::value_error("counts: must be those of at least two scores");
  require_probability(alpha, "alpha");
  return as_tuple(without_gil([&](const auto&) { return betting_sequence(numbers, alpha); }));
}

py::tuple wilson(double successes, double trials) {
  if (!(trials > 0) || !std::isfinite(trials)) {
    throw py::value_error(fmt::format("trials: is {}, but must be above 0", trials));
  }
  if (!(successes >= 0 && successes <= trials)) {
    throw py::value_error(
        fmt::format("successes: is {}, but must be from 0 to the {} trials", successes, trials));
  }
  return as_tuple(wilson_interval(successes, trials));
}

PairCounts pairs_of(const Numbers& counts) {
  const std::vector<double> numbers = row(counts, "pairs", true);
  PairCounts pairs;
  if (numbers.size() != pairs.by_points.size()) {
    throw py::value_error("pairs: must be the numbers of pairs with 0, 0.5, 1, 1.5 and 2 points");
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    pairs.by_points[i] = static_cast<std::uint64_t>(numbers[i]);
  }
  return pairs;
}

py::dict elo(const Numbers& counts) {
  const std::vector<double> numbers = row(counts, "counts", true);
  EloEstimate estimate;
  if (numbers.size() == 3) {
    const auto count = [&](std::size_t i) { return static_cast<std::uint64_t>(numbers[i]); };
    estimate = estimate_elo(ResultCounts{.wins = count(2), .draws = count(1), .losses = count(0)});
  } else if (numbers.size() == 5) {
    estimate = estimate_elo(pairs_of(counts));
  } else {
    throw py::value_error(
        "counts: must be the numbers of losses, draws and wins, or of pairs with 0, 0.5, 1, 1.5 "
        "and "
        "2 points");
  }
  py::dict fields;
  fields["difference"] = estimate.elo.value;
  fields["error95"] = estimate.elo.error95;
  fields["interval"] = as_tuple(estimate.elo_interval);
  fields["superiority"] = estimate.superiority;
  return fields;
}

py::dict sprt(const Numbers& pairs, double elo0, double elo1, bool normalized, double alpha,
              double beta) {
  const EloHypotheses hypotheses{normalized ? EloModel::normalized : EloModel::logistic, elo0,
                                 elo1};
  const PairCounts counts = pairs_of(pairs);
  require_probability(alpha, "alpha");
  require_probability(beta, "beta");
  if (alpha + beta >= 1) {
    throw py::value_error(
        fmt::format("alpha and beta: are {} and {}, but must be below 1 together", alpha, beta));
  }
  for (const auto& [name, elo] : {std::pair("elo0", elo0), std::pair("elo1", elo1)}) {
    const double most = normalized ? kGreatestNormalizedElo : std::numeric_limits<double>::max();
    if (std::abs(elo) <= most) continue;
    throw py::value_error(normalized
                              ? fmt::format("{}: is {}, but normalized Elo must be from -{} to {}",
                                            name, elo, most, most)
                              : fmt::format("{}: is {}, but must be finite", name, elo));
  }
  if (elo0 >= elo1) {
    throw py::value_error(fmt::format("elo1: is {}, but must be above elo0, {}", elo1, elo0));
  }
  const double ratio = log_likelihood_ratio(counts, hypotheses);
  const SprtBounds bounds = sprt_bounds(alpha, beta);
  const SprtState state = sprt_state(ratio, bounds);
  py::dict fields;
  fields["llr"] = ratio;
  fields["lower"] = bounds.lower;
  fields["upper"] = bounds.upper;
  fields["state"] = state == SprtState::accept_h1   ? "H1"
                    : state == SprtState::accept_h0 ? "H0"
                                                    : "undecided";
  return fields;
}

py::dict bradley_terry(const Numbers& games, bool advantage, double prior_games) {
  if (games.ndim() != 2 || games.shape(1) != 5) {
    throw py::value_error("games: must have the shape (k, 5): first, second, wins, draws, losses");
  }
  if (!(prior_games >= 0) || !std::isfinite(prior_games)) {
    throw py::value_error("prior_games: must be at least 0");
  }
  constexpr double kMostPlayers = 10'000;
  std::vector<Pairing> pairings;
  for (py::ssize_t i = 0; i < games.shape(0); ++i) {
    const std::span<const double> numbers(games.data() + 5 * i, 5);
    for (const double each : numbers) {
      if (each >= 0 && each == std::floor(each) && std::isfinite(each)) continue;
      throw py::value_error(fmt::format("games: row {}: {} is not a number of games", i, each));
    }
    if (std::max(numbers[0], numbers[1]) >= kMostPlayers) {
      throw py::value_error(fmt::format("games: row {}: players are from 0 to 9999", i));
    }
    if (numbers[0] == numbers[1]) {
      throw py::value_error(fmt::format("games: row {}: a player cannot meet itself", i));
    }
    Pairing pairing;
    pairing.first = static_cast<std::size_t>(numbers[0]);
    pairing.second = static_cast<std::size_t>(numbers[1]);
    pairing.results.wins = static_cast<std::uint64_t>(numbers[2]);
    pairing.results.draws = static_cast<std::uint64_t>(numbers[3]);
    pairing.results.losses = static_cast<std::uint64_t>(numbers[4]);
    pairings.push_back(pairing);
  }
  if (pairings.empty()) throw py::value_error("games: must have at least one row");
  BradleyTerryModel model;
  model.advantage = advantage;
  model.prior_games = prior_games;
  const BradleyTerryFit fit = without_gil([&](const auto& between_steps) {
    try {
      return fit_bradley_terry(pairings, model, between_steps);
    } catch (const std::invalid_argument&) {
      throw std::invalid_argument(
          "games: determine no ratings: players are not connected, or a player or a side won all "
          "or lost all; give prior_games");
    }
  });
  const auto column = [](const std::vector<LogitEstimate>& estimates, double LogitEstimate::*of) {
    py::array_t<double> array(static_cast<py::ssize_t>(estimates.size()));
    std::ranges::transform(estimates, array.mutable_data(),
                           [&](const LogitEstimate& each) { return each.*of * kEloPerLogit; });
    return array;
  };
  py::dict fields;
  fields["elo"] = column(fit.first, &LogitEstimate::value);
  fields["standard_error"] = column(fit.first, &LogitEstimate::standard_error);
  fields["advantage"] = fit.advantage.empty() ? 0.0 : fit.advantage.front().value * kEloPerLogit;
  return fields;
}

py::dict matrix_game(const Numbers& payoff) {
  if (payoff.ndim() != 2 || payoff.size() == 0) {
    throw py::value_error("payoff: must be a matrix with at least one entry");
  }
  for (const double each : std::span(payoff.data(), static_cast<std::size_t>(payoff.size()))) {
    if (each >= 0 && each <= 1) continue;
    throw py::value_error(fmt::format("payoff: {} is not from 0 to 1", each));
  }
  PayoffMatrix matrix(static_cast<std::size_t>(payoff.shape(0)),
                      static_cast<std::size_t>(payoff.shape(1)));
  std::copy_n(payoff.data(), payoff.size(), matrix.values.begin());
  const Equilibrium equilibrium = without_gil(
      [&](const auto& between_steps) { return solve_matrix_game(matrix, between_steps); });
  const PureBand band = pure_band(matrix);
  py::dict fields;
  fields["value"] = equilibrium.value;
  fields["rows"] = equilibrium.rows;
  fields["columns"] = equilibrium.columns;
  fields["band"] = py::make_tuple(band.low, band.high);
  return fields;
}

}  // namespace

void bind_stats(py::module_& module) {
  module.def("confidence_sequence", &confidence_sequence, py::arg("counts"), py::arg("alpha"),
             "See tavlab.stats.confidence_sequence.");
  module.def("wilson", &wilson, py::arg("successes"), py::arg("trials"),
             "See tavlab.stats.wilson.");
  module.def("elo", &elo, py::arg("counts"), "See tavlab.stats.elo.");
  module.def("sprt", &sprt, py::arg("pairs"), py::arg("elo0"), py::arg("elo1"),
             py::arg("normalized"), py::arg("alpha"), py::arg("beta"), "See tavlab.stats.sprt.");
  module.def("bradley_terry", &bradley_terry, py::arg("games"), py::arg("advantage"),
             py::arg("prior_games"), "See tavlab.stats.bradley_terry.");
  module.def("matrix_game", &matrix_game, py::arg("payoff"), "See tavlab.stats.matrix_game.");
  module.def(
      "holm",
      [](const Numbers& p_values) {
        for (const double p : row(p_values, "p_values", false)) {
          if (!(p >= 0 && p <= 1)) {
            throw py::value_error(fmt::format("p_values: {} is not from 0 to 1", p));
          }
        }
        return holm(row(p_values, "p_values", false));
      },
      py::arg("p_values"), "See tavlab.stats.holm.");
}

}  // namespace tavlab::python
