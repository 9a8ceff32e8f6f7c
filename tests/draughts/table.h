#pragma once

#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/draughts/draughts.h"
#include "core/error.h"
#include "core/game_state.h"

namespace tavlab::draughts {

using Texts = std::vector<std::string>;

/// A game under some rules, from the start or from a position.
class Table {
 public:
  explicit Table(std::string_view rules, const Texts& overrides = {})
      : rules_(Draughts::compile(load_rule_set(rules, overrides))), state_(*rules_) {}

  Table(std::string_view rules, const Texts& overrides, std::string_view position)
      : Table(rules, overrides) {
    state_.reset(parse_position(*rules_, position));
  }

  /// Plays the moves, in order. All must be legal.
  Table& play(const std::string& line) {
    std::istringstream words(line);
    for (std::string word; words >> word;) state_.play(parse_move(*rules_, position(), word));
    return *this;
  }

  /// All legal moves, sorted.
  [[nodiscard]] Texts moves() const {
    MoveList<Draughts> moves;
    if (!state_.over()) state_.legal_moves(moves);
    Texts texts;
    for (const Move move : moves) texts.push_back(move_text(*rules_, position(), move));
    std::sort(texts.begin(), texts.end());
    return texts;
  }

  /// "white", "black" or "draw" with the reason, as in "draw: repetition"; "unfinished".
  [[nodiscard]] std::string end() const {
    if (!state_.over()) return "unfinished";
    return std::string(result_text<Draughts>(state_.result())) + ": " +
           std::string(state_.reason());
  }

  [[nodiscard]] std::string text() const { return position_text(*rules_, position()); }
  [[nodiscard]] const Position& position() const { return state_.position(); }
  [[nodiscard]] const GameState<Draughts>& state() const { return state_; }
  [[nodiscard]] const Rules& rules() const { return *rules_; }

 private:
  std::shared_ptr<const Rules> rules_;
  GameState<Draughts> state_;
};

}  // namespace tavlab::draughts
