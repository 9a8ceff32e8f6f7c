#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/game.h"
#include "core/game_state.h"
#include "selfplay/alphabeta/expectation.h"
#include "selfplay/alphabeta/mean_size.h"
#include "selfplay/alphabeta/move_picker.h"
#include "selfplay/alphabeta/quiescence.h"
#include "selfplay/alphabeta/reductions.h"

namespace tavlab {

/// The alpha-beta search below the root: principal variation search (fail-soft) with a
/// transposition table, quiescence over forcing moves, wins and threats to win, and a learned or
/// the family's handcrafted evaluation. Without selective features (SearchFeatures) nothing is
/// pruned that could change the value at the nominal depth. Depth counts decisions; chance events
/// are averaged exactly, as far as the window needs it.
///
/// Repetition: the game state detects it along the path before the table is probed, so the search
/// never misses a repetition on its own line. The table does not know the path (the graph-history
/// interaction problem: Kishimoto and Mueller 2004), so (1) its key includes how often the position
/// has occurred, (2) if a score depends on a repetition below, only the move is stored, and (3) the
/// rest is accepted, as in chess programs: a stored score may be used on a line where a later
/// repetition would change it.
template <Game G>
class AlphaBetaTree : public Quiescence<G> {
 public:
  using Base = Quiescence<G>;
  using Base::Base;
  using typename Base::Move;
  static constexpr int kMaxDepth = 64;

  /// Forgets earlier games.
  void start_game() {
    Base::start_game();
    swing_ = {};
  }

  /// How much a move changes evaluations: the swing.
  [[nodiscard]] const MeanSize& swing() const { return swing_; }

  /// Must be called with the move played at the root before its value is searched.
  void enter_root_move(Move move, int depth) {
    frames_[0].played = move;
    root_depth_ = depth;
  }

  /// The value after a move was played. The first move gets a full search, the others only if a
  /// null-window search shows that they beat alpha.
  SearchScore after_move(Side side, int depth, int ply, SearchScore alpha, SearchScore beta,
                         bool first) {
    if (!first) {
      const SearchScore score = value_for(side, depth, ply, alpha, alpha + 1);
      if (score <= alpha || score >= beta || aborted_) return score;
    }
    return value_for(side, depth, ply, alpha, beta);
  }

  /// The value of the current state for `side`.
  SearchScore value_for(Side side, int depth, int ply, SearchScore alpha, SearchScore beta) {
    return this->value_of_state(
        side, ply, alpha, beta,
        [&](SearchScore low, SearchScore high) { return chance(depth, ply, low, high); },
        [&](SearchScore low, SearchScore high) { return decision(depth, ply, low, high); });
  }

 private:
  using Bound = TranspositionTable::Bound;
  using Feature = SearchFeature;
  using Base::aborted_;
  using Base::evaluation;
  using Base::features_;
  using Base::finds_win;
  using Base::frames_;
  using Base::generate;
  using Base::history_;
  using Base::kMaxPly;
  using Base::lost_to_threat;
  using Base::path_dependences_;
  using Base::rules_;
  using Base::scratch_;
  using Base::selects_;
  using Base::settings_;
  using Base::state_;
  using Base::table_;
  using Base::threatens;
  using typename Base::Frame;

  static constexpr SearchScore kUnknown = -kInfiniteScore;  ///< no static evaluation

  using Event = Expectation<G::max_chance_outcomes>;

  /// Averages over the outcomes, by Star2: a first pass probes each outcome with one good move,
  /// which may be enough; later ones search the outcomes in the windows in which they matter. A
  /// chance event costs depth only if it follows another one (a passed turn), since passing could
  /// repeat forever.
  SearchScore chance(int depth, int ply, SearchScore alpha, SearchScore beta) {
    if (depth <= 0 || ply >= kMaxPly - 1) return evaluation();
    frames_[ply].played = Move{};
    GameState<G>& state = *state_;
    const std::uint64_t key = state.key();
    TranspositionTable::Entry entry;
    if (table_.find(key, entry) && entry.depth >= depth) {
      const SearchScore score = score_from_table(entry.score, ply);
      if (entry.bound == Bound::exact || (entry.bound == Bound::lower && score >= beta) ||
          (entry.bound == Bound::upper && score <= alpha)) {
        return score;
      }
    }
    const std::uint64_t dependences = path_dependences_;
    ChanceList<G> outcomes;
    G::chance_outcomes(*rules_, state.position(), outcomes);
    Event event(alpha, beta);
    for (const ChanceOutcome& outcome : outcomes) event.add(outcome.probability);
    if (event.bounded()) probe_outcomes(event, outcomes, depth, ply);
    for (const auto breadth :
         {Event::Breadth::narrow, Event::Breadth::needed, Event::Breadth::full}) {
      search_outcomes(event, outcomes, depth, ply, breadth);
      if (aborted_) return 0;
    }
    frames_[ply].line_length = 0;
    const SearchScore score = event.score();
    if (path_dependences_ == dependences) {
      const Bound bound = event.exact()   ? Bound::exact
                          : score >= beta ? Bound::lower
                                          : Bound::upper;
      table_.store(key, {score_in_table(score, ply), bound, depth, TranspositionTable::kNoMove});
    }
    return score;
  }

