#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/game.h"
#include "core/game_state.h"
#include "core/random.h"
#include "selfplay/agent.h"
#include "selfplay/alphabeta/helper_threads.h"
#include "selfplay/alphabeta/search_score.h"
#include "selfplay/alphabeta/time_control.h"
#include "selfplay/alphabeta/tree.h"

namespace tavlab {

/// Alpha-beta at the root, independent of Monte Carlo search: iterative deepening until a limit is
/// reached or the result is proven.
///
/// With several threads, helpers search the same position on their own (Lazy SMP), each with its
/// own history and some at other depths; they share only the table, in which the first thread,
/// whose result counts, finds most of its work done.
template <Game G>
class AlphaBetaSearch {
 public:
  using Move = typename G::Move;

  /// `endgames` may be null; else it must be for the rules that are played.
  explicit AlphaBetaSearch(const AlphaBetaSettings& settings, SharedTable<G> endgames = nullptr)
      : AlphaBetaSearch(settings, std::make_unique<TranspositionTable>(settings.table_megabytes),
                        nullptr, endgames) {
    for (int number = 1; number < settings.threads; ++number) {
      helpers_.emplace_back(new AlphaBetaSearch(settings, nullptr, table_, endgames));
    }
  }

  /// Forgets earlier games.
  void start_game() {
    table_->start_game();
    tree_.start_game();
    for (const auto& helper : helpers_) helper->tree_.start_game();
  }

  /// Called with the analysis so far after each finished iteration, and at the end if the best move
  /// has changed since; see Agent.
  using Progress = typename Agent<G>::Progress;

  /// Searches a decision and chooses a move. Ends early when a stop is requested. The limits of a
  /// turn, if there are any, replace those of the settings.
  Move run(GameState<G>& state, Random& random, Analysis<G>* report,
           const std::stop_token& stop = {}, const TurnLimits& turn = {},
           const Progress& progress = {}) {
    // The clock of a match or a host keeps running while the processor does other work.
    const SearchClock clock(settings_.cpu_time && !turn.clock && !turn.seconds);
    const Deepening limit = limit_search(turn);
    const SearchFeatures& features = features_for(turn);
    tree_.select(features);
    table_->start_search();
    shared_.reset();
    if (!helpers_.empty()) shared_.emplace(tree_.node_limit(), settings_.threads);
    tree_.start_search(state, clock, stop, shared_ ? &*shared_ : nullptr);
    list_moves(state, random);
    if (root_moves_.size() == 1 && report == nullptr && !turn.infinite) {
      return root_moves_.front().move;
    }
    HelperThreads threads;
    start_helpers(state, features, threads);
    int depth = 0;
    Move told{};  // the best move that was reported last
    const auto tell = [&] {
      told = root_moves_.front().move;
      Analysis<G> analysis;
      fill_best(analysis, state.to_move(), depth, shared_ ? shared_->taken() : nodes());
      if (report != nullptr) add_candidates(analysis, state.to_move());
      analysis.seconds = clock.seconds();
      progress(analysis);
    };
    TimeControl time(limit.time);
    while (depth < limit.depth && !tree_.aborted()) {
      const Move last_best = root_moves_.front().move;
      deepen(state, depth + 1, report != nullptr);
      if (!tree_.aborted()) {
        ++depth;
        time.finish_iteration(root_moves_.front().move == last_best,
                              value_of(root_moves_.front().score, Side::first));
        if (progress) tell();
      }
      if (depth > 0 && (tree_.settled(root_moves_.front().score) || stop.stop_requested())) break;
      const double to_begin = time.seconds_to_begin();
      if (to_begin > 0 && clock.seconds() >= to_begin) break;
    }
    threads.finish();
    // An iteration that was cut off may have found a better move.
    if (progress && depth > 0 && root_moves_.front().move != told) tell();
    if (report != nullptr) {
      fill(*report, state.to_move(), depth);
      report->seconds = clock.seconds();
    }
    return root_moves_.front().move;
  }

  /// The last search's score of its best move, for the side to move; -kInfiniteScore for a forced
  /// move, which is not searched.
  [[nodiscard]] SearchScore score() const { return root_moves_.front().score; }
  /// The first player's expected score after a score for `side`, as the results of games say where
  /// the evaluation has been measured (ValueLine).
  [[nodiscard]] double expected(SearchScore score, Side side) const {
    const double value = value_of(score, side);
    if (is_proven(score) || score == -kInfiniteScore || settings_.learned == nullptr) return value;
    return settings_.learned->value_line().of(value);
  }
  /// The nodes of all threads, after the search.
  [[nodiscard]] std::uint64_t nodes() const {
    std::uint64_t nodes = tree_.nodes();
    for (const auto& helper : helpers_) nodes += helper->tree_.nodes();
    return shared_ ? std::min(nodes, shared_->taken()) : nodes;  // without those refused
  }

