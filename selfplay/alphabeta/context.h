#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>

#include "core/game.h"
#include "core/game_state.h"
#include "core/search_clock.h"
#include "nn/evaluation/net_evaluation.h"
#include "selfplay/alphabeta/endgame_probe.h"
#include "selfplay/alphabeta/history.h"
#include "selfplay/alphabeta/mean_size.h"
#include "selfplay/alphabeta/move_order.h"
#include "selfplay/alphabeta/search_score.h"
#include "selfplay/alphabeta/settings.h"
#include "selfplay/alphabeta/shared_nodes.h"
#include "selfplay/alphabeta/transposition_table.h"

namespace tavlab {

/// State shared by the parts of an alpha-beta search: the game state, limits, the table, the memory
/// of each ply; and queries about the game.
template <Game G>
class SearchContext {
 public:
  using Move = typename G::Move;
  using Rules = typename G::Rules;

  /// The table's owner must announce new games and searches to it. Several searches may share it
  /// and the endgame table, which may be null.
  SearchContext(const AlphaBetaSettings& settings, TranspositionTable& table,
                SharedTable<G> endgames = nullptr)
      : settings_(settings),
        table_(table),
        endgames_(std::move(endgames)),
        frames_(std::make_unique_for_overwrite<Frame[]>(kMaxPly)) {
    start_game();
  }

  /// Forgets earlier games.
  void start_game() {
    history_.clear();
    correction_ = {};
    for (int ply = 0; ply < kMaxPly; ++ply) frames_[ply].killers = {};
  }

  /// Limits of the next searches, in place of those of the settings; 0 is no limit.
  void limit(std::uint64_t nodes, double seconds) {
    settings_.nodes = nodes;
    settings_.seconds = seconds;
  }

  /// The features of the next searches, in place of those of the settings.
  void select(const SearchFeatures& features) { settings_.features = features; }

  [[nodiscard]] std::uint64_t node_limit() const { return settings_.nodes; }

  /// Starts a new search of the same game, on `state` from now on. It aborts when a stop is
  /// requested. `shared`, if not null, holds the node limit of several searches.
  void start_search(GameState<G>& state, const SearchClock& clock, const std::stop_token& stop,
                    SharedNodes* shared = nullptr) {
    state_ = &state;
    if constexpr (G::capabilities.features) {
      if (settings_.learned != nullptr && rules_ != &state.rules()) {
        learned_.emplace(settings_.learned, state.rules());
      }
    }
    rules_ = &state.rules();
    endgames_.start_search(state);
    const auto verdict = G::repetition_rule(*rules_).verdict;
    forbids_repetition_ = verdict == RepetitionRule::Verdict::forbidden ||
                          verdict == RepetitionRule::Verdict::forbidden_to_second;
    selects_ = forbids_repetition_ || state.restriction().kinds != 0;
    // Averages over rolls need exact values: nothing is gained by being selective below them.
    features_ = G::has_chance(*rules_) ? SearchFeatures::none() : settings_.features;
    nodes_ = 0;
    shared_nodes_ = shared;
    node_limit_ = shared != nullptr      ? 0
                  : settings_.nodes != 0 ? settings_.nodes
                                         : std::numeric_limits<std::uint64_t>::max();
    path_dependences_ = 0;
    aborted_ = false;
    stop_ = stop;
    clock_ = clock;
    history_.age();
    for (int ply = 0; ply < kMaxPly; ++ply) frames_[ply].played = Move{};
  }

  /// Whether a limit was reached; the value just returned is then invalid.
  [[nodiscard]] bool aborted() const { return aborted_; }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  [[nodiscard]] const SearchFeatures& features() const { return features_; }
  /// Whether a search has nothing left to find out: the score is proven, and, if the endgame table
  /// gave the winner from the start, the plies to the win are known, too.
  [[nodiscard]] bool settled(SearchScore score) const {
    return is_proven(score) && (knows_plies(score) || !endgames_.seeks_win());
  }
  /// The scale of the last search's scores. The exact search averages over rolls, and plays the
  /// games of version 0.1, whose ties depend on the scale.
  [[nodiscard]] ScoreScale scale() const {
    return features_.empty() ? ScoreScale::expectation : ScoreScale::logit;
  }
  /// The principal variation from a ply on, as the last full-window search there left it.
  [[nodiscard]] std::span<const Move> line(int ply) const {
    return std::span<const Move>(frames_[ply].line)
        .first(static_cast<std::size_t>(frames_[ply].line_length));
  }

