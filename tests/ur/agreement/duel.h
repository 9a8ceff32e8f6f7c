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
#include "core/ur/ur.h"
#include "tests/ur/reference/game.h"

namespace tavlab::ur_agreement {

/// How often the rare things happened in the games compared, to show that the comparison saw them.
struct Coverage {
  std::map<std::string, int> endings;  ///< games by "result: reason"
  std::int64_t plies = 0;              ///< moves
  std::int64_t passes = 0;             ///< rolls that allowed no move
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

/// Games by core and by the reference in step, compared after every move and roll, from the start
/// and from positions made at random.
class Duel {
 public:
  /// Throws UserError where core refuses the rule set.
  Duel(const RuleSet& rule_set, std::uint64_t seed, Coverage& coverage);

  /// Plays so many plies. Returns the first disagreement with all that is needed to reproduce it,
  /// or an empty text.
  std::string run(std::int64_t plies);

 private:
  void begin();
  [[nodiscard]] ur_reference::State made_position();
  void play_game(std::int64_t until);
  void play_roll();
  void play_move();
  void note(Ur::Move move);

  void compare();
  void compare_rolls();
  void compare_moves();
  void compare_reading(const std::string& text);
  void expect_same(std::string_view what, const std::string& core, const std::string& expected);
  void complain(const std::string& what);

  const RuleSet& rule_set_;
  std::shared_ptr<const ur::Rules> rules_;
  ur_reference::ReferenceGame game_;
  Random random_;
  Coverage& coverage_;
  GameState<Ur> core_;
  ur_reference::State reference_;
  std::string from_;
  std::vector<std::string> line_;  ///< rolls and moves of this game
  std::string complaint_;
};

}  // namespace tavlab::ur_agreement
