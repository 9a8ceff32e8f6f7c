#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/draughts/draughts.h"
#include "core/ruleset/ruleset.h"
#include "tests/draughts/reference/game.h"
#include "tests/support/duel.h"

namespace tavlab::draughts_agreement {

/// How often rare cases occurred in the games compared, to show that the comparison covers them.
struct Coverage : DuelCoverage {
  std::int64_t captures = 0;
  std::int64_t long_captures = 0;  ///< of four jumps or more
  std::int64_t many_ways = 0;      ///< moves that can be made in several ways
  std::int64_t long_texts = 0;     ///< captures that must be written square by square
  std::int64_t crowned = 0;
  std::int64_t crowned_passing = 0;  ///< of these, in a capture that continued
  std::int64_t by_kings = 0;         ///< captures by kings
  std::int64_t circles = 0;          ///< captures that end where they began
  std::int64_t high_columns = 0;     ///< moves that made a column of six pieces or more
  std::int64_t released = 0;         ///< captures that set a piece of the mover's free
  std::int64_t again = 0;            ///< captures that jumped a column more than once
  std::int64_t threats = 0;          ///< checked positions in which a player could win at once

  [[nodiscard]] std::string text() const;
};

/// Plays core and the reference in step.
class Duel final : public DuelOf<Draughts, draughts_reference::ReferenceGame, Coverage> {
 public:
  Duel(const RuleSet& rule_set, std::uint64_t seed, Coverage& coverage)
      : DuelOf(rule_set, seed, coverage, {.from_start = 0.3, .lengths = {8, 60, 300}}) {}

 private:
  draughts_reference::State random_position() override;
  void play_move() override;
  [[nodiscard]] Draughts::Move chosen_move();
  void note(const draughts_reference::Move& move);

  void compare() override;
  void compare_moves();
  void compare_threats();
  void compare_move(Draughts::Move move, const draughts_reference::Move& expected);
  [[nodiscard]] std::string name_of(const draughts_reference::Move& move) const;

  std::vector<draughts_reference::Move> expected_;  ///< the reference's legal moves now
  Draughts::Move last_, last_but_one_;
};

}  // namespace tavlab::draughts_agreement
