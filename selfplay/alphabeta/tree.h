#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>

#include "core/game.h"
#include "core/game_state.h"
#include "mcts/wins.h"
#include "selfplay/alphabeta/move_order.h"
#include "selfplay/alphabeta/search_score.h"
#include "selfplay/alphabeta/transposition_table.h"

namespace tavlab {

/// Limits and options of an alpha-beta search. 0 is no limit; the first limit reached ends the
/// search.
struct AlphaBetaSettings {
  int depth = 0;            ///< plies
  std::uint64_t nodes = 0;  ///< positions visited
  double seconds = 0.0;
  std::size_t table_megabytes = 16;
  bool quiescence = true;
  bool material = false;     ///< evaluate by material alone, if the family can
  bool random_ties = false;  ///< a random one of the best moves, else the first found
};

/// The alpha-beta search below the root: principal variation search (fail-soft) with a
/// transposition table, quiescence over forcing moves, wins and threats to win, and the family's
/// handcrafted evaluation. Nothing is pruned that could change the value at the nominal depth.
/// Depth counts decisions; chance events are averaged exactly.
///
/// Repetition: the game state detects it along the path before the table is probed, so the search
/// never misses a repetition on its own line. The table does not know the path (the graph-history
/// interaction problem: Kishimoto and Mueller 2004), so (1) its key includes how often the position
/// has occurred, (2) if a score depends on a repetition below, only the move is stored, and (3) the
/// rest is accepted, as in chess programs: a stored score may be used on a line where a later
/// repetition would change it.
template <Game G>
class AlphaBetaTree {
 public:
  using Move = typename G::Move;
  using Rules = typename G::Rules;
  using Clock = std::chrono::steady_clock;
  static constexpr int kMaxDepth = 64;

  explicit AlphaBetaTree(const AlphaBetaSettings& settings)
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
  void start_search(GameState<G>& state, Clock::time_point began, const std::stop_token& stop) {
    state_ = &state;
    rules_ = &state.rules();
    const auto verdict = G::repetition_rule(*rules_).verdict;
    forbids_repetition_ = verdict == RepetitionRule::Verdict::forbidden ||
                          verdict == RepetitionRule::Verdict::forbidden_to_second;
    nodes_ = 0;
    path_dependences_ = 0;
    aborted_ = false;
    stop_ = stop;
    deadline_ = began + std::chrono::duration_cast<Clock::duration>(
                            std::chrono::duration<double>(settings_.seconds));
    table_.start_search();
    history_.age();
  }

  /// Whether a limit was reached; the value just returned is then invalid.
  [[nodiscard]] bool aborted() const { return aborted_; }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  /// The principal variation from a ply on, as the last full-window search there left it.
  [[nodiscard]] std::span<const Move> line(int ply) const {
    return std::span<const Move>(frames_[ply].line)
        .first(static_cast<std::size_t>(frames_[ply].line_length));
  }

  /// The value after a move was played. The first move gets a full search, the others only if a
  /// null-window search says that they beat alpha.
  SearchScore after_move(Side side, int depth, int ply, SearchScore alpha, SearchScore beta,
                         bool first) {
    if (!first) {
      const SearchScore score = value_for(side, depth, ply, alpha, alpha + 1);
      if (score <= alpha || score >= beta || aborted_) return score;
    }
    return value_for(side, depth, ply, alpha, beta);
  }

  /// The value of the current state for `side`, whichever side is to move: not every family
  /// alternates.
  SearchScore value_for(Side side, int depth, int ply, SearchScore alpha, SearchScore beta) {
    frames_[ply].line_length = 0;
    if (out_of_budget()) return 0;
    const GameState<G>& state = *state_;
    switch (state.node_kind()) {
      case NodeKind::terminal:
        // Ended by repetition, not by the position itself.
        if (G::node_kind(state.position()) != NodeKind::terminal) ++path_dependences_;
        return final_score(state.result(), side, ply);
      case NodeKind::chance:
        return state.to_move() == side ? chance(depth, ply) : -chance(depth, ply);
      case NodeKind::decision:
        break;
    }
    return state.to_move() == side ? decision(depth, ply, alpha, beta)
                                   : -decision(depth, ply, -beta, -alpha);
  }

 private:
  using Bound = TranspositionTable::Bound;
  static constexpr int kMaxPly = 192;       ///< depth, chance events and quiescence together
  static constexpr int kThreatReplies = 4;  ///< quiescence plies in which threats are answered,
  static constexpr int kCheckPlies = 1;     ///< and in which moves of score 1 are searched
  static constexpr std::uint64_t kNodesBetweenClocks = 1024;
  static_assert(G::max_moves < TranspositionTable::kNoMove);

