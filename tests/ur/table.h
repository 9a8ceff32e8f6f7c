#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/game_state.h"
#include "core/ur/board.h"
#include "core/ur/ur.h"

namespace tavlab::ur {

using Texts = std::vector<std::string>;

/// The text of a position with pieces on squares, such as "d2=w f2=bW", stacks from the bottom up.
inline std::string position_from(Board board, std::string_view pieces, std::string_view rest) {
  std::map<std::string, std::string> on;
  std::istringstream words{std::string(pieces)};
  for (std::string word; words >> word;) on[word.substr(0, 2)] = word.substr(3);
  std::string text;
  for (int rank = 2; rank >= 0; --rank) {
    for (int file = 0, gap = 0; file < files(board); ++file) {
      const int square = square_at(board, {file, rank});
      if (square < 0) {
        ++gap;
        continue;
      }
      text.append(static_cast<std::size_t>(gap), '_');
      gap = 0;
      const std::string& stack = on[square_name(board, square)];
      if (stack.size() > 1) {
        text += '(' + stack + ')';
      } else if (stack.size() == 1) {
        text += stack;
      } else if (!text.empty() && text.back() >= '1' && text.back() < '9') {
        ++text.back();
      } else {
        text += '1';
      }
    }
    if (rank > 0) text += '/';
  }
  return text + ' ' + std::string(rest);
}

/// A game under some rules, from the start or from a position with the pieces named and the rest in
/// hand.
class Table {
 public:
  explicit Table(std::string_view rules, const Texts& overrides = {})
      : rules_(Ur::compile(load_rule_set(rules, overrides))), state_(*rules_) {}

  Table(std::string_view rules, const Texts& overrides, std::string_view pieces,
        std::string_view rest = "w")
      : Table(rules, overrides) {
    state_.reset(
        Ur::parse_position(*rules_, position_from(rules_->parameters.board, pieces, rest)));
  }

  /// Rolls and plays, as in "[1] d1-c1 [4]", in order. All must be possible.
  Table& play(const std::string& line) {
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      if (word.front() == '[') {
        state_.play_chance(Ur::parse_chance(*rules_, state_.position(), word));
      } else {
        state_.play(Ur::parse_move(*rules_, state_.position(), word));
      }
    }
    return *this;
  }

  /// All legal moves, sorted.
  [[nodiscard]] Texts moves() const {
    MoveList<Ur> moves;
    if (state_.node_kind() == NodeKind::decision) state_.legal_moves(moves);
    Texts texts;
    for (const auto move : moves) texts.push_back(Ur::move_text(*rules_, state_.position(), move));
    std::sort(texts.begin(), texts.end());
    return texts;
  }
  [[nodiscard]] bool can(std::string_view text) const {
    const Texts all = moves();
    return std::find(all.begin(), all.end(), text) != all.end();
  }
  /// All legal moves after the roll, which is taken back.
  [[nodiscard]] Texts moves_with(const std::string& roll) const {
    Table next = *this;
    return next.play(roll).moves();
  }

  /// Whether the move captures. It must be legal.
  [[nodiscard]] bool captures(std::string_view text) const {
    const auto move = Ur::parse_move(*rules_, state_.position(), text);
    const Texts squares = Ur::captured_squares(*rules_, state_.position(), move);
    EXPECT_EQ(squares.empty(), !Ur::is_capture(*rules_, state_.position(), move)) << text;
    EXPECT_TRUE(squares.empty() || text.ends_with('-' + squares.front())) << text;
    return !squares.empty();
  }

  /// "white", "black" or "draw" with the reason, as in "draw: nobody can move"; "unfinished".
  [[nodiscard]] std::string end() const {
    if (!state_.over()) return "unfinished";
    return std::string(result_text<Ur>(state_.result())) + ": " + std::string(state_.reason());
  }

  [[nodiscard]] bool roll_due() const { return state_.node_kind() == NodeKind::chance; }
  [[nodiscard]] char to_move() const { return state_.to_move() == Side::first ? 'w' : 'b'; }
  [[nodiscard]] int hand(Side side) const {
    return state_.position().hand[static_cast<std::size_t>(side)];
  }
  [[nodiscard]] std::string text() const { return Ur::position_text(*rules_, state_.position()); }
  /// Whether the position has these pieces and nothing else.
  [[nodiscard]] bool shows(std::string_view pieces, std::string_view rest) const {
    return text() == position_from(rules_->parameters.board, pieces, rest);
  }
  [[nodiscard]] const GameState<Ur>& state() const { return state_; }
  [[nodiscard]] const Rules& rules() const { return *rules_; }

 private:
  std::shared_ptr<const Rules> rules_;
  GameState<Ur> state_;
};

}  // namespace tavlab::ur
