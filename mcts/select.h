#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/game.h"
#include "mcts/options.h"
#include "mcts/tree.h"

namespace tavlab {

/// The best of a block of children.
struct BestChild {
  float score = -1e30F;
  std::size_t ordinal = 0;
};

/// The inner loop of search: argmax over tried children of sign * key + exploration * prior /
/// (1 + visits), the first of equals. Priors may be null: then each is 1.
///
/// Uses the compilers' vector extension, four children at a time: a node may have some 110 children
/// and a descent passes several such nodes, so this loop is most of the cost of search apart from
/// rollouts.
inline BestChild best_puct_score(const float* keys, const std::uint32_t* visits,
                                 const float* priors, std::size_t count, float sign,
                                 float exploration) {
  using Floats [[gnu::vector_size(16)]] = float;
  using Words [[gnu::vector_size(16)]] = std::int32_t;
  constexpr std::size_t kLanes = 4;
  BestChild best;
  std::size_t i = 0;
  if (count >= kLanes) {
    Floats high = {-1e30F, -1e30F, -1e30F, -1e30F};
    Words where = {};
    Words at = {0, 1, 2, 3};
    for (; i + kLanes <= count; i += kLanes) {
      Floats key;
      Words n;
      __builtin_memcpy(&key, keys + i, sizeof key);
      __builtin_memcpy(&n, visits + i, sizeof n);
      Floats bonus = exploration / (1.0F + __builtin_convertvector(n, Floats));
      if (priors != nullptr) {
        Floats prior;
        __builtin_memcpy(&prior, priors + i, sizeof prior);
        bonus *= prior;
      }
      const Floats score = sign * key + bonus;
      const Words better = score > high;
      high = better ? score : high;
      where = better ? at : where;
      at += static_cast<std::int32_t>(kLanes);
    }
    best = {high[0], static_cast<std::size_t>(where[0])};
    for (std::size_t lane = 1; lane < kLanes; ++lane) {
      const auto ordinal = static_cast<std::size_t>(where[lane]);
      if (high[lane] > best.score || (high[lane] == best.score && ordinal < best.ordinal)) {
        best = {high[lane], ordinal};
      }
    }
  }
  for (; i < count; ++i) {
    const float prior = priors != nullptr ? priors[i] : 1.0F;
    const float score =
        sign * keys[i] + exploration / (1.0F + static_cast<float>(visits[i])) * prior;
    if (score > best.score) best = {score, i};
  }
  return best;
}

/// The minimum visits of a tried move by forced playouts (Wu 2019, section 3.2).
inline double forced_visits(double prior, double all_visits, double factor) {
  return std::sqrt(factor * prior * all_visits);
}

/// Selects among the children of a decision or chance node. Does not change any statistics.
template <Game G>
class Selector {
 public:
  using Index = typename Tree<G>::Index;
  static constexpr std::size_t kNothing = ~std::size_t{0};

  Selector(const Tree<G>& tree, const SearchOptions& options) : tree_(tree), options_(options) {}

  /// The ordinal of a decision's child with the best PUCT score. The number of children stands for
  /// the next untried move, which is only considered if `may_grow`. kNothing if there is no choice.
  [[nodiscard]] std::size_t decision(Index parent, bool may_grow) const {
    const auto& node = tree_.node(parent);
    const bool first = node.side == Side::first;
    const float sign = first ? 1.0F : -1.0F;
    const float* priors = node.policy ? tree_.edge_priors(node.edges) : nullptr;
    const auto k = static_cast<float>(exploration(parent));
    BestChild best;
    if (node.children > 0) {
      best = node.in_flight == 0 ? best_puct_score(tree_.keys(node.first_child),
                                                   tree_.visit_counts(node.first_child), priors,
                                                   node.children, sign, k)
                                 : with_virtual_loss(node, priors, sign, k);
    }
    const bool settled = best.score < -1000;  // all children are, see Tree::key
    const bool untried = node.move_count == 0 || node.next_move < node.move_count;
    if (may_grow && untried) {
      if (node.children == 0 || settled) return node.children;
      const float prior = node.policy ? priors[node.next_move] : 1.0F;
      const float hope = static_cast<float>(first_play(parent, priors)) + k * prior;
      // `best` is on the scale of sign * score; the second player's 1 - score is shifted by 1.
      if (hope - (first ? 0.0F : 1.0F) > best.score) return node.children;
    }
    return node.children == 0 || settled ? kNothing : best.ordinal;
  }

