#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/draughts/position.h"

namespace tavlab::draughts {

/// The features of the evaluation, each White's minus Black's.
enum class Feature : std::uint8_t {
  man,
  king,
  guard,     ///< own pieces directly below the top of own columns, if there are no others below
  prisoner,  ///< enemy pieces in own columns
  advance,   ///< rows that men have advanced
  home,      ///< men on their first row
  centre,    ///< pieces in the middle of the board
  mobility,  ///< steps of men
  king_mobility,  ///< steps of kings
  attacked,       ///< pieces of the side to move that could be jumped next
  tempo,          ///< the right to move
  main_road,      ///< kings on the main road
  ratio           ///< the difference in material divided by all material
};
inline constexpr std::size_t kFeatures = 13;

std::array<double, kFeatures> features(const Rules& rules, const Position& position);

/// The log-odds of the first player's expected score in an unfinished position, linear in the
/// features after compulsory captures of a few plies; infinite if these end the game.
/// evaluation.cpp says where the weights come from.
double evaluate_logit(const Rules& rules, const Position& position);

/// The expected score by the usual values of pieces, or tops of columns, without resolving
/// captures: a baseline for `evaluate_logit`.
double evaluate_material(const Rules& rules, const Position& position);

}  // namespace tavlab::draughts
