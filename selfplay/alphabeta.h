#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/game.h"
#include "core/game_state.h"
#include "selfplay/agent.h"
#include "selfplay/move_order.h"
#include "selfplay/search_score.h"
#include "selfplay/transposition_table.h"

namespace tavlab {

/// When and how an alpha-beta search ends; 0 is no limit, and the first limit reached counts.
struct AlphaBetaSettings {
  int depth = 0;            ///< plies
  std::uint64_t nodes = 0;  ///< positions visited
  double seconds = 0.0;
  std::size_t table_megabytes = 16;
  bool quiescence = true;
  bool random_ties = false;  ///< a random one of the best moves, else the first found
};

/// What a family may offer beyond the Game concept: whether `side`, were it to move in this
/// position, could win at once. With it the search notices a threat and looks at the replies.
template <typename G>
concept SeesThreats = requires(const typename G::Rules& rules,
                               const typename G::Position& position) {
  { G::threatens(rules, position, Side::first) } -> std::same_as<bool>;
};

/// Alpha-beta, an independent second opinion beside Monte Carlo search: principal variation search
/// (fail-soft), deepened step by step, with a transposition table, quiescence over captures, wins
/// and threats to win, and the family's hand-made evaluation. Nothing is pruned that could change
/// the value at the nominal depth. Depth counts decisions; a chance event is averaged exactly.
///
/// Repetition. The game state judges it along the path before anything is looked up, so a search
/// never overlooks a repetition on its own line. The table cannot know the path (the graph-history
/// interaction problem: Kishimoto and Mueller 2004), so (1) its key includes how often the position
/// has occurred, (2) a score that rests on a repetition anywhere below is not stored, only the move
/// is, and (3) the rest is accepted, as chess programs do: a stored score is used on a line on
/// which a later repetition would come out differently.
template <Game G>
class AlphaBetaSearch {
 public:
  using Move = typename G::Move;
  using Rules = typename G::Rules;
  static constexpr int kMaxDepth = 64;

  explicit AlphaBetaSearch(const AlphaBetaSettings& settings)
      : settings_(settings),
        table_(settings.table_megabytes),
        frames_(std::make_unique_for_overwrite<Frame[]>(kMaxPly)) {
    root_moves_.reserve(G::max_moves);
    start_game();
  }

  void start_game() {
    table_.start_game();
    history_.clear();
    for (int ply = 0; ply < kMaxPly; ++ply) frames_[ply].killers = {};
  }

  /// Searches a decision and picks a move. Ends early when a stop is requested.
  Move run(GameState<G>& state, Random& random, Analysis<G>* report,
           const std::stop_token& stop = {}) {
    stop_ = stop;
    const auto began = Clock::now();
    prepare(state, random);
    if (root_moves_.size() == 1 && report == nullptr) return root_moves_.front().move;

    deadline_ = began + std::chrono::duration_cast<Clock::duration>(
                            std::chrono::duration<double>(settings_.seconds));
    const int limit = settings_.depth == 0 ? kMaxDepth : std::min<int>(settings_.depth, kMaxDepth);
    int depth = 0;
    while (depth < limit && !aborted_) {
      search_root(depth + 1, report != nullptr);
      if (!aborted_) ++depth;
      if (depth > 0 && is_proven(root_moves_.front().score)) break;
    }
    if (report != nullptr) {
      fill(*report, depth);
      report->seconds = std::chrono::duration<double>(Clock::now() - began).count();
    }
    return root_moves_.front().move;
  }

  /// The value, for the side to move, that the last search gave to its best move.
  [[nodiscard]] SearchScore score() const { return root_moves_.front().score; }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 private:
  using Clock = std::chrono::steady_clock;
  using Bound = TranspositionTable::Bound;
  static constexpr int kMaxPly = 192;       ///< depth, chance events and quiescence together
  static constexpr int kThreatReplies = 4;  ///< quiescence plies in which threats are answered
  static constexpr std::uint64_t kNodesBetweenClocks = 1024;
  static_assert(G::max_moves < TranspositionTable::kNoMove);

  using Frame = SearchFrame<G, kMaxPly>;

  struct RootMove {
    Move move{};
    SearchScore score = -kInfiniteScore;
    std::uint64_t nodes = 0;
    std::vector<Move> line;
  };

