#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/side.h"
#include "serve/game/position_view.h"
#include "tools/play/setup.h"

// Games in files, and how to go on with one that was left.
namespace tavlab::play {

/// A game read from a file.
struct SavedGame {
  std::string file;
  std::string rules;                      ///< an id; empty if the file does not say
  std::string rules_text, rules_changes;  ///< headers, if the rules are not built in
  std::string position;
  std::vector<std::string> words;
  std::optional<Side> lost;            ///< the side that lost by the file's result
  std::array<std::string, 2> players;  ///< as in Setup; empty if the file has none that can play
  std::optional<ClockSetting> clock;
  std::optional<TimeLeft> time_left;
};

/// Reads a file with one game. Throws UserError.
SavedGame load_game(const std::string& file);

/// `setup` with a saved game: its rules if the file names them, its position, moves and players,
/// and its clock unless `setup` has one. Throws UserError.
Setup going_on(Setup setup, const SavedGame& game);

/// The text of a game file; `result` also of a game that ended off the board. `time_left` counts if
/// there is a clock.
std::string game_text(const Setup& setup, const serve::PositionView& game, Result result,
                      const TimeLeft& time_left);

/// The command that goes on with a game.
std::string command_to_go_on(const Setup& setup, const serve::PositionView& game);

}  // namespace tavlab::play
