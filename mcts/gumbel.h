#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/random.h"

// Policy improvement by planning with Gumbel: Danihelka, Guez, Schrittwieser, Silver 2022, "Policy
// improvement by planning with Gumbel" (ICLR). With few simulations, the visits of a PUCT search
// carry little information. Here the moves to search are sampled without replacement from the
// policy and reduced by sequential halving, and the policy target is computed from the values.
//
// Values are the mover's expected scores, in [0, 1].
namespace tavlab {

/// A variate of the standard Gumbel distribution.
inline double gumbel_variate(Random& random) {
  const double u = 1.0 - random.uniform();  // in (0, 1]
  return -std::log(std::max(-std::log(u), 1e-300));
}

/// For each simulation, how many visits its move has had before, by sequential halving (Karnin,
/// Koren, Somekh 2013) of `considered` moves: the moves share the simulations of a phase equally,
/// then the better half stays; the last phase has two moves. The paper's Figure 2 shows 16 moves
/// and 200 simulations.
inline std::vector<std::uint32_t> considered_visits(std::size_t considered,
                                                    std::size_t simulations) {
  std::vector<std::uint32_t> sequence;
  sequence.reserve(simulations);
  if (considered <= 1) {
    for (std::size_t i = 0; i < simulations; ++i) {
      sequence.push_back(static_cast<std::uint32_t>(i));
    }
    return sequence;
  }
  const auto phases = static_cast<std::size_t>(std::bit_width(considered - 1));  // ceil(log2)
  std::uint32_t visits = 0;
  while (sequence.size() < simulations) {
    const std::size_t each = std::max<std::size_t>(1, simulations / (phases * considered));
    for (std::size_t round = 0; round < each; ++round, ++visits) {
      sequence.insert(sequence.end(), considered, visits);
    }
    considered = std::max<std::size_t>(2, considered / 2);
  }
  sequence.resize(simulations);
  return sequence;
}

/// Settings of the value transformation sigma(q) = (visit + highest count) * scale * q. With
/// `rescaled`, the values of a decision are first rescaled to [0, 1], worst to best, as the
/// authors' library mctx does by default with this scale. When a game is nearly lost and all moves
/// are worth almost nothing, the better ones still stand out, and a net learns to resist.
struct GumbelScale {
  double visit = 50.0;
  double scale = 0.1;
  bool rescaled = true;

  bool operator==(const GumbelScale&) const = default;
};

/// The statistics of the moves of a decision.
struct MoveValues {
  std::span<const float> logits;          ///< of the net's policy
  std::span<const float> priors;          ///< its softmax
  std::span<const std::uint32_t> visits;  ///< by move
  std::span<const float> means;           ///< for the mover; undefined without visits
  double value = 0.5;                     ///< the net's value of the position, for the mover
};

/// The paper's v_mix (appendix D), the assumed value of moves without visits: a mix of the net's
/// value and the mean of the visited moves weighted by the policy,
///
///   (value + n sum(prior mean) / sum(prior)) / (1 + n),   sums over visited moves, n all visits.
inline double mixed_value(const MoveValues& moves) {
  double visits = 0.0, mass = 0.0, weighted = 0.0;
  for (std::size_t i = 0; i < moves.visits.size(); ++i) {
    if (moves.visits[i] == 0) continue;
    // A prior may round to 0 where a logit is very low; its move counts all the same.
    const double prior = std::max(double{moves.priors[i]}, 1e-12);
    visits += moves.visits[i];
    mass += prior;
    weighted += prior * double{moves.means[i]};
  }
  if (visits == 0.0) return moves.value;
  return (moves.value + visits * weighted / mass) / (1.0 + visits);
}

/// Writes sigma(completed q) of every move (at least one), where completed q is the mean of a
/// visited move, else mixed_value().
inline void transformed_values(const MoveValues& moves, const GumbelScale& scale,
                               std::span<double> out) {
  std::uint32_t most = 0;
  for (const std::uint32_t visits : moves.visits) most = std::max(most, visits);
  const double factor = (scale.visit + most) * scale.scale;
  const double unknown = mixed_value(moves);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = moves.visits[i] > 0 ? double{moves.means[i]} : unknown;
  }
  const auto [worst, best] = std::ranges::minmax(out);
  const double zero = scale.rescaled ? worst : 0.0;
  const double one = scale.rescaled ? std::max(best - worst, 1e-8) : 1.0;
  for (double& q : out) q = factor * (q - zero) / one;
}

/// Writes the improved policy, softmax(logits + sigma(completed q)): the policy target of a net,
/// and the basis of selection below the root. Its expected value is at least that of the net's
/// policy.
inline void improved_policy(const MoveValues& moves, const GumbelScale& scale,
                            std::span<double> policy) {
  transformed_values(moves, scale, policy);
  double highest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < policy.size(); ++i) {
    policy[i] += double{moves.logits[i]};
    highest = std::max(highest, policy[i]);
  }
  double sum = 0.0;
  for (double& p : policy) sum += p = std::exp(p - highest);
  for (double& p : policy) p /= sum;
}

/// The move of the next simulation at the root: among those with the given number of visits, the
/// one with the highest gumbel + logit + sigma(completed q). `gumbels` are drawn once per search.
/// With the highest visit count instead of the sequence's, it is the move to play.
inline std::size_t root_choice(const MoveValues& moves, std::span<const double> gumbels,
                               std::uint32_t visits, const GumbelScale& scale,
                               std::span<double> scratch) {
  transformed_values(moves, scale, scratch);
  std::size_t best = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < scratch.size(); ++i) {
    if (moves.visits[i] != visits) continue;
    const double score = gumbels[i] + double{moves.logits[i]} + scratch[i];
    if (score > most) {
      most = score;
      best = i;
    }
  }
  return best;
}

}  // namespace tavlab
