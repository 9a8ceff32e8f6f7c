#pragma once

#include <cstddef>
#include <cstdint>

#include "mcts/gumbel.h"

namespace tavlab {

/// First-play urgency: what a move that was never tried is taken to be worth to the mover.
struct FirstPlayUrgency {
  enum class Kind : std::uint8_t {
    /// The node's mean less `value` times the square root of the prior mass already tried: the more
    /// of what looked good has been seen, the less is hoped of the rest (as in KataGo and lc0).
    reduction,
    absolute  ///< `value` itself, as a score in [0, 1]; above 1 every move is tried once first
  };
  Kind kind = Kind::reduction;
  double value = 0.2;
};

/// Settings of one search. The defaults suit rollouts with uniform priors: in matches with 300
/// simulations a move on 9x9 boards cpuct between 1 and 10 played alike, 0.3 and 30 clearly worse.
struct SearchOptions {
  /// Exploration. A child's PUCT score is Q + c P sqrt(N) / (1 + n), with c = cpuct + cpuct_factor
  /// * log(1 + (N + 1) / cpuct_base): Rosin 2011 ("Multi-armed bandits with episode context"), as
  /// used by Silver et al. 2017 and, with the growing c, 2018. Q is a score in [0, 1] here, so c is
  /// half of what programs with values in [-1, 1] call by this name.
  double cpuct = 2.0;
  double cpuct_base = 19652;
  double cpuct_factor = 1.0;  ///< 0 makes c constant

  FirstPlayUrgency fpu;
  FirstPlayUrgency root_fpu;

  /// Dirichlet noise mixed into the priors at the root, for self-play (Silver et al. 2017): prior
  /// = (1 - weight) * prior + weight * noise. Weight 0 turns it off.
  double noise_alpha = 0.3;
  double noise_weight = 0;

  /// Above 0, moves that were tried at the root are looked at no fewer than sqrt(forced_playouts *
  /// prior * visits of all) times, so that noise gets its chance; mcts/policy_target.h takes what
  /// came of it alone out of the policy again. Wu 2019 ("Accelerating self-play learning in Go",
  /// section 3.2) has 2. With a policy only.
  double forced_playouts = 0;

  /// Above 0 the root plans with Gumbel (see gumbel.h): it looks at so many moves, drawn from the
  /// policy, halved as the simulations go on, and the limit must be one of simulations. Below the
  /// root the search stays PUCT. Such a search begins without a tree.
  int gumbel_moves = 0;
  GumbelScale gumbel_scale;

  /// Back up proven results (Winands, Björnsson, Saito 2008, "Monte-Carlo tree search solver") and
  /// stop when the root is proven.
  bool solver = true;
  /// When a node gets its first child, look whether a move wins at once (G::wins_at_once).
  bool look_for_wins = true;

  /// Positions of this one search that may wait for evaluation together, 1 to 200. Above 1 each
  /// wait counts, for selection only, as `virtual_loss` visits that the mover lost (Chaslot et al.
  /// 2008), so that the search spreads. 1 is best for a given number of simulations.
  int leaves_in_flight = 1;
  double virtual_loss = 1.0;

  /// The tree's memory in bytes; 0 is no bound. When a node finds no room the search keeps going on
  /// the tree it has, or stops. Moving the root needs up to as much again for a moment.
  std::size_t max_bytes = 0;
  bool stop_when_full = false;
};

/// When a search ends; 0 is no limit, and at least one must be set. A proven root ends it as well.
struct Limits {
  std::uint64_t simulations = 0;  ///< from this start on; what a reused tree holds is not counted
  std::uint64_t nodes = 0;        ///< in the tree, reused ones included
  double seconds = 0;             ///< wall clock: the only thing that makes a search irreproducible
};

/// Why a search ended.
enum class StopReason : std::uint8_t {
  none,  ///< it runs, or was never begun
  simulations,
  nodes,
  seconds,
  proven,     ///< the value of the root is exact
  memory,     ///< no room, and `stop_when_full`
  exhausted,  ///< only nodes are limited, but the tree has long stopped growing
  over        ///< the root is the end of a game
};

}  // namespace tavlab
