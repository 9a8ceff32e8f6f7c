#pragma once

#include <array>
#include <cstddef>

#include "core/tavreli/position.h"

namespace tavlab::tavreli {

/// What the evaluation looks at, each White's minus Black's.
enum class Feature : std::uint8_t {
  knyaz,  ///< top figures by their way of moving, six of them
  ratoborets,
  luchnik,
  vsadnik,
  ratnik,
  helgi,
  buried,     ///< own figures under own ones, by what they are worth as top figures
  prisoners,  ///< enemy's figures in own towers, likewise
  advance,    ///< top ratniks by the square of the ranks they have gone and what they will be
  mobility,   ///< squares that top figures may go to
  assault,    ///< attacks on squares around the enemy's volkhv
  shelter,    ///< own figures around the own volkhv
  tempo       ///< the move
};
inline constexpr std::size_t kFeatures = 13;

std::array<double, kFeatures> features(const Rules& rules, const Position& position);

/// The first player's expected score in a position that is not over, by a logistic function of the
/// features. How they were weighed stands in evaluation.cpp.
double evaluate(const Rules& rules, const Position& position);

/// The same by the top figures alone, by their usual values: what the former is measured by.
double evaluate_material(const Rules& rules, const Position& position);

}  // namespace tavlab::tavreli
