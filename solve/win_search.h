#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "core/game.h"
#include "core/solving/prover.h"
#include "solve/win_table.h"

namespace tavlab {

/// Whether one side forces a win, within a number of its own moves or in any number: depth-first
/// proof-number search (df-pn: Nagai 2002), with thresholds that let a move exceed the second best
/// a little before the search switches to that (1+epsilon: Pawlewicz and Lew 2007). Instead of
/// adding up the numbers of several moves, it takes the largest, plus one for each other move (weak
/// proof numbers: Ueda et al. 2008), since many moves transpose; the family sets the weight of that
/// one relative to a leaf (`Prover::leaf_number`).
///
/// For any game without chance. Rules on repetition are ignored; see WinProver.
template <Game G>
class WinSearch {
 public:
  using Rules = typename G::Rules;
  using Position = typename G::Position;
  using Move = typename G::Move;
  using Keys = typename Prover<G>::Keys;

  /// State shared by the threads of one search; it must outlive them.
  struct Shared {
    const Rules& rules;
    const Keys& keys;
    Side side;  ///< whose win is to be proved
    WinTable& table;
    const std::atomic<bool>& stop;
    int threads = 1;
  };
  explicit WinSearch(const Shared& shared) : shared_(shared), on_path_(kPathBuckets, 0) {
    if constexpr (Prover<G>::available) wins_on_reply_ = Prover<G>::wins_on_reply(shared.rules);
  }

  struct Stopped {};

  /// Whether the side wins from the position, which is not over, within `moves` moves of its own.
  /// With kUnlimitedMoves, "no" means that no win was found: one behind a repetition may be missed.
  /// nullopt if undecided after `nodes` more nodes. Throws Stopped if a stop is requested.
  std::optional<bool> wins(const Position& position, int moves,
                           std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max()) {
    struct PublishNodes {
      WinSearch& search;
      ~PublishNodes() { search.published_nodes_ = search.nodes_; }
    };
    const PublishNodes tell{*this};
    path_.clear();
    std::fill(on_path_.begin(), on_path_.end(), std::uint8_t{0});
    budget_ = nodes < std::numeric_limits<std::uint64_t>::max() - nodes_
                  ? nodes_ + nodes
                  : std::numeric_limits<std::uint64_t>::max();
    const WinKey key = shared_.keys.of(position);
    for (;;) {
      // Another thread may have decided it.
      const WinKnown known = shared_.table.find(key, moves);
      if (known.found && known.numbers.proof == 0) return true;
      if (known.found && known.numbers.disproof == 0) return false;
      const ProofNumbers numbers =
          expand(position, key, moves, {ProofNumbers::kInfinite, ProofNumbers::kInfinite}, 0);
      if (numbers.proof == 0) return true;
      if (numbers.disproof == 0) return false;
      if (nodes_ >= budget_) return std::nullopt;
    }
  }

  /// Whether the side wins in any number of moves. Short wins are found with limits of moves, long
  /// forcing ones without: the two alternate, each round with twice the nodes of the previous one.
  bool wins_in_any_number(const Position& position) {
    int limit = 1;
    bool exhausted = false;
    for (std::uint64_t nodes = 1'000'000;; nodes *= 2) {
      for (const std::uint64_t until = nodes_ + nodes; limit <= kMaxMoves && nodes_ < until;) {
        const std::optional<bool> won = wins(position, limit, until - nodes_);
        if (won == true) return true;
        if (won == false) ++limit;
      }
      if (exhausted && limit > kMaxMoves) return false;
      if (exhausted) continue;
      const std::optional<bool> won = wins(position, kUnlimitedMoves, nodes);
      if (won == true) return true;
      exhausted = won == false;
    }
  }

  /// A move that wins within `moves` moves, after `wins` has found a win; no move if there is none.
  Move winning_move(const Position& position, int moves) {
    for (int attempt = 0; attempt < 2; ++attempt) {
      if (const std::optional<Move> move = known_winning_move(position, moves)) return *move;
      if (wins(position, moves) != true) return {};
    }
    // The table no longer has the entries.
    MoveList<G> list;
    G::generate(shared_.rules, position, list);
    for (const Move move : list) {
      Position child = position;
      play(child, move);
      if (won(child) || (G::node_kind(child) != NodeKind::terminal &&
                         (moves > 1 || wins_on_reply_) && wins(child, moves - 1) == true)) {
        return move;
      }
    }
    return {};
  }

  /// Whether a line became too long to be followed: then "no" is not proved.
  [[nodiscard]] bool gave_up() const { return gave_up_; }

