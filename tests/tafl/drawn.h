#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "core/game_state.h"

namespace tavlab::tafl {

using Texts = std::vector<std::string>;

/// An end of a game, as Drawn::end returns it.
inline constexpr std::string_view kKingCaptured = "attackers: king captured";

/// A position text from a drawing: ranks from the top down, one per line, with spaces anywhere. a d
/// k c n are pieces, K is the king too, and anything else is an empty cell.
inline std::string position_from(std::string_view drawing, std::string_view rest) {
  std::istringstream lines{std::string(drawing)};
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    std::erase(line, ' ');
    if (line.empty()) continue;
    if (!text.empty()) text += '/';
    int run = 0;
    for (const char c : line) {
      const bool piece = std::string_view("adkcnK").find(c) != std::string_view::npos;
      if (!piece) {
        ++run;
        continue;
      }
      if (run > 0) text += std::to_string(run);
      run = 0;
      text += c == 'K' ? 'k' : c;
    }
    if (run > 0) text += std::to_string(run);
  }
  return text + ' ' + std::string(rest);
}

/// A game under some rules from a drawn position, on a board of at most 11x11.
class Drawn {
 public:
  using G = Tafl<2>;

  Drawn(std::string_view rules, const Texts& overrides, std::string_view drawing,
        std::string_view rest = "a")
      : rules_(G::compile(load_rule_set(rules, overrides))),
        state_(*rules_, G::parse_position(*rules_, position_from(drawing, rest))) {}

  /// Plays moves and rolls, such as "a4-a2 [even]", in order. All must be legal.
  Drawn& play(const std::string& line) {
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      if (word.front() == '[') {
        state_.play_chance(G::parse_chance(*rules_, state_.position(), word));
      } else {
        state_.play(G::parse_move(*rules_, state_.position(), word));
      }
    }
    return *this;
  }

  /// The squares that the move captures; then it is played.
  Texts captured(std::string_view text) {
    const auto move = G::parse_move(*rules_, state_.position(), text);
    Texts squares = G::captured_squares(*rules_, state_.position(), move);
    state_.play(move);
    return squares;
  }

  /// All legal moves.
  [[nodiscard]] Texts moves() const {
    MoveList<G> moves;
    if (state_.node_kind() == NodeKind::decision) state_.legal_moves(moves);
    Texts texts;
    for (const auto move : moves) texts.push_back(G::move_text(*rules_, state_.position(), move));
    std::sort(texts.begin(), texts.end());
    return texts;
  }
  [[nodiscard]] bool can(std::string_view text) const {
    const Texts all = moves();
    return std::find(all.begin(), all.end(), text) != all.end();
  }
  /// All legal moves of the piece on a square.
  [[nodiscard]] Texts moves_of(std::string_view square) const {
    Texts texts = moves();
    std::erase_if(texts, [&](const std::string& text) {
      return !text.starts_with(std::string(square) + '-');
    });
    return texts;
  }

  /// "attackers", "defenders" or "draw" with the reason, as in "draw: repetition"; "unfinished".
  [[nodiscard]] std::string end() const {
    if (!state_.over()) return "unfinished";
    return std::string(result_text<G>(state_.result())) + ": " + std::string(state_.reason());
  }

  [[nodiscard]] Side to_move() const { return state_.to_move(); }
  [[nodiscard]] bool pending() const { return state_.position().pending; }
  [[nodiscard]] const GameState<G>& state() const { return state_; }
  [[nodiscard]] const G::Rules& rules() const { return *rules_; }

 private:
  std::shared_ptr<const G::Rules> rules_;
  GameState<G> state_;
};

}  // namespace tavlab::tafl