 private:
  using Tree = AlphaBetaTree<G>;

  struct RootMove {
    Move move{};
    SearchScore score = -kInfiniteScore;
    std::uint64_t nodes = 0;
    std::vector<Move> line;
  };

  /// The aspiration window's initial half-width, and the one at which it is dropped, in per cent of
  /// a swing.
  static constexpr int kAspiration = 100;
  static constexpr int kWidest = 1600;
  static constexpr int kAspirationDepth = 4;

  /// Limits of the iterations; the tree checks the others.
  struct Deepening {
    int depth = Tree::kMaxDepth;
    TimeBudget time;
  };

  /// Uses its own table if `own` is not null, else `shared`.
  AlphaBetaSearch(const AlphaBetaSettings& settings, std::unique_ptr<TranspositionTable> own,
                  TranspositionTable* shared, SharedTable<G> endgames)
      : settings_(settings),
        own_table_(std::move(own)),
        table_(own_table_ ? own_table_.get() : shared),
        tree_(settings, *table_, std::move(endgames)) {
    root_moves_.reserve(G::max_moves);
  }

  /// A turn limit other than depth alone makes the search selective: an exact one would be far
  /// weaker.
  [[nodiscard]] const SearchFeatures& features_for(const TurnLimits& turn) const {
    const bool limited = turn.infinite || turn.seconds || turn.clock || turn.nodes;
    return limited ? settings_.features_in_limits : settings_.features;
  }

  void start_helpers(const GameState<G>& state, const SearchFeatures& features,
                     HelperThreads& threads) {
    for (std::size_t i = 0; i < helpers_.size(); ++i) {
      helpers_[i]->tree_.select(features);
      // Copied here, since the search is about to play on the state.
      threads.start([&helper = *helpers_[i], copy = GameState<G>(state), number = i + 1,
                     shared = &*shared_](const std::stop_token& stop) mutable {
        helper.help(copy, static_cast<int>(number), *shared, stop);
      });
    }
  }

  void help(GameState<G>& state, int number, SharedNodes& shared, const std::stop_token& stop) {
    tree_.limit(0, 0.0);
    tree_.start_search(state, SearchClock(false), stop, &shared);
    Random order(static_cast<std::uint64_t>(number));
    list_moves(state, order);
    for (int depth = 1; depth <= Tree::kMaxDepth && !tree_.aborted(); ++depth) {
      if (helper_skips(number, depth)) continue;
      deepen(state, depth, false);
      if (tree_.settled(root_moves_.front().score)) return;
    }
  }

  Deepening limit_search(const TurnLimits& turn) {
    Deepening limit;
    if (!turn.any()) {
      tree_.limit(settings_.nodes, settings_.seconds);
      if (settings_.depth != 0) limit.depth = std::min<int>(settings_.depth, Tree::kMaxDepth);
      return limit;
    }
    limit.time = time_budget(turn);
    tree_.limit(turn.infinite ? 0 : turn.nodes.value_or(0), limit.time.end);
    if (turn.depth && !turn.infinite) {
      limit.depth = std::clamp<int>(*turn.depth, 1, Tree::kMaxDepth);
    }
    return limit;
  }

  void list_moves(const GameState<G>& state, Random& random) {
    MoveList<G> moves;
    state.legal_moves(moves);
    root_moves_.clear();
    for (const Move move : moves) root_moves_.push_back({move, -kInfiniteScore, 0, {}});
    if (settings_.random_ties) {
      for (std::size_t i = root_moves_.size(); i > 1; --i) {
        std::swap(root_moves_[i - 1], root_moves_[random.below(static_cast<std::uint32_t>(i))]);
      }
    }
    const auto rank = [&](const RootMove& root) {
      if (G::wins_at_once(state.rules(), state.position(), root.move)) return 0;
      return 1000 - move_order_score<G>(state.rules(), state.position(), root.move);
    };
    std::ranges::stable_sort(root_moves_, {}, rank);
  }

