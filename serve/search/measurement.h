#pragma once

#include <stop_token>

#include "serve/search/searches.h"

namespace tavlab::serve {

/// Measures how even a rule set is: two agents of different kinds play each other and themselves on
/// both sides, and after each round the value of the matrix game between them is told, with an
/// interval that is valid at any time (Calibration::value_interval). Events: `queued`, `progress`,
/// `done`, with
///   games, seconds, agents   what was played
///   value, low, high         score of player 0 in the equilibrium of the two agents, 95 %
///   score                    scores of player 0: rows by its agent, columns by the other's
///   draws, plies             their share, and the mean length
///   more_games               about how many more would tell the value from 0.5; null: unknown yet
/// Throws UserError, and Turns::Busy.
void measure(const Json& request, Searches& searches, double most_minutes, const Listener& tell,
             const std::stop_token& stop);

}  // namespace tavlab::serve
