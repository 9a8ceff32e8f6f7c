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

/// Statistics of the dice in a game. All zero without dice.
struct ChanceRecord {
  int rolls = 0;         ///< chance events
  int passes = 0;        ///< rolls that left nothing to decide
  int longest_run = 0;   ///< most consecutive moves of a side, by extra rolls or passes
  int longest_turn = 0;  ///< most moves of one turn, by extra rolls only
  int lead_changes = 0;  ///< how often the lead passed to the other side
  std::vector<RollCount> roll_counts;  ///< rolls that came up, in the rules' order
};

/// The record of a game.
struct GameRecord {
  std::uint64_t number = 0;            ///< in its match or experiment cell, from 0
  bool swapped = false;                ///< the agents have exchanged sides in this game
  Result result = Result::unfinished;  ///< for the side (attackers, White), not the agent
  std::string reason;                  ///< "king captured", "ply cap", ...
  int plies = 0;                       ///< decision moves, the random opening included
  int choices = 0;                     ///< those with more than one legal move
  int captured_first = 0;              ///< pieces that the first player lost
  int captured_second = 0;             ///< pieces that the second player lost
  double mean_legal_moves = 0.0;       ///< over all decisions
  ChanceRecord chance;
  double seconds = 0.0;  ///< wall clock; the only field that is not reproducible
  std::string moves;     ///< moves in the rules' notation with rolls, separated by spaces
  /// For each move, the value of its position by the mover's search: the first player's expected
  /// score in thousandths, "-" without search, separated by spaces. Empty if no move was searched.
  std::string values;
};

}  // namespace tavlab
