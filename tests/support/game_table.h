#pragma once

#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "core/game_state.h"
#include "core/ruleset/ruleset.h"

namespace tavlab {

/// A game under some rules, from the start or from a position, in texts.
template <Game G>
class GameTable {
 public:
  using Texts = std::vector<std::string>;

  explicit GameTable(std::string_view rules, const Texts& overrides = {})
      : rules_(G::compile(load_rule_set(rules, overrides))), state_(*rules_) {}

  GameTable(std::string_view rules, const Texts& overrides, std::string_view position)
      : GameTable(rules, overrides) {
    state_.reset(G::parse_position(*rules_, position));
  }

  /// Plays the moves, in order. All must be legal.
  GameTable& play(const std::string& line) {
    std::istringstream words(line);
    for (std::string word; words >> word;) state_.play(G::parse_move(*rules_, position(), word));
    return *this;
  }

  /// All legal moves, sorted.
  [[nodiscard]] Texts moves() const {
    MoveList<G> moves;
    if (!state_.over()) state_.legal_moves(moves);
    Texts texts;
    for (const typename G::Move move : moves)
      texts.push_back(G::move_text(*rules_, position(), move));
    std::sort(texts.begin(), texts.end());
    return texts;
  }
  [[nodiscard]] bool can(std::string_view text) const {
    const Texts all = moves();
    return std::find(all.begin(), all.end(), text) != all.end();
  }

  /// The result with its reason, as in "draw: stalemate"; "unfinished".
  [[nodiscard]] std::string end() const {
    if (!state_.over()) return "unfinished";
    return std::string(result_text<G>(state_.result())) + ": " + std::string(state_.reason());
  }

  [[nodiscard]] std::string text() const { return G::position_text(*rules_, position()); }
  [[nodiscard]] const typename G::Position& position() const { return state_.position(); }
  [[nodiscard]] const GameState<G>& state() const { return state_; }
  [[nodiscard]] const typename G::Rules& rules() const { return *rules_; }

 private:
  std::shared_ptr<const typename G::Rules> rules_;
  GameState<G> state_;
};

}  // namespace tavlab
