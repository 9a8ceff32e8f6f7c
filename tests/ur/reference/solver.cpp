#include "tests/ur/reference/solver.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>

namespace tavlab::ur_reference {
namespace {

// Numbers in values_ that are not positions.
constexpr std::uint32_t kWon = 0, kDrawn = 1, kLost = 2, kPositions = 3;

}  // namespace

Solver::Solver(const ReferenceGame& game, Play play, const std::vector<State>& also_from)
    : game_(game), play_(play), values_{1.0, 0.5, 0.0} {
  explore(also_from);
  solve();
}

/// All that decides the future of a position with White to roll.
std::string Solver::key(const State& state) {
  std::string key;
  for (const auto& [square, stack] : state.board) {
    key += ' ' + square;
    for (const Piece& piece : stack) {
      key += piece.owner;
      key += static_cast<char>('0' + piece.index);
    }
  }
  key += ' ';
  key += static_cast<char>('0' + state.home.white);
  key += static_cast<char>('0' + state.home.black);
  key += static_cast<char>('0' + state.barred);
  return key;
}

Solver::Outcome Solver::outcome(const State& state, char mover) {
  const char* winner = mover == 'w' ? "white" : "black";
  if (state.result == "draw") return {kDrawn, true};
  if (state.result != "unfinished") return {state.result == winner ? kWon : kLost, true};
  State seen = state.side == 'w' ? state : game_.swapped(state);
  const auto [entry, is_new] =
      numbers_.emplace(key(seen), static_cast<std::uint32_t>(values_.size()));
  if (is_new) {
    values_.push_back(0.5);
    unexplored_.push_back(std::move(seen));
  }
  return {entry->second, state.side == mover};
}

void Solver::explore(const std::vector<State>& also_from) {
  State start = game_.start();
  start.roll = 0;
  outcome(start, 'w');
  for (const State& state : also_from) outcome(state, 'w');
  // Positions are numbered as they are found, and explored in that order.
  std::deque<State> queue;
  for (;;) {
    for (State& state : unexplored_) queue.push_back(std::move(state));
    unexplored_.clear();
    if (queue.empty()) break;
    const State state = std::move(queue.front());
    queue.pop_front();
    first_roll_.push_back(rolls_.size());
    for (const auto& [roll, probability] : game_.rolls()) {
      rolls_.push_back({probability, outcomes_.size()});
      const State next = game_.after_roll(state, roll);
      if (next.roll == 0) {
        outcomes_.push_back(outcome(next, 'w'));
        continue;
      }
      for (const Move& move : game_.moves(next)) {
        outcomes_.push_back(outcome(game_.after_move(next, move), 'w'));
      }
    }
  }
  first_roll_.push_back(rolls_.size());
  rolls_.push_back({0, outcomes_.size()});
}

double Solver::value(Outcome outcome) const {
  const double value = values_[outcome.number];
  return outcome.own ? value : 1 - value;
}

double Solver::value_of(std::uint32_t state) const {
  double sum = 0;
  for (std::size_t t = first_roll_[state]; t < first_roll_[state + 1]; ++t) {
    const std::size_t first = rolls_[t].first_outcome, last = rolls_[t + 1].first_outcome;
    double best = 0, total = 0;
    for (std::size_t o = first; o < last; ++o) {
      best = std::max(best, value(outcomes_[o]));
      total += value(outcomes_[o]);
    }
    const double mean = total / static_cast<double>(last - first);
    sum += rolls_[t].probability * (play_ == Play::best ? best : mean);
  }
  return sum;
}

/// Gauss-Seidel, from the last position found to the first, as games go the other way.
void Solver::solve() {
  const auto count = static_cast<std::uint32_t>(states());
  for (int sweep = 0; sweep < 10'000 && last_change_ >= 1e-15; ++sweep) {
    last_change_ = 0;
    for (std::uint32_t state = count; state-- > 0;) {
      const double value = value_of(state);
      double& known = values_[state + kPositions];
      last_change_ = std::max(last_change_, std::abs(value - known));
      known = value;
    }
  }
}

double Solver::white_score_before_roll(const State& state) const {
  if (state.result != "unfinished") {
    return state.result == "white" ? 1 : state.result == "draw" ? 0.5 : 0;
  }
  const bool white = state.side == 'w';
  const double value = values_[numbers_.at(key(white ? state : game_.swapped(state)))];
  return white ? value : 1 - value;
}

double Solver::white_score(const State& state) const {
  if (state.roll == 0) return white_score_before_roll(state);
  double total = 0, least = 1, most = 0;
  const std::vector<Move> moves = game_.moves(state);
  for (const Move& move : moves) {
    const double score = white_score_before_roll(game_.after_move(state, move));
    total += score;
    least = std::min(least, score);
    most = std::max(most, score);
  }
  if (play_ == Play::random) return total / static_cast<double>(moves.size());
  return state.side == 'w' ? most : least;
}

}  // namespace tavlab::ur_reference
