#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>

#include "core/game.h"
#include "core/game_state.h"
#include "selfplay/alphabeta/history.h"
#include "selfplay/alphabeta/move_order.h"
#include "selfplay/alphabeta/search_clock.h"
#include "selfplay/alphabeta/search_score.h"
#include "selfplay/alphabeta/settings.h"
#include "selfplay/alphabeta/transposition_table.h"

namespace tavlab {

/// What the parts of an alpha-beta search share: the state, limits, the table, the memory of each
/// ply, and what they ask of the game.
template <Game G>
class SearchContext {
 public:
  using Move = typename G::Move;
  using Rules = typename G::Rules;

  explicit SearchContext(const AlphaBetaSettings& settings)
      : settings_(settings),
        table_(settings.table_megabytes),
        frames_(std::make_unique_for_overwrite<Frame[]>(kMaxPly)) {
    start_game();
  }

  /// Forgets earlier games.
  void start_game() {
    table_.start_game();
    history_.clear();
    for (int ply = 0; ply < kMaxPly; ++ply) frames_[ply].killers = {};
  }

  /// Limits of the next searches, in place of those of the settings; 0 is no limit.
  void limit(std::uint64_t nodes, double seconds) {
    settings_.nodes = nodes;
    settings_.seconds = seconds;
  }

  /// A new search of the same game, on `state` from now on. It aborts when a stop is requested.
  void start_search(GameState<G>& state, const SearchClock& clock, const std::stop_token& stop) {
    state_ = &state;
    rules_ = &state.rules();
    const auto verdict = G::repetition_rule(*rules_).verdict;
    forbids_repetition_ = verdict == RepetitionRule::Verdict::forbidden ||
                          verdict == RepetitionRule::Verdict::forbidden_to_second;
    // Averages over rolls need exact values: nothing is gained by being selective below them.
    features_ = G::has_chance(*rules_) ? SearchFeatures::none() : settings_.features;
    nodes_ = 0;
    path_dependences_ = 0;
    aborted_ = false;
    stop_ = stop;
    clock_ = clock;
    table_.start_search();
    history_.age();
    for (int ply = 0; ply < kMaxPly; ++ply) frames_[ply].played = Move{};
  }

  /// Whether a limit was reached; the value just returned is then invalid.
  [[nodiscard]] bool aborted() const { return aborted_; }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  [[nodiscard]] const SearchFeatures& features() const { return features_; }
  /// The principal variation from a ply on, as the last full-window search there left it.
  [[nodiscard]] std::span<const Move> line(int ply) const {
    return std::span<const Move>(frames_[ply].line)
        .first(static_cast<std::size_t>(frames_[ply].line_length));
  }

 protected:
  static constexpr int kMaxPly = 192;  ///< depth, chance events and quiescence together
  static constexpr std::uint64_t kNodesBetweenClocks = 1024;

  using Frame = SearchFrame<G, kMaxPly>;

  [[nodiscard]] SearchScore evaluation() const {
    const auto& position = state_->position();
    if constexpr (G::capabilities.material) {
      if (settings_.material) {
        return evaluation_score(G::evaluate_material(*rules_, position), state_->to_move());
      }
    }
    return evaluation_score(G::evaluate(*rules_, position), state_->to_move());
  }

  /// Counts a node. Returns whether a limit is reached.
  bool out_of_budget() {
    if (settings_.nodes != 0 && nodes_ >= settings_.nodes) aborted_ = true;
    ++nodes_;
    if (nodes_ % kNodesBetweenClocks == 0 &&
        (stop_.stop_requested() ||
         (settings_.seconds > 0 && clock_.seconds() >= settings_.seconds))) {
      aborted_ = true;
    }
    return aborted_;
  }

  /// The value for `side` of the current state, whichever side is to move: not every family
  /// alternates. `chance()` and `decision(alpha, beta)` give it for the side to move.
  template <typename Chance, typename Decision>
  SearchScore value_of_state(Side side, int ply, SearchScore alpha, SearchScore beta,
                             Chance&& chance, Decision&& decision) {
    frames_[ply].line_length = 0;
    if (out_of_budget()) return 0;
    const bool same = state_->to_move() == side;
    switch (state_->node_kind()) {
      case NodeKind::terminal:
        return terminal_score(side, ply);
      case NodeKind::chance:
        return same ? chance() : -chance();
      case NodeKind::decision:
        break;
    }
    return same ? decision(alpha, beta) : -decision(-beta, -alpha);
  }

  /// The score of a game that is over.
  SearchScore terminal_score(Side side, int ply) {
    // Ended by repetition, not by the position itself.
    if (G::node_kind(state_->position()) != NodeKind::terminal) ++path_dependences_;
    return final_score(state_->result(), side, ply);
  }

  /// Whether the side could win at once if it were to move; false if the family cannot tell.
  [[nodiscard]] bool threatens([[maybe_unused]] Side side) const {
    if constexpr (G::capabilities.threats) {
      return G::threatens(*rules_, state_->position(), side);
    }
    return false;
  }

  /// Whether to check each move for a win; always true if the family has no hook for this.
  [[nodiscard]] bool may_win_at_once() const {
    return !G::capabilities.threats || threatens(state_->to_move());
  }

  /// Whether only evasions are searched against a threat.
  [[nodiscard]] bool evades() const {
    return G::capabilities.evasions && features_[SearchFeature::evasions];
  }
  /// Lists the moves that may stop the opponent's threat; returns whether there are any.
  bool list_evasions([[maybe_unused]] Frame& frame) const {
    if constexpr (G::capabilities.evasions) {
      G::generate_evasions(*rules_, state_->position(), frame.moves);
    }
    return !frame.moves.empty();
  }
  /// The score of a side that cannot stop the opponent's threat.
  static SearchScore lost_to_threat(int ply) { return ply + 2 - kWinScore; }

  void generate(Frame& frame) const {
    frame.moves.clear();
    G::generate(*rules_, state_->position(), frame.moves);
  }

  /// Generates the moves. Returns whether one wins at once; it is then the principal variation.
  bool finds_win(Frame& frame) const {
    generate(frame);
    for (const Move move : frame.moves) {
      if (!G::wins_at_once(*rules_, state_->position(), move)) continue;
      frame.line[0] = move;
      frame.line_length = 1;
      return true;
    }
    return false;
  }

  AlphaBetaSettings settings_;
  SearchFeatures features_;
  TranspositionTable table_;
  std::unique_ptr<Frame[]> frames_;
  MoveHistory<G> history_;
  MoveList<G> scratch_;  ///< not kept over calls

  GameState<G>* state_ = nullptr;
  const Rules* rules_ = nullptr;
  bool forbids_repetition_ = false;
  std::uint64_t nodes_ = 0;
  std::uint64_t path_dependences_ = 0;  ///< repetitions met so far
  bool aborted_ = false;
  SearchClock clock_{false};
  std::stop_token stop_;
};

}  // namespace tavlab
