#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "experiments/stats/interval.h"
#include "selfplay/record/record.h"

namespace tavlab {

/// What a hypothesis measures: a GameMeasure with the required range, or one of those below.
struct Measure {
  std::string name;
  Interval range;  ///< where its values lie; values outside are clipped
  int steps = 0;   ///< as in GameMeasure
  std::function<std::optional<double>(const GameRecord&)> of;
};

/// A measure by its name: one of game_measures(), or
///
///   agent_score   points of the first agent, whatever side it plays
///   reason:WHY    whether a game ended for that reason, as in "reason:stalemate"
///   throw:NAME    share of a roll among a game's rolls, as in "throw:[4]"
///   longest_turn_from:MOVES   whether a game's longest turn has at least that many moves
///   longest_run_from:MOVES    the same for the most moves of one side in a row
///   moves:KIND    share of a game's moves of a kind, as in "moves:capture" (see move_traits.h)
///   pieces_down_to:NUMBER     whether both sides together ever had so few pieces on the board,
///                 counting a tower as one
///
/// or, in races, by race_measures.h:
///
///   blocked_share       share of rolls that allowed no move, without blank ones
///   blocked_in:ZONE     the same, of players with a man in the zone: "hand", "start", "block",
///                       "bridge", "turn", "end"
///   captures_in:ZONE    share of a game's moves that captured in the zone
///   waiting_share       mean share of their men that players to roll still have in hand
///   duel_share          share of rolls before which both sides have a man waiting to pass the same
///                       squares
///
/// (`exact` is not a measure of games; see exact_value.h.)
///
/// `range` is required for measures without natural bounds, and clips the values of others. Throws
/// UserError, without a location, for an unknown name, a range that is missing or not allowed, and
/// an ending, roll or kind of moves that these rules do not have.
Measure make_measure(std::string_view name, const RuleSet& rule_set, int max_plies,
                     const std::optional<Interval>& range);

/// The names of all measures, and "exact", for help.
std::vector<std::string> measure_names();

}  // namespace tavlab
