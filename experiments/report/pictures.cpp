#include "experiments/report/pictures.h"

#include <algorithm>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "selfplay/record/replay.h"

namespace tavlab {
namespace {

/// Takes the next move with the rolls before it off `words`; rolls are separate words in square
/// brackets.
std::string next_move(std::string_view& words) {
  std::string label;
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(std::min(words.size(), word.size() + 1));
    label += word;
    if (!word.starts_with('[')) break;
    label += ' ';
  }
  return label;
}

}  // namespace

std::optional<Picture> start_picture(const RuleSet& rule_set) {
  try {
    return visit_game(rule_set, [](auto game, const auto& rules) {
      using G = decltype(game);
      return G::picture(*rules, G::start(*rules));
    });
  } catch (const UserError&) {
    return std::nullopt;
  }
}

std::optional<Picture> picture_of(const RuleSet& rule_set, std::string_view position) {
  try {
    return visit_game(rule_set, [&](auto game, const auto& rules) {
      using G = decltype(game);
      return G::picture(*rules, G::parse_position(*rules, position));
    });
  } catch (const UserError&) {
    return std::nullopt;
  }
}

bool each_picture(const RuleSet& rule_set, std::string_view moves,
                  const std::function<void(const Picture&, const std::string& move)>& shown,
                  std::string_view position) {
  try {
    visit_game(rule_set, [&](auto game, const auto& rules) {
      using G = decltype(game);
      std::string_view words = moves;
      std::string label;
      std::vector<std::string> squares;
      const auto show = [&](const GameState<G>& state) {
        Picture picture = G::picture(*rules, state.position());
        picture.mark_move(squares);
        shown(picture, label);
      };
      const auto start = position.empty() ? G::start(*rules) : G::parse_position(*rules, position);
      show(replay(GameState<G>(*rules, start), moves,
                  [&](const GameState<G>& state, typename G::Move move) {
                    show(state);
                    squares = G::move_squares(*rules, state.position(), move);
                    label = next_move(words);
                  }));
    });
  } catch (const UserError&) {
    return false;
  }
  return true;
}

}  // namespace tavlab