  /// Moves played so far; slightly out of date during a search.
  [[nodiscard]] std::uint64_t nodes() const {
    return published_nodes_.load(std::memory_order_relaxed);
  }

 private:
  struct Child {
    Move move;
    WinKey key;
    int moves;  ///< left after it
    ProofNumbers numbers;
    std::uint8_t within;
    std::uint8_t workers;
  };
  using Children = std::vector<Child>;

  [[nodiscard]] bool won(const Position& p) const {
    return G::node_kind(p) == NodeKind::terminal && G::result(p) == win_for(shared_.side);
  }
  [[nodiscard]] bool threatens([[maybe_unused]] const Position& p,
                               [[maybe_unused]] Side side) const {
    if constexpr (G::capabilities.threats) return G::threatens(shared_.rules, p, side);
    return false;
  }

  void play(Position& p, Move move) {
    if ((++nodes_ & 0xfff) == 0) {
      published_nodes_.store(nodes_, std::memory_order_relaxed);
      if (shared_.stop.load(std::memory_order_relaxed)) throw Stopped{};
    }
    G::play(shared_.rules, p, move);
  }

  /// The moves to search: if the opponent threatens to win, those that may prevent it. Returns
  /// whether others were left out, all of which lose to the threat.
  bool generate(const Position& p, MoveList<G>& list) const {
    if constexpr (G::capabilities.threats && G::capabilities.evasions) {
      const Side mover = G::to_move(p);
      if (threatens(p, other(mover)) && !threatens(p, mover)) {
        G::generate_evasions(shared_.rules, p, list);
        return true;
      }
    }
    G::generate(shared_.rules, p, list);
    return false;
  }

  /// Whether a move wins at once.
  bool wins_at_once(const Position& p) const {
    if (threatens(p, shared_.side)) return true;
    MoveList<G> list;
    G::generate(shared_.rules, p, list);
    return std::any_of(list.begin(), list.end(),
                       [&](Move move) { return G::wins_at_once(shared_.rules, p, move); });
  }

  /// Whether all moves of the other side end the game with a win for the side.
  bool loses_by_all_moves(const Position& p) const {
    MoveList<G> list;
    G::generate(shared_.rules, p, list);
    return std::all_of(list.begin(), list.end(), [&](Move move) {
      Position child = p;
      G::play(shared_.rules, child, move);
      return won(child);
    });
  }

  /// The initial numbers of a position, and within how many moves it is won, if it is.
  ProofNumbers first_numbers(const Position& p, int moves, std::uint8_t& within) const {
    const bool mine = G::to_move(p) == shared_.side;
    within = kUnlimitedMoves;
    if (moves == 0) {
      if (mine || !wins_on_reply_ || !loses_by_all_moves(p)) return ProofNumbers::disproved();
      within = 0;
      return ProofNumbers::proved();
    }
    if (mine && (moves == 1 ? wins_at_once(p) : threatens(p, shared_.side))) {
      within = 1;
      return ProofNumbers::proved();
    }
    if (mine && moves == 1 && !wins_on_reply_) return ProofNumbers::disproved();
    if (!mine && threatens(p, other(shared_.side))) return ProofNumbers::disproved();
    std::uint64_t count = 0;
    if constexpr (G::capabilities.threats && G::capabilities.evasions) {
      if (threatens(p, mine ? other(shared_.side) : shared_.side)) {
        MoveList<G> list;
        G::generate_evasions(shared_.rules, p, list);
        count = list.size();
        if (count == 0 && mine) return ProofNumbers::disproved();
        if (count == 0) {
          within = 1;
          return ProofNumbers::proved();
        }
      }
    }
    if (count == 0) count = G::count_moves(shared_.rules, p);
    const auto several = static_cast<std::uint32_t>(std::max<std::uint64_t>(count, 1));
    constexpr std::uint32_t kLeaf = Prover<G>::leaf_number;
    return mine ? ProofNumbers{kLeaf, kLeaf * several} : ProofNumbers{kLeaf * several, kLeaf};
  }