  /// One iteration; unless `exact`, with an aspiration window around the last one's score, which is
  /// widened until the score lies inside.
  void deepen(GameState<G>& state, int depth, bool exact) {
    const SearchScore last = root_moves_.front().score;
    if (exact || !tree_.features()[SearchFeature::aspiration] || depth < kAspirationDepth ||
        last == -kInfiniteScore || is_proven(last)) {
      search_moves(state, depth, exact, -kInfiniteScore, kInfiniteScore);
      return;
    }
    SearchScore below = tree_.swing().margin(kAspiration), above = below;
    const SearchScore widest = tree_.swing().margin(kWidest);
    for (;;) {
      const SearchScore alpha = std::max(last - below, -kInfiniteScore);
      const SearchScore beta = std::min(last + above, kInfiniteScore);
      const SearchScore score = search_moves(state, depth, false, alpha, beta);
      if (tree_.aborted()) return;
      if (score <= alpha && alpha > -kInfiniteScore) {
        below = wider(below, widest);
      } else if (score >= beta && beta < kInfiniteScore) {
        above = wider(above, widest);
      } else {
        return;
      }
    }
  }

  static SearchScore wider(SearchScore margin, SearchScore widest) {
    return margin < widest ? 4 * margin : 2 * kInfiniteScore;
  }

  /// Searches every move; returns the best score. The best move comes first, then (with `exact`)
  /// the others by score. If none is above alpha, the order stays as it was. A search that is
  /// aborted still counts: its first move is the best so far, so a move rated higher is a real
  /// improvement.
  SearchScore search_moves(GameState<G>& state, int depth, bool exact, SearchScore alpha,
                           SearchScore beta) {
    const Side side = state.to_move();
    const auto mark = state.mark();
    SearchScore best = -kInfiniteScore;
    std::size_t best_index = 0;
    for (std::size_t i = 0; i < root_moves_.size(); ++i) {
      RootMove& root = root_moves_[i];
      const std::uint64_t nodes_before = tree_.nodes();
      state.play(root.move);
      tree_.enter_root_move(root.move, depth);
      SearchScore score;
      if (exact) {
        score = tree_.value_for(side, depth - 1, 1, -kInfiniteScore, kInfiniteScore);
      } else {
        score = tree_.after_move(side, depth - 1, 1, std::max(alpha, best), beta, i == 0);
      }
      state.rewind(mark);
      root.nodes += tree_.nodes() - nodes_before;
      if (tree_.aborted()) break;
      if (exact || score > std::max(alpha, best)) {
        root.score = score;
        root.line.assign(1, root.move);
        const auto line = tree_.line(1);
        root.line.insert(root.line.end(), line.begin(), line.end());
      }
      if (score > best) {
        if (score > alpha) best_index = i;
        best = score;
      }
      if (score >= beta) break;
    }
    const auto chosen = root_moves_.begin() + static_cast<std::ptrdiff_t>(best_index);
    std::rotate(root_moves_.begin(), chosen, chosen + 1);
    if (exact && !tree_.aborted()) {
      std::stable_sort(root_moves_.begin() + 1, root_moves_.end(),
                       [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
    }
    return best;
  }

  void fill_best(Analysis<G>& report, Side side, int depth, std::uint64_t nodes) const {
    const RootMove& best = root_moves_.front();
    report = {};
    report.value = expected(best.score, side);
    report.proven = proven_result(best.score, side);
    report.principal_variation = best.line;
    report.nodes = nodes;
    report.depth = depth;
    if (is_proven(best.score) && knows_plies(best.score)) {
      report.plies_to_end = kWinScore - std::abs(best.score);
    }
  }

  void fill(Analysis<G>& report, Side side, int depth) const {
    fill_best(report, side, depth, nodes());
    add_candidates(report, side);
  }

  void add_candidates(Analysis<G>& report, Side side) const {
    for (const RootMove& root : root_moves_) {
      report.candidates.push_back({root.move, root.nodes, expected(root.score, side),
                                   proven_result(root.score, side), std::nullopt, root.line});
    }
  }

  /// Moves left without a score by an early abort get a neutral value.
  [[nodiscard]] double value_of(SearchScore score, Side side) const {
    return score == -kInfiniteScore ? 0.5 : expected_score(score, side, tree_.scale());
  }

  AlphaBetaSettings settings_;
  std::unique_ptr<TranspositionTable> own_table_;  ///< null in helpers
  TranspositionTable* table_;
  Tree tree_;
  std::vector<std::unique_ptr<AlphaBetaSearch>> helpers_;
  std::optional<SharedNodes> shared_;  ///< only with helpers
  std::vector<RootMove> root_moves_;
};

}  // namespace tavlab
