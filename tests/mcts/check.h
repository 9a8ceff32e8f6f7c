#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/game_state.h"
#include "mcts/report.h"
#include "mcts/run.h"
#include "mcts/search.h"

namespace tavlab {

/// The default options but for the number of positions that wait together.
inline SearchOptions with_leaves_in_flight(int leaves) {
  SearchOptions options;
  options.leaves_in_flight = leaves;
  return options;
}

/// Options for tests of averages, which proofs would replace.
inline SearchOptions without_solver(double cpuct = SearchOptions{}.cpuct) {
  SearchOptions options;
  options.solver = false;
  options.cpuct = cpuct;
  return options;
}

/// A game after this many random moves and the rolls before them, or at its end if that is sooner.
template <Game G>
GameState<G> after_random_moves(const typename G::Rules& rules, int moves, Random& random) {
  GameState<G> state(rules);
  for (int made = 0; made < moves && !state.over();) {
    if (state.node_kind() == NodeKind::chance) {
      state.play_random_chance(random);
    } else {
      state.play(state.random_move(random));
      ++made;
    }
  }
  return state;
}

/// Plays a roll, or the move that `choose()` returns, in the game and in the search; the subtree
/// below it must become the search's tree.
template <Game G, typename Choose>
void expect_tree_follows(GameState<G>& state, Search<G>& search, Random& random, Choose&& choose) {
  const auto children = root_children(search);
  const auto visits = [&](auto&& is_played) {
    const auto child = std::ranges::find_if(children, is_played);
    return child == children.end() ? 0U : child->visits;
  };
  std::uint64_t expected = 0;
  if (state.node_kind() == NodeKind::chance) {
    const std::uint8_t outcome = state.play_random_chance(random);
    expected = visits([&](const auto& child) { return child.outcome == outcome; });
    search.play_chance(outcome);
  } else {
    const auto move = choose();
    expected = visits([&](const auto& child) { return child.move == move; });
    state.play(move);
    search.play(move);
  }
  ASSERT_EQ(root_report(search).visits, expected);
  ASSERT_EQ(search.state().key(), state.key());
}

/// Values drawn from the request's own stream: cheap, without pattern, reproducible.
template <Game G>
class NoiseEvaluator final : public Evaluator<G> {
 public:
  void evaluate(std::span<EvaluationRequest<G>* const> batch) override {
    ++batches;
    for (EvaluationRequest<G>* const request : batch) {
      ++positions;
      request->value = Wdl::from_score(request->random().uniform());
    }
  }
  std::uint64_t batches = 0;
  std::uint64_t positions = 0;
};

/// Checks what must hold in every tree: nothing is in flight, visits add up, and so do values. The
/// latter only without the solver, which takes refuted moves out of averages.
template <Game G>
void expect_consistent(const Tree<G>& tree, bool solver, std::uint32_t at = 0) {
  const auto& node = tree.node(at);
  ASSERT_EQ(node.in_flight, 0);
  std::uint64_t visits = 0;
  double sum = 0;
  for (std::uint32_t k = 0; k < node.children; ++k) {
    const std::uint32_t child = node.first_child + k;
    expect_consistent<G>(tree, solver, child);
    ASSERT_GT(tree.visits(child), 0U);
    visits += tree.visits(child);
    if (node.kind == NodeKind::decision) {
      sum += tree.node(child).sum;
    } else {
      sum += tree.outcomes(node.edges)[k].probability * tree.mean(child);
    }
  }
  ASSERT_GE(tree.mean(at), -1e-9);
  ASSERT_LE(tree.mean(at), 1 + 1e-9);
  if (node.children == 0) return;
  // One visit is the node's own evaluation. A proof may come with visits that stopped here.
  if (!solver || node.proof == Proof::open) {
    ASSERT_EQ(tree.visits(at), visits + 1);
  }
  if (solver) return;
  const double own = double{node.own};
  if (node.kind == NodeKind::decision) {
    ASSERT_NEAR(node.sum, sum + own, 1e-4 * tree.visits(at));
  } else {
    double seen = 0;
    for (std::uint32_t k = 0; k < node.children; ++k) {
      seen += tree.outcomes(node.edges)[k].probability;
    }
    ASSERT_NEAR(tree.mean(at), sum + (1 - seen) * own, 1e-9);
  }
}

/// Whether two trees are the same in all that a caller can see, including the order of children.
template <Game G>
bool same_tree(const Tree<G>& a, std::uint32_t at_a, const Tree<G>& b, std::uint32_t at_b) {
  const auto& one = a.node(at_a);
  const auto& two = b.node(at_b);
  if (one.children != two.children || one.sum != two.sum || one.draw != two.draw) return false;
  if (a.visits(at_a) != b.visits(at_b) || one.proof != two.proof) return false;
  for (std::uint32_t k = 0; k < one.children; ++k) {
    if (!(a.node(one.first_child + k).move == b.node(two.first_child + k).move)) return false;
    if (!same_tree<G>(a, one.first_child + k, b, two.first_child + k)) return false;
  }
  return true;
}

template <Game G>
bool same_tree(const Search<G>& a, const Search<G>& b) {
  return same_tree<G>(a.tree(), 0, b.tree(), 0);
}

}  // namespace tavlab
