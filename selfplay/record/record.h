#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/game.h"

namespace tavlab {

/// How often a roll came up, by its name in the rules.
struct RollCount {
  std::string name;  ///< "[3]"
  std::uint64_t count = 0;
  bool operator==(const RollCount&) const = default;
};

/// What dice made of a game. All zero where there are none.
struct ChanceRecord {
  int rolls = 0;         ///< chance events
  int passes = 0;        ///< rolls that left nothing to decide
  int longest_run = 0;   ///< moves of a side in a row without a move of the other: passes and more
  int longest_turn = 0;  ///< moves of one turn: extra rolls alone
  int lead_changes = 0;  ///< how often a side came to lead where the other had led
  std::vector<RollCount> roll_counts;  ///< those that came, in the rules' order
};

/// What is kept of a finished game.
struct GameRecord {
  std::uint64_t number = 0;            ///< in its match or experiment cell, from 0
  bool swapped = false;                ///< the agents have exchanged sides in this game
  Result result = Result::unfinished;  ///< for the side (attackers, White), not the agent
  std::string reason;                  ///< "king captured", "ply cap", ...
  int plies = 0;                       ///< decision moves, the random opening included
  int choices = 0;                     ///< those of them where there was more than one legal move
  int captured_first = 0;              ///< pieces that the first player lost
  int captured_second = 0;             ///< pieces that the second player lost
  double mean_legal_moves = 0.0;       ///< over all decisions
  ChanceRecord chance;
  double seconds = 0.0;  ///< wall clock; the only field a repetition changes
  std::string moves;     ///< moves in the rules' notation with rolls, separated by spaces
  /// What each move's position was worth by the search of the agent that moved: the first player's
  /// expected score in thousandths, "-" where there was no search, separated by spaces. Empty where
  /// no move of the game was searched.
  std::string values;
};

}  // namespace tavlab
