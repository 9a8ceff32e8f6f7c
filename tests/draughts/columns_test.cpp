// Columns: their tops, the pieces below, and how often they may be jumped.
#include "tests/draughts/given.h"

namespace tavlab::draughts {
namespace {

const Given kBashni{"bashni", {}};
const Given kLasca{"lasca", {}};

TEST(Column, IsAStringOfOwnersAndOneOfRanks) {
  const Piece man{Side::first, false}, king{Side::second, true}, other{Side::second, false};
  const Column column = Column::of(man).with_below(king).with_below(other);
  EXPECT_EQ(column.height(), 3);
  EXPECT_EQ(column.top(), man);
  EXPECT_EQ(column.piece(1), king);
  EXPECT_EQ(column.piece(2), other);
  EXPECT_EQ(column.owners(), 0b110U);
  EXPECT_EQ(column.ranks(), 0b010U);
  EXPECT_EQ(column.without_top(), Column::of(king).with_below(other));
  EXPECT_EQ(column.without_top(2), Column::of(other));
  EXPECT_TRUE(column.without_top(3).empty());
  EXPECT_EQ(column.without_top(3), Column());
  EXPECT_EQ(column.crowned().top(), (Piece{Side::first, true}));
  Column high;
  for (int i = 0; i < kMaxPieces; ++i) high = high.with_below(king);
  EXPECT_EQ(high.height(), kMaxPieces);
  EXPECT_EQ(high.piece(kMaxPieces - 1), king);
}

TEST(Columns, OnlyTheTopIsTakenAndKeepsItsRank) {
  // A king goes under a man and stays a king; what it stood on is free.
  kBashni.allows("8/8/8/4(wB)3/3w4/8/7b/8 w", {"8/8/5(Bw)2/4w3/8/8/7b/8 b"});
  // It comes free as a king again.
  kBashni.leads("8/8/8/4b3/5(Bw)2/8/8/8 b", "e5:g3", "8/8/8/8/5B2/6(wb)1/8/8 w",
                "black: no pieces left");
  // A column of the mover's own pieces moves as a whole; only its top is crowned.
  kBashni.allows("8/4(Bww)3/8/8/8/8/7b/8 w",
                 {"3(BwW)4/8/8/8/8/8/7b/8 b", "5(BwW)2/8/8/8/8/8/7b/8 b"});
}

TEST(Columns, PrisonersLieInTheOrderOfCapture) {
  kBashni.allows(
      "8/2B1b3/1w6/8/8/8/7b/8 w",
      {"8/8/5(bBW)2/8/8/8/7b/8 b", "8/8/8/6(bBW)1/8/8/7b/8 b", "8/8/8/8/7(bBW)/8/7b/8 b"});
  // Two ways round that take the same pieces in another order are two moves.
  const char* ring = "8/8/8/2b1b3/8/2B1b3/3w4/8 w";
  kBashni.allows(ring, {"8/8/8/8/8/8/3(bbbBw)4/8 b", "8/8/8/8/8/8/3(Bbbbw)4/8 b"});
  kBashni.lists(ring, {"d2:b4:d6:f4:d2", "d2:f4:d6:b4:d2"});
  // If all pieces are alike, they are one move.
  kBashni.lists("8/8/8/2b1b3/8/2b1b3/3w4/8 w", {"d2:d2"});
}

TEST(Columns, RemovalAfterTheMoveOrAtOnce) {
  const Given at_once{"bashni", {"removal=at_once"}};
  // The man that is crowned on f8 turns back over e7, if that is gone.
  const char* back = "8/4b3/3w3b/2b5/8/8/8/8 w";
  kBashni.allows(back, {"5(bW)2/8/7b/2b5/8/8/8/8 b", "8/4b3/7b/8/1(bw)6/8/8/8 b"});
  at_once.allows(
      back, {"8/8/7b/8/1(bbW)6/8/8/8 b", "8/8/7b/8/8/(bbW)7/8/8 b", "8/4b3/7b/8/1(bw)6/8/8/8 b"});
  // What was below stands in the way in either case.
  for (const Given& given : {kBashni, at_once}) {
    given.allows("8/4(wb)3/3w3b/2b5/8/8/8/8 w",
                 {"5(bW)2/4w3/7b/2b5/8/8/8/8 b", "8/4(wb)3/7b/8/1(bw)6/8/8/8 b"});
  }
}

TEST(Lasca, CrowningEndsTheMove) {
  const char* position = "7/1b1b3/w1b4/7/7/7/7 w";
  kLasca.allows(position, {"2(bW)4/3b3/2b4/7/7/7/7 b"});
  Given{"lasca", {"promotion.while_capturing=continue"}}.allows(position,
                                                                {"7/7/2b1(bbW)2/7/7/7/7 b"});
}

TEST(Lasca, AColumnJumpedAgain) {
  const auto again = [](const char* value) {
    return Given{"lasca", {std::string("same_column_again=") + value}};
  };
  // An officer turns back over what is left of a column.
  const char* turn = "7/3(bb)3/2W3b/7/7/7/7 w";
  for (const Given& given : {again("never"), again("after_another")}) {
    given.allows(turn, {"4(bW)2/3b3/6b/7/7/7/7 b"});
  }
  again("yes").allows(turn, {"7/7/2(bbW)3b/7/7/7/7 b"});
  // Round a ring, and on over the first column.
  const char* ring = "b6/7/7/3b1b1/7/3(bb)1b1/4W2 w";
  again("never").allows(ring, {"b6/7/7/7/7/3b3/4(bbbbW)2 b"});
  again("after_another").allows(ring, {"b6/7/7/7/7/3b3/4(bbbbW)2 b", "b6/7/7/7/2(bbbbbW)4/7/7 b"});
  again("yes").allows(ring, {"b6/7/7/7/2(bbbbbW)4/7/7 b"});
  // The freed piece is no longer an enemy.
  again("yes").allows("7/3(wb)3/2W3b/7/7/7/7 w", {"4(bW)2/3w3/6b/7/7/7/7 b"});
}

/// With columns, captures are reversible: a capture alone does not prevent a repetition.
TEST(Columns, OnlyCrowningIsIrreversible) {
  const auto irreversible = [](const char* position, const char* move) {
    const Table table("bashni", {}, position);
    Position next = table.position();
    return play(table.rules(), next, parse_move(table.rules(), next, move));
  };
  EXPECT_FALSE(irreversible("8/8/8/4b3/3w4/8/7b/8 w", "d4:f6"));
  EXPECT_FALSE(irreversible("8/8/8/8/3w4/8/7b/8 w", "d4-e5"));
  EXPECT_TRUE(irreversible("8/4w3/8/8/8/8/7b/8 w", "e7-f8"));
  EXPECT_FALSE(irreversible("8/4W3/8/8/8/8/7b/8 w", "e7-f8"));
}

}  // namespace
}  // namespace tavlab::draughts