  /// The factor of a move's prior / (1 + visits). Includes uniform priors, 1 / moves.
  [[nodiscard]] double exploration(Index parent) const {
    const auto& node = tree_.node(parent);
    const double visits = tree_.visits(parent) + std::uint32_t{node.in_flight};
    double c = options_.cpuct;
    if (options_.cpuct_factor > 0) {
      const double x = (visits + 1) / options_.cpuct_base;
      // Most nodes have few visits; there the series has the precision of a float and is much
      // faster.
      c += options_.cpuct_factor * (x < 0.02 ? x - x * x / 2 + x * x * x / 3 : std::log1p(x));
    }
    return c * std::sqrt(visits) / (node.policy || node.move_count == 0 ? 1 : node.move_count);
  }

  /// A child of the root that needs a forced playout (see SearchOptions); kNothing if there is
  /// none. The root must be a decision with a policy.
  [[nodiscard]] std::size_t forced() const {
    const Index root = tree_.root();
    const auto& node = tree_.node(root);
    if (!node.policy) return kNothing;
    const float* const priors = tree_.edge_priors(node.edges);
    const double all = tree_.visits(root) - 1.0 + std::uint32_t{node.in_flight};
    for (std::size_t k = 0; k < node.children; ++k) {
      const Index child = node.first_child + static_cast<Index>(k);
      if (tree_.node(child).proof != Proof::open || tree_.visits(child) == 0) continue;
      const double visits = tree_.visits(child) + std::uint32_t{tree_.node(child).in_flight};
      if (visits < forced_visits(double{priors[k]}, all, options_.forced_playouts)) return k;
    }
    return kNothing;
  }

  /// The next outcome of a chance node: the unproven one with the largest p / (2 n + 1) (Webster
  /// 1832, Sainte-Laguë 1910: apportionment of seats). Visits then follow the probabilities as
  /// closely as integers can, and untried outcomes come in order.
  [[nodiscard]] std::size_t chance(Index parent, bool may_grow) const {
    const auto& node = tree_.node(parent);
    const auto& outcomes = tree_.outcomes(node.edges);
    std::size_t best = kNothing;
    double most = -1;
    for (std::size_t k = 0; k < node.children; ++k) {
      const Index child = node.first_child + static_cast<Index>(k);
      if (options_.solver && tree_.node(child).proof != Proof::open) continue;
      const double visits = tree_.visits(child) + std::uint32_t{tree_.node(child).in_flight};
      const double claim = outcomes[k].probability / (2 * visits + 1);
      if (claim > most) {
        most = claim;
        best = k;
      }
    }
    if (may_grow && node.children < outcomes.size() && outcomes[node.children].probability > most) {
      best = node.children;
    }
    return best;
  }

 private:
  using Node = typename Tree<G>::Node;

  /// The first-play urgency of an untried move, as the mover's score.
  [[nodiscard]] double first_play(Index parent, const float* priors) const {
    const auto& node = tree_.node(parent);
    const FirstPlayUrgency& fpu = parent == tree_.root() ? options_.root_fpu : options_.fpu;
    if (fpu.kind == FirstPlayUrgency::Kind::absolute) return fpu.value;
    double tried = 0;
    if (node.policy) {
      for (std::size_t i = 0; i < node.children; ++i) tried += double{priors[i]};
    } else {
      tried = static_cast<double>(node.children) / node.move_count;
    }
    const double mean = tree_.mean(parent);
    const double own = node.side == Side::first ? mean : 1 - mean;
    return own - fpu.value * std::sqrt(tried);
  }

  [[nodiscard]] BestChild with_virtual_loss(const Node& node, const float* priors, float sign,
                                            float exploration) const {
    const auto loss = static_cast<float>(options_.virtual_loss);
    BestChild best;
    for (std::size_t i = 0; i < node.children; ++i) {
      const Index child = node.first_child + static_cast<Index>(i);
      if (options_.solver && tree_.node(child).proof != Proof::open) continue;
      const auto visits = static_cast<float>(tree_.visits(child));
      const float waiting = loss * static_cast<float>(tree_.node(child).in_flight);
      const float worst = sign > 0 ? 0.0F : 1.0F;
      float key = tree_.key(child);
      if (tree_.visits(child) == 0) key = worst;  // its first evaluation is pending
      if (waiting > 0) key = (visits * key + waiting * worst) / (visits + waiting);
      const float prior = priors != nullptr ? priors[i] : 1.0F;
      const float score = sign * key + exploration / (1.0F + visits + waiting) * prior;
      if (score > best.score) best = {score, i};
    }
    return best;
  }

  const Tree<G>& tree_;
  const SearchOptions& options_;
};

}  // namespace tavlab
