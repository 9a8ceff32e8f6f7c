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

/// What a hypothesis is about: a GameMeasure with the range that it needs, or one of those below.
struct Measure {
  std::string name;
  Interval range;  ///< where its values lie; what is outside is cut off
  int steps = 0;   ///< as GameMeasure has it
  std::function<std::optional<double>(const GameRecord&)> of;
};

/// A measure by its name: one of game_measures(), or
///
///   agent_score   points of the first agent, whatever side it plays
///   reason:WHY    whether a game ended for that reason, as in "reason:stalemate"
///   throw:NAME    share of a game's throws that came so, as in "throw:[4]"
///   moves:KIND    share of a game's moves of a kind, as in "moves:capture" (see move_traits.h)
///
/// (`exact` is no measure of games; see exact_value.h.)
///
/// `range` is for those that have no bounds of their own, and cuts off the values of others. Throws
/// UserError, without a place, for a name that there is not, a range that is missing or not wanted,
/// and an ending, throw or kind of moves that these rules do not have.
Measure make_measure(std::string_view name, const RuleSet& rule_set, int max_plies,
                     const std::optional<Interval>& range);

/// The names of all measures, and "exact", for help.
std::vector<std::string> measure_names();

}  // namespace tavlab
