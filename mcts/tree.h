#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/game.h"
#include "mcts/pod_array.h"

namespace tavlab {

/// What is proven about a position. `mixed` is an exact expectation over dice that is neither win,
/// draw nor loss.
enum class Proof : std::uint8_t { open, first_wins, draw, second_wins, mixed };

constexpr Proof proof_of(Result result) {
  return result == Result::first_wins    ? Proof::first_wins
         : result == Result::second_wins ? Proof::second_wins
                                         : Proof::draw;
}

constexpr Proof win_proof(Side side) {
  return side == Side::first ? Proof::first_wins : Proof::second_wins;
}

/// The search tree: all nodes in one pool with 32-bit indices, without an allocation per node.
///
/// Only visited positions are nodes. The children of a node are in one contiguous block, in the
/// order in which they were first tried. With uniform priors, untried moves are not stored: their
/// order is a pseudo-random permutation of the generated moves given by a seed, and the moves are
/// regenerated when the next one is needed. With a policy, the moves are stored sorted by prior, so
/// that the tried ones are a prefix there too. A million nodes with 110 moves each thus take some
/// 60 MB; storing the moves of every inner node would take hundreds.
///
/// Blocks grow by a factor of about 1.5; outgrown ones are reused through free lists. Growing a
/// block moves the children, so node indices must not be kept: a path is stored as ordinals of
/// children.
template <Game G>
class Tree {
 public:
  using Move = typename G::Move;
  using Index = std::uint32_t;
  static constexpr Index kNone = 0xffffffffU;

  struct Node {
    double sum = 0;                ///< first player's score, summed over visits
    Move move{};                   ///< that led here, if the parent is a decision
    float draw = 0;                ///< mean draw mass
    float own = 0;                 ///< mean of the evaluations of this position itself
    Index first_child = kNone;     ///< start of the block of children
    std::uint32_t edges = 0;       ///< policy: start in the edge arrays; chance: table; else: seed
    std::uint16_t children = 0;    ///< tried moves or outcomes
    std::uint16_t next_move = 0;   ///< current place in the order of trying
    std::uint16_t move_count = 0;  ///< length of that order; 0 until it is fixed
    std::uint8_t in_flight = 0;    ///< pending descents through this node
    Proof proof : 3 = Proof::open;
    NodeKind kind : 2 = NodeKind::decision;
    Side side : 1 = Side::first;  ///< the side to move, for a decision
    bool policy : 1 = false;      ///< priors are stored
    bool bounded : 1 = false;     ///< a child is proven to be better than lost for the mover
  };
  static_assert(sizeof(Node) <= 40);

  /// Bytes of a node in the pool, all arrays together.
  static constexpr std::size_t kNodeBytes = sizeof(Node) + sizeof(float) + sizeof(std::uint32_t);

  explicit Tree(std::size_t max_bytes = 0) : max_bytes_(max_bytes) { clear(); }

  void clear();

  static constexpr Index root() { return 0; }
  Node& node(Index i) { return nodes_[i]; }
  const Node& node(Index i) const { return nodes_[i]; }
  std::uint32_t& visits(Index i) { return visits_[i]; }
  [[nodiscard]] std::uint32_t visits(Index i) const { return visits_[i]; }

  /// A child's score as selection sees it: its mean, or an impossibly bad one if it is settled,
  /// that is, proven, so that searching it again would yield nothing new.
  float& key(Index i) { return keys_[i]; }
  [[nodiscard]] float key(Index i) const { return keys_[i]; }
  static constexpr float kSettled = 1e6F;
  [[nodiscard]] const float* keys(Index i) const { return keys_.data() + i; }
  [[nodiscard]] const std::uint32_t* visit_counts(Index i) const { return visits_.data() + i; }

  /// Mean score of the first player; undefined without visits.
  [[nodiscard]] double mean(Index i) const { return nodes_[i].sum / visits_[i]; }

  /// Number of nodes in the tree.
  [[nodiscard]] std::size_t size() const { return live_; }
  [[nodiscard]] std::size_t bytes() const {
    return nodes_.bytes() + visits_.bytes() + keys_.bytes() + moves_.bytes() + priors_.bytes();
  }
  /// Whether an allocation has failed for lack of memory since the tree was last cleared or cut.
  [[nodiscard]] bool full() const { return full_; }

