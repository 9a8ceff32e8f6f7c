// RULES.md, "Dice".
#include "tests/tafl/reference/game.h"
#include "tests/tafl/reference/pieces.h"

namespace tavlab::reference {

bool ReferenceGame::is_chance() const {
  return !over() && rules_->dice != "none" && state_.thrown.empty();
}

std::vector<std::pair<std::string, double>> ReferenceGame::chance_outcomes() const {
  std::vector<std::pair<std::string, double>> result;
  if (!is_chance()) return result;
  const int faces = rules_->faces;
  if (rules_->dice == "parity") {
    const int even = faces / 2;
    result = {{"even", even}, {"odd", faces - even}};
  } else {
    for (int thrown = 1; thrown <= faces; ++thrown) result.emplace_back(std::to_string(thrown), 1);
  }
  if (rules_->dice_reroll) {
    std::erase_if(result, [&](const auto& outcome) { return !can_move(state_, outcome.first); });
  }
  double total = 0;
  for (const auto& outcome : result) total += outcome.second;
  for (auto& [thrown, weight] : result) {
    thrown = '[' + thrown + ']';
    weight /= total;
  }
  return result;
}

void ReferenceGame::play_chance(const std::string& text) {
  const std::string thrown = text.substr(1, text.size() - 2);
  if (can_move(state_, thrown)) {
    state_.thrown = thrown;
    return;
  }
  // The turn passes, which may be the reply that a pending mark waited for.
  state_.side = other_side(state_.side);
  if (state_.pending) {
    state_.pending = false;
    if (king_is_held(state_.board)) return finish(state_, "attackers", "king captured");
  }
  judge_no_legal_move(state_);
  if (!over()) remember(state_);
}

}  // namespace tavlab::reference
