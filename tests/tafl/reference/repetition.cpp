// RULES.md, "Repetition".
#include "tests/tafl/reference/game.h"
#include "tests/tafl/reference/pieces.h"

namespace tavlab::reference {

std::string ReferenceGame::repetition_key(const State& state) {
  return state.board + state.side + (state.pending ? '!' : ' ') + (state.roll.empty() ? ' ' : '*');
}

void ReferenceGame::remember(const State& state) {
  past_.push_back(repetition_key(state));
  ++occurrences_[past_.back()];
}

/// Whether a move that leads to a position with this key would trigger the rule.
bool ReferenceGame::triggers(const std::string& next) const {
  const int n = rules_->repetition_count;
  if (rules_->repetition_scope == "position") {
    const auto found = occurrences_.find(next);
    return (found == occurrences_.end() ? 0 : found->second) + 1 >= n;
  }
  // The last 4n plies lead through 4n + 1 positions, each the same as the one four plies earlier.
  const std::size_t plies = 4 * static_cast<std::size_t>(n);
  if (past_.size() < plies) return false;
  const auto position = [&](std::size_t back) -> const std::string& {
    return back == 0 ? next : past_[past_.size() - back];
  };
  for (std::size_t back = 0; back + 4 <= plies; ++back) {
    if (position(back) != position(back + 4)) return false;
  }
  return true;
}

bool ReferenceGame::forbids_repetition(char side) const {
  return rules_->repetition_result == "forbidden" ||
         (rules_->repetition_result == "forbidden_to_defenders" && side == 'd');
}

/// Whether a repetition rule makes this move of the current position illegal.
bool ReferenceGame::forbidden(const State& state, const Move& move) const {
  State next = state;
  after_move(next, state, move);
  return next.result == "unfinished" && triggers(repetition_key(next));
}

void ReferenceGame::play(const std::string& text) {
  const State before = state_;
  after_move(state_, before, parse(text));
  if (over()) return;
  const bool repeated = triggers(repetition_key(state_));
  remember(state_);
  // 8
  const std::string& verdict = rules_->repetition_result;
  if (repeated && verdict == "draw") finish(state_, "draw", "repetition");
  if (repeated && verdict == "attackers_win") finish(state_, "attackers", "repetition");
  if (repeated && verdict == "mover_loses") {
    finish(state_, name_of_side(other_side(before.side)), "repetition");
  }
  // 7, for a side whose every move would be a forbidden repetition
  if (forbids_repetition(state_.side) && !is_chance() && allowed_moves(state_).empty()) {
    set_stuck_result(state_);
    state_.reason = "no legal move";
  }
}

}  // namespace tavlab::reference