  /// Searches the outcomes that are still unknown, until the event is decided.
  void search_outcomes(Event& event, const ChanceList<G>& outcomes, int depth, int ply,
                       typename Event::Breadth breadth) {
    GameState<G>& state = *state_;
    const Side side = state.to_move();
    const auto mark = state.mark();
    for (std::size_t i = 0; i < outcomes.size() && !event.decided(); ++i) {
      if (event.known(i)) continue;
      state.play_chance(outcomes[i].value);
      const bool passed = state.node_kind() == NodeKind::chance;
      const auto [low, high] = event.window(i, breadth);
      const SearchScore score = value_for(side, passed ? depth - 1 : depth, ply + 1, low, high);
      state.rewind(mark);
      if (aborted_) return;
      event.learn(i, score, low, high);
    }
  }

  /// Bounds the outcomes by the table, and by one move each.
  void probe_outcomes(Event& event, const ChanceList<G>& outcomes, int depth, int ply) {
    GameState<G>& state = *state_;
    const Side side = state.to_move();
    const auto mark = state.mark();
    for (std::size_t i = 0; i < outcomes.size() && !event.decided(); ++i) {
      state.play_chance(outcomes[i].value);
      if (state.node_kind() == NodeKind::decision && state.to_move() == side) {
        TranspositionTable::Entry entry;
        if (table_.find(state.key(), entry) && entry.depth >= depth) {
          const SearchScore score = score_from_table(entry.score, ply + 1);
          if (entry.bound != Bound::none && entry.bound != Bound::upper) event.raise(i, score);
          if (entry.bound != Bound::none && entry.bound != Bound::lower) event.lower(i, score);
        }
        if (!event.known(i)) {
          const auto [low, high] = event.window(i, Event::Breadth::narrow);
          event.raise(i, probe(depth, ply + 1, low, high, entry.move));
        }
      }
      state.rewind(mark);
      if (aborted_) return;
    }
  }

  /// A lower bound on the value of a decision, for the side to move: what the most promising of its
  /// moves achieves.
  SearchScore probe(int depth, int ply, SearchScore alpha, SearchScore beta,
                    std::uint32_t table_move) {
    constexpr SearchScore kNothing = -kWinScore;
    if (this->out_of_budget() || ply >= kMaxPly - 1) return kNothing;
    GameState<G>& state = *state_;
    const Side side = state.to_move();
    Frame& frame = frames_[ply];
    frame.played = Move{};
    if (!this->may_win_at_once()) {
      generate(frame);
    } else if (finds_win(frame)) {
      return kWinScore - ply - 1;
    }
    auto picker = pick_moves(frame, side, context_of(ply), table_move);
    if (!picker.next()) return kNothing;
    const Move move = picker.move();
    if (selects_ && !state.allowed(move)) return kNothing;
    const auto mark = state.mark();
    state.play(move);
    const SearchScore score = value_for(side, depth - 1, ply + 1, alpha, beta);
    state.rewind(mark);
    return aborted_ || score <= alpha ? kNothing : score;
  }

