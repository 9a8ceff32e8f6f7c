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
///   moves:KIND    share of a game's moves of a kind, as in "moves:capture" (see move_traits.h)
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
