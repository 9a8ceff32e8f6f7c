// Pictures show what position texts state, and the squares of moves are those of their texts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/picture_text.h"
#include "tests/core/contract/contract.h"

namespace tavlab {
namespace {

/// A picture's board as in position texts: several pieces on a square in parentheses, runs of empty
/// squares as numbers, '_' for a missing square except at the end of a row.
std::string board_text(const Picture& picture) {
  std::string text;
  for (std::size_t row = 0; row < picture.rows; ++row) {
    std::size_t run = 0, gap = 0;
    const auto flush = [&] {
      if (run > 0) text += std::to_string(run);
      run = 0;
    };
    if (row > 0) text += '/';
    for (std::size_t column = 0; column < picture.columns; ++column) {
      const Picture::Square& square = picture.at(row, column);
      if (!square.exists) {
        flush();
        ++gap;
        continue;
      }
      text.append(gap, '_');
      gap = 0;
      if (square.pieces.empty()) {
        ++run;
        continue;
      }
      flush();
      if (square.pieces.size() > 1) text += '(';
      for (const std::uint8_t piece : square.pieces) text += picture.looks.at(piece).text;
      if (square.pieces.size() > 1) text += ')';
    }
    flush();
  }
  return text;
}

TEST_P(Contract, PicturesShowWhatPositionTextsSay) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    std::vector<PieceLook> looks;
    walk<G>(GetParam(), rules, 21, 300, [&](const GameState<G>& state) {
      const Picture picture = G::picture(rules, state.position());
      std::string text = G::position_text(rules, state.position());
      text = text.substr(0, text.find(' '));
      std::erase(text, '\'');  // a right that the piece still has, which pictures do not show
      ASSERT_EQ(board_text(picture), text);
      ASSERT_EQ(picture.squares.size(), picture.rows * picture.columns);
      ASSERT_EQ(picture.players[0], G::first_player_name);
      ASSERT_EQ(picture.players[1], G::second_player_name);
      for (const Picture::Square& square : picture.squares) {
        for (const std::uint8_t mark : square.marks) ASSERT_LT(mark, picture.marks.size());
        ASSERT_TRUE(square.pieces.empty() || (square.exists && square.used));
        ASSERT_TRUE(square.pieces.size() < 2 || picture.stacks != Picture::Stacks::none);
      }
      ASSERT_FALSE(picture_text(picture).empty());
    });
  });
}

/// The picture of the start position has all kinds of pieces and squares of the game.
TEST_P(Contract, PicturesOfAGameHaveTheSameLooksAndMarks) {
  Variant variant = GetParam();
  variant.positions.clear();  // some have pieces that do not occur in games
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    const Picture start = G::picture(rules, G::start(rules));
    std::set<std::string> texts;
    for (const PieceLook& look : start.looks) {
      EXPECT_TRUE(texts.insert(look.text).second) << look.text;
      EXPECT_FALSE(look.name.empty()) << look.text;
    }
    walk<G>(variant, rules, 22, 200, [&](const GameState<G>& state) {
      const Picture picture = G::picture(rules, state.position());
      ASSERT_EQ(picture.looks, start.looks);
      ASSERT_EQ(picture.marks, start.marks);
      for (std::size_t i = 0; i < picture.squares.size(); ++i) {
        ASSERT_EQ(picture.squares[i].marks, start.squares[i].marks);
      }
    });
  });
}

TEST_P(Contract, SquaresHaveNames) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    const Picture picture = G::picture(rules, G::start(rules));
    std::set<std::string> names;
    for (std::size_t i = 0; i < picture.squares.size(); ++i) {
      const std::string name = picture.name(i);
      EXPECT_TRUE(names.insert(name).second) << name;
      EXPECT_EQ(picture.find(name), picture.squares[i].exists ? i : picture.squares.size()) << name;
    }
    for (const char* none : {"", "a", "1", "a0", "hand", "a1 "}) {
      EXPECT_EQ(picture.find(none), picture.squares.size()) << none;
    }
  });
}

/// The square at the beginning or end of a move's text, if there is one.
std::string square_in(std::string_view text, bool first) {
  const std::size_t dash = text.find_first_of("-:");
  text = first ? text.substr(0, dash) : text.substr(text.find_last_of("-:") + 1);
  std::size_t end = 1;
  while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
  const bool square = end > 1 && text.front() >= 'a' && text.front() <= 'z';
  return square ? std::string(text.substr(0, end)) : std::string();
}

TEST_P(Contract, MoveSquaresAreThoseOfTheMove) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    walk<G>(GetParam(), rules, 23, 200, [&](const GameState<G>& state) {
      if (state.node_kind() != NodeKind::decision) return;
      const Picture before = G::picture(rules, state.position());
      const Side mover = G::to_move(state.position());
      const auto is_movers = [&](const Picture& picture, std::size_t square) {
        const auto& pieces = picture.squares.at(square).pieces;
        return !pieces.empty() && picture.looks[pieces.back()].owner == mover;
      };
      for (const auto move : legal_moves(state)) {
        const std::string text = G::move_text(rules, state.position(), move);
        const std::vector<std::string> squares = G::move_squares(rules, state.position(), move);
        ASSERT_GE(squares.size(), 2U) << text;
        const bool castles = text.starts_with("0-0");
        if (!castles) {
          ASSERT_EQ(squares.front(), square_in(text.substr(0, text.find('~')), true)) << text;
          ASSERT_EQ(squares.back(), square_in(text.substr(0, text.find('~')), false)) << text;
        }
        typename G::Position next = state.position();
        G::play(rules, next, move);
        Picture after = G::picture(rules, next);
        for (const std::string& name : squares) {
          ASSERT_TRUE(name.empty() || before.find(name) < before.squares.size()) << text;
        }
        if (!squares.front().empty()) {
          ASSERT_TRUE(is_movers(before, before.find(squares.front()))) << text;
        }
        if (!squares.back().empty()) {
          ASSERT_TRUE(is_movers(after, after.find(squares.back()))) << text;
        }
        after.mark_move(squares);
        ASSERT_EQ(after.last_move.size(),
                  squares.size() - static_cast<std::size_t>(std::ranges::count(squares, "")));
        if (testing::Test::HasFatalFailure()) return;
      }
    });
  });
}

}  // namespace
}  // namespace tavlab
