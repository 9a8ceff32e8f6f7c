#include "selfplay/dataset/moves_text.h"

#include "core/families.h"
#include "core/game_state.h"

namespace tavlab {
namespace {

template <Game G>
std::string moves_text(const typename G::Rules& rules, const StoredGame& game) {
  GameState<G> state(rules);
  std::string text;
  for (const GameEvent& event : game.events) {
    if (!text.empty()) text += ' ';
    if (event.chance) {
      const auto outcome = static_cast<std::uint8_t>(event.word);
      text += G::chance_text(rules, outcome);
      state.play_chance(outcome);
    } else {
      const auto move = G::Move::from_word(event.word);
      text += G::move_text(rules, state.position(), move);
      state.play(move);
    }
  }
  return text;
}

}  // namespace

std::vector<std::string> moves_texts(std::span<const RuleSet> rules,
                                     std::span<const StoredGame> games) {
  std::vector<std::string> texts(games.size());
  for (std::size_t r = 0; r < rules.size(); ++r) {
    visit_game(rules[r], [&](auto family, const auto& compiled) {
      for (std::size_t i = 0; i < games.size(); ++i) {
        if (games[i].rules == r) texts[i] = moves_text<decltype(family)>(*compiled, games[i]);
      }
    });
  }
  return texts;
}

}  // namespace tavlab
