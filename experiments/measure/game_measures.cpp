#include "experiments/measure/game_measures.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "experiments/measure/value_measures.h"

namespace tavlab {
namespace {

using Measured = std::optional<double>;

/// The value, if the game was finished.
Measured if_finished(const MeasuredGame& game, double value) {
  return game.finished() ? Measured(value) : std::nullopt;
}

/// A measure of the course of the game.
template <typename Part>
Measured of_course(const MeasuredGame& game, const Part& part) {
  return game.course() ? Measured(part(*game.course())) : std::nullopt;
}

/// Only for games with dice.
Measured if_rolled(const MeasuredGame& game, double value) {
  return game.finished() && game.record().chance.rolls > 0 ? Measured(value) : std::nullopt;
}

constexpr std::array kMeasures = {
    GameMeasure{
        "score", "score", "points of the first side, a draw counts one half",
        [](const MeasuredGame& game) { return if_finished(game, score(game.record().result)); },
        kShare, 2},
    GameMeasure{"draw", "draws", "whether a finished game is drawn",
                [](const MeasuredGame& game) {
                  return if_finished(game, game.record().result == Result::draw ? 1.0 : 0.0);
                },
                kShare, 1},
    GameMeasure{"unfinished", "unfinished", "whether a game was cut off",
                [](const MeasuredGame& game) { return Measured(game.finished() ? 0.0 : 1.0); },
                kShare, 1},
    GameMeasure{"plies", "plies", "length of a game",
                [](const MeasuredGame& game) { return if_finished(game, game.record().plies); }},
    GameMeasure{
        "legal_moves", "legal moves", "mean number of legal moves per decision",
        [](const MeasuredGame& game) { return if_finished(game, game.record().mean_legal_moves); }},
    GameMeasure{"complexity", "complexity", "plies x log10(mean legal moves)",
                [](const MeasuredGame& game) {
                  const bool moved = game.record().plies > 0;
                  return if_finished(
                      game, moved ? game.record().plies * std::log10(game.record().mean_legal_moves)
                                  : 0.0);
                }},
    GameMeasure{"choice_share", "plies with a choice",
                "share of a game's plies with more than one legal move",
                [](const MeasuredGame& game) {
                  return if_finished(game, static_cast<double>(game.record().choices) /
                                               std::max(game.record().plies, 1));
                },
                kShare},
    GameMeasure{"captures", "captures", "pieces captured by both sides",
                [](const MeasuredGame& game) {
                  return if_finished(game,
                                     game.record().captured_first + game.record().captured_second);
                }},
    GameMeasure{"coverage", "coverage", "share of the squares on which a piece ever stood",
                [](const MeasuredGame& game) { return game.coverage(); }, kShare},
    GameMeasure{
        "throws",
        "rolls",
        "rolls per game",
        [](const MeasuredGame& game) { return if_rolled(game, game.record().chance.rolls); },
        {},
        0,
        true},
    GameMeasure{"pass_share", "rolls without a move", "share of rolls without a legal move",
                [](const MeasuredGame& game) {
                  return if_rolled(game, static_cast<double>(game.record().chance.passes) /
                                             std::max(game.record().chance.rolls, 1));
                },
                kShare, 0, true},
    GameMeasure{
        "longest_turn",
        "longest turn",
        "most moves of one turn, by extra rolls",
        [](const MeasuredGame& game) { return if_rolled(game, game.record().chance.longest_turn); },
        {},
        0,
        true},
    GameMeasure{
        "longest_run",
        "longest run",
        "most moves of one side in a row",
        [](const MeasuredGame& game) { return if_rolled(game, game.record().chance.longest_run); },
        {},
        0,
        true},
    GameMeasure{
        "lead_changes",
        "lead changes",
        "lead changes by the handcrafted evaluation",
        [](const MeasuredGame& game) { return if_rolled(game, game.record().chance.lead_changes); },
        {},
        0,
        true},
    GameMeasure{"drama", "drama", "how far behind the eventual winner was when behind",
                [](const MeasuredGame& game) {
                  return of_course(game, [](const ValueMeasures& v) { return v.drama; });
                },
                kShare},
    GameMeasure{"value_lead_changes", "lead changes by search",
                "lead changes by the agents' searches",
                [](const MeasuredGame& game) {
                  return of_course(game, [](const ValueMeasures& v) { return v.lead_changes; });
                }},
    GameMeasure{"killer_move", "killer move", "largest change of the value by one move",
                [](const MeasuredGame& game) {
                  return of_course(game, [](const ValueMeasures& v) { return v.killer_move; });
                },
                kShare},
    GameMeasure{"permanence", "permanence", "share of large value changes that lasted",
                [](const MeasuredGame& game) {
                  return of_course(game, [](const ValueMeasures& v) { return v.permanence; });
                },
                kShare},
    GameMeasure{"decisiveness", "decisiveness", "share of the game left when it was decided",
                [](const MeasuredGame& game) {
                  return of_course(game, [](const ValueMeasures& v) { return v.decisiveness; });
                },
                kShare},
};

}  // namespace

const std::optional<ValueMeasures>& MeasuredGame::course() const {
  if (!measured_) course_ = measure_values(record_);
  measured_ = true;
  return course_;
}

std::span<const GameMeasure> game_measures() { return kMeasures; }

const GameMeasure* find_game_measure(std::string_view name) {
  const auto found = std::ranges::find(kMeasures, name, &GameMeasure::name);
  return found == kMeasures.end() ? nullptr : &*found;
}

}  // namespace tavlab