 protected:
  static constexpr int kMaxPly = 192;  ///< depth, chance events and quiescence together
  static constexpr std::uint64_t kNodesBetweenClocks = 1024;

  static constexpr int kLazyMargin = 300;  ///< per cent of a correction

  using Frame = SearchFrame<G, kMaxPly>;

  [[nodiscard]] SearchScore evaluation() {
    const SearchScore score = plain_evaluation();
    return endgames_.seeks_win() ? endgames_.evaluation(*state_, score, scale()) : score;
  }

  /// The evaluation, or a bound on it outside the window. A learned evaluation that corrects the
  /// handcrafted one is left out if a correction of three times the usual size would not bring the
  /// score into the window ("lazy evaluation").
  [[nodiscard]] SearchScore lazy_evaluation([[maybe_unused]] SearchScore alpha,
                                            [[maybe_unused]] SearchScore beta) {
    if constexpr (G::capabilities.features) {
      const auto& position = state_->position();
      if (learned_ && learned_->has_base() && features_[SearchFeature::lazy_evaluation] &&
          !endgames_.seeks_win() && G::node_kind(position) != NodeKind::terminal) {
        const SearchScore sign = state_->to_move() == Side::first ? 1 : -1;
        const SearchScore base = sign * learned_->base_output(position);
        const SearchScore margin = correction_.margin(kLazyMargin);
        SearchScore score;
        if (base - margin >= beta) {
          score = base - margin;
        } else if (base + margin <= alpha) {
          score = base + margin;
        } else {
          const SearchScore correction = sign * learned_->net_output(position);
          correction_.see(correction);
          score = base + correction;
        }
        return std::clamp(score, -kHighestEvaluation, kHighestEvaluation);
      }
    }
    return evaluation();
  }

  /// The evaluation without the endgame table.
  [[nodiscard]] SearchScore plain_evaluation() {
    const auto& position = state_->position();
    const bool in_logits = scale() == ScoreScale::logit;
    const Side side = state_->to_move();
    if constexpr (G::capabilities.features) {
      if (learned_ && G::node_kind(position) != NodeKind::terminal) {
        const SearchScore exact =
            in_logits ? learned_->output(position) : learned_->advantage(position);
        const SearchScore score = std::clamp(exact, -kHighestEvaluation, kHighestEvaluation);
        return side == Side::first ? score : -score;
      }
    }
    if constexpr (G::capabilities.material) {
      if (settings_.material) {
        const double expected = G::evaluate_material(*rules_, position);
        return in_logits ? score_of_logit(logit(expected), side)
                         : score_of_expectation(expected, side);
      }
    }
    return in_logits ? score_of_logit(evaluation_logit<G>(*rules_, position), side)
                     : score_of_expectation(G::evaluate(*rules_, position), side);
  }

  /// Counts a node. Returns whether a limit is reached.
  bool out_of_budget() {
    if (nodes_ >= node_limit_ && !take_nodes()) {
      aborted_ = true;
      return true;
    }
    ++nodes_;
    if (nodes_ % kNodesBetweenClocks == 0 &&
        (stop_.stop_requested() ||
         (settings_.seconds > 0 && clock_.seconds() >= settings_.seconds))) {
      aborted_ = true;
    }
    return aborted_;
  }

  /// Takes another portion of the shared nodes; returns whether any were left.
  bool take_nodes() {
    if (shared_nodes_ == nullptr) return false;
    const std::uint64_t taken = shared_nodes_->take();
    node_limit_ += taken;
    return taken > 0;
  }

