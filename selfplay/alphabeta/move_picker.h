#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/game.h"
#include "selfplay/alphabeta/forcing_moves.h"
#include "selfplay/alphabeta/history.h"
#include "selfplay/alphabeta/move_order.h"
#include "selfplay/alphabeta/settings.h"
#include "selfplay/alphabeta/transposition_table.h"

namespace tavlab {

/// Yields the moves of a node in the order in which they are searched: the table move, forcing
/// moves, killers, quiet moves by history. It works in stages, since most nodes are cut off by one
/// of their first moves: where the family lists forcing moves and can tell whether a move is legal,
/// quiet moves are not even generated before their turn.
template <Game G, int MaxPly>
class MovePicker {
 public:
  using Move = typename G::Move;
  using Frame = SearchFrame<G, MaxPly>;
  using Context = typename MoveHistory<G>::Context;

  /// What the order depends on.
  struct Node {
    const typename G::Rules& rules;
    const typename G::Position& position;  ///< the node's whenever the picker is used
    const MoveHistory<G>& history;
    const SearchFeatures& features;
    MoveList<G>& scratch;  ///< its content is not kept
    Side side;
    std::uint32_t table_move;  ///< its tag
    bool listed;               ///< the frame has all moves to be searched
  };

  /// Whether a picker can generate the moves itself; otherwise the frame must have all of them.
  static bool generates(const SearchFeatures& features) { return kStaged && !features.empty(); }

  MovePicker(Frame& frame, const Node& node, const Context& context)
      : frame_(frame), node_(node), context_(context) {
    if (node.features.empty()) {
      rank_all();
      stage_ = Stage::all;
    } else if (staged()) {
      frame.moves.clear();
    }
  }

  /// Advances to the next move; false if there is none.
  bool next() {
    if (stage_ == Stage::table) {
      stage_ = Stage::begin;
      find_table_move();
      if (table_move_ != Move{}) {
        move_ = table_move_;
        rank_ = kTableRank;
        return true;
      }
    }
    while (next_ == end_) {
      if (!begin_stage()) return false;
    }
    const RankedMove picked =
        stage_ == Stage::all ? frame_.pick_in_0_1_order(next_, end_) : frame_.pick(next_, end_);
    ++next_;
    move_ = frame_.moves[picked.index()];
    rank_ = picked.rank();
    return true;
  }

  [[nodiscard]] Move move() const { return move_; }
  [[nodiscard]] std::int32_t rank() const { return rank_; }

  /// Whether only quiet moves are left. Must not be called before the first move.
  [[nodiscard]] bool only_quiet_left() {
    if (stage_ == Stage::begin) begin_stage();
    return stage_ > Stage::forcing || (stage_ == Stage::forcing && next_ == end_);
  }

 private:
  static constexpr bool kStaged = kListsForcingMoves<G> && G::capabilities.legality_test;

  /// The moves are now picked from order[next_, end_).
  enum class Stage : std::uint8_t { all, table, begin, forcing, killers, quiet };

  [[nodiscard]] bool staged() const { return kStaged && !node_.listed; }

  /// Advances to the next stage; false if there is none.
  bool begin_stage() {
    switch (stage_) {
      case Stage::begin:
        if constexpr (kStaged) {
          staged() ? list_forcing() : divide();
        } else {
          divide();
        }
        stage_ = Stage::forcing;
        return true;
      case Stage::forcing:
        if constexpr (kStaged) {
          staged() ? add_killers() : find_killers();
        } else {
          find_killers();
        }
        stage_ = Stage::killers;
        return true;
      case Stage::killers:
        if constexpr (kStaged) {
          staged() ? add_quiet() : rank_quiet();
        } else {
          rank_quiet();
        }
        stage_ = Stage::quiet;
        return true;
      case Stage::all:
      case Stage::table:
      case Stage::quiet:
        break;
    }
    return false;
  }

  void find_table_move() {
    if (node_.table_move == TranspositionTable::kNoMove) return;
    if constexpr (kStaged) {
      if (staged()) {
        const Move move = Move::from_word(node_.table_move);
        if (G::is_legal(node_.rules, node_.position, move)) table_move_ = move;
        return;
      }
    }
    for (const Move move : frame_.moves) {
      if (move_tag(move) == node_.table_move) table_move_ = move;
    }
  }

  // With stages: the frame's moves are the forcing ones, then the killers, then the quiet ones.