  void list_children(const Position& p, int moves, Children& children, std::uint8_t& least_within) {
    const bool mine = G::to_move(p) == shared_.side;
    MoveList<G> list;
    least_within = generate(p, list) && !mine ? 1 : 0;
    children.clear();
    const int left = mine && moves != kUnlimitedMoves ? moves - 1 : moves;
    const typename Keys::Parent parent = shared_.keys.parent(p);
    const bool symmetric = shared_.keys.is_symmetric(parent);
    for (const Move move : list) {
      Position next = p;
      play(next, move);
      Child child{move, shared_.keys.after(p, parent, move, next), left, {}, kUnlimitedMoves, 0};
      if (symmetric && std::any_of(children.begin(), children.end(),
                                   [&](const Child& each) { return each.key == child.key; })) {
        continue;
      }
      if (G::node_kind(next) == NodeKind::terminal) {
        child.numbers = won(next) ? ProofNumbers::proved() : ProofNumbers::disproved();
        if (won(next)) child.within = 0;
      } else if (is_on_path(child.key, left)) {
        child.numbers = ProofNumbers::disproved();
      } else if (!read(child)) {
        child.numbers = first_numbers(next, left, child.within);
        if (child.numbers.proof == 0) shared_.table.prove(child.key, child.within, 1);
        if (child.numbers.disproof == 0 && left != kUnlimitedMoves) {
          shared_.table.disprove(child.key, left, 1);
        }
      }
      children.push_back(child);
      const ProofNumbers deciding = mine ? ProofNumbers::proved() : ProofNumbers::disproved();
      if (child.numbers == deciding) return;
    }
  }

  /// Updates a child from the table. Returns false if it has no entry.
  bool read(Child& child) {
    const WinKnown known = shared_.table.find(child.key, child.moves);
    if (!known.found) return false;
    child.numbers = known.numbers;
    child.within = known.within;
    child.workers = known.workers;
    return true;
  }

  // At the side's turn (an OR node) one move must be proved, or all disproved: the least proof
  // number counts, and all disproof numbers. At the other's turn (an AND node) it is the reverse.
  static std::uint32_t& one(ProofNumbers& numbers, bool mine) {
    return mine ? numbers.proof : numbers.disproof;
  }
  static std::uint32_t& all(ProofNumbers& numbers, bool mine) {
    return mine ? numbers.disproof : numbers.proof;
  }

  /// A position's numbers from its moves, the move to search next, and its thresholds.
  struct Choice {
    ProofNumbers numbers;
    std::size_t child = 0;
    ProofNumbers limit;
  };
  static Choice choose(Children& children, bool mine, ProofNumbers limit) {
    constexpr std::uint64_t kInfinite = ProofNumbers::kInfinite;
    const std::uint64_t limit_one = one(limit, mine), limit_all = all(limit, mine);
    Choice choice;
    std::uint64_t least = kInfinite, best = 2 * kInfinite, second = 2 * kInfinite, largest = 0;
    std::size_t open = 0;
    for (std::size_t i = 0; i < children.size(); ++i) {
      Child& child = children[i];
      const std::uint64_t number = one(child.numbers, mine);
      least = std::min(least, number);
      if (all(child.numbers, mine) != 0) ++open;
      largest = std::max<std::uint64_t>(largest, all(child.numbers, mine));
      // Moves that other threads are searching count as harder, so that threads spread out, but
      // reach the limit only by their own numbers.
      const std::uint64_t seen = number == 0 || number >= limit_one
                                     ? number
                                     : std::min(number * (1U + child.workers), limit_one - 1);
      if (seen < best) {
        second = best;
        best = seen;
        choice.child = i;
      } else if (seen < second) {
        second = seen;
      }
    }
    if (least == 0) {
      one(choice.numbers, mine) = 0;
      all(choice.numbers, mine) = kInfinite;
      return choice;
    }
    if (open == 0) {
      one(choice.numbers, mine) = kInfinite;
      all(choice.numbers, mine) = 0;
      return choice;
    }
    const std::uint64_t others = open - 1;
    one(choice.numbers, mine) = static_cast<std::uint32_t>(std::min(least, kInfinite - 1));
    all(choice.numbers, mine) =
        static_cast<std::uint32_t>(std::min(largest + others, kInfinite - 1));
    one(choice.limit, mine) =
        static_cast<std::uint32_t>(std::min({limit_one, second + second / 4 + 1, kInfinite}));
    all(choice.limit, mine) = static_cast<std::uint32_t>(
        limit_all >= kInfinite ? kInfinite : limit_all - std::min(limit_all, others));
    return choice;
  }

