// Evasions: moves that win at once though the king sees an exit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "tests/tafl/drawn.h"

namespace tavlab::tafl {
namespace {

/// Whether the king threatens to escape, and the move, which wins, is among the evasions.
void expect_winning_evasion(Drawn drawn, const std::string& move) {
  using G = Drawn::G;
  const auto& rules = drawn.state().rules();
  const G::Position& position = drawn.state().position();
  ASSERT_TRUE(G::threatens(rules, position, Side::second));
  ASSERT_FALSE(G::threatens(rules, position, Side::first)) << "a win that is not seen";
  MoveList<G> evasions;
  G::generate_evasions(rules, position, evasions);
  const auto winning = G::parse_move(rules, position, move);
  EXPECT_NE(std::find(evasions.begin(), evasions.end(), winning), evasions.end());
  EXPECT_THAT(drawn.play(move).end(), testing::StartsWith("attackers: "));
}

TEST(Evasions, CaptureARowWithTheKing) {
  constexpr std::string_view board = R"(
    x . . . . . . . . . x
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . d . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . a a a . . . . . . .
    x K d . . . . . . . x )";
  expect_winning_evasion(
      Drawn("copenhagen-11",
            {"capture.shieldwall=corner_closes", "capture.shieldwall_king_immune=false"}, board),
      "d2-d1");
}

TEST(Evasions, CloseARingAroundAnExit) {
  constexpr std::string_view board = R"(
    . . . . . . .
    . . a a a . .
    . a . . . a .
    . a . . K a .
    . a . . . . .
    . a . . . a .
    . . a a a . a )";
  expect_winning_evasion(Drawn("brandubh-7", {"board.corners=[e2]"}, board), "g1-g3");
}

}  // namespace
}  // namespace tavlab::tafl
