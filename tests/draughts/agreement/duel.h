#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/draughts/draughts.h"
#include "core/game_state.h"
#include "core/random.h"
#include "core/ruleset/ruleset.h"
#include "tests/draughts/reference/game.h"

namespace tavlab::draughts_agreement {

/// How often rare cases occurred in the games compared, to show that the comparison covers them.
struct Coverage {
  std::map<std::string, int> endings;  ///< games by "result: reason"
  std::int64_t plies = 0;
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

  [[nodiscard]] int endings_by(std::string_view reason) const;
  [[nodiscard]] std::string text() const;
};

/// Games played by core and by the reference in step, compared after every move, from the start and
/// from random positions.
class Duel {
 public:
  /// Throws UserError if core refuses the rule set.
  Duel(const RuleSet& rule_set, std::uint64_t seed, Coverage& coverage);

  /// Plays so many plies. Returns the first disagreement with everything needed to reproduce it, or
  /// an empty text.
  std::string run(std::int64_t plies);

 private:
  using Moves = std::map<std::string, draughts_reference::Move>;

  void begin();
  void play_game(std::int64_t until);
  [[nodiscard]] Draughts::Move chosen_move();
  void play_move();
  void note(const draughts_reference::Move& move);

  void judge_repetition();
  void compare();
  void compare_moves();
  void compare_threats();
  void compare_move(Draughts::Move move, const draughts_reference::Move& expected);
  void compare_reading(const std::string& text);
  [[nodiscard]] std::string name_of(const draughts_reference::Move& move) const;
  void expect_same(std::string_view what, const std::string& core, const std::string& expected);
  void complain(const std::string& what);

  const RuleSet& rule_set_;
  std::shared_ptr<const draughts::Rules> rules_;
  draughts_reference::ReferenceGame game_;
  Random random_;
  Coverage& coverage_;
  GameState<Draughts> core_;
  draughts_reference::State reference_;
  std::vector<draughts_reference::Move> expected_;  ///< the reference's legal moves now
  std::map<std::string, int> occurrences_;          ///< of positions in this game, by their text
  std::string from_;
  std::vector<std::string> line_;  ///< moves of this game
  Draughts::Move last_, last_but_one_;
  std::string complaint_;
};

}  // namespace tavlab::draughts_agreement