  SearchScore decision(int depth, int ply, SearchScore alpha, SearchScore beta) {
    if (ply >= kMaxPly - 1) return evaluation();
    GameState<G>& state = *state_;
    const Side side = state.to_move();
    Frame& frame = frames_[ply];
    frame.played = Move{};
    // What must be answered: the opponent would win at once if this side passed.
    const bool selective = G::capabilities.threats && !features_.empty();
    const bool threatened = selective && threatens(other(side));
    // Only where few moves answer a threat: elsewhere it costs more than it finds
    // (docs/strength.md).
    if (G::capabilities.evasions && threatened && features_[Feature::threat_extensions] &&
        ply < 2 * root_depth_) {
      ++depth;
    }
    if (depth <= 0) {
      return settings_.quiescence ? this->quiesce(0, ply, alpha, beta) : evaluation();
    }
    const std::uint64_t key = state.key();
    const bool principal = beta - alpha > 1;
    TranspositionTable::Entry entry;
    const bool known = table_.find(key, entry);
    if (known && !principal && entry.depth >= depth) {
      const SearchScore score = score_from_table(entry.score, ply);
      if (entry.bound == Bound::exact || (entry.bound == Bound::lower && score >= beta) ||
          (entry.bound == Bound::upper && score <= alpha)) {
        return score;
      }
    }

    if (this->may_win_at_once()) {
      if (finds_win(frame)) return kWinScore - ply - 1;
    } else {
      frame.moves.clear();
    }
    const bool unsettled = threatened || this->must_capture();
    frame.evaluation = unsettled || features_.empty() ? kUnknown : evaluation();
    see_swing(frame, ply);
    if (!principal && !threatened && frame.evaluation != kUnknown) {
      const SearchScore cut = prune_node(frame, depth, ply, beta);
      if (aborted_) return 0;
      if (cut != kUnknown) return cut;
    }
    if (features_[Feature::internal_reductions] && depth >= 4 &&
        entry.move == TranspositionTable::kNoMove) {
      --depth;
    }

    const auto context = context_of(ply);
    const bool evades = threatened && this->evades();
    if (evades && !this->list_evasions(frame)) return lost_to_threat(ply);
    auto picker = pick_moves(frame, side, context, entry.move, evades);

    const SearchScore alpha_before = alpha;
    const std::uint64_t dependences = path_dependences_;
    const auto mark = state.mark();
    SearchScore best = -kInfiniteScore;
    std::uint32_t best_move = TranspositionTable::kNoMove;
    std::array<Move, 64> quiets;  // searched without a cutoff
    std::size_t quiets_searched = 0;
    int searched = 0;
    for (;;) {
      if (searched > 0 && !principal && !threatened && best > -kProvenScore &&
          leaves_out(frame, depth, searched, alpha) && picker.only_quiet_left()) {
        best = std::max(best, alpha);  // the others are assumed to be no better than alpha
        break;
      }
      if (!picker.next()) break;
      const Move move = picker.move();
      const std::int32_t rank = picker.rank();
      const bool quiet = rank < kForcingRank;
      if (this->excludes(move)) continue;
      state.play(move);
      frame.played = move;
      if (depth > 1) table_.prefetch(state.key());
      SearchScore score;
      int reduction = 0;
      if (features_[Feature::reductions] && depth >= 3 && searched >= (principal ? 4 : 2) &&
          quiet) {
        reduction = late_reduction(depth, searched) - (rank < kKillerRank ? rank / 12000 : 1) -
                    (principal ? 1 : 0);
        if (reduction > 0 && (threatened || threatens(side))) reduction = 0;
        reduction = std::clamp(reduction, 0, depth - 2);
      }
      if (reduction > 0) {
        score = value_for(side, depth - 1 - reduction, ply + 1, alpha, alpha + 1);
        if (score > alpha && !aborted_) {
          score = after_move(side, depth - 1, ply + 1, alpha, beta, false);
        }
      } else {
        score = after_move(side, depth - 1, ply + 1, alpha, beta, searched == 0);
      }
      state.rewind(mark);
      if (aborted_) return 0;
      ++searched;
      if (score > best) {
        best = score;
        best_move = move_tag(move);
        if (score > alpha) {
          alpha = score;
          if (principal) frame.extend_line(move, frames_[ply + 1]);
          if (score >= beta) {
            if (quiet || move_order_score<G>(*rules_, state.position(), move) < 2) {
              learn(frame, side, context, move, depth, std::span(quiets).first(quiets_searched));
            }
            break;
          }
        }
      }
      if (quiet && quiets_searched < quiets.size()) quiets[quiets_searched++] = move;
    }
    if (searched == 0 && evades) return lost_to_threat(ply);
    if (searched == 0) return evaluation();  // every move is a forbidden repetition
    const Bound bound = best >= beta          ? Bound::lower
                        : best > alpha_before ? Bound::exact
                                              : Bound::upper;
    if (path_dependences_ == dependences) {
      table_.store(key, {score_in_table(best, ply), bound, depth, best_move});
    } else {
      table_.store(key, {0, Bound::none, depth, best_move});
    }
    return best;
  }

