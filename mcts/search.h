#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/game.h"
#include "core/game_state.h"
#include "core/random.h"
#include "core/search_clock.h"
#include "mcts/backup.h"
#include "mcts/evaluator.h"
#include "mcts/expand.h"
#include "mcts/gumbel_root.h"
#include "mcts/options.h"
#include "mcts/select.h"
#include "mcts/tree.h"

namespace tavlab {

/// Monte Carlo tree search of one game, as a state machine: `advance` runs until positions need an
/// evaluation and returns them; once they are answered, the next `advance` takes the answers and
/// continues. One thread can thus drive many searches and evaluate all their leaves in one batch
/// (mcts/run.h has the loops). The leaves may be in several groups: `advance` continues with those
/// of one group while those of the others are evaluated.
///
/// The tree is kept between moves: `play` moves the root. Nodes are paths, not positions, so that
/// repetitions need no special treatment: the game state detects them. All random numbers come from
/// the seed.
template <Game G>
class Search {
 public:
  using Move = typename G::Move;
  using Index = typename Tree<G>::Index;

  /// The rules that `root` refers to must outlive the search.
  Search(const GameState<G>& root, const SearchOptions& options, std::uint64_t seed)
      : options_(check(options)), seed_(seed), random_(seed), tree_(options.max_bytes) {
    for (int i = 0; i < options_.leaves_in_flight; ++i) {
      slots_.push_back(std::make_unique<Slot>(root));
    }
    groups_.resize(static_cast<std::size_t>(options_.leaf_groups));
    reset(root);
  }

  /// Restarts from another position without a tree, like a new search.
  void reset(const GameState<G>& root, const SearchOptions& options, std::uint64_t seed) {
    if (options.leaves_in_flight != options_.leaves_in_flight ||
        options.leaf_groups != options_.leaf_groups) {
      throw std::invalid_argument("leaves_in_flight and leaf_groups of a search cannot change");
    }
    options_ = options;
    seed_ = seed;
    random_ = Random(seed);
    request_count_ = 0;
    reset(root);
  }

  /// Restarts from another position without a tree.
  void reset(const GameState<G>& root) {
    for (auto& waiting : groups_) waiting.clear();
    for (auto& slot : slots_) {
      slot->state = root;
      slot->root = root.mark();
    }
    tree_.clear();
    gumbel_.clear();
    noised_ = false;
    classify(tree_.root(), state());
    reason_ = StopReason::none;
    running_ = false;
  }

  /// A legal move was played in the game: keeps its subtree if there is one.
  void play(Move move) {
    const auto& root = tree_.node(tree_.root());
    std::size_t ordinal = Selector<G>::kNothing;
    if (root.kind == NodeKind::decision) {
      for (Index k = 0; k < root.children; ++k) {
        if (tree_.node(root.first_child + k).move == move) ordinal = k;
      }
    }
    move_root(ordinal, [move](GameState<G>& state) { state.play(move); });
  }

  /// A chance event in the game had this outcome.
  void play_chance(std::uint8_t outcome) {
    const auto& root = tree_.node(tree_.root());
    std::size_t ordinal = Selector<G>::kNothing;
    for (Index k = 0; root.kind == NodeKind::chance && k < root.children; ++k) {
      if (tree_.outcomes(root.edges)[k].value == outcome) ordinal = k;
    }
    move_root(ordinal, [outcome](GameState<G>& state) { state.play_chance(outcome); });
  }

  /// Begins a search with these limits.
  void begin(const Limits& limits) {
    if (limits.simulations == 0 && limits.nodes == 0 && !(limits.seconds > 0) &&
        !limits.stop.stop_possible()) {
      throw std::invalid_argument("a search needs a limit in simulations, nodes or seconds");
    }
    if (options_.gumbel_moves > 0) {
      if (limits.simulations == 0) {
        throw std::invalid_argument("a Gumbel search needs a limit in simulations");
      }
      reset(GameState<G>(state()));
    }
    abandon();
    limits_ = limits;
    simulations_ = 0;
    idle_ = 0;
    reason_ = StopReason::none;
    running_ = true;
    clock_ = SearchClock(limits_.cpu_time);
  }

