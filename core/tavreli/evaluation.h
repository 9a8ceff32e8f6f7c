#pragma once

#include <array>
#include <cstddef>

#include "core/tavreli/position.h"

namespace tavlab::tavreli {

/// The features of the evaluation, each White's minus Black's.
enum class Feature : std::uint8_t {
  knyaz,  ///< top pieces by how they move: six features
  ratoborets,
  luchnik,
  vsadnik,
  ratnik,
  helgi,
  buried,     ///< own pieces below own ones, by their value as top pieces
  prisoners,  ///< enemy pieces in own towers, likewise
  advance,    ///< top ratniks by the square of the ranks advanced and what they will become
  mobility,   ///< squares attacked by top pieces
  assault,    ///< attacks on squares around the enemy's volkhv
  shelter,    ///< own pieces around one's own volkhv
  tempo       ///< the side to move
};
inline constexpr std::size_t kFeatures = 13;

std::array<double, kFeatures> features(const Rules& rules, const Position& position);

/// The log-odds of the first player's expected score in a position that is not over, linear in the
/// features; evaluation.cpp describes how their weights were fitted.
double evaluate_logit(const Rules& rules, const Position& position);

/// The expected score by the usual values of the top pieces alone: the baseline for
/// `evaluate_logit`.
double evaluate_material(const Rules& rules, const Position& position);

}  // namespace tavlab::tavreli