  void prepare(GameState<G>& state, Random& random) {
    state_ = &state;
    rules_ = &state.rules();
    const auto verdict = G::repetition_rule(*rules_).verdict;
    forbids_repetition_ = verdict == RepetitionRule::Verdict::forbidden ||
                          verdict == RepetitionRule::Verdict::forbidden_to_second;
    nodes_ = 0;
    path_dependences_ = 0;
    aborted_ = false;
    table_.start_search();
    history_.age();

    MoveList<G>& moves = frames_[0].moves;
    state.legal_moves(moves);
    root_moves_.clear();
    for (const Move move : moves) root_moves_.push_back({move, -kInfiniteScore, 0, {}});
    if (settings_.random_ties) {
      for (std::size_t i = root_moves_.size(); i > 1; --i) {
        std::swap(root_moves_[i - 1], root_moves_[random.below(static_cast<std::uint32_t>(i))]);
      }
    }
    const auto urgency = [&](const RootMove& root) {
      if (G::wins_at_once(*rules_, state.position(), root.move)) return 0;
      return G::is_capture(*rules_, state.position(), root.move) ? 1 : 2;
    };
    std::ranges::stable_sort(root_moves_, {}, urgency);
  }

  /// One iteration. The best move so far comes first, then (with `exact`) the others by score.
  /// After an abort what was found until then stands: the first move searched was the best of the
  /// iteration before, so whatever is rated above it is a real improvement.
  void search_root(int depth, bool exact) {
    GameState<G>& state = *state_;
    const Side side = state.to_move();
    const auto mark = state.mark();
    SearchScore best = -kInfiniteScore;
    std::size_t best_index = 0;
    for (std::size_t i = 0; i < root_moves_.size(); ++i) {
      RootMove& root = root_moves_[i];
      const std::uint64_t nodes_before = nodes_;
      state.play(root.move);
      frames_[0].line_length = 0;
      frames_[1].line_length = 0;
      SearchScore score;
      if (exact) {
        score = value_for(side, depth - 1, 1, -kInfiniteScore, kInfiniteScore);
      } else {
        score = after_move(side, depth - 1, 1, best, kInfiniteScore, i == 0);
      }
      state.rewind(mark);
      root.nodes += nodes_ - nodes_before;
      if (aborted_) break;
      if (exact || score > best) {
        root.score = score;
        root.line.assign(1, root.move);
        root.line.insert(root.line.end(), frames_[1].line.begin(),
                         frames_[1].line.begin() + frames_[1].line_length);
      }
      if (score > best) {
        best = score;
        best_index = i;
      }
    }
    const auto chosen = root_moves_.begin() + static_cast<std::ptrdiff_t>(best_index);
    std::rotate(root_moves_.begin(), chosen, chosen + 1);
    if (exact && !aborted_) {
      std::stable_sort(root_moves_.begin() + 1, root_moves_.end(),
                       [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
    }
  }

  /// The value after a move was played: in full for the first move, and for the others only if a
  /// search with an empty window says that they beat alpha.
  SearchScore after_move(Side side, int depth, int ply, SearchScore alpha, SearchScore beta,
                         bool first) {
    if (!first) {
      const SearchScore score = value_for(side, depth, ply, alpha, alpha + 1);
      if (score <= alpha || score >= beta || aborted_) return score;
    }
    return value_for(side, depth, ply, alpha, beta);
  }

  /// The value of the current state for `side`, whoever is to move (not every family alternates).
  SearchScore value_for(Side side, int depth, int ply, SearchScore alpha, SearchScore beta) {
    frames_[ply].line_length = 0;
    if (out_of_budget()) return 0;
    const GameState<G>& state = *state_;
    switch (state.node_kind()) {
      case NodeKind::terminal:
        // Ended by the state, not the position: by repetition.
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

  /// Averages over the outcomes, each searched with a full window. A chance event costs no depth
  /// but where it follows another (a passed turn), or passing would go on for ever.
  SearchScore chance(int depth, int ply) {
    if (depth <= 0 || ply >= kMaxPly - 1) return evaluation();
    GameState<G>& state = *state_;
    const Side side = state.to_move();
    const std::uint64_t key = state.key();
    TranspositionTable::Entry entry;
    if (table_.find(key, entry) && entry.bound == Bound::exact && entry.depth >= depth) {
      return from_table(entry.score, ply);
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
    // Almost surely won is not won.
    const SearchScore highest = all_won ? kWinScore : kProvenScore - 1;
    const SearchScore lowest = all_lost ? -kWinScore : 1 - kProvenScore;
    const auto score = std::clamp(static_cast<SearchScore>(std::lround(mean)), lowest, highest);
    frames_[ply].line_length = 0;
    if (path_dependences_ == dependences) {
      table_.store(key, {to_table(score, ply), Bound::exact, depth, TranspositionTable::kNoMove});
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
      const SearchScore score = from_table(entry.score, ply);
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
      if (!G::is_capture(*rules_, state.position(), move)) {
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
      table_.store(key, {to_table(best, ply), bound, depth, best_index});
    } else {
      table_.store(key, {0, Bound::none, depth, best_index});
    }
    return best;
  }

  /// Follows wins and captures until the position is quiet; the side to move may also stand pat,
  /// except against a threat to win at once, when every reply is looked at.
  SearchScore quiesce(int quiet_ply, int ply, SearchScore alpha, SearchScore beta) {
    GameState<G>& state = *state_;
    const Side side = state.to_move();
    Frame& frame = frames_[ply];
    const bool principal = beta - alpha > 1;
    bool threatened = false;
    if constexpr (SeesThreats<G>) {
      if (G::threatens(*rules_, state.position(), side)) {
        if (principal) finds_win(frame);  // for the line
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

    if (!SeesThreats<G> && finds_win(frame)) return kWinScore - ply - 1;
    if (SeesThreats<G>) generate(frame);
    std::size_t forcing = 0;
    for (std::size_t i = 0; i < frame.moves.size(); ++i) {
      const bool capture = G::is_capture(*rules_, state.position(), frame.moves[i]);
      if (!capture && !threatened) continue;
      frame.order[forcing++] = {capture ? kCaptureRank : 0, static_cast<std::uint16_t>(i)};
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

  /// As value_for, within quiescence, where a chance event is evaluated as it stands.
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
    return evaluation_score(G::evaluate(*rules_, state_->position()), state_->to_move());
  }

  /// Counts a node and says whether a limit is reached.
  bool out_of_budget() {
    if (settings_.nodes != 0 && nodes_ >= settings_.nodes) aborted_ = true;
    ++nodes_;
    if (nodes_ % kNodesBetweenClocks == 0 &&
        (stop_.stop_requested() || (settings_.seconds > 0 && Clock::now() >= deadline_))) {
      aborted_ = true;
    }
    return aborted_;
  }

  /// Whether it is worth asking each move for a win; without a family's hook, it always is.
  [[nodiscard]] bool may_win_at_once() const {
    if constexpr (SeesThreats<G>) {
      return G::threatens(*rules_, state_->position(), state_->to_move());
    } else {
      return true;
    }
  }

  void generate(Frame& frame) const {
    frame.moves.clear();
    G::generate(*rules_, state_->position(), frame.moves);
  }

  /// Generates the moves. Returns whether one wins at once, which is the line then.
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
      } else if (G::is_capture(*rules_, position, move)) {
        rank += kCaptureRank;
      } else if (move == frame.killers[0]) {
        rank = kKillerRank + 1;
      } else if (move == frame.killers[1]) {
        rank = kKillerRank;
      }
      frame.order[i] = {rank, static_cast<std::uint16_t>(i)};
    }
  }

  // In the table a win is counted from the position, in the search from the root.
  static SearchScore to_table(SearchScore score, int ply) {
    if (!is_proven(score)) return score;
    return score > 0 ? score + ply : score - ply;
  }
  static SearchScore from_table(SearchScore score, int ply) {
    if (!is_proven(score)) return score;
    return score > 0 ? score - ply : score + ply;
  }

  void fill(Analysis<G>& report, int depth) const {
    const Side side = state_->to_move();
    const RootMove& best = root_moves_.front();
    report = {};
    report.value = value_of(best.score, side);
    report.proven = proven_result(best.score, side);
    report.principal_variation = best.line;
    report.nodes = nodes_;
    report.depth = depth;
    for (const RootMove& root : root_moves_) {
      report.candidates.push_back(
          {root.move, root.nodes, value_of(root.score, side), proven_result(root.score, side)});
    }
  }

  /// Moves that an early abort left without a score are worth nothing in particular.
  static double value_of(SearchScore score, Side side) {
    return score == -kInfiniteScore ? 0.5 : expected_score(score, side);
  }

  AlphaBetaSettings settings_;
  TranspositionTable table_;
  std::unique_ptr<Frame[]> frames_;
  HistoryCounts<G> history_;
  std::vector<RootMove> root_moves_;

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