  /// Takes the answers to the last requests of a group, and continues until its next positions need
  /// an evaluation; returns none if the search has ended, or if only other groups' answers can
  /// continue it. The requests are valid until the group's next call, and all must be answered by
  /// then.
  std::span<EvaluationRequest<G>* const> advance(std::size_t group = 0) {
    take_answers(group);
    auto& waiting = groups_[group];
    while (running_ && waiting.size() < group_size() && !at_limit()) {
      Slot& slot = slot_of(group, waiting.size());
      const Arrival arrival = descend(slot);
      if (arrival == Arrival::evaluate) waiting.push_back(&slot.request);
      if (arrival == Arrival::taken) break;  // other leaves first
    }
    if (waiting_count() == 0) running_ = false;
    return waiting;
  }

  /// Takes the answers to the last requests of a group without continuing, so that results can be
  /// reported. The group's next `advance` goes on as it would have otherwise.
  void take_answers(std::size_t group = 0) {
    for (std::size_t i = 0; i < groups_[group].size(); ++i) take_answer(slot_of(group, i));
    groups_[group].clear();
  }

  /// Drops requests whose answers have not been taken.
  void abandon() {
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      for (std::size_t i = 0; i < groups_[group].size(); ++i) {
        Slot& slot = slot_of(group, i);
        slot.state.rewind(slot.root);
        resolve(slot);
      }
      groups_[group].clear();
    }
  }

  [[nodiscard]] bool done() const { return !running_; }
  [[nodiscard]] StopReason stop_reason() const { return reason_; }
  /// Simulations since `begin`.
  [[nodiscard]] std::uint64_t simulations() const { return simulations_; }

  [[nodiscard]] const Tree<G>& tree() const { return tree_; }
  /// The game at the root. Must not be called while evaluations of all groups are pending.
  [[nodiscard]] const GameState<G>& state() const {
    std::size_t group = 0;
    while (group + 1 < groups_.size() && !groups_[group].empty()) ++group;
    return slots_[group * group_size()]->state;
  }
  [[nodiscard]] const SearchOptions& options() const { return options_; }
  /// The root moves of a Gumbel search; not begun for other searches, or without simulations.
  [[nodiscard]] const GumbelRoot<G>& gumbel() const { return gumbel_; }

 private:
  /// A descent that waits for an evaluation; the game state is at its leaf.
  struct Slot {
    explicit Slot(const GameState<G>& game) : state(game), request(state), root(game.mark()) {}
    GameState<G> state;
    EvaluationRequest<G> request;
    typename GameState<G>::Mark root;
    std::vector<std::uint16_t> path;  ///< ordinals of children from the root on
  };

  enum class Arrival : std::uint8_t {
    evaluate,  ///< at a leaf that needs an evaluation
    finished,  ///< at an exact value, which has been backed up
    taken      ///< at a leaf that another descent is waiting for
  };

  static const SearchOptions& check(const SearchOptions& options) {
    if (options.leaves_in_flight < 1 || options.leaves_in_flight > 200) {
      throw std::invalid_argument("leaves_in_flight must be between 1 and 200");
    }
    if (options.leaf_groups < 1 || options.leaves_in_flight % options.leaf_groups != 0) {
      throw std::invalid_argument("leaves_in_flight must be a multiple of leaf_groups");
    }
    return options;
  }

  [[nodiscard]] std::size_t group_size() const { return slots_.size() / groups_.size(); }
  Slot& slot_of(std::size_t group, std::size_t i) { return *slots_[group * group_size() + i]; }

  /// Requests of all groups whose answers have not been taken.
  [[nodiscard]] std::size_t waiting_count() const {
    std::size_t count = 0;
    for (const auto& waiting : groups_) count += waiting.size();
    return count;
  }

  void classify(Index i, const GameState<G>& state) { tavlab::classify(tree_.node(i), state); }

  bool at_limit() {
    reason_ = limit_reached();
    return reason_ != StopReason::none;
  }

