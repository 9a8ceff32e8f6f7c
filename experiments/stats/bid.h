#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "experiments/stats/interval.h"
#include "experiments/stats/matrix_game.h"

namespace tavlab {

// Bidding for a side that must win within a limit (after Schmittberger 1992, New Rules for Classic
// Games): both players name a number of moves from the same list; who names the lower number plays
// the limited side, with that number as its limit; if both name the same, a coin decides who does.
// With v(n) the value of the limited side at limit n, between equal players, the first bidder's
// value is
//
//   u(a, b) = v(a)        if a < b
//             1 - v(b)    if a > b
//             1/2         if a = b
//
// so that u(a, b) + u(b, a) = 1: a symmetric game of value 1/2, in which a bid is part of an
// equilibrium if and only if no answer to it gains: u(b, a) <= 1/2 for all b. (Optimal strategies
// of such a game are those that secure 1/2, and any two of them are an equilibrium.) Answering with
// a lower b gains if v(b) > 1/2, with a higher one if v(a) < 1/2. So a is an equilibrium bid where
//
//   v(b) <= 1/2 for all b < a,   and   v(a) >= 1/2 or a is the longest limit.
//
// There always is one, for any v: the first n with v(n) >= 1/2, or else the longest. So no mixture
// of bids is needed; and there is exactly one unless some v(n) is 1/2.

/// The first bidder's values u, by their bids (row) and the other's, as indices into the values v
/// of the limited side.
PayoffMatrix bid_game(std::span<const double> values);

/// The indices of all equilibrium bids. `values` are those of the limited side by rising limit.
std::vector<std::size_t> equilibrium_bids(std::span<const double> values);

/// The indices of all bids that are an equilibrium for some values within the band, which holds the
/// score of the *other* side, 1 - v, and should fall: those with 1 - low(a) >= 1/2, or the longest
/// limit, for which 1 - high(b) <= 1/2 for all b < a. (The values that are as low as possible below
/// a, and as high as possible from a on, are such values; they rise if the band's ends fall.) If
/// the band holds everywhere at once with 95 %, all equilibrium bids are among these with 95 %.
std::vector<std::size_t> possible_bids(std::span<const Interval> other_side);

}  // namespace tavlab
