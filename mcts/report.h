#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/game.h"
#include "core/random.h"
#include "mcts/evaluator.h"
#include "mcts/search.h"
#include "mcts/tree.h"

namespace tavlab {

/// A search's result for one position. `value` and `wdl` are from the first player's side.
struct NodeReport {
  std::uint64_t visits = 0;
  double value = 0.5;  ///< mean score; exact if proven
  Wdl wdl;
  Proof proof = Proof::open;
};

/// A tried move at the root, or a tried outcome if the root is a chance event.
template <Game G>
struct ChildReport : NodeReport {
  typename G::Move move{};
  std::uint8_t outcome = 0;
  double prior = 0;        ///< including noise; for an outcome its probability
  std::uint32_t node = 0;  ///< in the tree
};

template <Game G>
NodeReport node_report(const Tree<G>& tree, typename Tree<G>::Index i) {
  NodeReport report;
  report.visits = tree.visits(i);
  report.proof = tree.node(i).proof;
  const bool over = tree.node(i).kind == NodeKind::terminal;
  if (report.visits > 0) {
    report.value = tree.mean(i);
    report.wdl = Wdl::from_score(report.value, double{tree.node(i).draw});
  } else if (over) {
    report.value = report.proof == Proof::first_wins ? 1 : report.proof == Proof::draw ? 0.5 : 0;
    report.wdl = Wdl::from_score(report.value, report.proof == Proof::draw ? 1 : 0);
  } else {
    report.wdl = Wdl::from_score(0.5);
  }
  return report;
}

/// The value of the root.
template <Game G>
NodeReport root_report(const Search<G>& search) {
  return node_report<G>(search.tree(), Tree<G>::root());
}

/// The tried moves of the root, in the order in which they were first tried.
template <Game G>
std::vector<ChildReport<G>> root_children(const Search<G>& search) {
  const Tree<G>& tree = search.tree();
  const auto& root = tree.node(Tree<G>::root());
  std::vector<ChildReport<G>> children;
  for (std::uint32_t k = 0; k < root.children; ++k) {
    ChildReport<G> child;
    child.node = root.first_child + k;
    static_cast<NodeReport&>(child) = node_report<G>(tree, child.node);
    if (root.kind == NodeKind::chance) {
      child.outcome = tree.outcomes(root.edges)[k].value;
      child.prior = tree.outcomes(root.edges)[k].probability;
    } else {
      child.move = tree.node(root.first_child + k).move;
      child.prior = root.policy ? double{tree.edge_priors(root.edges)[k]} : 1.0 / root.move_count;
    }
    children.push_back(child);
  }
  return children;
}

/// The ordinal of the child that the mover would play: the most visited open one (ties go to the
/// better mean, then to the one tried first), or the best proven one if it is at least as good; a
/// proven loss only if there is nothing else, and then the most visited. kNothing without children.
template <Game G>
std::size_t best_child(const Tree<G>& tree, typename Tree<G>::Index parent) {
  const auto& node = tree.node(parent);
  const bool first = node.side == Side::first;
  const Proof lost = win_proof(other(node.side));
  constexpr std::size_t kNothing = Selector<G>::kNothing;
  struct Candidate {
    std::size_t ordinal = kNothing;
    std::uint32_t visits = 0;
    double value = -1;  ///< for the mover
  } open, proven, hopeless;
  for (std::uint32_t k = 0; k < node.children; ++k) {
    const std::uint32_t child = node.first_child + k;
    const std::uint32_t visits = tree.visits(child);
    if (visits == 0) continue;
    const Candidate it{k, visits, first ? tree.mean(child) : 1 - tree.mean(child)};
    const Proof proof = tree.node(child).proof;
    if (proof == lost) {
      if (it.visits > hopeless.visits) hopeless = it;
    } else if (proof != Proof::open) {
      if (it.value > proven.value) proven = it;
    } else if (it.visits > open.visits || (it.visits == open.visits && it.value > open.value)) {
      open = it;
    }
  }
  if (proven.ordinal != kNothing && proven.value >= open.value) return proven.ordinal;
  return open.ordinal != kNothing ? open.ordinal : hopeless.ordinal;
}

/// A legal move at the root that has not been tried, or no move.
template <Game G>
typename G::Move untried_move(const Search<G>& search) {
  const Tree<G>& tree = search.tree();
  const auto& root = tree.node(Tree<G>::root());
  MoveList<G> moves;
  search.state().legal_moves(moves);
  for (const auto move : moves) {
    bool tried = false;
    for (std::uint32_t k = 0; k < root.children; ++k) {
      tried = tried || tree.node(root.first_child + k).move == move;
    }
    if (!tried) return move;
  }
  return {};
}

/// The move to play; no move if the root is not a decision or was never searched. An untried move
/// is preferred to a proven loss. Must not be called while evaluations are pending.
template <Game G>
typename G::Move best_move(const Search<G>& search) {
  const auto& root = search.tree().node(Tree<G>::root());
  if (root.kind != NodeKind::decision) return {};
  const std::size_t best = best_child<G>(search.tree(), Tree<G>::root());
  if (best == Selector<G>::kNothing) return {};
  if (search.gumbel().begun() && root.proof == Proof::open) {
    return search.gumbel().best(search.tree());
  }
  const auto& child = search.tree().node(root.first_child + static_cast<std::uint32_t>(best));
  if (root.proof == Proof::open && child.proof == win_proof(other(root.side))) {
    const auto move = untried_move(search);
    if (move != typename G::Move{}) return move;
  }
  return child.move;
}

/// A move drawn with probability proportional to visits^(1 / temperature), for variety. If the best
/// move is proven, that one; otherwise proven losses are excluded. The best move at temperature 0.
template <Game G>
typename G::Move sample_move(const Search<G>& search, double temperature, Random& random) {
  const Tree<G>& tree = search.tree();
  const auto& root = tree.node(Tree<G>::root());
  const typename G::Move best = best_move(search);
  if (!(temperature > 0) || best == typename G::Move{}) return best;
  const std::uint32_t best_node =
      root.first_child + static_cast<std::uint32_t>(best_child<G>(tree, Tree<G>::root()));
  if (tree.node(best_node).proof != Proof::open) return best;
  const double most = tree.visits(best_node);
  const auto weight = [&](std::uint32_t child) {
    if (tree.visits(child) == 0) return 0.0;
    if (tree.node(child).proof == win_proof(other(root.side))) return 0.0;
    return std::pow(tree.visits(child) / most, 1 / temperature);
  };
  double total = 0;
  for (std::uint32_t k = 0; k < root.children; ++k) total += weight(root.first_child + k);
  double left = random.uniform() * total;
  for (std::uint32_t k = 0; k < root.children; ++k) {
    const double share = weight(root.first_child + k);
    if (left < share) return tree.node(root.first_child + k).move;
    left -= share;
  }
  return best;
}

/// A step of the principal variation.
template <Game G>
struct VariationStep {
  bool chance = false;
  typename G::Move move{};
  std::uint8_t outcome = 0;
};

/// The principal variation after a node: best moves, and most probable outcomes of chance events.
template <Game G>
std::vector<VariationStep<G>> principal_variation(const Search<G>& search, std::size_t length = 64,
                                                  std::uint32_t at = Tree<G>::root()) {
  const Tree<G>& tree = search.tree();
  std::vector<VariationStep<G>> line;
  while (line.size() < length && tree.node(at).children > 0) {
    const auto& node = tree.node(at);
    const bool chance = node.kind == NodeKind::chance;
    // Outcomes are ordered by probability.
    const std::size_t next = chance ? 0 : best_child<G>(tree, at);
    if (next == Selector<G>::kNothing) break;
    const std::uint32_t child = node.first_child + static_cast<std::uint32_t>(next);
    VariationStep<G> step;
    step.chance = chance;
    if (chance) {
      step.outcome = tree.outcomes(node.edges)[0].value;
    } else {
      step.move = tree.node(child).move;
    }
    line.push_back(step);
    at = child;
  }
  return line;
}

}  // namespace tavlab
