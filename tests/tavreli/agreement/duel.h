#pragma once

#include <cstdint>
#include <string>

#include "core/ruleset/ruleset.h"
#include "core/tavreli/tavreli.h"
#include "tests/support/duel.h"
#include "tests/tavreli/reference/game.h"

namespace tavlab::tavreli_agreement {

/// How often rare cases occurred in the games compared, to show that the comparison covers them.
struct Coverage : DuelCoverage {
  std::int64_t captures = 0;
  std::int64_t checks = 0;
  std::int64_t splits = 0;      ///< moves of a part of a tower
  std::int64_t releases = 0;    ///< of these, moves that set an enemy's piece free
  std::int64_t promotions = 0;  ///< ratniks that came to their last rank and turned over
  std::int64_t freed = 0;       ///< ratniks that turned over when they came free
  std::int64_t reversions = 0;  ///< turned ratniks that became ratniks again
  std::int64_t double_steps = 0;
  std::int64_t en_passant = 0;
  std::int64_t castlings = 0;
  std::int64_t high_towers = 0;  ///< moves that made a tower of 8 pieces or more

  [[nodiscard]] std::string text() const;
};

/// Plays core and the reference in step.
class Duel final : public DuelOf<Tavreli, tavreli_reference::ReferenceGame, Coverage> {
 public:
  Duel(const RuleSet& rule_set, std::uint64_t seed, Coverage& coverage)
      : DuelOf(rule_set, seed, coverage, {.from_start = 0.3, .lengths = {8, 60, 300}}) {}

 private:
  tavreli_reference::State random_position() override;
  void play_move() override;
  [[nodiscard]] Tavreli::Move chosen_move();
  void note(Tavreli::Move move, const tavreli_reference::State& after);

  void compare() override;
  void compare_moves();
  void compare_move(Tavreli::Move move, const std::string& text);

  Tavreli::Move last_, last_but_one_;
};

}  // namespace tavlab::tavreli_agreement