  /// Searches until a number of the position reaches its limit; stores and returns its numbers.
  ProofNumbers expand(const Position& p, const WinKey& key, int moves, ProofNumbers limit,
                      int ply) {
    const std::uint64_t before = nodes_;
    const bool mine = G::to_move(p) == shared_.side;
    Children& children = children_at(ply);
    std::uint8_t least_within = 0;
    list_children(p, moves, children, least_within);
    enter_path(key, moves);
    ProofNumbers numbers;
    for (;;) {
      const Choice choice = choose(children, mine, limit);
      numbers = choice.numbers;
      if (numbers.proof == 0 || numbers.disproof == 0 || numbers.proof >= limit.proof ||
          numbers.disproof >= limit.disproof) {
        break;
      }
      if (ply == kMaxPlies) {
        gave_up_ = true;
        numbers = ProofNumbers::disproved();
        break;
      }
      if (nodes_ >= budget_) break;
      Child& child = children[choice.child];
      // It may have been searched meanwhile, by another thread or by this one through a
      // transposition; or another thread is searching it now.
      const Child seen = child;
      if (read(child) && (child.numbers != seen.numbers || child.workers > seen.workers)) continue;
      Position next = p;
      play(next, child.move);
      if (shared_.threads > 1) {
        shared_.table.store(child.key, child.moves, child.numbers, 1);
        shared_.table.change_workers(child.key, child.moves, 1);
      }
      child.numbers = expand(next, child.key, child.moves, choice.limit, ply + 1);
      if (shared_.threads > 1) shared_.table.change_workers(child.key, child.moves, -1);
      if (child.numbers.proof == 0) {
        child.within = static_cast<std::uint8_t>(std::min<int>(
            shared_.table.bounds(child.key).within, std::min(child.moves, kMaxWithin)));
      }
      child.workers = 0;
    }
    leave_path(key, moves);
    store(key, moves, numbers, nodes_ - before, mine, least_within, children);
    return numbers;
  }

  void store(const WinKey& key, int moves, ProofNumbers numbers, std::uint64_t work, bool mine,
             std::uint8_t least_within, const Children& children) {
    if (numbers.proof == 0) {
      int within = mine ? kMaxWithin : least_within;
      for (const Child& child : children) {
        if (child.numbers.proof != 0) continue;
        within =
            mine ? std::min<int>(within, child.within + 1) : std::max<int>(within, child.within);
      }
      shared_.table.prove(key, std::min(within, kMaxWithin), work);
    } else if (numbers.disproof == 0 && moves != kUnlimitedMoves) {
      if (!gave_up_) shared_.table.disprove(key, moves, work);
    } else {
      shared_.table.store(key, moves, numbers, work);
    }
  }

  std::optional<Move> known_winning_move(const Position& p, int moves) {
    MoveList<G> list;
    G::generate(shared_.rules, p, list);
    std::optional<Move> best;
    int least = moves;
    for (const Move move : list) {
      Position next = p;
      play(next, move);
      if (won(next)) return move;
      if (G::node_kind(next) == NodeKind::terminal) continue;
      if (wins_on_reply_ && moves == 1) {
        if (G::to_move(next) != shared_.side && loses_by_all_moves(next)) return move;
        continue;
      }
      const int within = shared_.table.bounds(shared_.keys.of(next)).within;
      if (within + 1 <= least) {
        least = within;
        best = move;
      }
    }
    return best;
  }

  static std::uint64_t path_key(const WinKey& key, int moves) {
    return key.key + static_cast<std::uint64_t>(moves) * 0x9e3779b97f4a7c15U;
  }
  void enter_path(const WinKey& key, int moves) {
    path_.push_back(path_key(key, moves));
    ++on_path_[path_.back() % kPathBuckets];
  }
  void leave_path(const WinKey& key, int moves) {
    --on_path_[path_key(key, moves) % kPathBuckets];
    path_.pop_back();
  }
  [[nodiscard]] bool is_on_path(const WinKey& key, int moves) const {
    const std::uint64_t wanted = path_key(key, moves);
    return on_path_[wanted % kPathBuckets] != 0 &&
           std::find(path_.begin(), path_.end(), wanted) != path_.end();
  }

  Children& children_at(int ply) {
    while (children_.size() <= static_cast<std::size_t>(ply)) {
      children_.push_back(std::make_unique<Children>());
    }
    return *children_[static_cast<std::size_t>(ply)];
  }

  static constexpr int kMaxMoves = 200;  ///< the largest limit
  static constexpr int kMaxPlies = 1000;
  static constexpr int kMaxWithin = 253;
  static constexpr std::size_t kPathBuckets = 4096;

  Shared shared_;
  std::uint64_t nodes_ = 0;
  std::uint64_t budget_ = 0;                         ///< stops when nodes_ reaches it
  std::atomic<std::uint64_t> published_nodes_ = 0;   ///< nodes_ as other threads see it
  std::vector<std::unique_ptr<Children>> children_;  ///< by ply
  std::vector<std::uint64_t> path_;
  bool gave_up_ = false;
  bool wins_on_reply_ = false;         ///< the other side's move may win for the side
  std::vector<std::uint8_t> on_path_;  ///< positions on the path, by bucket
};

}  // namespace tavlab
