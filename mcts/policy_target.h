#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/game.h"
#include "mcts/report.h"
#include "mcts/search.h"
#include "mcts/select.h"
#include "mcts/tree.h"

// The training targets that a search of a decision gives.
namespace tavlab {

/// A move, its visits and its share of the policy target.
template <Game G>
struct PolicyTarget {
  typename G::Move move{};
  std::uint32_t visits = 0;
  double share = 0.0;
};

/// Visits after policy target pruning (Wu 2019, section 3.2): every move but the most visited one
/// loses visits, at most the forced ones, as long as its PUCT score stays below that of the most
/// visited one; a move left with a single visit loses that too.
template <Game G>
std::vector<double> pruned_visits(const Search<G>& search) {
  const Tree<G>& tree = search.tree();
  const auto& root = tree.node(Tree<G>::root());
  const double factor = search.options().forced_playouts;
  std::vector<double> visits(root.children);
  for (std::size_t k = 0; k < visits.size(); ++k) {
    visits[k] = tree.visits(root.first_child + static_cast<std::uint32_t>(k));
  }
  if (factor <= 0 || visits.empty() || !root.policy) return visits;
  const float* const priors = tree.edge_priors(root.edges);
  const double k = Selector<G>(tree, search.options()).exploration(Tree<G>::root());
  const double all = tree.visits(Tree<G>::root()) - 1.0;
  const auto own_mean = [&](std::size_t i) {
    const double mean = tree.mean(root.first_child + static_cast<std::uint32_t>(i));
    return root.side == Side::first ? mean : 1.0 - mean;
  };
  const auto most = static_cast<std::size_t>(std::ranges::max_element(visits) - visits.begin());
  const double bar = own_mean(most) + k * double{priors[most]} / (1.0 + visits[most]);
  for (std::size_t i = 0; i < visits.size(); ++i) {
    if (i == most || visits[i] == 0) continue;
    const double room = bar - own_mean(i);
    // The fewest visits whose PUCT score, own + k prior / (1 + visits), stays below the bar.
    const double least = room > 0 ? k * double{priors[i]} / room - 1.0 : visits[i];
    const double forced = forced_visits(double{priors[i]}, all, factor);
    const double kept = std::max(visits[i] - forced, std::min(visits[i], std::max(least, 0.0)));
    visits[i] = kept <= 1.0 ? 0.0 : kept;
  }
  return visits;
}

/// The policy target of a search: the best move alone if it is proven; with Gumbel search the
/// improved policy without its smallest shares; else the pruned visits. Empty if all moves lose or
/// none was tried.
template <Game G>
std::vector<PolicyTarget<G>> policy_target(const Search<G>& search) {
  constexpr double kLeast = 1e-4;
  const Tree<G>& tree = search.tree();
  const auto& root = tree.node(Tree<G>::root());
  std::vector<PolicyTarget<G>> target;
  if (root.kind != NodeKind::decision || root.children == 0) return target;
  if (root.proof != Proof::open) {
    const auto best = best_move(search);
    if (root.proof == win_proof(other(root.side)) || best == typename G::Move{}) return target;
    for (std::uint32_t i = root.first_child; i < root.first_child + root.children; ++i) {
      const bool is_best = tree.node(i).move == best;
      target.push_back({tree.node(i).move, tree.visits(i), is_best ? 1.0 : 0.0});
    }
    return target;
  }
  const auto visits_of = [&](typename G::Move move) {
    for (std::uint32_t i = root.first_child; i < root.first_child + root.children; ++i) {
      if (tree.node(i).move == move) return tree.visits(i);
    }
    return std::uint32_t{0};
  };
  if (search.gumbel().begun()) {
    const std::vector<double> shares = search.gumbel().target(tree);
    const auto& moves = search.gumbel().moves();
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const std::uint32_t visits = visits_of(moves[i]);
      if (visits > 0 || shares[i] >= kLeast) target.push_back({moves[i], visits, shares[i]});
    }
  } else {
    const std::vector<double> visits = pruned_visits(search);
    for (std::size_t k = 0; k < visits.size(); ++k) {
      const auto child = root.first_child + static_cast<std::uint32_t>(k);
      target.push_back({tree.node(child).move, tree.visits(child), visits[k]});
    }
  }
  double sum = 0.0;
  for (const auto& each : target) sum += each.share;
  if (sum <= 0.0) return {};
  for (auto& each : target) each.share /= sum;
  return target;
}

/// The value target of a search: with Gumbel search the value under the improved policy, else the
/// mean of its simulations.
template <Game G>
Wdl value_target(const Search<G>& search) {
  const Wdl mean = root_report(search).wdl;
  const bool open = search.tree().node(Tree<G>::root()).proof == Proof::open;
  if (!open || !search.gumbel().begun()) return mean;
  return Wdl::from_score(search.gumbel().improved_value(search.tree()), double{mean.draw});
}

}  // namespace tavlab