  /// Updates the swing by the move that led to a node below the root's moves: evaluations are for
  /// the side to move, so the change is the sum of the last two. Without dice the
  /// sides alternate, except when a side passes because it cannot move, which is rare enough to
  /// ignore.
  void see_swing(const Frame& frame, int ply) {
    if (ply < 2 || frame.evaluation == kUnknown) return;
    const Frame& before = frames_[ply - 1];
    if (before.played == Move{} || before.evaluation == kUnknown) return;
    swing_.see(before.evaluation + frame.evaluation);
  }

  /// Cuts off a node whose evaluation is so far above beta that the side could pass or lose
  /// something; kUnknown if it must be searched.
  SearchScore prune_node(const Frame& frame, int depth, int ply, SearchScore beta) {
    if (is_proven(beta)) return kUnknown;
    if (features_[Feature::reverse_futility] && depth <= kFutilityDepth &&
        frame.evaluation - depth * swing_.margin(kReverseFutilityMargin) >= beta) {
      return frame.evaluation;
    }
    if constexpr (G::capabilities.null_move) {
      // After a pass the opponent does not pass.
      const bool passed = ply > 0 && frames_[ply - 1].played == Move{};
      if (!features_[Feature::null_move] || depth < 3 || passed || frame.evaluation < beta ||
          ply < null_move_from_) {
        return kUnknown;
      }
      GameState<G>& state = *state_;
      const Side side = state.to_move();
      const auto mark = state.mark();
      if (!state.pass()) return kUnknown;
      const int left = depth - 3 - depth / 4;
      SearchScore score = value_for(side, left - 1, ply + 1, beta - 1, beta);
      state.rewind(mark);
      if (aborted_ || score < beta) return kUnknown;
      if (is_proven(score)) score = beta;
      if (depth < kVerifiedDepth || null_move_from_ > 0) return score;
      // Zugzwang would refute the cutoff, so deep ones are verified without passing near the root.
      null_move_from_ = ply + 3 * left / 4;
      const SearchScore verified = decision(left, ply, beta - 1, beta);
      null_move_from_ = 0;
      frames_[ply].moves.clear();
      return verified >= beta ? score : kUnknown;
    }
    return kUnknown;
  }

  using Picker = MovePicker<G, kMaxPly>;

  /// A picker for the moves of the current state; the frame may already contain all of them.
  Picker pick_moves(Frame& frame, Side side, const typename MoveHistory<G>::Context& context,
                    std::uint32_t table_move, bool listed = false) {
    if (!listed && frame.moves.empty() && !Picker::generates(features_)) generate(frame);
    return Picker(
        frame,
        {*rules_, state_->position(), history_, features_, scratch_, side, table_move, listed},
        context);
  }

  /// Whether no more quiet moves need be searched.
  [[nodiscard]] bool leaves_out(const Frame& frame, int depth, int searched,
                                SearchScore alpha) const {
    if (features_[Feature::late_moves] && depth <= 4 && searched >= 6 + 4 * depth * depth) {
      return true;
    }
    return features_[Feature::futility] && depth <= 4 && frame.evaluation != kUnknown &&
           frame.evaluation + (depth + 1) * swing_.margin(kFutilityMargin) <= alpha;
  }

  [[nodiscard]] typename MoveHistory<G>::Context context_of(int ply) const {
    return {ply > 0 ? frames_[ply - 1].played : Move{}, ply > 1 ? frames_[ply - 2].played : Move{}};
  }

  /// A quiet move caused a cutoff, after others had not.
  void learn(Frame& frame, Side side, const typename MoveHistory<G>::Context& context, Move move,
             int depth, std::span<const Move> failed) {
    frame.add_killer(move);
    const int bonus = std::min(32 * depth * depth, 2048);
    history_.add(side, context, move, bonus);
    for (const Move quiet : failed) history_.add(side, context, quiet, -bonus);
  }

  /// Margins per ply of depth, in per cent of a swing. Evaluations far above beta stay there more
  /// often than those far below alpha.
  static constexpr int kFutilityMargin = 200;
  static constexpr int kReverseFutilityMargin = 100;
  static constexpr int kFutilityDepth = 6;
  static constexpr int kVerifiedDepth = 10;

  MeanSize swing_;
  int root_depth_ = 0;
  int null_move_from_ = 0;  ///< the first ply at which null moves are tried
};

}  // namespace tavlab