  /// The value for `side` of the current state, whichever side is to move: not every family
  /// alternates. `chance(alpha, beta)` and `decision(alpha, beta)` give it for the side to move.
  template <typename Chance, typename Decision>
  SearchScore value_of_state(Side side, int ply, SearchScore alpha, SearchScore beta,
                             Chance&& chance, Decision&& decision) {
    frames_[ply].line_length = 0;
    if (out_of_budget()) return 0;
    const NodeKind kind = state_->node_kind();
    if (kind == NodeKind::terminal) return terminal_score(side, ply);
    if (endgames_) {
      if (const auto known = endgames_.score(*state_, side, ply, scale())) return *known;
    }
    const bool same = state_->to_move() == side;
    if (kind == NodeKind::chance) return same ? chance(alpha, beta) : -chance(-beta, -alpha);
    return same ? decision(alpha, beta) : -decision(-beta, -alpha);
  }

  /// The score of a game that is over.
  SearchScore terminal_score(Side side, int ply) {
    // Ended by repetition, not by the position itself.
    if (G::node_kind(state_->position()) != NodeKind::terminal) ++path_dependences_;
    return final_score(state_->result(), side, ply);
  }

  /// Whether the move may not be played here although the family generates it: it repeats, or the
  /// game's restriction excludes it.
  bool excludes(Move move) {
    if (!selects_ || state_->allowed(move)) return false;
    // What a restriction excludes depends on the position only.
    if (forbids_repetition_ && !state_->restricts(move)) ++path_dependences_;
    return true;
  }

  /// Whether the side could win at once if it were to move; false if the family cannot tell.
  [[nodiscard]] bool threatens([[maybe_unused]] Side side) const {
    if constexpr (G::capabilities.threats) {
      if (selects_ && !may_threaten(side)) return false;
      return G::threatens(*rules_, state_->position(), side);
    }
    return false;
  }

  /// Whether a threat of the side counts: not if it is to move and its restriction excludes all
  /// winning moves.
  [[nodiscard]] bool may_threaten(Side side) const {
    if (side != state_->to_move() || !state_->restricted()) return true;
    MoveList<G> moves;
    state_->legal_moves(moves);
    return std::any_of(moves.begin(), moves.end(), [this](Move move) {
      return G::wins_at_once(*rules_, state_->position(), move);
    });
  }

  /// Whether to check each move for a win; always true if the family has no hook for this.
  [[nodiscard]] bool may_win_at_once() const {
    return !G::capabilities.threats || threatens(state_->to_move());
  }

  /// Whether the state is in the middle of an exchange: the side to move must capture.
  [[nodiscard]] bool must_capture() const {
    if constexpr (G::capabilities.must_capture) {
      return !features_.empty() && G::must_capture(*rules_, state_->position());
    }
    return false;
  }

  /// Whether only evasions are searched against a threat. Not if the opponent's moves are
  /// restricted: it may have to abstain from the move that it threatens.
  [[nodiscard]] bool evades() const {
    return G::capabilities.evasions && features_[SearchFeature::evasions] &&
           (state_->restriction().kinds == 0 || state_->restricted());
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
      if (selects_ && state_->restricts(move)) continue;
      frame.line[0] = move;
      frame.line_length = 1;
      return true;
    }
    return false;
  }

  /// Games without features have no learned evaluation.
  struct NoEvaluation {};
  template <typename Of>
  static auto learned_type() {
    if constexpr (Of::capabilities.features) {
      return std::optional<NetEvaluation<Of>>();
    } else {
      return NoEvaluation();
    }
  }
  using Learned = decltype(learned_type<G>());

  AlphaBetaSettings settings_;
  [[no_unique_address]] Learned learned_;
  SearchFeatures features_;
  TranspositionTable& table_;
  EndgameProbe<G> endgames_;
  std::unique_ptr<Frame[]> frames_;
  MoveHistory<G> history_;
  MoveList<G> scratch_;  ///< not kept between calls
  MeanSize correction_;  ///< of the handcrafted evaluation by the learned one

  GameState<G>* state_ = nullptr;
  const Rules* rules_ = nullptr;
  bool forbids_repetition_ = false;
  bool selects_ = false;  ///< some of the family's moves may not be legal
  std::uint64_t nodes_ = 0;
  std::uint64_t node_limit_ = 0;
  SharedNodes* shared_nodes_ = nullptr;
  std::uint64_t path_dependences_ = 0;  ///< repetitions met so far
  bool aborted_ = false;
  SearchClock clock_{false};
  std::stop_token stop_;
};

}  // namespace tavlab
