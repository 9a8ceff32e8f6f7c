#include "experiments/claim/measure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "core/error.h"
#include "experiments/measure/event_names.h"
#include "experiments/measure/game_measures.h"
#include "experiments/measure/move_traits.h"
#include "experiments/measure/race_measures.h"

namespace tavlab {
namespace {

std::optional<double> agent_points(const GameRecord& game) {
  if (game.result == Result::unfinished) return std::nullopt;
  return game.swapped ? 1.0 - score(game.result) : score(game.result);
}

std::optional<double> share_of_roll(const GameRecord& game, std::string_view name) {
  if (game.result == Result::unfinished || game.chance.rolls == 0) return std::nullopt;
  double count = 0.0;
  for (const RollCount& each : game.chance.roll_counts) {
    if (each.name == name) count = static_cast<double>(each.count);
  }
  return count / game.chance.rolls;
}

/// The part after a prefix such as "reason:"; nullopt if the name does not start with it.
std::optional<std::string> after_prefix(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return std::nullopt;
  return std::string(name.substr(prefix.size()));
}

void must_be_one_of(const std::string& name, const std::vector<std::string>& known,
                    std::string_view what, std::string_view whats, const RuleSet& rule_set) {
  if (known.empty()) throw UserError(fmt::format("rules '{}' have no {}", rule_set.id, whats));
  if (std::ranges::find(known, name) != known.end()) return;
  throw UserError(fmt::format("rules '{}': there is no {} '{}'; {}: {}", rule_set.id, what, name,
                              whats, fmt::join(known, ", ")));
}

[[noreturn]] void throw_without_dice(std::string_view name, const RuleSet& rule_set) {
  throw UserError(
      fmt::format("the measure '{}' needs dice, which rules '{}' do not have", name, rule_set.id));
}

/// The value, if the game was finished.
template <typename Value>
std::optional<double> if_finished(const GameRecord& game, const Value& value) {
  return game.result == Result::unfinished ? std::nullopt : std::optional<double>(value());
}

/// The number at the end of a measure's name, from 1 on.
int number_after(std::string_view name, std::string_view text, std::string_view of) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 1) {
    throw UserError(fmt::format("'{}' needs a number of {} after the colon", name, of));
  }
  return number;
}

/// Whether a number of the record of the dice is at least `least`.
Measure at_least(std::string_view name, const RuleSet& rule_set, int least,
                 int ChanceRecord::*number) {
  if (roll_names(rule_set).empty()) throw_without_dice(name, rule_set);
  return {std::string(name), kShare, 1, [least, number](const GameRecord& game) {
            return if_finished(game, [&] { return game.chance.*number >= least ? 1.0 : 0.0; });
          }};
}

/// A measure of a race; an empty function for others.
Measure of_race(std::string_view name, const RuleSet& rule_set) {
  const std::optional<RaceMeasure> which = find_race_measure(name);
  if (!which) return {};
  return {std::string(name), kShare, 0,
          [which, counts = race_counts(rule_set)](const GameRecord& game) {
            return if_finished(game, [&] { return counts(game).value(*which); });
          }};
}

/// The measures with a parameter in their name, all shares; an empty function for others.
Measure special(std::string_view name, const RuleSet& rule_set) {
  const std::string text(name);
  if (name == "agent_score") return {text, kShare, 2, agent_points};
  if (const auto why = after_prefix(name, "reason:")) {
    must_be_one_of(*why, ending_names(rule_set), "ending", "endings", rule_set);
    return {text, kShare, 1, [why = *why](const GameRecord& game) -> std::optional<double> {
              if (game.result == Result::unfinished) return std::nullopt;
              return game.reason == why ? 1.0 : 0.0;
            }};
  }
  if (const auto which = after_prefix(name, "throw:")) {
    must_be_one_of(*which, roll_names(rule_set), "roll", "rolls", rule_set);
    return {text, kShare, 0,
            [which = *which](const GameRecord& game) { return share_of_roll(game, which); }};
  }
  if (const auto least = after_prefix(name, "longest_turn_from:")) {
    return at_least(name, rule_set, number_after(name, *least, "moves"),
                    &ChanceRecord::longest_turn);
  }
  if (const auto least = after_prefix(name, "longest_run_from:")) {
    return at_least(name, rule_set, number_after(name, *least, "moves"),
                    &ChanceRecord::longest_run);
  }
  if (const auto most = after_prefix(name, "pieces_down_to:")) {
    const int number = number_after(name, *most, "pieces");
    return {text, kShare, 1, [number, fewest = fewest_pieces(rule_set)](const GameRecord& game) {
              return if_finished(game, [&] { return fewest(game) <= number ? 1.0 : 0.0; });
            }};
  }
  if (Measure measure = of_race(name, rule_set); measure.of) return measure;
  if (const auto kind = after_prefix(name, "moves:")) {
    return {text, kShare, 0, [share = share_of_moves(rule_set, *kind)](const GameRecord& game) {
              return if_finished(game, [&] { return share(game); });
            }};
  }
  return {};
}

}  // namespace

Measure make_measure(std::string_view name, const RuleSet& rule_set, int max_plies,
                     const std::optional<Interval>& range) {
  Measure measure = special(name, rule_set);
  bool bounded = static_cast<bool>(measure.of);
  if (!bounded) {
    const GameMeasure* const found = find_game_measure(name);
    if (found == nullptr) {
      throw UserError(fmt::format("there is no measure '{}'; measures: {}", name,
                                  fmt::join(measure_names(), ", ")));
    }
    if (found->of_dice && roll_names(rule_set).empty()) {
      throw_without_dice(name, rule_set);
    }
    measure = {std::string(name),
               {},
               found->steps,
               [of = found->of, coverage = Coverage(rule_set)](const GameRecord& game) {
                 return of(MeasuredGame(game, coverage));
               }};
    if (name == "plies") {
      measure.range = {0.0, static_cast<double>(max_plies)};
      bounded = true;
    } else if (found->range) {
      measure.range = *found->range;
      bounded = true;
    }
  }
  if (bounded && range && (range->low < measure.range.low || range->high > measure.range.high)) {
    throw UserError(
        fmt::format("the measure '{}' has values from {} to {}; 'range' must lie within", name,
                    measure.range.low, measure.range.high));
  }
  if (!bounded && !range) {
    throw UserError(fmt::format("the measure '{}' needs a 'range' in which its values lie", name));
  }
  if (range) {
    measure.range = *range;
    measure.steps = 0;
  }
  return measure;
}

std::vector<std::string> measure_names() {
  std::vector<std::string> names;
  for (const GameMeasure& each : game_measures()) names.emplace_back(each.name);
  for (const char* name :
       {"agent_score", "reason:WHY", "throw:NAME", "longest_turn_from:MOVES",
        "longest_run_from:MOVES", "moves:KIND", "pieces_down_to:NUMBER", "blocked_share",
        "blocked_in:ZONE", "captures_in:ZONE", "waiting_share", "duel_share", "exact"}) {
    names.emplace_back(name);
  }
  return names;
}

}  // namespace tavlab
