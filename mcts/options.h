#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>

#include "mcts/gumbel.h"

namespace tavlab {

/// First-play urgency: the assumed value, for the mover, of a move that has not been tried.
struct FirstPlayUrgency {
  enum class Kind : std::uint8_t {
    /// The node's mean less `value` times the square root of the prior mass already tried: the more
    /// of the good moves have been tried, the less is expected of the rest (as in KataGo and lc0).
    reduction,
    absolute  ///< `value` itself, as a score in [0, 1]; above 1 every move is tried once first
  };
  Kind kind = Kind::reduction;
  double value = 0.2;
};

/// Settings of a search. The defaults suit rollouts with uniform priors: in matches with 300
/// simulations a move on 9x9 boards, cpuct from 1 to 10 played alike, 0.3 and 30 clearly worse.
struct SearchOptions {
  /// Exploration. A child's PUCT score is Q + c P sqrt(N) / (1 + n), with c = cpuct + cpuct_factor
  /// * log(1 + (N + 1) / cpuct_base): Rosin 2011 ("Multi-armed bandits with episode context"), as
  /// used by Silver et al. 2017 and, with growing c, 2018. Q is a score in [0, 1] here, so c is
  /// half of that in programs with values in [-1, 1].
  double cpuct = 2.0;
  double cpuct_base = 19652;
  double cpuct_factor = 1.0;  ///< 0 makes c constant

  FirstPlayUrgency fpu;
  FirstPlayUrgency root_fpu;

  /// Dirichlet noise mixed into the priors at the root, for self-play (Silver et al. 2017): prior
  /// = (1 - weight) * prior + weight * noise. Weight 0 turns it off.
  double noise_alpha = 0.3;
  double noise_weight = 0;

  /// Above 0, tried moves at the root get at least sqrt(forced_playouts * prior * all visits)
  /// visits, so that noise has an effect; mcts/policy_target.h prunes these visits from the policy
  /// target. Wu 2019 ("Accelerating self-play learning in Go", section 3.2) uses 2. Only with a
  /// policy.
  double forced_playouts = 0;

  /// Above 0, the root uses Gumbel search (see gumbel.h) with this many moves, sampled from the
  /// policy and halved as simulations proceed; it needs a limit in simulations. Below the root the
  /// search is PUCT. Such a search starts without a tree.
  int gumbel_moves = 0;
  GumbelScale gumbel_scale;

  /// Back up proven results (Winands, Björnsson, Saito 2008, "Monte-Carlo tree search solver") and
  /// stop when the root is proven.
  bool solver = true;
  /// When a node gets its first child, check whether a move wins at once (G::wins_at_once).
  bool look_for_wins = true;

  /// Positions of this search that may wait for evaluation at the same time, 1 to 200. Above 1,
  /// selection counts each of them as `virtual_loss` visits lost by the mover (Chaslot et al.
  /// 2008), so that the search spreads. 1 is best for a given number of simulations.
  int leaves_in_flight = 1;
  /// The leaves are requested and answered in this many groups of equal size in turn, so that one
  /// group can be evaluated while the tree is searched for the leaves of another.
  int leaf_groups = 1;
  double virtual_loss = 1.0;

  /// The tree's memory in bytes; 0 is unlimited. When it is full, the search continues on the tree
  /// it has, or stops. Moving the root briefly needs up to as much again.
  std::size_t max_bytes = 0;
  bool stop_when_full = false;
};

/// Limits of a search; 0 is no limit, and at least one must be set. A proven root also ends it.
struct Limits {
  std::uint64_t simulations = 0;  ///< of this search, not counting those of a reused tree
  std::uint64_t nodes = 0;        ///< in the tree, including reused ones
  double seconds = 0;             ///< like a stop, not reproducible
  bool cpu_time = false;  ///< `seconds` are the thread's processor time, not wall-clock time
  /// A requested stop ends the search, too. It may be the only limit.
  std::stop_token stop = {};
};

/// Why a search ended.
enum class StopReason : std::uint8_t {
  none,  ///< it is running, or has not begun
  simulations,
  nodes,
  seconds,
  stopped,
  proven,     ///< the value of the root is exact
  memory,     ///< the tree is full, and `stop_when_full` is set
  exhausted,  ///< only nodes are limited, but the tree has stopped growing
  over        ///< the root is the end of a game
};

}  // namespace tavlab
