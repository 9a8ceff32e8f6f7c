#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "experiments/measure/coverage.h"
#include "experiments/measure/value_measures.h"
#include "experiments/stats/interval.h"
#include "selfplay/record/record.h"

namespace tavlab {

/// A finished or unfinished game for which several measures are computed; shared work is done once.
/// The references must outlive it.
class MeasuredGame {
 public:
  /// `coverage` is for the rules of the game.
  MeasuredGame(const GameRecord& record, const Coverage& coverage)
      : record_(record), coverage_(coverage) {}

  [[nodiscard]] const GameRecord& record() const { return record_; }
  [[nodiscard]] bool finished() const { return record_.result != Result::unfinished; }
  [[nodiscard]] const std::optional<ValueMeasures>& course() const;
  [[nodiscard]] std::optional<double> coverage() const { return coverage_.of(record_); }

 private:
  const GameRecord& record_;
  const Coverage& coverage_;
  mutable bool measured_ = false;
  mutable std::optional<ValueMeasures> course_;
};

/// A number computed from a game, such as its score or its length.
struct GameMeasure {
  std::string_view name;   ///< in configs, claims, CSV and JSON
  std::string_view title;  ///< in tables for readers
  std::string_view meaning;
  /// The value of a game; nullopt if the measure does not apply to it.
  std::optional<double> (*of)(const MeasuredGame&);
  std::optional<Interval> range = {};  ///< where its values lie, if known in advance
  /// The number of equal steps into which its values divide the range: 1 for an event, 2 for a
  /// score; 0 for arbitrary values.
  int steps = 0;
  bool of_dice = false;  ///< games without dice do not have it
};

/// All measures. Summaries, comparisons and claims are about their means over games.
std::span<const GameMeasure> game_measures();
/// The one with this name, or null.
const GameMeasure* find_game_measure(std::string_view name);

}  // namespace tavlab