  [[nodiscard]] StopReason limit_reached() const {
    const auto& root = tree_.node(tree_.root());
    if (root.kind == NodeKind::terminal) return StopReason::over;
    if (root.proof != Proof::open) return StopReason::proven;
    if (limits_.simulations > 0 && simulations_ + waiting_count() >= limits_.simulations) {
      return StopReason::simulations;
    }
    if (limits_.nodes > 0 && tree_.size() >= limits_.nodes) return StopReason::nodes;
    if (options_.stop_when_full && tree_.full()) return StopReason::memory;
    if (limits_.stop.stop_requested()) return StopReason::stopped;
    if (limits_.nodes > 0 && limits_.simulations == 0 && !(limits_.seconds > 0) &&
        idle_ > 10'000 + tree_.size()) {
      return StopReason::exhausted;
    }
    if (limits_.seconds > 0 && clock_.seconds() >= limits_.seconds) return StopReason::seconds;
    return StopReason::none;
  }

  /// Descends to a leaf: a position that has not been evaluated, or one with an exact value.
  Arrival descend(Slot& slot) {
    Expander<G> expander(tree_, options_, random_);
    const Selector<G> selector(tree_, options_);
    GameState<G>& state = slot.state;
    slot.path.clear();
    nodes_.clear();
    Index at = tree_.root();
    nodes_.push_back(at);
    bool may_grow = true;
    bool news = false;  // the leaf is proven, but not backed up yet
    if (options_.noise_weight > 0 && !noised_ && tree_.visits(at) > 0) {
      expander.add_root_noise(state);
      noised_ = true;
    }
    while (true) {
      const auto& node = tree_.node(at);
      if (node.proof != Proof::open) break;
      if (tree_.visits(at) == 0) {
        if (node.in_flight == 0) return wait(slot);
        state.rewind(slot.root);
        return Arrival::taken;
      }
      const bool decision = node.kind == NodeKind::decision;
      if (!decision && node.move_count == 0) expander.open_chance(at, state);
      const bool planned = may_grow && at == tree_.root() && decision && plan(expander, state);
      const Move wanted = planned ? gumbel_.next(tree_, begun_from_root()) : Move{};
      std::size_t ordinal = Selector<G>::kNothing;
      if (planned) {
        ordinal = child_with(wanted);
      } else if (decision) {
        if (options_.forced_playouts > 0 && at == tree_.root()) ordinal = selector.forced();
        if (ordinal == Selector<G>::kNothing) ordinal = selector.decision(at, may_grow);
      } else {
        ordinal = selector.chance(at, may_grow);
      }
      if (ordinal == Selector<G>::kNothing) return wait(slot);  // no room for children
      const bool grows = ordinal == node.children;
      if (grows) {
        const Growth growth = planned    ? expander.add_this_move(at, state, wanted)
                              : decision ? expander.add_move(at, state)
                                         : expander.add_outcome(at);
        if (growth == Growth::no_room) {
          may_grow = false;
          continue;
        }
        if (growth == Growth::no_move) {  // the remaining moves were forbidden repetitions
          news = options_.solver && Backup<G>(tree_, true).exhausted(at);
          if (news) break;
          continue;
        }
      }
      const auto& parent = tree_.node(at);
      const Index child = parent.first_child + static_cast<Index>(ordinal);
      if (decision) {
        state.play(tree_.node(child).move);
      } else {
        state.play_chance(tree_.outcomes(parent.edges)[ordinal].value);
      }
      if (grows) {
        classify(child, state);
        news = tree_.node(child).proof != Proof::open;
        idle_ = 0;
      }
      slot.path.push_back(static_cast<std::uint16_t>(ordinal));
      nodes_.push_back(child);
      at = child;
    }
    state.rewind(slot.root);
    back_up_exact(at, news);
    return Arrival::finished;
  }

  /// Whether the root uses Gumbel search; samples its moves the first time.
  bool plan(Expander<G>& expander, const GameState<G>& state) {
    if (options_.gumbel_moves == 0) return false;
    if (gumbel_.begun()) return true;
    if (!expander.ensure_policy(tree_.root(), state)) return false;  // no room
    gumbel_.begin(tree_, static_cast<std::size_t>(options_.gumbel_moves), options_.gumbel_scale,
                  limits_.simulations - 1, random_);
    return true;
  }

