#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "python/any_search.h"
#include "python/game_of.h"
#include "selfplay/agents/agent_spec.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/history.h"

// The implementation of Player in any_search.h, by the traits type of a family.
namespace tavlab::python {

template <FamilyGame G>
class PlayerOf final : public Player {
 public:
  using Poll = std::function<bool()>;

  PlayerOf(std::shared_ptr<const GameOf<G>> game, const std::string& agent, std::uint64_t seed)
      : game_(std::move(game)),
        agent_(make_agent<G>(AgentSpec::parse(agent), game_->rules())),
        searches_(!AgentSpec::parse(agent).kind().limits.empty()),
        random_(seed) {}

  std::uint32_t choose(const State& state, const Poll& poll) override {
    return think(state, poll, nullptr);
  }

  AnalyzedState analyze(const State& state, const Poll& poll) override {
    Analysis<G> report;
    AnalyzedState analyzed;
    analyzed.best = think(state, poll, &report);
    const auto& of = static_cast<const StateOf<G>&>(state);
    const Side mover = of.state().to_move();
    // A search that was cut off before it had looked at every move has no values.
    const bool valued = report.nodes > 0;
    if (valued) analyzed.value = return_of(mover, report.value);
    if (report.net_value) analyzed.net_value = return_of(mover, *report.net_value);
    analyzed.proven = proven_text(report.proven);
    for (const Candidate<G>& each : report.candidates) {
      AnalyzedMove move;
      move.action = of.action_of_move(each.move);
      move.visits = each.visits;
      if (valued && each.visits > 0) move.value = return_of(mover, each.value);
      move.prior = each.policy;
      move.proven = proven_text(each.proven);
      analyzed.moves.push_back(std::move(move));
    }
    analyzed.line = of.actions_of_line(report.principal_variation);
    analyzed.simulations = report.simulations;
    analyzed.nodes = report.nodes;
    analyzed.depth = report.depth;
    analyzed.seconds = report.seconds;
    return analyzed;
  }

  void forget() override { known_ = false; }

 private:
  static std::string proven_text(Result result) {
    return result == Result::unfinished ? std::string() : std::string(result_text<G>(result));
  }

  std::uint32_t think(const State& any, const Poll& poll, Analysis<G>* report) {
    const auto& state = static_cast<const StateOf<G>&>(any);
    state.require_decision();
    typename G::Move chosen{};
    const auto search = [&] {
      follow(state);
      chosen = agent_->choose(state_of(state), random_, report);
    };
    if (!run(search, poll)) {
      known_ = false;
      throw Interrupted();
    }
    return state.action_of_move(chosen);
  }

  /// A copy for the agent to look ahead on.
  GameState<G>& state_of(const StateOf<G>& state) {
    scratch_ = std::make_unique<GameState<G>>(state.state());
    return *scratch_;
  }

  /// Tells the agent what was played. If the state goes on with the game it saw last, that is only
  /// what is new, so that it can keep its tree.
  void follow(const StateOf<G>& state) {
    const History<G> game = state.record();
    const auto& events = game.events;
    const bool goes_on = known_ && start_ == state.start_text() && events.size() >= told_.size() &&
                         std::equal(told_.begin(), told_.end(), events.begin());
    if (!goes_on) {
      agent_->start_game();
      agent_->start_at(game.start);
      told_.clear();
      start_ = state.start_text();
      known_ = true;
    }
    for (std::size_t i = told_.size(); i < events.size(); ++i) tell(*agent_, events[i]);
    told_ = events;
  }

  /// Runs a search, and stops it if the caller wants so; returns whether it was left alone.
  bool run(const std::function<void()>& search, const Poll& poll) {
    if (!searches_) {  // it answers sooner than a thread would start
      search();
      return true;
    }
    std::stop_source stop;
    agent_->stop_when(stop.get_token());
    std::packaged_task<void()> task(search);
    std::future<void> done = task.get_future();
    const std::jthread thread(std::move(task));
    bool interrupted = false;
    while (done.wait_for(std::chrono::milliseconds(20)) != std::future_status::ready) {
      if (interrupted || !poll || !poll()) continue;
      interrupted = true;
      stop.request_stop();
    }
    try {
      done.get();
    } catch (...) {  // a program that did not answer to the stop, for example
      if (!interrupted) throw;
    }
    return !interrupted;
  }

  std::shared_ptr<const GameOf<G>> game_;
  std::unique_ptr<Agent<G>> agent_;
  bool searches_;
  Random random_;
  bool known_ = false;  ///< whether the two below are of the game that the agent saw last
  std::string start_;
  std::vector<Event<G>> told_;
  std::unique_ptr<GameState<G>> scratch_;
};

template <FamilyGame G>
std::unique_ptr<Player> GameOf<G>::new_player(const std::string& agent, std::uint64_t seed) const {
  return std::make_unique<PlayerOf<G>>(std::static_pointer_cast<const GameOf>(shared_from_this()),
                                       agent, seed);
}

}  // namespace tavlab::python
