#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "core/game.h"
#include "core/game_state.h"
#include "core/random.h"
#include "mcts/evaluator.h"
#include "mcts/noise.h"
#include "mcts/options.h"
#include "mcts/tree.h"
#include "mcts/wins.h"

namespace tavlab {

/// The k-th number of a pseudo-random permutation of 0 .. n-1 given by `seed`, for k < n <= 65535:
/// a few invertible steps on the next power of two, repeated until the result is below n. It saves
/// storing a shuffle.
constexpr std::uint32_t permuted(std::uint32_t k, std::uint32_t n, std::uint32_t seed) {
  const auto bits = static_cast<unsigned>(std::bit_width(n - 1));
  const std::uint32_t mask = (1U << bits) - 1;
  const unsigned shift = (bits + 1) / 2;
  const std::uint32_t salt = static_cast<std::uint32_t>(mix64(seed) >> 32);
  std::uint32_t x = k;
  do {
    x = ((x ^ seed) * (salt | 1)) & mask;
    x ^= x >> shift;
    x = ((x + (salt >> 7)) * 0x2c1b3c6dU) & mask;
    x ^= x >> shift;
    x = (x * ((seed >> 5) | 1)) & mask;
  } while (x >= n);
  return x;
}

/// Sets a new node's kind and side to move; the end of a game is proven.
template <typename Node, Game G>
void classify(Node& node, const GameState<G>& state) {
  node.kind = state.node_kind();
  node.side = state.to_move();
  if (node.kind == NodeKind::terminal) node.proof = proof_of(state.result());
}

/// The result of trying to add a child.
enum class Growth : std::uint8_t {
  grown,
  no_move,  ///< all legal moves have been tried
  no_room
};

/// Adds children. The game state passed must be at the node in question.
template <Game G>
class Expander {
 public:
  using Move = typename G::Move;
  using Index = typename Tree<G>::Index;

  Expander(Tree<G>& tree, const SearchOptions& options, Random& random)
      : tree_(tree), options_(options), random_(random) {}

  /// Adds the next untried move of a decision as a child.
  Growth add_move(Index at, GameState<G>& state) {
    const bool first = tree_.node(at).children == 0;
    if (first && !tree_.node(at).policy && tree_.node(at).move_count == 0) open_uniform(at, state);
    if (first && options_.solver && options_.look_for_wins) {
      const Move win = find_win(at, state);
      if (win != Move{}) return add_child(at, win);
    }
    auto& node = tree_.node(at);
    if (node.policy) {
      if (node.next_move >= node.move_count) return Growth::no_move;
      const Growth growth = add_child(at, tree_.edge_moves(node.edges)[node.next_move]);
      if (growth == Growth::grown) bring_best_forward(tree_.node(at), ++tree_.node(at).next_move);
      return growth;
    }
    generate(at, state);
    const auto count = static_cast<std::uint32_t>(moves_.size());
    for (; node.next_move < count; ++node.next_move) {
      const Move move = moves_[permuted(node.next_move, count, node.edges)];
      if (!state.allowed(move)) continue;
      const Growth growth = add_child(at, move);
      if (growth == Growth::grown) ++tree_.node(at).next_move;
      return growth;
    }
    return Growth::no_move;
  }

  /// Adds the given untried move of a decision with a policy as a child, or instead a move that
  /// wins at once.
  Growth add_this_move(Index at, GameState<G>& state, Move move) {
    const auto& node = tree_.node(at);
    Move* const moves = tree_.edge_moves(node.edges);
    float* const priors = tree_.edge_priors(node.edges);
    const std::size_t turn = node.next_move;
    const auto i =
        static_cast<std::size_t>(std::find(moves + turn, moves + node.move_count, move) - moves);
    if (i == node.move_count) return Growth::no_move;
    std::swap(moves[turn], moves[i]);
    std::swap(priors[turn], priors[i]);
    return add_move(at, state);
  }

  /// Gives a decision without a policy a uniform one. Returns whether it has one now.
  bool ensure_policy(Index at, const GameState<G>& state) {
    return tree_.node(at).policy || write_out(at, state);
  }

  /// Adds the next outcome of a chance event as a child.
  Growth add_outcome(Index at) { return add_child(at, Move{}); }

  /// Looks up the outcomes of a chance event. Must be called before its first child is added.
  void open_chance(Index at, const GameState<G>& state) {
    ChanceList<G> outcomes;
    G::chance_outcomes(state.rules(), state.position(), outcomes);
    const std::size_t count = outcomes.size();
    tree_.node(at).edges = tree_.outcome_table(outcomes);
    tree_.node(at).move_count = static_cast<std::uint16_t>(count);
  }

