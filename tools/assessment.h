#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/game_text.h"
#include "core/symmetry.h"
#include "selfplay/agent.h"
#include "selfplay/analysis_value.h"
#include "selfplay/history.h"

// What `tavlab analyze` asks an agent about a position.
namespace tavlab::cli {

/// A move that the agent chose, and its analysis of the position.
template <FamilyGame G>
struct Decision {
  Analysis<G> analysis;
  std::string best;
  std::vector<std::string> line;  ///< up to the first roll
  /// The candidates by classes of symmetric moves, each with its best first.
  std::vector<std::vector<std::size_t>> classes;
};

/// The game before the position, recorded from the moves of --moves.
template <FamilyGame G>
struct GameHistory {
  History<G> history;

  template <typename>
  void move(const GameState<G>&, typename G::Move move) {
    history.move(move);
  }
  template <typename>
  void roll(const GameState<G>&, std::uint8_t outcome) {
    history.roll(outcome);
  }

  [[nodiscard]] std::vector<typename G::Position> positions(const typename G::Rules& rules) const {
    std::vector<typename G::Position> all;
    GameState<G> state(rules, history.start);
    for (const Event<G>& event : history.events) {
      all.push_back(state.position());
      if (event.chance) {
        state.play_chance(event.outcome);
      } else {
        state.play(event.move);
      }
    }
    return all;
  }
};

/// Groups symmetric candidates. Symmetries must keep the whole history, which can forbid one of
/// two symmetric moves.
template <FamilyGame G>
std::vector<std::vector<std::size_t>> classes_of(const GameState<G>& state,
                                                 const std::vector<Candidate<G>>& candidates,
                                                 const GameHistory<G>& past) {
  Symmetry<G> symmetry(state.rules());
  std::vector<typename G::Position> kept = past.positions(state.rules());
  kept.push_back(state.position());
  std::vector<typename G::Move> moves;
  moves.reserve(candidates.size());
  for (const Candidate<G>& each : candidates) moves.push_back(each.move);
  const std::vector<std::size_t> first =
      symmetry.classes(state.position(), moves, symmetry.keeping(kept));
  std::vector<std::vector<std::size_t>> classes;
  std::vector<std::size_t> place(moves.size(), moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (place[first[i]] == moves.size()) {
      place[first[i]] = classes.size();
      classes.emplace_back();
    }
    classes[place[first[i]]].push_back(i);
  }
  return classes;
}

template <FamilyGame G>
Decision<G> decide(Agent<G>& agent, GameState<G> state, std::uint64_t seed,
                   const GameHistory<G>& past) {
  Decision<G> decision;
  past.history.begin(agent);  // positions are independent of each other
  Random random(seed);
  const auto best = agent.choose(state, random, &decision.analysis);
  decision.best = G::move_text(state.rules(), state.position(), best);
  decision.classes = classes_of(state, decision.analysis.candidates, past);
  for (const auto move : decision.analysis.principal_variation) {
    if (state.node_kind() != NodeKind::decision) break;
    decision.line.push_back(G::move_text(state.rules(), state.position(), move));
    state.play(move);
  }
  return decision;
}

/// The best candidate of a class, with the visits and the policy of all.
template <FamilyGame G>
Candidate<G> folded(const Analysis<G>& analysis, const std::vector<std::size_t>& members) {
  Candidate<G> all = analysis.candidates[members.front()];
  for (const std::size_t other : std::span(members).subspan(1)) {
    const Candidate<G>& one = analysis.candidates[other];
    all.visits += one.visits;
    if (all.policy && one.policy) *all.policy += *one.policy;
  }
  return all;
}

/// An agent's evaluation of a position, whether a player or the dice move next.
struct Assessment {
  std::optional<double> value;  ///< for the first side; the mean over the rolls if one is due
  std::vector<std::string> line;
};

/// `passed`: the number of turns just passed by rolls. Rolls that pass a second turn in a row are
/// rare and could recur without end, so the mean leaves them out.
template <FamilyGame G>
Assessment assess(Agent<G>& agent, const GameState<G>& state, std::uint64_t seed,
                  const GameHistory<G>& past, int passed = 0) {
  if (state.over()) return {score(state.result()), {}};
  if (state.node_kind() == NodeKind::decision) {
    const Decision<G> decision = decide(agent, state, seed, past);
    return {has_value(decision.analysis) ? std::optional(decision.analysis.value) : std::nullopt,
            decision.line};
  }
  ChanceList<G> outcomes;
  G::chance_outcomes(state.rules(), state.position(), outcomes);
  double sum = 0.0, weight = 0.0;
  for (const ChanceOutcome& outcome : outcomes) {
    GameState<G> after = state;
    after.play_chance(outcome.value);
    const bool passes = after.node_kind() == NodeKind::chance;
    if (passes && passed > 0) continue;
    GameHistory<G> rolled = past;
    rolled.history.roll(outcome.value);
    const std::optional<double> value =
        assess(agent, after, seed, rolled, passes ? passed + 1 : 0).value;
    if (!value) return {};
    sum += outcome.probability * *value;
    weight += outcome.probability;
  }
  return {weight > 0.0 ? std::optional(sum / weight) : std::nullopt, {}};
}

/// The move of --move: what it loses, and the best reply.
template <FamilyGame G>
struct MoveAssessment {
  std::string move;
  Assessment after;
  std::optional<double> loss;  ///< for the side that makes it
  Result result = Result::unfinished;
  std::string reason;
};

template <FamilyGame G>
MoveAssessment<G> refute(Agent<G>& agent, const GameState<G>& state, std::uint64_t seed,
                         const Decision<G>& decision, GameHistory<G> past,
                         const std::string& text) {
  const MoveRead<G> read = [&] {
    try {
      MoveRead<G> move = read_move(state, text);
      if (!move.other_captures.empty()) throw UserError(move.other_captures);
      return move;
    } catch (const UserError& error) {
      throw UserError(std::string("--move: ") + error.what());
    }
  }();
  MoveAssessment<G> named;
  named.move = G::move_text(state.rules(), state.position(), read.move);
  GameState<G> after = state;
  past.history.move(read.move);
  after.play(read.move);
  named.after = assess(agent, after, seed, past);
  named.result = after.result();
  named.reason = after.reason();
  if (has_value(decision.analysis) && named.after.value) {
    const double gain = *named.after.value - decision.analysis.value;
    named.loss = state.to_move() == Side::first ? -gain : gain;
  }
  return named;
}

}  // namespace tavlab::cli
