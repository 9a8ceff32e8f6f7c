#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/game.h"
#include "core/random.h"
#include "mcts/gumbel.h"
#include "mcts/tree.h"

namespace tavlab {

/// Chooses the moves at the root of a Gumbel search (see gumbel.h): sampled from the policy and
/// halved as simulations proceed. For one search of one position, starting with an empty tree.
template <Game G>
class GumbelRoot {
 public:
  using Move = typename G::Move;

  /// Samples the moves. The root must be an evaluated decision with a policy. `simulations` is the
  /// number of simulations to come.
  void begin(const Tree<G>& tree, std::size_t considered, const GumbelScale& scale,
             std::uint64_t simulations, Random& random) {
    const auto& root = tree.node(Tree<G>::root());
    const std::size_t count = root.move_count;
    moves_.assign(tree.edge_moves(root.edges), tree.edge_moves(root.edges) + count);
    priors_.assign(tree.edge_priors(root.edges), tree.edge_priors(root.edges) + count);
    scale_ = scale;
    logits_.resize(count);
    gumbels_.resize(count);
    scratch_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      logits_[i] = std::log(std::max(priors_[i], 1e-12F));
      gumbels_[i] = gumbel_variate(random);
      scratch_[i] = gumbels_[i] + double{logits_[i]};
    }
    considered = std::min(considered, count);
    // Moves that are not sampled are never searched.
    std::vector<double> sorted = scratch_;
    std::ranges::nth_element(sorted, sorted.begin() + static_cast<std::ptrdiff_t>(considered) - 1,
                             std::ranges::greater{});
    const double least = sorted[considered - 1];
    for (std::size_t i = 0; i < count; ++i) {
      if (scratch_[i] < least) gumbels_[i] = -std::numeric_limits<double>::infinity();
    }
    sequence_ = considered_visits(considered, simulations);
    index_of_child_.clear();
  }

  [[nodiscard]] bool begun() const { return !moves_.empty(); }
  void clear() { moves_.clear(); }

  /// The move of the next simulation, after `simulations` from the root.
  Move next(const Tree<G>& tree, std::uint64_t simulations) {
    refresh(tree);
    const std::uint32_t due =
        simulations < sequence_.size() ? sequence_[simulations] : std::uint32_t{0};
    const std::size_t choice = root_choice(values(tree), gumbels_, due, scale_, scratch_);
    if (visits_[choice] == due && std::isfinite(gumbels_[choice])) return moves_[choice];
    return moves_[least_visited()];  // after the end of the plan
  }

  /// The move to play: the best of the most visited.
  [[nodiscard]] Move best(const Tree<G>& tree) const {
    GumbelRoot now(*this);
    now.refresh(tree);
    const std::uint32_t most = *std::ranges::max_element(now.visits_);
    return moves_[root_choice(now.values(tree), gumbels_, most, scale_, now.scratch_)];
  }

  /// The policy target: the improved policy, in the order of moves().
  [[nodiscard]] std::vector<double> target(const Tree<G>& tree) const {
    GumbelRoot now(*this);
    now.refresh(tree);
    improved_policy(now.values(tree), scale_, now.scratch_);
    return now.scratch_;
  }
  [[nodiscard]] const std::vector<Move>& moves() const { return moves_; }

  /// The value of the position under the improved policy: the first player's expected score, with
  /// completed values. The mean of all simulations is lower for the mover, since half of them are
  /// spent on moves that the policy rejects.
  [[nodiscard]] double improved_value(const Tree<G>& tree) const {
    GumbelRoot now(*this);
    now.refresh(tree);
    const MoveValues values = now.values(tree);
    improved_policy(values, scale_, now.scratch_);
    const double unknown = mixed_value(values);
    double value = 0.0;
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      value += now.scratch_[i] * (values.visits[i] > 0 ? double{values.means[i]} : unknown);
    }
    return tree.node(Tree<G>::root()).side == Side::first ? value : 1.0 - value;
  }

 private:
  /// Updates visits and means of the moves, including pending evaluations.
  void refresh(const Tree<G>& tree) {
    const auto& root = tree.node(Tree<G>::root());
    visits_.assign(moves_.size(), 0);
    means_.assign(moves_.size(), 0.0F);
    for (std::size_t k = 0; k < root.children; ++k) {
      const auto child = static_cast<typename Tree<G>::Index>(root.first_child + k);
      if (k == index_of_child_.size()) {
        const auto found = std::ranges::find(moves_, tree.node(child).move);
        index_of_child_.push_back(static_cast<std::size_t>(found - moves_.begin()));
      }
      const std::size_t i = index_of_child_[k];
      visits_[i] = tree.visits(child) + tree.node(child).in_flight;
      const double mean = tree.visits(child) > 0 ? tree.mean(child) : own(tree);
      means_[i] = static_cast<float>(root.side == Side::first ? mean : 1.0 - mean);
    }
  }

  /// The evaluation of the root itself, for the first player.
  static double own(const Tree<G>& tree) { return double{tree.node(Tree<G>::root()).own}; }

  [[nodiscard]] MoveValues values(const Tree<G>& tree) const {
    const bool first = tree.node(Tree<G>::root()).side == Side::first;
    return {logits_, priors_, visits_, means_, first ? own(tree) : 1.0 - own(tree)};
  }

  [[nodiscard]] std::size_t least_visited() const {
    std::size_t best = 0;
    bool found = false;
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      if (!std::isfinite(gumbels_[i])) continue;
      if (!found || visits_[i] < visits_[best]) best = i;
      found = true;
    }
    return best;
  }

  GumbelScale scale_;
  std::vector<Move> moves_;
  std::vector<float> logits_, priors_, means_;
  std::vector<double> gumbels_;  ///< -infinity for moves that are not searched
  std::vector<double> scratch_;
  std::vector<std::uint32_t> visits_;
  std::vector<std::uint32_t> sequence_;
  std::vector<std::size_t> index_of_child_;
};

}  // namespace tavlab
