#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/game_state.h"
#include "core/random.h"
#include "core/ruleset/ruleset.h"
#include "core/tavreli/tavreli.h"
#include "tests/tavreli/reference/game.h"

namespace tavlab::tavreli_agreement {

/// How often the rare things happened in the games compared, to show that the comparison saw them.
struct Coverage {
  std::map<std::string, int> endings;  ///< games by "result: reason"
  std::int64_t plies = 0;
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

  [[nodiscard]] int endings_by(std::string_view reason) const;
  [[nodiscard]] std::string text() const;
};

/// Games by core and by the reference in step, compared after every move, from the start and from
/// positions made at random.
class Duel {
 public:
  /// Throws UserError where core refuses the rule set.
  Duel(const RuleSet& rule_set, std::uint64_t seed, Coverage& coverage);

  /// Plays so many plies. Returns the first disagreement with all that is needed to reproduce it,
  /// or an empty text.
  std::string run(std::int64_t plies);

 private:
  void begin();
  void play_game(std::int64_t until);
  [[nodiscard]] Tavreli::Move chosen_move();
  void play_move();
  void note(Tavreli::Move move, const tavreli_reference::State& after);

  void judge_repetition();
  void compare();
  void compare_moves();
  void compare_move(Tavreli::Move move, const std::string& text);
  void compare_reading(const std::string& text);
  void expect_same(std::string_view what, const std::string& core, const std::string& expected);
  void complain(const std::string& what);

  const RuleSet& rule_set_;
  std::shared_ptr<const tavreli::Rules> rules_;
  tavreli_reference::ReferenceGame game_;
  Random random_;
  Coverage& coverage_;
  GameState<Tavreli> core_;
  tavreli_reference::State reference_;
  std::map<std::string, int> occurrences_;  ///< of positions in this game, by their text
  std::string from_;
  std::vector<std::string> line_;  ///< moves of this game
  Tavreli::Move last_, last_but_one_;
  std::string complaint_;
};

}  // namespace tavlab::tavreli_agreement
