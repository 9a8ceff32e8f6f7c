#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/draughts/position.h"

namespace tavlab::draughts {

/// What the evaluation looks at, each White's minus Black's.
enum class Feature : std::uint8_t {
  man,
  king,
  guard,          ///< own pieces right below the top of own columns, where nothing else is own
  prisoner,       ///< enemy's pieces in own columns
  advance,        ///< rows that men have gone
  home,           ///< men on their first row
  centre,         ///< pieces in the middle of the board
  mobility,       ///< steps of men
  king_mobility,  ///< steps of kings
  attacked,       ///< pieces of the side to move that could be jumped next
  tempo,          ///< the move
  main_road,      ///< kings on the main road
  ratio           ///< the difference of the material over all of it
};
inline constexpr std::size_t kFeatures = 13;

std::array<double, kFeatures> features(const Rules& rules, const Position& position);

/// The first player's expected score in a position that is not over: where captures are due, after
/// the best of them, and what they lead to, for a few plies; else by a logistic function of the
/// features. How they were weighed stands in evaluation.cpp.
double evaluate(const Rules& rules, const Position& position);

/// The same by pieces alone, or tops of columns, by their usual values, and as they stand: what the
/// former is measured by.
double evaluate_material(const Rules& rules, const Position& position);

}  // namespace tavlab::draughts
