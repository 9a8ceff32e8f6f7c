#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/game.h"
#include "core/game_state.h"
#include "core/random.h"
#include "core/solving/exact.h"
#include "mcts/endgame_evaluator.h"
#include "mcts/policy_target.h"
#include "mcts/report.h"
#include "mcts/search.h"
#include "selfplay/agent.h"
#include "selfplay/dataset/play_events.h"
#include "selfplay/dataset/stored_game.h"
#include "selfplay/generate/options.h"

namespace tavlab {

/// A game of self-play as a state machine: `advance` plays until positions need an evaluation and
/// returns them; the next `advance` continues with the answers. One thread drives many games.
///
/// All random numbers derive from the game's seed and the number of events so far, so that a game
/// that is saved at a decision and resumed continues exactly as it would have.
template <Game G>
class GameInPlay {
 public:
  using Rules = typename G::Rules;
  using Move = typename G::Move;
  using Table = typename Exact<G>::Table;

  /// The options, the rules, the opponent and the table must outlive it. The opponent may be null
  /// if none plays in this game; games may share it. The table may be null.
  GameInPlay(const SelfPlayOptions& options, const Rules& rules, Agent<G>* opponent,
             const Table* table, StoredGame game)
      : options_(&options),
        opponent_(opponent),
        table_(table),
        state_(rules),
        game_(std::move(game)) {
    play_events(state_, std::span<const GameEvent>(game_.events));
    game_.resigns = StoredGame::Resigns::nobody;
    GameState<G> past(rules);
    std::uint32_t at = 0;
    for (const SearchedDecision& decision : game_.decisions) {
      play_events(past, std::span<const GameEvent>(game_.events).subspan(at, decision.event - at));
      at = decision.event;
      consider_resigning(past.to_move(), decision.value());
    }
  }

  /// Plays until positions need an evaluation and returns them; none if the game is over.
  std::span<EvaluationRequest<G>* const> advance() {
    while (!over_) {
      if (searching_) {
        const auto requests = search_->advance();
        if (!requests.empty()) {
          ++evaluations_;
          return requests;
        }
        conclude();
      } else {
        step();
      }
    }
    return {};
  }

  [[nodiscard]] bool over() const { return over_; }
  /// Whether the side to move plays with the net of an earlier round.
  [[nodiscard]] bool wants_past_net() const { return past_to_move(); }
  /// The game so far, without the current search.
  [[nodiscard]] const StoredGame& game() const { return game_; }
  [[nodiscard]] StoredGame take() { return std::move(game_); }
  /// How often the search in progress has asked for evaluations. A game that is saved and resumed
  /// is where it was once it has asked, and been answered, as often again.
  [[nodiscard]] std::uint32_t evaluations() const { return evaluations_; }
  /// Simulations of the finished searches.
  [[nodiscard]] std::uint64_t simulations() const { return simulations_; }

 private:
  /// Streams of random numbers.
  enum Stream : std::uint64_t { kChance = 1, kSearch, kChoice };

  [[nodiscard]] Random random(Stream stream) const {
    return Random(derive_seed({game_.seed, stream, game_.events.size()}));
  }

  [[nodiscard]] bool past_to_move() const {
    return game_.guest == (state_.to_move() == Side::first ? StoredGame::Guest::past_first
                                                           : StoredGame::Guest::past_second);
  }
  [[nodiscard]] bool opponent_to_move() const {
    return game_.guest == (state_.to_move() == Side::first ? StoredGame::Guest::agent_first
                                                           : StoredGame::Guest::agent_second);
  }

  void step() {
    if (state_.over()) return end(state_.result(), std::string(state_.reason()));
    if (state_.plies() >= options_->max_plies) return end(Result::unfinished, "ply cap");
    if (state_.node_kind() == NodeKind::chance) {
      Random dice = random(kChance);
      game_.events.push_back({state_.play_random_chance(dice), true});
      return;
    }
    if (table_knows()) return end_by_table();
    state_.legal_moves(moves_);
    if (moves_.size() == 1) return play(moves_[0]);
    if (opponent_to_move()) return play_opponent();
    begin_search();
  }

  [[nodiscard]] bool table_knows() const {
    if constexpr (Exact<G>::available) {
      return table_ != nullptr && table_->knows(state_.rules(), state_.position());
    }
    return false;
  }

  /// Ends the game with the table's value (kEndedByTable).
  void end_by_table() {
    if constexpr (Exact<G>::available) {
      const Wdl value = exact_value<G>(*table_, state_.rules(), state_.position());
      SearchedDecision decision;
      decision.event = static_cast<std::uint32_t>(game_.events.size());
      decision.full = false;
      decision.win = decision.next_win = static_cast<float>(value.win);
      decision.draw = decision.next_draw = static_cast<float>(value.draw);
      decision.first_policy = static_cast<std::uint32_t>(game_.policy.size());
      game_.decisions.push_back(decision);
      Random draws = random(kChoice);
      const double drawn = draws.uniform();
      end(drawn < value.win                ? Result::first_wins
          : drawn < value.win + value.draw ? Result::draw
                                           : Result::second_wins,
          std::string(kEndedByTable));
    }
  }

