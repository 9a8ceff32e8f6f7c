#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "experiments/claim/claim.h"
#include "experiments/stats/interval.h"

namespace tavlab {

/// What the games of one pair of agents say about a mean.
struct PairEstimate {
  double mean = 0.0;
  double variance = 0.0;  ///< of the mean
  Interval interval;      ///< of its confidence sequence
};

/// What all pairs of the kinds of agents say together about a mean.
struct Band {
  double mean = 0.0;
  double variance = 0.0;  ///< of the mean
  Interval band;          ///< what the agents' disagreement leaves open
  Interval interval;      ///< contains the whole band
  /// Lies in the band, as surely as `interval` contains it; empty while that is open.
  std::optional<Interval> core;
};

/// How the means of several pairs become a band.
enum class BandKind : std::uint8_t {
  /// Scores of one arm: the matrix game in which each side chooses its agent. The mean is its
  /// value, the band what either side secures with one agent (stats/matrix_game.h). Both increase
  /// with every score, so the bounds of all scores bound them.
  game,
  /// Anything else, such as lengths, shares, or differences of two arms: the mean is the average,
  /// the band reaches from the lowest pair to the highest.
  hull,
};

/// `pairs` are in rows of the first side's agents, as many as columns; scores in [0, 1] for a game.
/// Throws std::invalid_argument if they form no square.
Band band_of(std::span<const PairEstimate> pairs, BandKind kind);

/// Whether the band lies inside the region (supported), outside (refuted), or neither surely.
Verdict decide(const Region& region, const Interval& interval);
/// Whether agents certainly disagree: part of the band lies inside the region and part outside.
bool straddles(const Region& region, const std::optional<Interval>& core);

}  // namespace tavlab
