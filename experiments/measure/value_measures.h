#pragma once

#include <optional>

#include "selfplay/record/record.h"

namespace tavlab {

/// The course of a game, from the agents' search values of its positions.
///
/// The names follow Browne 2008 (Automatic Generation and Evaluation of Recombination Games) and
/// Ludii; the definitions are the ones below, on the scale of the first player's expected score.
/// They are meaningful if the same agent plays both sides, and if it searches: the value of a
/// static evaluation alternates with every move.
struct ValueMeasures {
  /// Mean over the moves at which the eventual winner was behind, of sqrt(leader's value - winner's
  /// value), where a side's value is its expected score; 0 if the winner never was behind. nullopt
  /// for a game without a winner.
  std::optional<double> drama;
  /// How often the lead (a value above 1/2) passed from one side to the other.
  int lead_changes = 0;
  /// The largest change of the value by one move, including the last, whose value is the result.
  double killer_move = 0.0;
  /// Of the moves that changed the value by 0.05 or more and were followed by another: the share
  /// for which at least half the change remained after that one. nullopt without such moves.
  std::optional<double> permanence;
  /// The share of the game's plies left once the winner's value has passed 0.9 for good: 0 if only
  /// the last move takes it there. nullopt for a game without a winner.
  std::optional<double> decisiveness;
};

/// nullopt for a game that was cut off, or with fewer than two searched moves. For a move that was
/// not searched (random openings, forced moves) the previous value is used.
std::optional<ValueMeasures> measure_values(const GameRecord& game);

}  // namespace tavlab
