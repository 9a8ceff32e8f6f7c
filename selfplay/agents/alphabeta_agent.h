#pragma once

#include <optional>
#include <utility>

#include "selfplay/agent.h"
#include "selfplay/alphabeta/search.h"
#include "selfplay/alphabeta/search_score.h"

namespace tavlab {

/// The agent `alphabeta`.
template <Game G>
class AlphaBetaAgent final : public Agent<G> {
 public:
  using Move = typename G::Move;

  explicit AlphaBetaAgent(const AlphaBetaSettings& settings, SharedTable<G> endgames = nullptr)
      : search_(settings, std::move(endgames)) {}

  void start_game() override { search_.start_game(); }

  Move choose(GameState<G>& state, Random& random, Analysis<G>* report) override {
    side_ = state.to_move();
    return search_.run(state, random, report, this->stop_token(), this->turn_limits(),
                       this->progress());
  }

  [[nodiscard]] std::optional<double> value() const override {
    if (search_.score() == -kInfiniteScore) return std::nullopt;
    return search_.expected(search_.score(), side_);
  }

  [[nodiscard]] Result proven() const override {
    if (search_.score() == -kInfiniteScore) return Result::unfinished;
    return proven_result(search_.score(), side_);
  }

 private:
  AlphaBetaSearch<G> search_;
  Side side_ = Side::first;  ///< the side of the last choice
};

}  // namespace tavlab
