#pragma once

#include <cstdint>

#include "mcts/gumbel.h"

namespace tavlab {

/// How games of self-play are searched and varied.
struct SelfPlayOptions {
  int simulations = 32;
  int gumbel_moves = 16;  ///< at the root (mcts/gumbel.h); 0: PUCT
  GumbelScale gumbel_scale;

  double cpuct = 1.0;  ///< below the root, or everywhere (SearchOptions::cpuct)

  /// Playout cap randomization (Wu 2019, section 3.1): only this share of the decisions gets all
  /// simulations and becomes training data, the others get `fast_simulations`.
  double full_share = 1.0;
  int fast_simulations = 8;

  // Of PUCT alone.
  double noise_weight = 0.25;  ///< Dirichlet noise at the root, in full searches
  double noise_alpha = 0.3;
  double forced_playouts = 2.0;  ///< SearchOptions::forced_playouts, in full searches
  double temperature = 1.0;      ///< of the choice by visits in the beginning,
  double temperature_end = 0.1;  ///< and its limit,
  int temperature_halving = 10;  ///< halved every so many plies

  int opening_plies = 0;  ///< up to so many random plies at the start, each number equally likely
  double branch_share =
      0.0;  ///< of games that branch off from a position of a game of the last round
  double past_share = 0.0;  ///< of games in which one side plays with the net of an earlier round
  int max_plies = 500;      ///< longer games are cut off as unfinished

  /// A side resigns when its value was below this in so many of its decisions in a row; 0: never.
  double resign_below = 0.0;
  int resign_after = 3;
  double play_on_share = 0.1;  ///< of games without resignation, to measure how often it is right

  int groups = 2;            ///< games are played in so many groups, each by one thread
  int games_in_flight = 64;  ///< of each group, whose leaves are evaluated together
  bool random_symmetry = true;
  int cache_positions = 32768;  ///< of each group's evaluation cache; 0: none

  bool operator==(const SelfPlayOptions&) const = default;
};

}  // namespace tavlab
