#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/game.h"
#include "mcts/tree.h"

namespace tavlab {

/// Backs up the value of a leaf along its path, with proofs.
///
/// A decision node's mean is the average of its visits. A chance node's mean is the expectation
/// over its outcomes: the sum of p_i times the mean of outcome i, where an unvisited outcome counts
/// with the chance node's own evaluation. To make averages above a chance node use this expectation
/// and not the sampled rolls, each step passes up the change of the child's total (mean times
/// visits) instead of the leaf's value. The same mechanism passes up the correction when a position
/// is proven and its mean becomes exact (as in lc0's certainty propagation): its parent's average
/// is then as if every visit had returned the exact value.
///
/// A proven child of a decision is settled: it is not searched again. If it loses for the mover, it
/// is removed from the average, since it will never be played. The best of the other proven
/// children is a lower bound of the node's value for the mover (Cazenave and Saffidine 2010, "Score
/// bounded Monte-Carlo tree search"), whatever the average of the open moves.
template <Game G>
class Backup {
 public:
  using Index = typename Tree<G>::Index;

  Backup(Tree<G>& tree, bool solver) : tree_(tree), solver_(solver) {}

  /// Adds one visit to each node of `path`, from the root to the leaf. The leaf's score and draw
  /// mass are its evaluation, or its exact value if it is proven. `news`: the leaf's proof has not
  /// been passed to its parent yet. A leaf that is a decision whose moves are all proven gets its
  /// exact value here.
  void run(std::span<const Index> path, double score, double draw, bool news) {
    const Index leaf = path.back();
    double score_before = tree_.node(leaf).sum;
    double draw_before = draw_total(leaf);
    add(leaf, {score, draw});
    if (tree_.node(leaf).children == 0) {
      tree_.node(leaf).own = static_cast<float>(tree_.mean(leaf));
    } else if (news) {
      prove_exhausted(leaf);
    }
    refresh(leaf);
    bool proven = solver_ && news;
    for (std::size_t i = path.size() - 1; i-- > 0;) {
      const Change change = {tree_.node(path[i + 1]).sum - score_before,
                             draw_total(path[i + 1]) - draw_before};
      const Index at = path[i];
      auto& node = tree_.node(at);
      score_before = node.sum;
      draw_before = draw_total(at);
      if (node.proof != Proof::open) {  // proven while this descent waited: its value is exact
        const double exact = tree_.mean(at);
        ++tree_.visits(at);
        node.sum = exact * tree_.visits(at);
        proven = false;
      } else if (node.kind == NodeKind::chance) {
        ++tree_.visits(at);
        expect(at);
        proven = proven && prove_chance(at);
      } else {
        add(at, change);
        if (solver_) settle(at, path[i + 1]);
        proven = proven && prove_decision(at, path[i + 1]);
      }
      refresh(at);
    }
  }

  /// Whether all moves of a decision have been tried and all are proven.
  [[nodiscard]] bool exhausted(Index at) const {
    const auto& node = tree_.node(at);
    if (node.children == 0 || node.next_move < node.move_count) return false;
    for (Index child = node.first_child; child < node.first_child + node.children; ++child) {
      if (tree_.node(child).proof == Proof::open) return false;
    }
    return true;
  }

 private:
  /// The change of a node's totals (mean times visits).
  struct Change {
    double score;
    double draw;
  };

  [[nodiscard]] double draw_total(Index i) const {
    return double{tree_.node(i).draw} * tree_.visits(i);
  }

  void add(Index i, Change change) {
    const double draws = draw_total(i) + change.draw;
    tree_.node(i).sum += change.score;
    ++tree_.visits(i);
    tree_.node(i).draw = static_cast<float>(draws / tree_.visits(i));
  }

  void refresh(Index i) { tree_.key(i) = static_cast<float>(tree_.mean(i)); }

  void set_exact(Index i, Proof proof, double score, double draw) {
    auto& node = tree_.node(i);
    node.proof = proof;
    node.sum = score * tree_.visits(i);
    node.draw = static_cast<float>(draw);
  }

