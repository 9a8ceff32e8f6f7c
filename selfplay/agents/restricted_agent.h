#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "core/game_state.h"
#include "core/move_kinds.h"
#include "selfplay/agent.h"

namespace tavlab {

/// Lets an agent play without moves of some kinds, which it also expects of itself in its search;
/// of its opponent it expects all moves (Restriction). What it proves holds for this game.
template <Game G>
class RestrictedAgent final : public Agent<G> {
 public:
  using Move = typename G::Move;

  /// `kinds`: a bit for each number of a kind (core/move_kinds.h).
  RestrictedAgent(std::unique_ptr<Agent<G>> agent, std::uint32_t kinds)
      : agent_(std::move(agent)), kinds_(kinds) {}

  void start_game() override {
    agent_->start_game();
    side_.reset();
  }
  void check_start(const typename G::Rules& rules,
                   const typename G::Position& position) const override {
    agent_->check_start(rules, position);
  }
  void start_at(const typename G::Position& position) override { agent_->start_at(position); }
  void observe_move(Move move) override { agent_->observe_move(move); }
  void observe_chance(std::uint8_t outcome) override { agent_->observe_chance(outcome); }

  Move choose(GameState<G>& state, Random& random, Analysis<G>* report) override {
    const Side side = state.to_move();
    // What it remembers is about a game in which the other side abstains.
    if (side_ && *side_ != side) agent_->start_game();
    side_ = side;
    agent_->stop_when(this->stop_token());
    agent_->limit_turn(this->turn_limits());
    agent_->report_progress(this->progress());
    const Restricted restricted(state, {side, kinds_});
    return agent_->choose(state, random, report);
  }

  [[nodiscard]] std::optional<double> value() const override { return agent_->value(); }
  [[nodiscard]] Result proven() const override { return agent_->proven(); }

 private:
  /// Restricts a state during its life.
  class Restricted {
   public:
    Restricted(GameState<G>& state, const Restriction& restriction) : state_(state) {
      state_.restrict_moves(restriction);
    }
    Restricted(const Restricted&) = delete;
    Restricted& operator=(const Restricted&) = delete;
    ~Restricted() { state_.restrict_moves({}); }

   private:
    GameState<G>& state_;
  };

  std::unique_ptr<Agent<G>> agent_;
  std::uint32_t kinds_;
  std::optional<Side> side_;  ///< of the last choice in this game
};

}  // namespace tavlab
