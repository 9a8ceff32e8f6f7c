#pragma once

#include <array>
#include <string>

#include "tests/tafl/reference/game.h"

/// Pieces, directions and results, for all parts of the reference.
namespace tavlab::reference {

inline constexpr char kEmpty = '.';
inline constexpr std::array<int, 4> kDirections = {0, 1, 2, 3};  // up, right, down, left

inline int opposite(int direction) { return (direction + 2) % 4; }

inline char at(const std::string& board, Cell cell) {
  return board.at(static_cast<std::size_t>(cell));
}
inline char& at(std::string& board, Cell cell) { return board.at(static_cast<std::size_t>(cell)); }

inline bool contains(const std::string& letters, char letter) {
  return letters.find(letter) != std::string::npos;
}

inline bool is_attackers(char piece) { return piece == 'a' || piece == 'c'; }
inline bool is_defender_or_knight(char piece) { return piece == 'd' || piece == 'n'; }
inline bool is_defenders(char piece) { return is_defender_or_knight(piece) || piece == 'k'; }
inline char side_of(char piece) {
  return is_attackers(piece) ? 'a' : is_defenders(piece) ? 'd' : kEmpty;
}
inline char other_side(char side) { return side == 'a' ? 'd' : 'a'; }

/// Victim group of a piece.
inline char group_of(char piece) { return is_attackers(piece) ? 'A' : 'D'; }

inline std::string name_of_side(char side) { return side == 'a' ? "attackers" : "defenders"; }

inline void finish(State& state, const std::string& result, const std::string& reason) {
  state.result = result;
  state.reason = reason;
}

}  // namespace tavlab::reference
