#pragma once

#include "selfplay/agent.h"
#include "selfplay/alphabeta.h"

namespace tavlab {

/// The agent `alphabeta`.
template <Game G>
class AlphaBetaAgent final : public Agent<G> {
 public:
  using Move = typename G::Move;

  explicit AlphaBetaAgent(const AlphaBetaSettings& settings) : search_(settings) {}

  void start_game() override { search_.start_game(); }

  Move choose(GameState<G>& state, Random& random, Analysis<G>* report) override {
    return search_.run(state, random, report, this->stop_token());
  }

 private:
  AlphaBetaSearch<G> search_;
};

}  // namespace tavlab