  /// Stores the policy of an evaluation as priors: the softmax of the logits.
  void store_policy(Index at, EvaluationRequest<G>& request) {
    const std::span<const Move> moves = request.moves();
    const std::span<const float> logits = request.logits();
    {
      const auto& node = tree_.node(at);
      const bool opened = node.children > 0 || node.policy || node.move_count > 0;
      if (opened || node.kind != NodeKind::decision || moves.empty()) return;
    }
    const std::uint32_t edges = tree_.add_edges(moves.size());
    if (edges == Tree<G>::kNone) return;  // no room: continue with uniform priors
    std::copy(moves.begin(), moves.end(), tree_.edge_moves(edges));
    float* const priors = tree_.edge_priors(edges);
    const float highest = *std::max_element(logits.begin(), logits.end());
    float total = 0;
    for (std::size_t i = 0; i < logits.size(); ++i)
      total += priors[i] = std::exp(logits[i] - highest);
    for (std::size_t i = 0; i < logits.size(); ++i) priors[i] /= total;
    auto& node = tree_.node(at);
    node.policy = true;
    node.edges = edges;
    node.move_count = static_cast<std::uint16_t>(moves.size());
    bring_best_forward(node, 0);
  }

  /// Mixes noise into the priors of the root, which has been evaluated. Uniform priors are stored
  /// for this.
  void add_root_noise(const GameState<G>& state) {
    const Index root = tree_.root();
    if (tree_.node(root).kind != NodeKind::decision) return;
    if (!ensure_policy(root, state)) return;
    const auto& node = tree_.node(root);
    add_dirichlet_noise(std::span(tree_.edge_priors(node.edges), node.move_count),
                        options_.noise_alpha, options_.noise_weight, random_);
    bring_best_forward(node, node.children);
  }

 private:
  using Node = typename Tree<G>::Node;

  /// Generates the family's moves in the position of a node. A descent adds a child at one node,
  /// but may first visit others whose remaining moves turn out to be forbidden.
  void generate(Index at, const GameState<G>& state) {
    if (generated_for_ == at) return;
    G::generate(state.rules(), state.position(), moves_);
    generated_for_ = at;
  }

  /// Fixes the order of trying moves without priors. It covers all of the family's moves; those
  /// forbidden as repetitions are skipped when their turn comes, which saves checking all of them.
  void open_uniform(Index at, const GameState<G>& state) {
    generate(at, state);
    tree_.node(at).move_count = static_cast<std::uint16_t>(moves_.size());
    tree_.node(at).edges = static_cast<std::uint32_t>(random_() >> 32);
  }

  /// A move that ends the game with a win for the mover, or no move.
  Move find_win(Index at, GameState<G>& state) {
    const Move move = winning_move(state, scratch_);
    if (move == Move{}) return move;
    const Side side = state.to_move();
    const auto mark = state.mark();
    state.play(move);
    const bool wins = state.over() && state.result() == win_for(side);
    state.rewind(mark);
    if (!wins) return Move{};  // the game decides: a proof must not rest on wins_at_once
    if (tree_.node(at).policy) bring_forward(tree_.node(at), move);
    return move;
  }

  Growth add_child(Index at, Move move) {
    const Index child = tree_.add_child(at);
    if (child == Tree<G>::kNone) return Growth::no_room;
    tree_.node(child).move = move;
    return Growth::grown;
  }

  /// Swaps the untried move with the largest prior to position `turn`. One step of a selection sort
  /// per child: most moves are never tried, so sorting all would be a waste.
  void bring_best_forward(const Node& node, std::size_t turn) {
    if (turn >= node.move_count) return;
    Move* const moves = tree_.edge_moves(node.edges);
    float* const priors = tree_.edge_priors(node.edges);
    const float* const best = std::max_element(priors + turn, priors + node.move_count);
    const auto i = static_cast<std::size_t>(best - priors);
    std::swap(priors[turn], priors[i]);
    std::swap(moves[turn], moves[i]);
  }

  /// Puts a move first at a node without children.
  void bring_forward(const Node& node, Move move) {
    Move* const moves = tree_.edge_moves(node.edges);
    float* const priors = tree_.edge_priors(node.edges);
    for (std::size_t i = 0; i < node.move_count; ++i) {
      if (!(moves[i] == move)) continue;
      std::swap(moves[0], moves[i]);
      std::swap(priors[0], priors[i]);
    }
  }

  /// Stores uniform priors for the legal moves, beginning with those of the children in their
  /// order.
  bool write_out(Index at, const GameState<G>& state) {
    MoveList<G> legal;
    state.legal_moves(legal);
    if (legal.empty()) return false;
    const std::uint32_t edges = tree_.add_edges(legal.size());
    if (edges == Tree<G>::kNone) return false;
    Move* const moves = tree_.edge_moves(edges);
    float* const priors = tree_.edge_priors(edges);
    std::copy(legal.begin(), legal.end(), moves);
    std::fill_n(priors, legal.size(), 1.0F / static_cast<float>(legal.size()));
    auto& node = tree_.node(at);
    for (std::size_t k = 0; k < node.children; ++k) {
      const Move move = tree_.node(node.first_child + static_cast<Index>(k)).move;
      std::swap(moves[k], *std::find(moves + k, moves + legal.size(), move));
    }
    node.policy = true;
    node.edges = edges;
    node.move_count = static_cast<std::uint16_t>(legal.size());
    node.next_move = node.children;
    return true;
  }

  Tree<G>& tree_;
  const SearchOptions& options_;
  Random& random_;
  MoveList<G> moves_;
  Index generated_for_ = Tree<G>::kNone;  ///< the node whose moves are in moves_
  MoveList<G> scratch_;
};

}  // namespace tavlab
