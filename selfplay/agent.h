#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/game.h"
#include "core/game_state.h"
#include "core/random.h"
#include "mcts/evaluator.h"

namespace tavlab {

/// What a search thinks of one move.
template <Game G>
struct Candidate {
  typename G::Move move{};
  std::uint64_t visits = 0;            ///< simulations (or nodes) spent on it; 0 where unknown
  double value = 0.5;                  ///< expected score of the first player after the move
  Result proven = Result::unfinished;  ///< the result with best play, where it is proven
  std::optional<double> policy = std::nullopt;  ///< a net's probability that it is best
};

/// What a search found out about a position; values are from the first player's side.
template <Game G>
struct Analysis {
  double value = 0.5;                    ///< expected score of the first player
  std::optional<Wdl> probabilities;      ///< where the search tells draws apart
  std::optional<double> net_value;       ///< what a net says of the position, before any search
  Result proven = Result::unfinished;    ///< the result with best play, where it is proven
  std::vector<Candidate<G>> candidates;  ///< best first
  std::vector<typename G::Move> principal_variation;  ///< up to the first chance event
  std::uint64_t simulations = 0;                      ///< 0 where the search has none
  std::uint64_t nodes = 0;
  int depth = 0;  ///< plies searched in full; 0 where that has no meaning
  double seconds = 0.0;
};

/// Something that picks a move. An agent belongs to one thread and plays one game at a time; what
/// it plays depends only on the game so far, the random stream, and its settings.
template <Game G>
class Agent {
 public:
  using Move = typename G::Move;

  Agent() = default;
  Agent(const Agent&) = delete;
  Agent& operator=(const Agent&) = delete;
  virtual ~Agent() = default;

  /// Forgets every earlier game: nothing of one game may show in another.
  virtual void start_game() {}

  /// A move of either side was played, or a chance event came out so. Called for everything that
  /// happens in the game between `start_game` and a call of `choose`; agents that keep nothing
  /// between moves need not listen.
  virtual void observe_move(Move /*move*/) {}
  virtual void observe_chance(std::uint8_t /*outcome*/) {}

  /// Picks a legal move of a decision. `state` is used to look ahead and comes back as it was.
  /// With a report, a search fills it in, and may spend more to do so exactly.
  virtual Move choose(GameState<G>& state, Random& random, Analysis<G>* report = nullptr) = 0;

  /// What the position that it last chose in is worth by its search: the expected score of the
  /// first player. Nothing where it did not search, as for a forced move or a random one.
  [[nodiscard]] virtual std::optional<double> value() const { return std::nullopt; }

  /// A search in progress ends soon after a stop is requested, with whatever move it has by then.
  void stop_when(std::stop_token stop) { stop_ = std::move(stop); }

 protected:
  [[nodiscard]] const std::stop_token& stop_token() const { return stop_; }

 private:
  std::stop_token stop_;
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
