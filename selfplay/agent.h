#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/game.h"
#include "core/game_state.h"
#include "core/random.h"
#include "mcts/evaluator.h"
#include "selfplay/turn_limits.h"

namespace tavlab {

/// A search's assessment of one move.
template <Game G>
struct Candidate {
  typename G::Move move{};
  std::uint64_t visits = 0;            ///< simulations or nodes spent on it; 0 if unknown
  double value = 0.5;                  ///< expected score of the first player after the move
  Result proven = Result::unfinished;  ///< the result with best play, if proven
  std::optional<double> policy = std::nullopt;  ///< the net's prior probability
  /// The move and those expected after it, up to the first chance event; empty if unknown.
  std::vector<typename G::Move> line = {};
};

/// The result of a search; values are from the first player's side.
template <Game G>
struct Analysis {
  double value = 0.5;                    ///< expected score of the first player
  std::optional<Wdl> probabilities;      ///< if the search distinguishes draws
  std::optional<double> net_value;       ///< the net's value of the position, without search
  Result proven = Result::unfinished;    ///< the result with best play, if proven
  std::vector<Candidate<G>> candidates;  ///< best first
  std::vector<typename G::Move> principal_variation;  ///< up to the first chance event
  std::uint64_t simulations = 0;                      ///< 0 if the search has none
  std::uint64_t nodes = 0;
  int depth = 0;         ///< plies searched in full; 0 if not applicable
  int plies_to_end = 0;  ///< of a proven line, if the search reports it
  double seconds = 0.0;
};

/// Chooses moves. An agent belongs to one thread and plays one game at a time; its moves depend
/// only on the game so far, the random stream and its settings.
template <Game G>
class Agent {
 public:
  using Move = typename G::Move;

  Agent() = default;
  Agent(const Agent&) = delete;
  Agent& operator=(const Agent&) = delete;
  virtual ~Agent() = default;

  /// Forgets earlier games; they must not affect the next one.
  virtual void start_game() {}

  /// Throws UserError if the agent cannot play a game that begins at this position. Called before
  /// games that should not have to be broken off.
  virtual void check_start(const typename G::Rules& /*rules*/,
                           const typename G::Position& /*position*/) const {}

  /// The game begins at this position. Called after `start_game`, if at all; without it, the game
  /// begins at the start of the rules.
  virtual void start_at(const typename G::Position& /*position*/) {}

  /// A move of either side was played; `observe_chance` reports chance events. Called for every
  /// event of the game since `start_game`, before `choose`. Agents without state between moves can
  /// ignore it.
  virtual void observe_move(Move /*move*/) {}
  virtual void observe_chance(std::uint8_t /*outcome*/) {}

  /// Chooses a legal move at a decision. `state` is used to look ahead and is restored. A search
  /// fills in `report` if there is one, and may take longer to make it exact. Throws Forfeit
  /// (selfplay/forfeit.h) if the agent is an external program that fails.
  virtual Move choose(GameState<G>& state, Random& random, Analysis<G>* report = nullptr) = 0;

  /// The search's value of the position of the last choice: the first player's expected score.
  /// Empty if there was no search, as for a forced or a random move.
  [[nodiscard]] virtual std::optional<double> value() const { return std::nullopt; }
  /// The result with best play, if the last choice's search proved it; unfinished otherwise.
  [[nodiscard]] virtual Result proven() const { return Result::unfinished; }

  /// A search in progress ends soon after a stop is requested, with the best move so far.
  void stop_when(std::stop_token stop) { stop_ = std::move(stop); }

  /// Sets the limits of the choices from now on, in place of those of the agent's text; without any
  /// limit, the text's apply again. Agents that do not search ignore them.
  void limit_turn(const TurnLimits& limits) { turn_ = limits; }

  /// Called by `choose` with the analysis so far: alpha-beta after each depth, MCTS from time to
  /// time, agents that do not search never. With candidates only if the choice has a report. An
  /// empty function turns it off.
  using Progress = std::function<void(const Analysis<G>&)>;
  void report_progress(Progress progress) { progress_ = std::move(progress); }

 protected:
  [[nodiscard]] const std::stop_token& stop_token() const { return stop_; }
  [[nodiscard]] const TurnLimits& turn_limits() const { return turn_; }
  [[nodiscard]] const Progress& progress() const { return progress_; }

 private:
  std::stop_token stop_;
  TurnLimits turn_;
  Progress progress_;
};

/// The agent `random`: a uniformly random legal move.
template <Game G>
class RandomAgent final : public Agent<G> {
 public:
  using Move = typename G::Move;

  Move choose(GameState<G>& state, Random& random, Analysis<G>* report) override {
    if (report != nullptr) {
      *report = {};
      MoveList<G> moves;
      state.legal_moves(moves);
      for (const Move move : moves) report->candidates.push_back({move});
    }
    return state.random_move(random);
  }
};

}  // namespace tavlab
