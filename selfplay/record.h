#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/game.h"

namespace tavlab {

/// What is kept of a finished game.
struct GameRecord {
  std::uint64_t number = 0;            ///< in its match or experiment cell, from 0
  bool swapped = false;                ///< the agents have exchanged sides in this game
  Result result = Result::unfinished;  ///< for the side (attackers, White), not the agent
  std::string reason;                  ///< "king captured", "ply cap", ...
  int plies = 0;                       ///< decision moves, the random opening included
  int captured_first = 0;              ///< pieces that the first player lost
  int captured_second = 0;             ///< pieces that the second player lost
  double mean_legal_moves = 0.0;       ///< over all decisions
  double seconds = 0.0;                ///< wall clock; the only field a repetition changes
  std::string moves;  ///< moves in the rules' notation with throws, separated by spaces
};

}  // namespace tavlab
