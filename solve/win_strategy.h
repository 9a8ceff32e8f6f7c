#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/game.h"
#include "core/random.h"
#include "core/solving/proof.h"

namespace tavlab {

/// Walks all games in which one side plays by a strategy that wins within a number of its moves:
/// one move of that side, all moves of the other. It uses only the plain rules and shares no code
/// with the search; writing and checking a strategy walk in the same order.
template <Game G>
class WinStrategyWalk {
 public:
  using Rules = typename G::Rules;
  using Position = typename G::Position;

  /// The index of the strategy's move among the legal moves (as generated), or -1 if it has none.
  /// Called for a position of the side without a move that wins at once, unless the position was
  /// met before with no more moves left; during the random moves of a sample even then.
  using Choose = std::function<std::int64_t(const Position&, int moves)>;

  WinStrategyWalk(const Rules& rules, Side side, Choose choose, const ProofOptions& options)
      : rules_(rules), side_(side), choose_(std::move(choose)), options_(options) {}

  /// Walks from a position that is not over, through all games or a sample of them.
  StrategyReport run(const Position& position, int moves, const StrategySample& sample = {}) {
    report_ = {};
    met_.clear();
    depth_ = 0;
    if (sample.lines == 0) {
      visit(position, moves, 0, 0);
    } else {
      for (std::uint64_t line = 0; line < sample.lines; ++line) {
        random_ = Random(derive_seed({sample.seed, line}));
        if (!visit(position, moves, 0, sample.moves)) break;
      }
    }
    // A strategy that wins in the fewest moves repeats no position: see WinProver.
    report_.without_repetition = true;
    return report_;
  }

 private:
  using Key = std::pair<std::uint64_t, std::uint64_t>;
  struct KeyHash {
    std::size_t operator()(const Key& key) const { return key.first; }
  };

  bool fail(const Position& p, const char* why) {
    report_.fault = fmt::format("{}: {}", G::position_text(rules_, p), why);
    return false;
  }

  Position after(const Position& p, typename G::Move move) {
    Position child = p;
    G::play(rules_, child, move);
    ++report_.nodes;
    return child;
  }

  /// `in_a_row`: moves of the other side since the last one of this side, which may have to pass.
  /// `random`: how many more moves of the other side are random.
  bool visit(const Position& p, int moves, int in_a_row, int random) {
    if (((++visits_ & 0xff) == 0)) {
      if (options_.progress) options_.progress({report_.nodes, {}});
      report_.stopped = options_.stop && options_.stop();
      if (report_.stopped) return false;
    }
    if (G::to_move(p) != side_) {
      constexpr int kMaxInARow = 1000;
      return in_a_row < kMaxInARow ? others_turn(p, moves, in_a_row + 1, random)
                                   : fail(p, "the other side can still move");
    }
    return moves > 0 ? turn(p, moves, random) : fail(p, "the limit is reached");
  }

  /// The legal moves, in a list that stays valid while deeper ones are generated; on the stack,
  /// lists would be too large for long lines.
  const MoveList<G>& generated(const Position& p, std::size_t depth) {
    while (lists_.size() <= depth) lists_.push_back(std::make_unique<MoveList<G>>());
    G::generate(rules_, p, *lists_[depth]);
    return *lists_[depth];
  }

  struct Deeper {
    std::size_t& depth;
    explicit Deeper(std::size_t& d) : depth(d) { ++depth; }
    ~Deeper() { --depth; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
  };

  bool turn(const Position& p, int moves, int random) {
    const Deeper deeper(depth_);
    const MoveList<G>& list = generated(p, depth_);
    for (const typename G::Move move : list) {
      const Position child = after(p, move);
      if (G::node_kind(child) == NodeKind::terminal && G::result(child) == win_for(side_)) {
        return true;
      }
    }
    if (random == 0) {
      const Key key{G::key(rules_, p), hash_text(G::position_text(rules_, p))};
      const auto [met, first] = met_.try_emplace(key, moves);
      if (!first && met->second <= moves) return true;
      met->second = moves;
    }
    ++report_.positions;
    const std::int64_t choice = choose_(p, moves);
    if (choice < 0 || choice >= static_cast<std::int64_t>(list.size())) {
      return fail(p, "the strategy has no legal move");
    }
    const Position child = after(p, list[static_cast<std::size_t>(choice)]);
    if (G::node_kind(child) == NodeKind::terminal) {
      return fail(child, "the strategy's move ends the game with the wrong result");
    }
    return visit(child, moves - 1, 0, random);
  }

  bool others_turn(const Position& p, int moves, int in_a_row, int random) {
    const Deeper deeper(depth_);
    std::span<const typename G::Move> list(generated(p, depth_));
    if (random > 0 && !list.empty()) {
      list = list.subspan(random_.below(static_cast<std::uint32_t>(list.size())), 1);
    }
    for (const typename G::Move move : list) {
      const Position child = after(p, move);
      if (G::node_kind(child) == NodeKind::terminal) {
        if (G::result(child) == win_for(side_)) continue;
        return fail(child, "a reply ends the game with the wrong result");
      }
      if (!visit(child, moves, in_a_row, std::max(random - 1, 0))) return false;
    }
    return true;
  }

  const Rules& rules_;
  Side side_;
  Choose choose_;
  const ProofOptions& options_;
  std::unordered_map<Key, int, KeyHash> met_;        ///< with the fewest moves left
  std::vector<std::unique_ptr<MoveList<G>>> lists_;  ///< by depth
  std::size_t depth_ = 0;
  StrategyReport report_;
  Random random_{0};
  std::uint64_t visits_ = 0;
};

}  // namespace tavlab