  using Frame = SearchFrame<G, kMaxPly>;

  /// Averages over the outcomes, each searched with a full window. A chance event costs depth only
  /// if it follows another one (a passed turn), since passing could go on forever.
  SearchScore chance(int depth, int ply) {
    if (depth <= 0 || ply >= kMaxPly - 1) return evaluation();
    GameState<G>& state = *state_;
    const Side side = state.to_move();
    const std::uint64_t key = state.key();
    TranspositionTable::Entry entry;
    if (table_.find(key, entry) && entry.bound == Bound::exact && entry.depth >= depth) {
      return score_from_table(entry.score, ply);
    }
    const std::uint64_t dependences = path_dependences_;
    ChanceList<G> outcomes;
    G::chance_outcomes(*rules_, state.position(), outcomes);
    const auto mark = state.mark();
    double mean = 0.0;
    bool all_won = true;
    bool all_lost = true;
    for (const ChanceOutcome& outcome : outcomes) {
      state.play_chance(outcome.value);
      const bool passed = state.node_kind() == NodeKind::chance;
      const SearchScore score =
          value_for(side, passed ? depth - 1 : depth, ply + 1, -kInfiniteScore, kInfiniteScore);
      state.rewind(mark);
      if (aborted_) return 0;
      mean += outcome.probability * score;
      all_won = all_won && score >= kProvenScore;
      all_lost = all_lost && score <= -kProvenScore;
    }
    // Winning almost surely is not a proven win.
    const SearchScore highest = all_won ? kWinScore : kProvenScore - 1;
    const SearchScore lowest = all_lost ? -kWinScore : 1 - kProvenScore;
    const auto score = std::clamp(static_cast<SearchScore>(std::lround(mean)), lowest, highest);
    frames_[ply].line_length = 0;
    if (path_dependences_ == dependences) {
      table_.store(key,
                   {score_in_table(score, ply), Bound::exact, depth, TranspositionTable::kNoMove});
    }
    return score;
  }

  SearchScore decision(int depth, int ply, SearchScore alpha, SearchScore beta) {
    if (ply >= kMaxPly - 1) return evaluation();
    if (depth <= 0) return settings_.quiescence ? quiesce(0, ply, alpha, beta) : evaluation();
    GameState<G>& state = *state_;
    const Side side = state.to_move();
    const std::uint64_t key = state.key();
    const bool principal = beta - alpha > 1;
    TranspositionTable::Entry entry;
    if (table_.find(key, entry) && !principal && entry.depth >= depth) {
      const SearchScore score = score_from_table(entry.score, ply);
      if (entry.bound == Bound::exact || (entry.bound == Bound::lower && score >= beta) ||
          (entry.bound == Bound::upper && score <= alpha)) {
        return score;
      }
    }

    Frame& frame = frames_[ply];
    if (may_win_at_once()) {
      if (finds_win(frame)) return kWinScore - ply - 1;
    } else {
      generate(frame);
    }
    rank_moves(frame, side, entry.move);

    const SearchScore alpha_before = alpha;
    const std::uint64_t dependences = path_dependences_;
    const auto mark = state.mark();
    SearchScore best = -kInfiniteScore;
    std::uint16_t best_index = TranspositionTable::kNoMove;
    bool first = true;
    for (std::size_t i = 0; i < frame.moves.size(); ++i) {
      const std::uint16_t index = frame.pick(i, frame.moves.size());
      const Move move = frame.moves[index];
      if (forbids_repetition_ && !state.allowed(move)) {
        ++path_dependences_;
        continue;
      }
      state.play(move);
      const SearchScore score = after_move(side, depth - 1, ply + 1, alpha, beta, first);
      state.rewind(mark);
      if (aborted_) return 0;
      first = false;
      if (score <= best) continue;
      best = score;
      best_index = index;
      if (score <= alpha) continue;
      alpha = score;
      if (principal) frame.extend_line(move, frames_[ply + 1]);
      if (score < beta) continue;
      if (move_order_score<G>(*rules_, state.position(), move) < 2) {
        frame.add_killer(move);
        history_.reward(side, move, depth);
      }
      break;
    }
    const Bound bound = best >= beta          ? Bound::lower
                        : best > alpha_before ? Bound::exact
                                              : Bound::upper;
    if (first) return evaluation();  // every move is a forbidden repetition
    if (path_dependences_ == dependences) {
      table_.store(key, {score_in_table(best, ply), bound, depth, best_index});
    } else {
      table_.store(key, {0, Bound::none, depth, best_index});
    }
    return best;
  }