  /// Appends an unvisited child and returns it, or kNone if the memory is used up.
  Index add_child(Index parent);

  /// Allocates `count` edges, to be filled through edge_moves and edge_priors; kNone if the memory
  /// is used up.
  std::uint32_t add_edges(std::size_t count);
  Move* edge_moves(std::uint32_t edges) { return moves_.data() + edges; }
  [[nodiscard]] const Move* edge_moves(std::uint32_t edges) const { return moves_.data() + edges; }
  float* edge_priors(std::uint32_t edges) { return priors_.data() + edges; }
  [[nodiscard]] const float* edge_priors(std::uint32_t edges) const {
    return priors_.data() + edges;
  }

  /// The index of a list of chance outcomes, sorted by decreasing probability. Lists are shared,
  /// since a game has few different dice.
  std::uint32_t outcome_table(ChanceList<G> outcomes);
  [[nodiscard]] const ChanceList<G>& outcomes(std::uint32_t table) const { return tables_[table]; }

  /// Makes a child of the root the root and drops the rest; the pool is compacted.
  void keep_child(std::size_t ordinal);

  /// The size of the block that holds `count` children: 1, 2, 3, 4, 6, 8, 12, 16, ...
  static constexpr std::size_t block_size(std::size_t count) {
    const std::size_t power = std::bit_floor(count);
    return count == power ? power : count <= power + power / 2 ? power + power / 2 : 2 * power;
  }

 private:
  static constexpr std::size_t kSizes = 64;  ///< number of block sizes, with room to spare

  static constexpr std::size_t size_class(std::size_t block) {
    const auto log = static_cast<std::size_t>(std::bit_width(block) - 1);
    return 2 * log + (std::has_single_bit(block) ? 0 : 1);
  }

  /// A block for `count` nodes, or kNone.
  Index allocate(std::size_t count);
  void release(Index block, std::size_t size) {
    nodes_[block].first_child = free_[size_class(size)];
    free_[size_class(size)] = block;
  }
  /// Whether the node arrays could be grown to hold `needed`.
  bool reserve(std::size_t needed);
  bool reserve_edges(std::size_t needed);

  void renew(Index i) {
    nodes_[i] = Node{};
    visits_[i] = 0;
    keys_[i] = 0;
  }