  void list_forcing() requires(kStaged) {
    list_forcing_moves<G>(node_.rules, node_.position, 2, frame_.moves);
    forcing_ = frame_.moves.size();
    for (std::size_t i = 0; i < forcing_; ++i) {
      const Move move = frame_.moves[i];
      if (move == table_move_) continue;
      int score = 2;
      if constexpr (G::capabilities.move_order_score) {
        score = G::move_order_score(node_.rules, node_.position, move);
      }
      put(forcing_rank(move, score), i);
    }
  }

  void add_killers() requires(kStaged) {
    for (const Move move : frame_.killers) {
      if (move == Move{} || move == table_move_ || is_listed(move) ||
          !G::is_legal(node_.rules, node_.position, move)) {
        continue;
      }
      put(killer_rank(move), frame_.moves.size());
      frame_.moves.push(move);
    }
    killers_ = frame_.moves.size() - forcing_;
  }

  void add_quiet() requires(kStaged) {
    G::generate(node_.rules, node_.position, node_.scratch);
    const auto killers = std::span<const Move>(frame_.moves).subspan(forcing_, killers_);
    std::size_t forcing = 0;
    for (const Move move : node_.scratch) {
      if (forcing < forcing_ && move == frame_.moves[forcing]) {
        ++forcing;
        continue;
      }
      if (move == table_move_ || std::ranges::find(killers, move) != killers.end()) continue;
      put(quiet_rank(move), frame_.moves.size());
      frame_.moves.push(move);
    }
  }

  [[nodiscard]] bool is_listed(Move move) const {
    return std::find(frame_.moves.begin(), frame_.moves.end(), move) != frame_.moves.end();
  }

  void put(std::int32_t rank, std::size_t index) {
    frame_.order[end_++] = {rank, static_cast<std::uint16_t>(index)};
  }

  // Without stages: forcing moves come first, from the front of the order; the others fill its end.

  void divide() {
    quiet_ = frame_.moves.size();
    for (std::size_t i = frame_.moves.size(); i-- > 0;) {
      const Move move = frame_.moves[i];
      if (move == table_move_) continue;
      const int score = move_order_score<G>(node_.rules, node_.position, move);
      if (score > 1) {
        put(forcing_rank(move, score), i);
      } else {
        frame_.order[--quiet_] = {0, static_cast<std::uint16_t>(i)};
      }
    }
  }

  void find_killers() {
    next_ = end_ = quiet_;
    for (std::size_t i = quiet_; i < frame_.moves.size(); ++i) {
      const RankedMove quiet = frame_.order[i];
      const std::int32_t rank = killer_rank(frame_.moves[quiet.index()]);
      if (rank == 0) continue;
      frame_.order[i] = frame_.order[end_];
      put(rank, quiet.index());
    }
  }

  void rank_quiet() {
    end_ = frame_.moves.size();
    for (std::size_t i = next_; i < end_; ++i) {
      const std::uint16_t index = frame_.order[i].index();
      frame_.order[i] = {quiet_rank(frame_.moves[index]), index};
    }
  }

  /// Ranks all moves at once, as in version 0.1.
  void rank_all() {
    for (std::size_t i = 0; i < frame_.moves.size(); ++i) {
      const Move move = frame_.moves[i];
      std::int32_t rank = 0;
      if (move_tag(move) == node_.table_move) {
        rank = kTableRank;
      } else if (const int score = move_order_score<G>(node_.rules, node_.position, move);
                 score > 1) {
        rank = forcing_rank(move, score);
      } else {
        rank = killer_rank(move);
        if (rank == 0) rank = node_.history.of(node_.side, move);
      }
      put(rank, i);
    }
  }

  [[nodiscard]] std::int32_t forcing_rank(Move move, int score) const {
    return kForcingRank + (score << 16) + node_.history.of(node_.side, move);
  }

  /// 0 for a move that is not a killer.
  [[nodiscard]] std::int32_t killer_rank(Move move) const {
    if (move == frame_.killers[0]) return kKillerRank + 1;
    return move == frame_.killers[1] ? kKillerRank : 0;
  }

  [[nodiscard]] std::int32_t quiet_rank(Move move) const {
    const std::int32_t rank = node_.history.of(node_.side, move);
    if (!node_.features[SearchFeature::continuation_history]) return rank;
    return rank + node_.history.after(context_, move);
  }

  Frame& frame_;
  Node node_;
  Context context_;
  Stage stage_ = Stage::table;
  Move table_move_{};
  Move move_{};
  std::int32_t rank_ = 0;
  std::size_t next_ = 0, end_ = 0;
  std::size_t forcing_ = 0, killers_ = 0;  ///< their numbers, with stages
  std::size_t quiet_ = 0;                  ///< where quiet moves begin, without stages
};

}  // namespace tavlab
