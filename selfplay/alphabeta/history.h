#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "core/game.h"
#include "core/side.h"

namespace tavlab {

/// A table of how well moves have done, by index; entries stay in [-kMost, kMost], since a bonus
/// weighs less the nearer an entry is to its bound ("history gravity" of chess programs).
template <std::size_t Size>
class HistoryTable {
 public:
  static constexpr int kMost = 1 << 14;

  void clear() { entries_.fill(0); }
  /// Between the moves of a game: older results weigh less.
  void age() {
    for (std::int16_t& entry : entries_) entry = static_cast<std::int16_t>(entry / 2);
  }
  [[nodiscard]] int of(std::size_t index) const { return entries_[index]; }
  void add(std::size_t index, int bonus) {
    const int old = entries_[index];
    entries_[index] = static_cast<std::int16_t>(old + bonus - old * std::abs(bonus) / kMost);
  }

 private:
  std::array<std::int16_t, Size> entries_{};
};

/// What a search has learned about quiet moves: the history heuristic (Schaeffer 1989) by side and
/// move, and the same by the move before and the one before that (continuation history). Moves are
/// distinguished by a hash of their words; collisions affect only the ordering.
template <Game G>
class MoveHistory {
 public:
  using Move = typename G::Move;

  /// The moves before a node: the opponent's last and the mover's own before that; null moves and
  /// chance events leave the default.
  struct Context {
    Move last{}, own{};
  };

  void clear() {
    tables_->by_side[0].clear();
    tables_->by_side[1].clear();
    tables_->after_last.clear();
    tables_->after_own.clear();
  }
  void age() {
    tables_->by_side[0].age();
    tables_->by_side[1].age();
  }

  [[nodiscard]] int of(Side side, Move move) const {
    return tables_->by_side[static_cast<std::size_t>(side)].of(index(move));
  }
  [[nodiscard]] int after(const Context& before, Move move) const {
    return tables_->after_last.of(index(before.last, move)) +
           tables_->after_own.of(index(before.own, move));
  }
  void add(Side side, const Context& before, Move move, int bonus) {
    tables_->by_side[static_cast<std::size_t>(side)].add(index(move), bonus);
    if (before.last != Move{}) tables_->after_last.add(index(before.last, move), bonus);
    if (before.own != Move{}) tables_->after_own.add(index(before.own, move), bonus);
  }

 private:
  static constexpr std::size_t kMoves = 1 << 12;
  static constexpr std::size_t kPairs = 1 << 18;

  static std::uint64_t scattered(Move move) {
    return static_cast<std::uint64_t>(move.word()) * 0x9e3779b97f4a7c15U;
  }
  static std::size_t index(Move move) { return scattered(move) >> 52; }
  static std::size_t index(Move before, Move move) {
    return (scattered(before) * 31 + scattered(move)) >> 46;
  }

  struct Tables {
    std::array<HistoryTable<kMoves>, 2> by_side;
    HistoryTable<kPairs> after_last, after_own;
  };
  std::unique_ptr<Tables> tables_ = std::make_unique<Tables>();
};

}  // namespace tavlab