  /// Follows wins and captures until the position is quiet. The side to move may stand pat, except
  /// against a threat to win at once: then every reply is searched.
  SearchScore quiesce(int quiet_ply, int ply, SearchScore alpha, SearchScore beta) {
    GameState<G>& state = *state_;
    const Side side = state.to_move();
    Frame& frame = frames_[ply];
    const bool principal = beta - alpha > 1;
    bool threatened = false;
    if constexpr (G::capabilities.threats) {
      if (G::threatens(*rules_, state.position(), side)) {
        if (principal) finds_win(frame);  // for the principal variation
        return kWinScore - ply - 1;
      }
      threatened =
          quiet_ply < kThreatReplies && G::threatens(*rules_, state.position(), other(side));
    }
    if (ply >= kMaxPly - 1) return evaluation();
    SearchScore best = -kInfiniteScore;
    if (!threatened) {
      best = evaluation();
      if (best >= beta) return best;
      alpha = std::max(alpha, best);
    }

    if (!G::capabilities.threats && finds_win(frame)) return kWinScore - ply - 1;
    if (G::capabilities.threats) generate(frame);
    std::size_t forcing = 0;
    for (std::size_t i = 0; i < frame.moves.size(); ++i) {
      const int score = move_order_score<G>(*rules_, state.position(), frame.moves[i]);
      if (score < (quiet_ply < kCheckPlies ? 1 : 2) && !threatened) continue;
      frame.order[forcing++] = {score, static_cast<std::uint16_t>(i)};
    }
    const auto mark = state.mark();
    for (std::size_t i = 0; i < forcing; ++i) {
      const Move move = frame.moves[frame.pick(i, forcing)];
      if (forbids_repetition_ && !state.allowed(move)) {
        ++path_dependences_;
        continue;
      }
      state.play(move);
      const SearchScore score = quiet_value_for(side, quiet_ply + 1, ply + 1, alpha, beta);
      state.rewind(mark);
      if (aborted_) return 0;
      if (score <= best) continue;
      best = score;
      if (score <= alpha) continue;
      alpha = score;
      if (principal) frame.extend_line(move, frames_[ply + 1]);
      if (score >= beta) break;
    }
    if (best == -kInfiniteScore) return evaluation();
    return best;
  }

  /// As value_for, but within quiescence search, where chance events are evaluated statically.
  SearchScore quiet_value_for(Side side, int quiet_ply, int ply, SearchScore alpha,
                              SearchScore beta) {
    frames_[ply].line_length = 0;
    if (state_->node_kind() != NodeKind::decision) {
      return value_for(side, 0, ply, alpha, beta);
    }
    if (out_of_budget()) return 0;
    return state_->to_move() == side ? quiesce(quiet_ply, ply, alpha, beta)
                                     : -quiesce(quiet_ply, ply, -beta, -alpha);
  }

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
        (stop_.stop_requested() || (settings_.seconds > 0 && Clock::now() >= deadline_))) {
      aborted_ = true;
    }
    return aborted_;
  }

  /// Whether to check each move for a win; always true if the family has no hook for this.
  [[nodiscard]] bool may_win_at_once() const {
    if constexpr (G::capabilities.threats) {
      return G::threatens(*rules_, state_->position(), state_->to_move());
    } else {
      return true;
    }
  }

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

  void rank_moves(Frame& frame, Side side, std::uint16_t table_move) const {
    const auto& position = state_->position();
    for (std::size_t i = 0; i < frame.moves.size(); ++i) {
      const Move move = frame.moves[i];
      std::int32_t rank = history_.of(side, move);
      if (i == table_move) {
        rank = kTableRank;
      } else if (const int score = move_order_score<G>(*rules_, position, move); score > 1) {
        rank = kForcingRank + (score << 16) + std::min(rank, 0xffff);
      } else if (move == frame.killers[0]) {
        rank = kKillerRank + 1;
      } else if (move == frame.killers[1]) {
        rank = kKillerRank;
      }
      frame.order[i] = {rank, static_cast<std::uint16_t>(i)};
    }
  }

  AlphaBetaSettings settings_;
  TranspositionTable table_;
  std::unique_ptr<Frame[]> frames_;
  HistoryCounts<G> history_;

  GameState<G>* state_ = nullptr;
  const Rules* rules_ = nullptr;
  bool forbids_repetition_ = false;
  std::uint64_t nodes_ = 0;
  std::uint64_t path_dependences_ = 0;  ///< repetitions met so far
  bool aborted_ = false;
  Clock::time_point deadline_{};
  std::stop_token stop_;
};

}  // namespace tavlab