  /// Gives a decision whose moves are all proven the value of the best one.
  void prove_exhausted(Index at) {
    const auto& node = tree_.node(at);
    const bool first = node.side == Side::first;
    Index best = node.first_child;
    for (Index child = node.first_child; child < node.first_child + node.children; ++child) {
      const double better = tree_.mean(child) - tree_.mean(best);
      if (first ? better > 0 : better < 0) best = child;
    }
    set_exact(at, tree_.node(best).proof, tree_.mean(best), double{tree_.node(best).draw});
  }

  void expect(Index at) {
    auto& node = tree_.node(at);
    const auto& outcomes = tree_.outcomes(node.edges);
    double score = 0;
    double draw = 0;
    double seen = 0;
    for (std::size_t k = 0; k < node.children; ++k) {
      const Index child = node.first_child + static_cast<Index>(k);
      if (tree_.visits(child) == 0) continue;  // its evaluation is pending
      const double p = outcomes[k].probability;
      score += p * tree_.mean(child);
      draw += p * double{tree_.node(child).draw};
      seen += p;
    }
    // Unvisited outcomes count with the node's own evaluation; if all were visited, 1 - seen is
    // only rounding error.
    const double rest = seen > 1 - 1e-9 ? 0 : 1 - seen;
    node.sum = (score + rest * double{node.own}) / (seen + rest) * tree_.visits(at);
    node.draw = static_cast<float>(seen > 0 ? draw / seen : double{node.draw});
  }

  bool prove_chance(Index at) {
    auto& node = tree_.node(at);
    const auto& outcomes = tree_.outcomes(node.edges);
    if (node.children < outcomes.size()) return false;
    const Proof same = tree_.node(node.first_child).proof;
    bool mixed = false;
    for (Index child = node.first_child; child < node.first_child + node.children; ++child) {
      const Proof proof = tree_.node(child).proof;
      if (proof == Proof::open) return false;
      mixed = mixed || proof != same;
    }
    node.proof = mixed ? Proof::mixed : same;  // the mean is the expectation, hence exact already
    return true;
  }

  bool prove_decision(Index at, Index child) {
    const auto& node = tree_.node(at);
    const Proof proof = tree_.node(child).proof;
    if (proof == win_proof(node.side)) {
      set_exact(at, proof, tree_.mean(child), double{tree_.node(child).draw});
      return true;
    }
    if (exhausted(at)) {
      prove_exhausted(at);
      return true;
    }
    return false;
  }

  /// Corrects a decision's value once it has settled children.
  void settle(Index at, Index child) {
    auto& node = tree_.node(at);
    const Proof lost = win_proof(other(node.side));
    const Proof proof = tree_.node(child).proof;
    if (proof != Proof::open) {
      const bool news = std::abs(tree_.key(child)) < Tree<G>::kSettled;
      tree_.key(child) = node.side == Side::first ? -Tree<G>::kSettled : Tree<G>::kSettled;
      if (proof != lost) node.bounded = true;
      if (news) return average(at);
    }
    if (node.bounded) average(at);
  }

  /// The mean of a decision over the moves that the mover would consider, bounded by proven moves.
  void average(Index at) {
    auto& node = tree_.node(at);
    const bool first = node.side == Side::first;
    const Proof lost = win_proof(other(node.side));
    double score = double{node.own};
    double draw = double{node.draw};  // its own evaluation's is not kept; the mean stands in
    double visits = 1;
    double bound = first ? 0 : 1;
    double bound_draw = 0;
    for (Index i = node.first_child; i < node.first_child + node.children; ++i) {
      const Proof proof = tree_.node(i).proof;
      if (tree_.visits(i) == 0 || proof == lost) continue;
      score += tree_.node(i).sum;
      draw += draw_total(i);
      visits += tree_.visits(i);
      if (proof == Proof::open) continue;
      const double exact = tree_.mean(i);
      if (first ? exact < bound : exact > bound) continue;
      bound = exact;
      bound_draw = double{tree_.node(i).draw};
    }
    const bool bounded = first ? score / visits < bound : score / visits > bound;
    node.sum = (bounded ? bound : score / visits) * tree_.visits(at);
    node.draw = static_cast<float>(bounded ? bound_draw : draw / visits);
  }

  Tree<G>& tree_;
  bool solver_;
};

}  // namespace tavlab
