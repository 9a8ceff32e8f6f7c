#pragma once

#include <cstdint>
#include <string>

#include "core/ruleset/ruleset.h"
#include "core/ur/ur.h"
#include "tests/support/duel.h"
#include "tests/ur/reference/game.h"

namespace tavlab::ur_agreement {

/// How often rare cases occurred in the games compared, to show that the comparison covers them.
struct Coverage : DuelCoverage {
  std::int64_t passes = 0;  ///< rolls that allowed no move
  std::int64_t captures = 0;
  std::int64_t backward = 0;   ///< moves backwards
  std::int64_t extra = 0;      ///< moves that gave an extra roll
  std::int64_t barred = 0;     ///< moves with a piece barred
  std::int64_t stacked = 0;    ///< moves onto a piece
  std::int64_t below = 0;      ///< moves of a piece below the top of its stack
  std::int64_t overshot = 0;   ///< moves home by more than the exact number
  std::int64_t namesakes = 0;  ///< legal moves that share their text with another

  [[nodiscard]] std::string text() const;
};

/// Plays core and the reference in step.
class Duel final : public DuelOf<Ur, ur_reference::ReferenceGame, Coverage> {
 public:
  Duel(const RuleSet& rule_set, std::uint64_t seed, Coverage& coverage)
      : DuelOf(rule_set, seed, coverage, {.from_start = 0.2, .lengths = {5, 60, 1000}}) {}

 private:
  ur_reference::State random_position() override;
  void play_roll() override;
  void play_move() override;
  void note(Ur::Move move);

  void compare() override;
  void compare_rolls();
  void compare_moves();
};

}  // namespace tavlab::ur_agreement
