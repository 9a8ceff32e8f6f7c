#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/result_counts.h"
#include "experiments/stats/interval.h"

namespace tavlab {

/// Two places of a curve whose games show, with the confidence of its band, that it rises.
struct Rise {
  std::size_t shorter = 0;  ///< index of the smaller parameter
  std::size_t longer = 0;
  double by = 0.0;  ///< at least this much
};

/// A score at rising values of a parameter, with which it is to fall.
struct FallingCurve {
  /// By isotonic regression (stats/isotonic.h), weighted by games, or the scores themselves where
  /// these contradict the order; NaN where no game was finished.
  std::vector<double> estimate;
  /// Holds at all places at once, whatever was looked at and whenever play stopped, with the error
  /// given for each place times their number: at each place a confidence sequence by betting
  /// (stats/betting.h), and, unless the games contradict it, the order: where the curve falls, what
  /// bounds it from below at a longer parameter bounds it at a shorter one, and the other way
  /// round,
  ///
  ///   low(n) = max over m >= n of l(m),   high(n) = min over m <= n of h(m).
  ///
  /// If all l and h hold and the curve falls, so do these, at no further error. Where some
  /// l(m) > h(n) with m > n, one of the two does not: then the band is l and h themselves.
  std::vector<Interval> band;
  /// Where the games contradict the order most: not at all, but for the error of the band, if the
  /// curve falls.
  std::optional<Rise> rise;
};

/// From the games at each value of the parameter; `error` is that of the sequence of each. Throws
/// std::invalid_argument unless 0 < error < 1.
FallingCurve falling_curve(std::span<const ResultCounts> counts, double error);

/// What a band says about each place of a curve: whether it is above or below one half. Indices of
/// places, rising.
struct EvenPlaces {
  std::vector<std::size_t> even;  ///< the band contains one half
  std::vector<std::size_t> above, below;

  /// All places above come before those that may be even, and these before all below: always, if
  /// the band falls. Then the curve crosses one half after the last place above and before the
  /// first below, even if no place may be even.
  bool ordered = true;

  /// Whether the curve may cross one half before the first place, or after the last.
  [[nodiscard]] bool open_before() const { return above.empty(); }
  [[nodiscard]] bool open_after() const { return below.empty(); }
};

/// As the band holds at all places at once, the places that may be even contain every one at which
/// the curve is one half with the band's confidence, and no choice of places or of a time to stop
/// adds to the error.
EvenPlaces even_places(std::span<const Interval> band);

/// The parameters between which an estimate crosses one half: the last before which, itself
/// included, it is above, and the first after which it is below. Infinite where there is none.
/// Parameters without an estimate are left out. `parameters` rise.
Interval estimated_crossing(std::span<const double> parameters, std::span<const double> estimate);

}  // namespace tavlab
