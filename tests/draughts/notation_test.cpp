// Texts of positions and moves.
#include "core/draughts/notation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>

#include "core/draughts/picture.h"
#include "core/error.h"
#include "core/picture_text.h"
#include "tests/draughts/table.h"

namespace tavlab::draughts {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

std::string complaint(const std::function<void()>& f) {
  try {
    f();
  } catch (const UserError& error) {
    return error.what();
  }
  return "read";
}

TEST(Squares, AreNumberedWithoutGaps) {
  std::set<std::size_t> cells;
  for (int rank = 0; rank < kMaxSize; ++rank) {
    for (int file = rank % 2; file < kMaxSize; file += 2) {
      const int square = square_at(file, rank);
      EXPECT_EQ(file_of(square), file);
      EXPECT_EQ(rank_of(square), rank);
      EXPECT_LT(square, kSquares);
      EXPECT_TRUE(square < 64 || rank >= 10 || file >= 10);
      EXPECT_TRUE(rank >= 8 || file >= 8 || cells.insert(cell_of(square)).second);
    }
  }
  EXPECT_EQ(square_name(square_at(0, 0)), "a1");
  EXPECT_EQ(square_name(square_at(11, 11)), "l12");
}

/// A step leads to the next square of the diagonal, or to none.
TEST(Squares, StepsAreTheSameEverywhere) {
  for (const int size : {4, 7, 8, 9, 10, 11, 12}) {
    Geometry<Wide> geometry;
    geometry.fill(size);
    EXPECT_EQ(count(geometry.board), (size * size + 1) / 2);
    EXPECT_EQ(count(geometry.main_road), size);
    for (int rank = 0; rank < size; ++rank) {
      for (int file = rank % 2; file < size; file += 2) {
        for (int d = 0; d < kDirections; ++d) {
          const int to_file = file + (d % 2 == 0 ? -1 : 1), to_rank = rank + (goes_up(d) ? 1 : -1);
          const Wide reached = step(bit<Wide>(square_at(file, rank)), d) & geometry.board;
          const bool on_board = to_file >= 0 && to_rank >= 0 && to_file < size && to_rank < size;
          ASSERT_EQ(reached != 0, on_board) << size << ' ' << square_name(square_at(file, rank));
          ASSERT_TRUE(!on_board || lowest(reached) == square_at(to_file, to_rank));
        }
      }
    }
  }
}

/// The squares that can be captured on fit into a move even on the largest board.
TEST(Squares, OfAMoveArePackedAndUnpacked) {
  Wide inner = 0;
  for (int rank = 1; rank < kMaxSize - 1; ++rank) {
    for (int file = rank % 2 == 0 ? 2 : 1; file < kMaxSize - 1; file += 2) {
      const Wide square = bit<Wide>(square_at(file, rank));
      EXPECT_EQ(unpacked<Wide>(packed(square)), square);
      inner |= square;
    }
  }
  EXPECT_EQ(count(inner), 50);
  EXPECT_EQ(packed(inner), (std::uint64_t{1} << 50) - 1);
  EXPECT_EQ(unpacked<Wide>(packed(inner)), inner);
}

TEST(PositionText, StartPositions) {
  const auto start = [](const char* rules, const Texts& overrides = {}) {
    return Table(rules, overrides).text();
  };
  EXPECT_EQ(start("russian-draughts"),
            "1b1b1b1b/b1b1b1b1/1b1b1b1b/8/8/w1w1w1w1/1w1w1w1w/w1w1w1w1 w");
  EXPECT_EQ(start("english-draughts"),
            "1b1b1b1b/b1b1b1b1/1b1b1b1b/8/8/w1w1w1w1/1w1w1w1w/w1w1w1w1 b");
  EXPECT_EQ(start("lasca"), "b1b1b1b/1b1b1b1/b1b1b1b/7/w1w1w1w/1w1w1w1/w1w1w1w w");
  EXPECT_EQ(start("thai-draughts"), "1b1b1b1b/b1b1b1b1/8/8/8/8/1w1w1w1w/w1w1w1w1 w");
  EXPECT_EQ(start("brazilian-draughts", {"board.size=12", "board.men_rows=1"}),
            "1b1b1b1b1b1b/12/12/12/12/12/12/12/12/12/12/w1w1w1w1w1w1 w");
  EXPECT_EQ(start("russian-draughts", {"board.size=4", "rows=[.b.B,....,....,W.w.]"}),
            "1b1B/4/4/W1w1 w");
}

TEST(PositionText, IsReadAsItIsWritten) {
  const auto round_trip = [](const char* rules, const char* text, const Texts& overrides = {}) {
    EXPECT_EQ(Table(rules, overrides, text).text(), text);
  };
  round_trip("russian-draughts", "1W6/8/8/8/8/w7/5b2/B7 w king_moves=7 quiet=59");
  round_trip("russian-draughts", "8/8/8/4b3/8/8/1w6/8 b plies=7", {"limits.total_plies=100"});
  round_trip("bashni", "8/8/3(Bbw)4/8/1(wB)6/6(bbbbbbWWWWWW)1/8/8 b king_moves=2");
  round_trip("lasca", "6(bW)/7/7/1(WBwb)5/7/7/(wB)6 w");
}

TEST(PositionText, IsRefusedWithThePlace) {
  const auto refused = [](const char* rules, const char* text, const Texts& overrides = {}) {
    return complaint([&] { Table(rules, overrides, text); });
  };
  const char* russian = "russian-draughts";
  EXPECT_THAT(refused(russian, "8/8/8/8/8/8/8/8"), HasSubstr("'BOARD SIDE'"));
  EXPECT_THAT(refused(russian, "8/8/8/8/8/8/8 w"), HasSubstr("7 ranks, but the board has 8"));
  EXPECT_THAT(refused(russian, "8/8/8/8/8/8/8/w6 w"), HasSubstr("rank 1 has 7 squares, not 8"));
  EXPECT_THAT(refused(russian, "8/8/8/8/8/8/8/w8 w"), HasSubstr("rank 1 has more than 8 squares"));
  EXPECT_THAT(refused(russian, "8/8/8/8/8/8/8/w007 w"),
              HasSubstr("a number of empty squares is 1 or more"));
  EXPECT_THAT(refused(russian, "8/8/8/8/8/8/8/m7 w"), HasSubstr("'m' on a1 is not a piece"));
  EXPECT_THAT(refused(russian, "8/8/8/8/8/8/8/1w6 w"),
              HasSubstr("a piece on b1, which is not in use"));
  EXPECT_THAT(refused(russian, "1w6/8/8/8/8/8/8/b7 w"), HasSubstr("a man on b8"));
  EXPECT_THAT(refused(russian, "1W6/8/8/8/8/8/8/b7 w"), HasSubstr("a man on a1"));
  EXPECT_THAT(refused(russian, "8/8/8/8/8/8/8/w7 w"), HasSubstr("Black, who has just moved"));
  EXPECT_THAT(refused(russian, "8/8/8/8/8/8/8/W1B5 x"), HasSubstr("must be w or b"));
  EXPECT_THAT(refused(russian, "8/8/8/8/8/8/8/(BW)1B5 w"), HasSubstr("these rules have none"));
  EXPECT_THAT(refused(russian, "1b6/8/8/w1w1w1w1/1w1w1w1w/w1w1w1w1/1w6/8 w"),
              HasSubstr("more than 12 pieces of White"));
  EXPECT_THAT(refused("bashni", "8/8/8/8/8/8/8/(W)1B5 w"), HasSubstr("written (wbB)"));
  EXPECT_THAT(refused("bashni", "8/8/8/8/8/8/8/(WB"), HasSubstr("'BOARD SIDE'"));
  EXPECT_THAT(refused("bashni", "8/8/8/8/8/8/8/(WB w"), HasSubstr("written (wbB)"));
  EXPECT_THAT(refused("bashni", "8/8/8/8/8/8/8/(BBBBBBBBBBBBBW)7 w"),
              HasSubstr("more than 12 pieces of Black"));
  const std::string kings = "8/8/8/8/8/8/8/W1W1B1B1 w";
  const auto counted = [&](const char* counters) {
    return refused(russian, (kings + counters).c_str());
  };
  EXPECT_EQ(counted(" king_moves=29 quiet=59"), "read");
  EXPECT_THAT(counted(" king_moves=30"), HasSubstr("from 1 to 29"));
  EXPECT_THAT(counted(" quiet=60"), HasSubstr("from 1 to 59"));
  EXPECT_THAT(counted(" quiet=0"), HasSubstr("from 1 to 59"));
  EXPECT_THAT(counted(" quiet=1 quiet=1"), HasSubstr("given once"));
  EXPECT_THAT(counted(" plies=1"), HasSubstr("no such limit for this material"));
  EXPECT_THAT(counted(" loud=1"), HasSubstr("must be one of king_moves=, quiet=, plies="));
  EXPECT_THAT(refused(russian, "8/8/8/8/8/8/8/w1W1b1b1 w quiet=3"), Not("read"));
  EXPECT_THAT(refused(russian, "8/8/8/b7/8/8/8/w1w5 w king_moves=3"),
              HasSubstr("no such limit for this material"));
  // Three kings against one: over as soon as the one is on the main road.
  EXPECT_EQ(refused(russian, "1W6/8/8/8/8/2B1B3/8/2B5 w quiet=31"), "read");
  EXPECT_THAT(refused(russian, "7W/8/8/8/8/4B3/8/2B1B3 w quiet=31"), HasSubstr("three kings"));
}

TEST(MoveText, IsAsShortAsCanBe) {
  const Table table("russian-draughts", {}, "8/2b5/8/2b1b3/3w4/8/8/8 w");
  EXPECT_EQ(table.moves(), (Texts{"d4:d8", "d4:f6"}));
  // Two paths to the same square, with different captures.
  const Table two("russian-draughts", {"man.capture=forward"}, "8/8/8/2b1b3/8/2b1b3/3w4/8 w");
  EXPECT_EQ(two.moves(), (Texts{"d2:b4:d6", "d2:f4:d6"}));
  EXPECT_EQ(Table(two).play("d2:f4:d6").text(), "8/8/3w4/2b5/8/2b5/8/8 b");
  EXPECT_THAT(complaint([&] { parse_move(two.rules(), two.position(), "d2:d6"); }),
              HasSubstr("several captures begin and end there; from d2: d2:b4:d6 d2:f4:d6"));
}

/// The squares between are written if, and only if, another legal capture begins and ends on the
/// same squares; the moves are read back.
TEST(MoveText, NamesTheWayWhereTwoCapturesWouldReadTheSame) {
  const auto ambiguous = [](const char* rules, const char* position, const Texts& overrides = {}) {
    const Table table(rules, overrides, position);
    Moves moves;
    generate(table.rules(), table.position(), moves);
    int count = 0;
    for (const Move move : moves) {
      const std::string text = move_text(table.rules(), table.position(), move);
      const auto same = std::ranges::count_if(moves, [&](Move other) {
        return other.from() == move.from() && other.to() == move.to();
      });
      EXPECT_EQ(std::ranges::count(text, ':') > 1, same > 1) << rules << ' ' << text;
      EXPECT_EQ(parse_move(table.rules(), table.position(), text), move) << rules << ' ' << text;
      count += same > 1;
    }
    return count;
  };
  const char* full = "8/8/1b1b1b2/8/1b1B1b2/W7/1b1b1b2/W5W1 w";
  EXPECT_GT(ambiguous("russian-draughts", full), 10);
  EXPECT_GT(ambiguous("english-draughts", full), 10);
  EXPECT_GT(ambiguous("bashni", "8/8/1(bb)1b1b2/8/1b1B1b2/W7/1b1b1b2/W5W1 w"), 10);
  EXPECT_GT(ambiguous("bashni", "8/8/1(bb)1b1b2/8/1b1B1b2/W7/1b1b1b2/W5W1 w",
                      {"removal=at_once", "same_column_again=yes"}),
            10);
  EXPECT_GT(
      ambiguous("thai-draughts", "8/8/1b1b1b2/8/1b1B1b2/W7/1b1b4/W5W1 w", {"board.men_rows=3"}), 5);
  ambiguous("brazilian-draughts", full);
  ambiguous("italian-draughts", full);
  ambiguous("italian-draughts", full, {"capture.choice=most_kings"});
  EXPECT_GT(ambiguous("brazilian-draughts", "12/12/12/12/1b1b1b6/12/1b1b1b6/12/1b1b1b6/12/12/W11 w",
                      {"board.size=12", "capture.choice=free"}),
            10);
  // If one of the two meets a king first, only this one is legal.
  const Texts kings_too = {"man.captures_king=true"};
  EXPECT_EQ(ambiguous("italian-draughts", "8/8/8/2b1B3/8/2B1b3/3w4/8 w", kings_too), 0);
  EXPECT_EQ(ambiguous("italian-draughts", "8/8/8/2b1b3/8/2B1B3/3w4/8 w", kings_too), 2);
}

TEST(MoveText, IsReadInOtherForms) {
  const Table table("russian-draughts", {}, "8/2b5/8/2b5/3w4/8/5w2/8 w");
  for (const char* text : {"d4:d8", "d4xd8", "D4:D8", "d4-d8", "d4:b6:d8", "d4xb6xd8"}) {
    EXPECT_EQ(complaint([&] { Table(table).play(text); }), "read") << text;
  }
  for (const char* text : {"", "d4", "d4:", "d4:b6", "d4:d8:", ":d8", "d4::d8", "d4:b6:b6", "d4d8",
                           "d4:e8", "d4:d9", "z4:d8", "d4:d8:f6", "d4:c7:d8", "d4 d8", " d4:d8"}) {
    EXPECT_NE(complaint([&] { parse_move(table.rules(), table.position(), text); }), "read")
        << text;
  }
  // Paths with the same captures are the same move.
  const Table ring("russian-draughts", {}, "8/8/8/2b1b3/8/2b1b3/3w4/8 w");
  EXPECT_EQ(Table(ring).play("d2:b4:d6:f4:d2").text(), Table(ring).play("d2:f4:d6:b4:d2").text());
  // A king may land on any square of its path from which the capture continues.
  const Table king("russian-draughts", {}, "7W/8/5b2/8/8/2b5/8/8 w");
  EXPECT_EQ(Table(king).play("h8:e5:b2").text(), Table(king).play("h8:d4:b2").text());
}

TEST(MoveText, IsRefusedWithWhatWouldBeRight) {
  const Table table("russian-draughts", {}, "8/2b5/8/2b5/3w4/8/5w2/8 w");
  const auto refused = [&](const char* text) {
    return complaint([&] { Table(table).play(text); });
  };
  EXPECT_THAT(refused("d4-e5"), HasSubstr("not legal, a capture is due; from d4: d4:d8"));
  EXPECT_THAT(refused("f2-g3"), HasSubstr("White must capture, but cannot from f2"));
  EXPECT_THAT(refused("hello"), HasSubstr("c3-d4, c3:e5, a1:d4:g7"));
  const Table quiet("russian-draughts", {}, "8/2b5/8/8/3w4/8/5w2/8 w");
  EXPECT_THAT(complaint([&] { Table(quiet).play("c7-d6"); }),
              HasSubstr("not legal: the piece on c7 belongs to the other side"));
}

TEST(MoveText, NamesWhatIsInTheWay) {
  const Table table("russian-draughts", {}, "1b6/8/8/8/5w2/4w3/8/W7 w");
  const auto refused = [&](const char* text) {
    return complaint([&] { Table(table).play(text); });
  };
  EXPECT_THAT(refused("c3-d4"), HasSubstr("not legal: there is no piece on c3"));
  EXPECT_THAT(refused("e3-e4"), HasSubstr("not legal: e4 is not in use"));
  EXPECT_THAT(refused("e3-f4"), HasSubstr("not legal: a piece stands in its way on f4"));
  EXPECT_THAT(refused("e3-d2"), HasSubstr("not legal: a man does not move backwards"));
  EXPECT_THAT(refused("e3-c5"), HasSubstr("not legal: a man moves one square at a time"));
  EXPECT_THAT(refused("e3-e5"), HasSubstr("not legal: pieces move along the diagonals"));
  EXPECT_THAT(refused("a1-b3"), HasSubstr("not in use"));
  EXPECT_EQ(Table(table).play("a1-h8").text(), Table(table).play("a1-h8").text());
  const Table english("english-draughts", {}, "1b6/8/8/8/8/8/8/W7 w");
  EXPECT_THAT(complaint([&] { Table(english).play("a1-c3"); }),
              HasSubstr("not legal: a king moves one square at a time"));
}

TEST(CapturedSquares, AreThoseJumped) {
  const auto squares = [](const char* rules, const char* position, const char* move) {
    const Table table(rules, {}, position);
    return captured_squares(table.rules(), table.position(),
                            parse_move(table.rules(), table.position(), move));
  };
  EXPECT_EQ(squares("russian-draughts", "8/2b5/8/2b5/3w4/8/5w2/8 w", "d4:d8"), (Texts{"c5", "c7"}));
  EXPECT_EQ(squares("russian-draughts", "8/8/8/8/8/w7/7b/8 w", "a3-b4"), Texts{});
  EXPECT_EQ(squares("bashni", "8/2b5/8/2(wb)5/3w4/8/5w2/8 w", "d4:d8"), (Texts{"c5", "c7"}));
}

TEST(Drawing, ShowsColumns) {
  const Table table("bashni", {}, "8/8/8/2(wWb)5/3w4/6B1/8/8 w king_moves=3");
  const Picture picture = draughts::picture(table.rules(), table.position());
  EXPECT_EQ(picture_text(picture),
            "8       .       .       .       .   plies by kings only: 3 of 30\n"
            "7   .       .       .       .       c5  Black: w W b  man\n"
            "6       .       .       .       .\n"
            "5   .       b3      .       .\n"
            "4       .       w       .       .\n"
            "3   .       .       .       B\n"
            "2       .       .       .       .\n"
            "1   .       .       .       .\n"
            "    a   b   c   d   e   f   g   h\n");
  EXPECT_EQ(legend_text(picture),
            "w b man, W B king; a number after a piece: the height of the stack it is on top of");
}

TEST(MoveSquares, AreThoseWhereThePieceLands) {
  const auto squares = [](const char* rules, const char* position, const char* move) {
    const Table table(rules, {}, position);
    return move_squares(table.rules(), table.position(),
                        parse_move(table.rules(), table.position(), move));
  };
  EXPECT_EQ(squares("russian-draughts", "8/2b5/8/2b5/3w4/8/5w2/8 w", "d4:d8"),
            (Texts{"d4", "b6", "d8"}));
  EXPECT_EQ(squares("russian-draughts", "8/8/8/8/8/w7/7b/8 w", "a3-b4"), (Texts{"a3", "b4"}));
  EXPECT_EQ(squares("bashni", "8/8/8/2b1b3/8/2b1b3/3w4/8 w", "d2:d2").size(), 5U);
}

TEST(Pieces, InTheEnemysColumnsAreNotCounted) {
  const Table table("bashni", {}, "8/8/8/2(wWb)5/3(wbw)4/6w1/8/8 w");
  EXPECT_EQ(free_pieces(table.position(), Side::first), 3);
  EXPECT_EQ(free_pieces(table.position(), Side::second), 1);
  const Table flat("russian-draughts", {}, "8/8/8/2b5/3w4/6w1/8/8 w");
  EXPECT_EQ(free_pieces(flat.position(), Side::first), 2);
}

/// d2:b4:d6:f4 could only continue to c1, and from there to a3: only the reverse is legal.
TEST(MoveText, OfACircleGoesTheWayThatMayEndThere) {
  const Table table("russian-draughts", {},
                    "1b6/b1w3b1/5b1W/2b1b3/8/2b1b1b1/1b1W1B2/4W3 w king_moves=8");
  EXPECT_THAT(table.moves(), Contains("d2:f4:d6:b4:d2"));
  EXPECT_THAT(table.moves(), Not(Contains("d2:b4:d6:f4:d2")));
}

}  // namespace
}  // namespace tavlab::draughts
