// How games end.
#include "tests/draughts/given.h"

namespace tavlab::draughts {
namespace {

TEST(End, WhoCannotMoveHasLost) {
  kRussian.leads("8/8/8/8/8/8/1b6/W7 w", "a1:c3", "8/8/8/8/8/2W5/8/8 b", "white: no pieces left");
  kRussian.leads("8/8/8/b7/8/w1w5/3w4/8 w", "a3-b4", "8/8/8/b7/1w6/2w5/3w4/8 b", "white: blocked");
  kRussian.leads("8/8/8/b7/8/2w5/3w4/8 w", "c3-b4", "8/8/8/b7/1w6/8/3w4/8 b");
  // A blocked king, too; the loss takes precedence over a draw.
  const char* blocked = "7B/6w1/8/4w3/8/8/8/8 w king_moves=29";
  kRussian.leads(blocked, "e5-f6", "7B/6w1/5w2/8/8/8/8/8 b", "white: blocked");
  kRussian.leads("7B/6w1/8/4W3/8/8/8/8 w king_moves=29", "e5-f6",
                 "7B/6w1/5W2/8/8/8/8/8 b king_moves=30", "white: blocked");
}

TEST(End, MovesByKingsOnly) {
  const char* last = "1W6/8/8/8/8/w7/5b2/B7 w king_moves=29";
  kRussian.leads(last, "b8-c7", "8/2W5/8/8/8/w7/5b2/B7 b king_moves=30 quiet=1",
                 "draw: moves by kings only");
  // A man's move or a capture resets the count.
  kRussian.leads(last, "a3-b4", "1W6/8/8/8/1w6/8/5b2/B7 b quiet=1");
  kRussian.leads("1W6/8/3b4/8/8/w7/8/B7 w king_moves=29", "b8:e5", "8/8/8/4W3/8/w7/8/B7 b");
  russian("draws.unit=plies")
      .leads("1W6/8/8/8/8/w7/5b2/B7 w king_moves=14", "b8-c7",
             "8/2W5/8/8/8/w7/5b2/B7 b king_moves=15 quiet=1", "draw: moves by kings only");
  russian("draws.kings_only=none")
      .leads("1W6/8/8/8/8/w7/5b2/B7 w", "b8-c7", "8/2W5/8/8/8/w7/5b2/B7 b quiet=1");
}

TEST(End, ThreeKingsAgainstOne) {
  const char* last = "1W6/8/8/8/8/2B1B3/8/2B5 w king_moves=5 quiet=29";
  // On the main road, or as soon as it comes there.
  kRussian.leads(last, "b8-e5", "8/8/8/4W3/8/2B1B3/8/2B5 b king_moves=6 quiet=30",
                 "draw: three kings against one");
  kRussian.leads(last, "b8-d6", "8/8/3W4/8/8/2B1B3/8/2B5 b king_moves=6 quiet=30");
  kRussian.leads("8/8/3W4/8/8/2B5/8/2B1B3 w king_moves=7 quiet=31", "d6-e5",
                 "8/8/8/4W3/8/2B5/8/2B1B3 b king_moves=8 quiet=32",
                 "draw: three kings against one");
  russian("draws.lone_king=anywhere")
      .leads(last, "b8-d6", "8/8/3W4/8/8/2B1B3/8/2B5 b king_moves=6 quiet=30",
             "draw: three kings against one");
  // Two against one is not that ending.
  russian("draws.pieces_2_3=20")
      .leads("1W6/8/8/8/8/2B1B3/8/8 w king_moves=5 quiet=29", "b8-e5",
             "8/8/8/4W3/8/2B1B3/8/8 b king_moves=6 quiet=30");
}

TEST(End, FewPieces) {
  // Four pieces with kings on both sides: thirty moves. A man's move does not reset the count.
  const char* four = "1W6/8/8/8/8/w7/5b2/B7 w quiet=59";
  kRussian.leads(four, "a3-b4", "1W6/8/8/8/1w6/8/5b2/B7 b quiet=60", "draw: few pieces left");
  kRussian.leads(four, "b8-c7", "8/2W5/8/8/8/w7/5b2/B7 b king_moves=1 quiet=60",
                 "draw: few pieces left");
  // Six: sixty.
  const char* six = "1W6/8/8/w7/8/w7/5b1b/B7 w quiet=119";
  kRussian.leads(six, "a3-b4", "1W6/8/8/w7/1w6/8/5b1b/B7 b quiet=120", "draw: few pieces left");
  // Three pieces, eight, or no king on one side: no limit, and nothing is counted.
  kRussian.leads("1W6/8/8/8/8/w7/8/B7 w", "a3-b4", "1W6/8/8/8/1w6/8/8/B7 b");
  russian("draws.pieces_2_3=5")
      .leads("1W6/8/8/8/8/w7/8/B7 w quiet=9", "a3-b4", "1W6/8/8/8/1w6/8/8/B7 b quiet=10",
             "draw: few pieces left");
  kRussian.leads("1W6/8/8/8/8/w7/5b1b/8 w", "a3-b4", "1W6/8/8/8/1w6/8/5b1b/8 b");
  kRussian.leads("1W6/8/8/w7/7b/w7/5b1b/B1w5 w", "a3-b4", "1W6/8/8/w7/1w5b/8/5b1b/B1w5 b");
}

TEST(End, CapturesAndCrowningsBeginTheCountAnew) {
  kRussian.leads("7W/2w5/8/8/8/8/5b2/B7 w quiet=40", "c7-d8", "3W3W/8/8/8/8/8/5b2/B7 b");
  kRussian.leads("7W/2w5/8/8/5b2/4w3/8/B7 w quiet=40", "e3:g5", "7W/2w5/8/6w1/8/8/8/B7 b");
}

TEST(End, Repetition) {
  Table table("russian-draughts", {}, "1W6/8/8/8/8/8/5b2/B7 w");
  const std::string back_and_forth = "b8-c7 a1-b2 c7-b8 b2-a1 ";
  table.play(back_and_forth);
  EXPECT_EQ(table.end(), "unfinished");
  table.play(back_and_forth);
  EXPECT_EQ(table.end(), "draw: repetition");
  Table loses("russian-draughts", {"repetition.result=mover_loses", "repetition.count=2"},
              "1W6/8/8/8/8/8/5b2/B7 w");
  EXPECT_EQ(loses.play(back_and_forth).end(), "white: repetition");
}

TEST(End, TotalPlies) {
  Given{"russian-draughts", {"limits.total_plies=60"}}.leads(
      "1W6/8/8/8/8/w7/5b2/B7 w plies=59", "a3-b4", "1W6/8/8/8/1w6/8/5b2/B7 b quiet=1 plies=60",
      "draw: total plies");
}

/// Without columns, a capture or a man's move makes earlier positions unreachable.
TEST(End, WhatIsIrreversible) {
  const auto irreversible = [](const char* position, const char* move) {
    const Table table("russian-draughts", {}, position);
    Position next = table.position();
    return play(table.rules(), next, parse_move(table.rules(), next, move));
  };
  EXPECT_TRUE(irreversible("8/8/8/8/8/w7/7b/8 w", "a3-b4"));
  EXPECT_TRUE(irreversible("8/8/8/8/1b6/W7/7b/8 w", "a3:c5"));
  EXPECT_FALSE(irreversible("8/8/8/8/8/W7/7b/8 w", "a3-b4"));
}

}  // namespace
}  // namespace tavlab::draughts
