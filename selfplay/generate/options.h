#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/side.h"
#include "mcts/gumbel.h"

namespace tavlab {

/// Options of self-play.
struct SelfPlayOptions {
  int simulations = 32;
  int gumbel_moves = 16;  ///< considered at the root (mcts/gumbel.h); 0: PUCT
  GumbelScale gumbel_scale;

  double cpuct = 1.0;  ///< below the root, or everywhere (SearchOptions::cpuct)

  /// Playout cap randomization (Wu 2019, section 3.1): only this share of the decisions gets all
  /// simulations and becomes training data, the others get `fast_simulations`.
  double full_share = 1.0;
  int fast_simulations = 8;

  // For PUCT only.
  double noise_weight = 0.25;  ///< Dirichlet noise at the root, in full searches
  double noise_alpha = 0.3;
  double forced_playouts = 2.0;  ///< SearchOptions::forced_playouts, in full searches
  double temperature = 1.0;      ///< initial temperature of the choice by visits
  double temperature_end = 0.1;  ///< its limit
  int temperature_halving = 10;  ///< plies in which it halves

  int opening_plies =
      0;  ///< maximum number of random plies at the start; each number is equally likely
  double branch_share =
      0.0;  ///< share of games that branch off from a position of a game of the last round
  /// Positions drawn for each of these; the game begins from the one with the most regret: the
  /// search's value was farthest from the game's result. With 1 this is Go-Exploit (Trudeau and
  /// Bowling 2023); more are a simple form of regret-guided search control (Tsai et al. 2026).
  int branch_candidates = 1;
  double past_share = 0.0;  ///< share of games with one side played by the net of an earlier round
  /// Agents, of which one, drawn at random, plays one side in `opponent_share` of the games. If
  /// they teach, their decisions are training data, too, with their moves as the policy.
  std::vector<std::string> opponents;
  double opponent_share = 0.0;
  std::optional<Side> opponent_side;  ///< empty: either, at random
  bool opponent_teaches = false;
  /// An exact table: games end, with their exact value, where it knows it. Empty: none.
  std::string endgame;
  int max_plies = 500;  ///< longer games are cut off as unfinished

  /// A side resigns when its value was below this in `resign_after` consecutive decisions; 0:
  /// never.
  double resign_below = 0.0;
  int resign_after = 3;
  double play_on_share =
      0.1;  ///< share of games without resignation, to measure how often it is right

  int groups = 2;            ///< groups of games, each played by one thread
  int games_in_flight = 64;  ///< games per group, whose leaves are evaluated together
  bool random_symmetry = true;
  int cache_positions = 32768;  ///< size of each group's evaluation cache; 0: none

  bool operator==(const SelfPlayOptions&) const = default;
};

}  // namespace tavlab
