#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/game.h"
#include "core/game_state.h"
#include "nn/net_evaluator.h"
#include "selfplay/agent.h"
#include "selfplay/agents/agent_spec.h"

namespace tavlab {

/// The agent `net`: a net without search. By value, it plays the move that leads to the net's best
/// value for the mover, with exact values of finished games; by policy, the move with the highest
/// probability. Ties go to the first move.
template <Game G>
class NetAgent final : public Agent<G> {
 public:
  using Move = typename G::Move;

  NetAgent(std::unique_ptr<Evaluator<G>> evaluator, bool by_policy)
      : evaluator_(std::move(evaluator)), by_policy_(by_policy) {}

  Move choose(GameState<G>& state, Random& random, Analysis<G>* report) override {
    state.legal_moves(moves_);
    value_.reset();
    if (report != nullptr) *report = {};
    if (moves_.size() == 1 && report == nullptr) return moves_[0];
    const std::vector<double> merits = by_policy_ ? policy(state, random) : values(state, random);
    const auto best = static_cast<std::size_t>(std::ranges::max_element(merits) - merits.begin());
    if (!by_policy_) value_ = of_first(state.to_move(), merits[best]);
    if (report != nullptr) fill(*report, state.to_move(), merits, best);
    return moves_[best];
  }

  [[nodiscard]] std::optional<double> value() const override { return value_; }

 private:
  /// A position for the net, with its game state.
  struct Leaf {
    explicit Leaf(const GameState<G>& game) : state(game), request(state) {}
    Leaf(const Leaf&) = delete;
    Leaf& operator=(const Leaf&) = delete;
    GameState<G> state;
    EvaluationRequest<G> request;
  };

  static double of_first(Side mover, double score) {
    return mover == Side::first ? score : 1.0 - score;
  }

  /// The mover's expected score after each move.
  std::vector<double> values(const GameState<G>& state, Random& random) {
    const Side mover = state.to_move();
    std::vector<double> values(moves_.size());
    std::vector<std::size_t> asked;
    std::vector<EvaluationRequest<G>*> batch;
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      Leaf& leaf = this->leaf(batch.size(), state);
      leaf.state.play(moves_[i]);
      if (leaf.state.over()) {
        values[i] = of_first(mover, score(leaf.state.result()));
        continue;
      }
      leaf.request.renew(random());
      batch.push_back(&leaf.request);
      asked.push_back(i);
    }
    if (!batch.empty()) evaluator_->evaluate(batch);
    for (std::size_t k = 0; k < batch.size(); ++k) {
      values[asked[k]] = of_first(mover, batch[k]->value.score());
    }
    return values;
  }

  /// The net's policy logits of the moves.
  std::vector<double> policy(const GameState<G>& state, Random& random) {
    Leaf& leaf = this->leaf(0, state);
    leaf.request.renew(random());
    EvaluationRequest<G>* const request = &leaf.request;
    evaluator_->evaluate(std::span(&request, 1));
    value_ = request->value.score();
    const auto logits = request->logits();
    return {logits.begin(), logits.end()};
  }

  /// A leaf set to the current state of the game.
  Leaf& leaf(std::size_t i, const GameState<G>& state) {
    if (i == leaves_.size()) leaves_.emplace_back(state);
    leaves_[i].state = state;
    return leaves_[i];
  }

  void fill(Analysis<G>& report, Side mover, const std::vector<double>& merits,
            std::size_t best) const {
    report.value = value_.value_or(0.5);
    report.principal_variation = {moves_[best]};
    report.nodes = by_policy_ ? 1 : moves_.size();
    if (by_policy_) {
      report.net_value = report.value;
    } else {
      report.depth = 1;
    }
    std::vector<std::size_t> order(merits.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [&](std::size_t i) { return merits[i]; });
    const double most = merits[best];
    double total = 0;
    for (const double logit : merits) total += std::exp(logit - most);
    for (const std::size_t i : order) {
      Candidate<G> candidate{moves_[i]};
      if (by_policy_) {
        candidate.policy = std::exp(merits[i] - most) / total;
      } else {
        candidate.visits = 1;
        candidate.value = of_first(mover, merits[i]);
      }
      report.candidates.push_back(candidate);
    }
  }

  std::unique_ptr<Evaluator<G>> evaluator_;
  bool by_policy_;
  std::optional<double> value_;
  MoveList<G> moves_;
  std::deque<Leaf> leaves_;  ///< requests point to them, so they must not move
};

/// Makes the agent of a `net` spec. Throws UserError if its net cannot play these rules.
template <Game G>
std::unique_ptr<Agent<G>> make_net_agent(const AgentSpec& spec, const typename G::Rules& rules) {
  const std::string file = spec.file("file");
  if (file.empty()) {
    throw UserError("agent 'net': a net is required, as in net:file=FILE");
  }
  auto evaluator = open_net<G>(
      file, rules, {std::string(spec.choice("backend")), std::string(spec.choice("device"))},
      spec.choice("symmetry") == "random");
  return std::make_unique<NetAgent<G>>(std::move(evaluator), spec.choice("by") == "policy");
}

}  // namespace tavlab