  /// The opponent remembers nothing between its moves, so that games can share it and be resumed.
  void play_opponent() {
    opponent_->start_game();
    Random draws = random(kChoice);
    const Move move = opponent_->choose(state_, draws);
    const std::optional<double> value = opponent_->value();
    if (!value) return play(move);
    SearchedDecision decision;
    decision.event = static_cast<std::uint32_t>(game_.events.size());
    decision.full = options_->opponent_teaches;
    decision.win = decision.next_win = static_cast<float>(*value);
    decision.first_policy = static_cast<std::uint32_t>(game_.policy.size());
    if (decision.full) {
      game_.policy.push_back({move.word(), 1, 1.0F});
      decision.policy_count = 1;
    }
    record(decision, move);
  }

  void begin_search() {
    Random draws = random(kChoice);
    full_ = options_->full_share >= 1.0 || draws.uniform() < options_->full_share;
    SearchOptions options;
    options.gumbel_moves = options_->gumbel_moves;
    options.gumbel_scale = options_->gumbel_scale;
    options.cpuct = options_->cpuct;
    if (options_->gumbel_moves == 0 && full_) {
      options.noise_weight = options_->noise_weight;
      options.noise_alpha = options_->noise_alpha;
      options.forced_playouts = options_->forced_playouts;
    }
    const std::uint64_t seed = derive_seed({game_.seed, kSearch, game_.events.size()});
    if (search_) {
      search_->reset(state_, options, seed);
    } else {
      search_.emplace(state_, options, seed);
    }
    const int simulations = full_ ? options_->simulations : options_->fast_simulations;
    search_->begin({.simulations = static_cast<std::uint64_t>(simulations)});
    searching_ = true;
    evaluations_ = 0;
  }

  /// Records the finished search and plays its move.
  void conclude() {
    searching_ = false;
    simulations_ += search_->simulations();
    const Wdl value = value_target(*search_);
    SearchedDecision decision;
    decision.event = static_cast<std::uint32_t>(game_.events.size());
    // Searches with the other net are not training data.
    decision.full = full_ && !past_to_move();
    decision.win = value.win;
    decision.draw = value.draw;
    decision.first_policy = static_cast<std::uint32_t>(game_.policy.size());
    if (decision.full) {
      for (const auto& each : policy_target(*search_)) {
        game_.policy.push_back({each.move.word(), each.visits, static_cast<float>(each.share)});
      }
    }
    decision.policy_count = static_cast<std::uint32_t>(game_.policy.size()) - decision.first_policy;
    Random draws = random(kChoice);
    draws();  // the number that decided whether the search was full
    Move move = sample_move(*search_, temperature(), draws);
    if (move == Move{}) move = state_.random_move(draws);
    const Wdl next = value_after(move).value_or(value);
    decision.next_win = next.win;
    decision.next_draw = next.draw;
    record(decision, move);
  }

  /// Records a decision, and plays its move or resigns.
  void record(const SearchedDecision& decision, Move move) {
    game_.decisions.push_back(decision);
    const Side mover = state_.to_move();
    if (consider_resigning(mover, decision.value()) && !game_.plays_on) {
      // The move was not played, so there is no event; the decision represents the position.
      return end(win_for(other(mover)), "resigned");
    }
    play(move);
  }

  /// The search's value of the position after a move; empty if it was not visited.
  [[nodiscard]] std::optional<Wdl> value_after(Move move) const {
    const auto& tree = search_->tree();
    const auto& root = tree.node(Tree<G>::root());
    for (std::uint32_t i = root.first_child; i < root.first_child + root.children; ++i) {
      if (tree.node(i).move == move && tree.visits(i) > 0) return node_report<G>(tree, i).wdl;
    }
    return std::nullopt;
  }

  /// 0 with Gumbel search, which samples its moves itself.
  [[nodiscard]] double temperature() const {
    if (options_->gumbel_moves > 0) return 0.0;
    const double halvings =
        static_cast<double>(state_.plies()) / std::max(options_->temperature_halving, 1);
    return options_->temperature_end +
           (options_->temperature - options_->temperature_end) * std::exp2(-halvings);
  }

  /// Counts the decisions for which a side's value has been below the threshold. Returns whether it
  /// resigns now.
  bool consider_resigning(Side mover, const Wdl& value) {
    if (options_->resign_below <= 0.0) return false;
    const double score = mover == Side::first ? value.score() : 1.0 - value.score();
    int& low = hopeless_[mover == Side::first ? 0 : 1];
    low = score < options_->resign_below ? low + 1 : 0;
    if (low < options_->resign_after || game_.resigns != StoredGame::Resigns::nobody) return false;
    game_.resigns = mover == Side::first ? StoredGame::Resigns::first : StoredGame::Resigns::second;
    return true;
  }

  void play(Move move) {
    game_.events.push_back({move.word(), false});
    state_.play(move);
  }

  void end(Result result, std::string reason) {
    game_.result = result;
    game_.reason = std::move(reason);
    over_ = true;
  }

  const SelfPlayOptions* options_;
  Agent<G>* opponent_;
  const Table* table_;
  GameState<G> state_;
  StoredGame game_;
  std::optional<Search<G>> search_;
  std::array<int, 2> hopeless_{};  ///< consecutive decisions of each side below the threshold
  std::uint64_t simulations_ = 0;
  std::uint32_t evaluations_ = 0;
  bool full_ = true;
  bool searching_ = false;
  bool over_ = false;
  MoveList<G> moves_;
};

}  // namespace tavlab