  /// Simulations that went beyond the root: all but the one that evaluated it.
  [[nodiscard]] std::uint64_t begun_from_root() const {
    return tree_.visits(tree_.root()) - 1 + tree_.node(tree_.root()).in_flight;
  }

  /// The ordinal of the root's child with this move; the number of children if there is none.
  [[nodiscard]] std::size_t child_with(Move move) const {
    const auto& root = tree_.node(tree_.root());
    std::size_t k = 0;
    while (k < root.children &&
           !(tree_.node(root.first_child + static_cast<Index>(k)).move == move)) {
      ++k;
    }
    return k;
  }

  /// Marks the path as in flight and makes the request.
  Arrival wait(Slot& slot) {
    for (const Index i : nodes_) ++tree_.node(i).in_flight;
    slot.request.renew(derive_seed({seed_, request_count_++}));
    return Arrival::evaluate;
  }

  void back_up_exact(Index leaf, bool news) {
    const auto& node = tree_.node(leaf);
    double score = 0;
    if (node.proof == Proof::first_wins) score = 1;
    if (node.proof == Proof::draw) score = 0.5;
    if (node.proof == Proof::mixed) score = tree_.mean(leaf);
    const double draw = node.proof == Proof::mixed  ? double{node.draw}
                        : node.proof == Proof::draw ? 1.0
                                                    : 0.0;
    Backup<G>(tree_, options_.solver).run(nodes_, score, draw, news);
    ++simulations_;
    ++idle_;
  }

  /// Looks up the nodes of a path again, since blocks may have moved, and removes its marks.
  void resolve(const Slot& slot) {
    nodes_.clear();
    Index at = tree_.root();
    nodes_.push_back(at);
    --tree_.node(at).in_flight;
    for (const std::uint16_t ordinal : slot.path) {
      at = tree_.node(at).first_child + ordinal;
      nodes_.push_back(at);
      --tree_.node(at).in_flight;
    }
  }

  void take_answer(Slot& slot) {
    slot.state.rewind(slot.root);
    resolve(slot);
    if (slot.request.has_policy()) {
      Expander<G>(tree_, options_, random_).store_policy(nodes_.back(), slot.request);
    }
    const Index leaf = nodes_.back();
    if (tree_.node(leaf).proof != Proof::open) return back_up_exact(leaf, false);  // meanwhile
    const Wdl& value = slot.request.value;
    Backup<G>(tree_, options_.solver).run(nodes_, value.score(), double{value.draw}, false);
    ++simulations_;
    ++idle_;
  }

  template <typename Step>
  void move_root(std::size_t ordinal, Step step) {
    abandon();
    running_ = false;
    noised_ = false;
    gumbel_.clear();
    reason_ = StopReason::none;
    for (auto& slot : slots_) {
      step(slot->state);
      slot->root = slot->state.mark();
    }
    if (ordinal == Selector<G>::kNothing) {
      tree_.clear();
      classify(tree_.root(), state());
    } else {
      tree_.keep_child(ordinal);
    }
  }

  SearchOptions options_;
  std::uint64_t seed_;
  Random random_;  ///< for the order of moves and for noise
  std::uint64_t request_count_ = 0;
  Tree<G> tree_;
  std::vector<std::unique_ptr<Slot>> slots_;
  /// The requests of each group that wait: those of its first slots, in order.
  std::vector<std::vector<EvaluationRequest<G>*>> groups_;
  GumbelRoot<G> gumbel_;
  std::vector<Index> nodes_;  ///< of the current path
  Limits limits_;
  std::uint64_t simulations_ = 0;
  std::uint64_t idle_ = 0;  ///< simulations since the tree last grew
  SearchClock clock_{false};
  StopReason reason_ = StopReason::none;
  bool running_ = false;
  bool noised_ = false;  ///< the root has its noise
};

}  // namespace tavlab
