// RULES.md, "Dice".
#include "tests/tafl/reference/game.h"
#include "tests/tafl/reference/pieces.h"

namespace tavlab::reference {

bool ReferenceGame::is_chance() const {
  return !over() && rules_->dice != "none" && state_.roll.empty();
}

std::vector<std::pair<std::string, double>> ReferenceGame::chance_outcomes() const {
  std::vector<std::pair<std::string, double>> result;
  if (!is_chance()) return result;
  const int faces = rules_->faces;
  if (rules_->dice == "parity") {
    const int even = faces / 2;
    result = {{"even", even}, {"odd", faces - even}};
  } else {
    for (int roll = 1; roll <= faces; ++roll) result.emplace_back(std::to_string(roll), 1);
  }
  if (rules_->dice_reroll) {
    std::erase_if(result, [&](const auto& outcome) { return !can_move(state_, outcome.first); });
  }
  double total = 0;
  for (const auto& outcome : result) total += outcome.second;
  for (auto& [roll, weight] : result) {
    roll = '[' + roll + ']';
    weight /= total;
  }
  return result;
}

void ReferenceGame::play_chance(const std::string& text) {
  const std::string roll = text.substr(1, text.size() - 2);
  if (can_move(state_, roll)) {
    state_.roll = roll;
    return;
  }
  // The turn passes, which may be the reply that a pending mark waited for.
  state_.side = other_side(state_.side);
  if (state_.pending) {
    state_.pending = false;
    if (king_is_held(state_.board)) return finish(state_, "attackers", "king captured");
  }
  check_no_legal_move(state_);
  if (!over()) remember(state_);
}

}  // namespace tavlab::reference