  std::size_t max_bytes_;
  PodArray<Node> nodes_;
  PodArray<std::uint32_t> visits_;
  PodArray<float> keys_;
  std::size_t used_ = 0;  ///< nodes handed out, free blocks included
  std::size_t live_ = 0;
  PodArray<Move> moves_;
  PodArray<float> priors_;
  std::size_t edges_used_ = 0;
  std::vector<ChanceList<G>> tables_;
  std::array<Index, kSizes> free_{};
  bool full_ = false;
};

template <Game G>
void Tree<G>::clear() {
  used_ = 0;
  edges_used_ = 0;
  full_ = false;
  free_.fill(kNone);
  allocate(1);
  renew(root());
  live_ = 1;
}

template <Game G>
bool Tree<G>::reserve(std::size_t needed) {
  const std::size_t old = nodes_.capacity();
  if (needed <= old) return true;
  std::size_t capacity = std::max({needed, old + old / 4, std::size_t{256}});
  if (max_bytes_ > 0 && old > 0) {  // the root always has room
    const std::size_t others = bytes() - old * kNodeBytes;
    const std::size_t most = max_bytes_ > others ? (max_bytes_ - others) / kNodeBytes : 0;
    if (needed > most) return false;
    capacity = std::min(capacity, most);
  }
  nodes_.resize_capacity(capacity);
  visits_.resize_capacity(capacity);
  keys_.resize_capacity(capacity);
  return true;
}

template <Game G>
bool Tree<G>::reserve_edges(std::size_t needed) {
  constexpr std::size_t kEdgeBytes = sizeof(Move) + sizeof(float);
  const std::size_t old = moves_.capacity();
  if (needed <= old) return true;
  std::size_t capacity = std::max({needed, old + old / 4, std::size_t{1024}});
  if (max_bytes_ > 0) {
    const std::size_t others = bytes() - old * kEdgeBytes;
    const std::size_t most = max_bytes_ > others ? (max_bytes_ - others) / kEdgeBytes : 0;
    if (needed > most) return false;
    capacity = std::min(capacity, most);
  }
  moves_.resize_capacity(capacity);
  priors_.resize_capacity(capacity);
  return true;
}

template <Game G>
auto Tree<G>::allocate(std::size_t count) -> Index {
  const std::size_t size = block_size(count);
  Index& head = free_[size_class(size)];
  if (head != kNone) {
    const Index block = head;
    head = nodes_[block].first_child;
    return block;
  }
  if (used_ + size >= kNone || !reserve(used_ + size)) {
    full_ = true;
    return kNone;
  }
  const auto block = static_cast<Index>(used_);
  used_ += size;
  return block;
}

template <Game G>
auto Tree<G>::add_child(Index parent) -> Index {
  const std::size_t count = nodes_[parent].children;
  const std::size_t size = count == 0 ? 0 : block_size(count);
  if (count == size) {
    const Index block = allocate(count + 1);
    if (block == kNone) return kNone;
    const Index old = nodes_[parent].first_child;
    for (std::size_t i = 0; i < count; ++i) {
      nodes_[block + i] = nodes_[old + i];
      visits_[block + i] = visits_[old + i];
      keys_[block + i] = keys_[old + i];
    }
    if (size > 0) release(old, size);
    nodes_[parent].first_child = block;
  }
  const auto child = static_cast<Index>(nodes_[parent].first_child + count);
  ++nodes_[parent].children;
  renew(child);
  ++live_;
  return child;
}

template <Game G>
std::uint32_t Tree<G>::add_edges(std::size_t count) {
  if (edges_used_ + count >= kNone || !reserve_edges(edges_used_ + count)) {
    full_ = true;
    return kNone;
  }
  const auto edges = static_cast<std::uint32_t>(edges_used_);
  edges_used_ += count;
  return edges;
}

template <Game G>
std::uint32_t Tree<G>::outcome_table(ChanceList<G> outcomes) {
  if constexpr (G::max_chance_outcomes > 1) {
    // Insertion sort: stable, short lists, no allocation.
    for (std::size_t i = 1; i < outcomes.size(); ++i) {
      for (std::size_t j = i; j > 0 && outcomes[j - 1].probability < outcomes[j].probability; --j) {
        std::swap(outcomes[j - 1], outcomes[j]);
      }
    }
  }
  const auto equal = [&outcomes](const ChanceList<G>& table) {
    if (table.size() != outcomes.size()) return false;
    for (std::size_t i = 0; i < table.size(); ++i) {
      if (table[i].value != outcomes[i].value) return false;
      if (table[i].probability != outcomes[i].probability) return false;
    }
    return true;
  };
  constexpr std::size_t kLookBack = 64;  // games with more kinds of rolls store some lists twice
  const std::size_t from = tables_.size() > kLookBack ? tables_.size() - kLookBack : 0;
  for (std::size_t i = from; i < tables_.size(); ++i) {
    if (equal(tables_[i])) return static_cast<std::uint32_t>(i);
  }
  tables_.push_back(outcomes);
  return static_cast<std::uint32_t>(tables_.size() - 1);
}

template <Game G>
void Tree<G>::keep_child(std::size_t ordinal) {
  Tree kept(0);  // its size is bounded by the copied subtree
  std::vector<Index> open;
  const auto copy = [&](Index from, Index to) {
    kept.nodes_[to] = nodes_[from];
    kept.visits_[to] = visits_[from];
    kept.keys_[to] = keys_[from];
    if (nodes_[from].children > 0 || nodes_[from].policy) open.push_back(to);
  };
  copy(static_cast<Index>(nodes_[root()].first_child + ordinal), root());
  while (!open.empty()) {
    const Index i = open.back();
    open.pop_back();
    const Node old = kept.nodes_[i];
    if (old.policy) {
      const std::uint32_t edges = kept.add_edges(old.move_count);
      std::copy_n(edge_moves(old.edges), old.move_count, kept.edge_moves(edges));
      std::copy_n(edge_priors(old.edges), old.move_count, kept.edge_priors(edges));
      kept.nodes_[i].edges = edges;
    }
    if (old.children == 0) continue;
    const Index block = kept.allocate(old.children);
    kept.nodes_[i].first_child = block;
    kept.live_ += old.children;
    for (Index k = 0; k < old.children; ++k) copy(old.first_child + k, block + k);
  }
  kept.max_bytes_ = max_bytes_;
  kept.tables_ = std::move(tables_);
  *this = std::move(kept);
}

}  // namespace tavlab
