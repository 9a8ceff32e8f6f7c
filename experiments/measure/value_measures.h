#pragma once

#include <optional>

#include "selfplay/record/record.h"

namespace tavlab {

/// How the fortunes of a game went, by what the agents' searches thought of its positions.
///
/// The names follow Browne 2008 (Automatic Generation and Evaluation of Recombination Games) and
/// Ludii; the definitions are the ones below, on the scale of the first player's expected score.
/// They mean something where both sides are played by the same agent, and where it searches: the
/// value of a static evaluation goes up and down with every move.
struct ValueMeasures {
  /// Mean over the moves at which the later winner was behind, of sqrt(leader's value - winner's
  /// value), where a side's value is its expected score; 0 where the winner never was. Nothing for
  /// a game without a winner.
  std::optional<double> drama;
  /// How often a side came to lead (a value above 1/2) where the other had led.
  int lead_changes = 0;
  /// The largest change of the value by one move, the last included, whose result is its value.
  double killer_move = 0.0;
  /// Of the moves that changed the value by 0.05 or more and were followed by another: the share of
  /// which at least half the change was left after that one. Nothing without such moves.
  std::optional<double> permanence;
  /// The share of the game's plies that is left when the winner's value has passed 0.9 for good: 0
  /// where only the last move brings it there. Nothing for a game without a winner.
  std::optional<double> decisiveness;
};

/// Nothing for a game that was cut off, and for one in which fewer than two moves were searched.
/// Where a move was not searched (the random opening, forced moves) the value before it goes on.
std::optional<ValueMeasures> measure_values(const GameRecord& game);

}  // namespace tavlab
