// Position and move texts, and the messages for invalid ones.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/tavreli/table.h"

namespace tavlab::tavreli {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The message of the UserError from reading the position, or "read".
std::string refusal(std::string_view rules, const Texts& overrides, std::string_view text) {
  const auto compiled = Tavreli::compile(load_rule_set(rules, overrides));
  try {
    EXPECT_EQ(position_text(*compiled, parse_position(*compiled, text)), text);
  } catch (const UserError& error) {
    return error.what();
  }
  return "read";
}

TEST(PositionText, TheStartPositions) {
  const std::string board = "rnbqkbnr/prpnpbpqphpbpnpr/8/8/8/8/PRPNPBPQPHPBPNPR/RNBQKBNR w ";
  EXPECT_EQ(Table("tavreli").text(), board + "KQkq ABCDEFGHabcdefgh -");
  EXPECT_EQ(Table("tavreli-002").text(), board + "KQkq ABCDEFGHabcdefgh -");
  EXPECT_EQ(Table("tavreli", {"ratnik.double_right=second_rank"}).text(), board + "KQkq - -");
  EXPECT_EQ(Table("tavreli", {"castling=false"}).text(), board + "- ABCDEFGHabcdefgh -");
  EXPECT_EQ(Table("tavreli", {"castling_side=first"}).text(), board + "KQ ABCDEFGHabcdefgh -");
  EXPECT_EQ(Table("tavreli", {"castling_side=second"}).text(), board + "kq ABCDEFGHabcdefgh -");
  EXPECT_EQ(Table("chess").text(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
}

TEST(PositionText, TowersRightsAndCounters) {
  const Table table("tavreli", {"limits.quiet_plies=50", "limits.total_plies=90"},
                    "4k2r/8/8/3(npq)(BPH)3/8/8/(PRn)6(+Qq)/4K2(RN) w Kk A d6 quiet=3 plies=17");
  const Position& p = table.position();
  EXPECT_EQ(table.text(),
            "4k2r/8/8/3(npq)(BPH)3/8/8/(PRn)6(+Qq)/4K2(RN) w Kk A d6 quiet=3 plies=17");
  EXPECT_EQ(p.side, Side::first);
  EXPECT_EQ(p.rights, 5);  // K and k
  EXPECT_EQ(square_name(p.en_passant), "d6");
  EXPECT_EQ(p.quiet, 3);
  EXPECT_EQ(p.plies, 17);
  EXPECT_EQ(p.height[36], 2);  // e5
  EXPECT_EQ(p.top_piece(35), Piece::ratnik(Side::second, Kind::knyaz, false));
  // White: volkhv, luchnik, ratnik on e5, ratoborets, vsadnik; the other two ratniks are covered.
  EXPECT_EQ(Tavreli::piece_count(p, Side::first), 5);
  // Black: volkhv, ratoborets, vsadnik and ratnik on d5, vsadnik on a2, ratnik on h2.
  EXPECT_EQ(Tavreli::piece_count(p, Side::second), 6);
}

/// The crossed square is written only where a ratnik may capture on it.
TEST(PositionText, EnPassantOnlyWhereItIsLegal) {
  EXPECT_EQ(Table("tavreli").play("e2-e4").text(),
            "rnbqkbnr/prpnpbpqphpbpnpr/8/8/4PH3/8/PRPNPBPQ1PBPNPR/RNBQKBNR b KQkq ABCDFGHabcdefgh "
            "-");
  EXPECT_EQ(Table("chess").play("e2-e4").text(),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -");
  // A square that is given all the same is dropped.
  EXPECT_EQ(Table("chess", {}, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3").text(),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -");
  const char* pinned = "7k/8/8/K2pqPH2r/8/8/8/8 w - - d6";
  EXPECT_EQ(Table("tavreli", {}, pinned).text(), "7k/8/8/K2pqPH2r/8/8/8/8 w - - -");
  EXPECT_EQ(Table("tavreli-capture", {}, pinned).text(), pinned);
  EXPECT_EQ(Table("tavreli", {"en_passant=false"}, "4k3/8/8/3pqPH3/8/8/8/4K3 w - - d6").text(),
            "4k3/8/8/3pqPH3/8/8/8/4K3 w - - -");
  EXPECT_EQ(Table("chess").play("e2-e4 a7-a6 e4-e5 d7-d5").text(),
            "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6");
}

/// A ratnik that was never the top of a move has a mark if UNMOVED does not cover it.
TEST(PositionText, MarksOfRatniksThatNeverMoved) {
  for (const char* text : {
           "4k3/8/8/8/PB'7/8/8/4K3 w - - -",
           "4k3/8/8/8/8/8/(nPR')7/4K3 w - - -",
           "4k3/8/8/8/8/8/(PRPR')7/4K3 w - A -",
           "4k3/8/8/8/8/8/1PR'6/4K3 w - - -",
           "4k3/8/8/8/8/8/PR7/4K3 w - - -",
           "4k3/8/8/pr'7/8/8/8/4K3 b - - -",
           "4k3/8/8/+R'7/8/8/8/4K3 b - - -",
       }) {
    EXPECT_EQ(refusal("tavreli-002", {}, text), "read") << text;
  }
  // On its start square the field states it.
  EXPECT_EQ(Table("tavreli-002", {}, "4k3/8/8/8/8/8/PR'7/4K3 w - - -").text(),
            "4k3/8/8/8/8/8/PR7/4K3 w - A -");
}

/// FEN's counters: the first is that of quiet plies, where the rules have such a limit.
TEST(PositionText, Fen) {
  const char* board = "4k3/8/8/8/8/8/4P3/4K3 w - -";
  EXPECT_EQ(Table("chess", {}, std::string(board) + " 7 31").text(),
            std::string(board) + " quiet=7");
  EXPECT_EQ(Table("chess", {}, std::string(board) + " 0 1").text(), board);
  EXPECT_EQ(Table("chess", {"limits.quiet_plies=none"}, std::string(board) + " 7 31").text(),
            board);
  // Pieces that were ratniks once are written as what they are.
  EXPECT_EQ(refusal("chess", {}, "QQQQk3/8/8/8/8/8/PPPPP3/4K3 b - -"), "read");
  EXPECT_EQ(refusal("chess", {}, "QQQQk3/8/8/8/8/RRR5/PPPP4/4K3 b - -"), "read");
  EXPECT_THAT(refusal("chess", {}, "QQQQk3/8/8/8/8/RRR5/PPPPP3/4K3 b - -"),
              HasSubstr("White has more than 16 pieces, or more promoted pieces than ratniks"));
}

TEST(PositionText, RandomGamesRoundTrip) {
  Random random(1);
  for (const std::string& id : builtin_rule_set_ids()) {
    if (load_rule_set(id).family != "tavreli") continue;
    for (int game = 0; game < 5; ++game) {
      const auto rules = Tavreli::compile(load_rule_set(id));
      GameState<Tavreli> state(*rules);
      while (!state.over() && state.plies() < 300) {
        const Position& p = state.position();
        const std::string text = position_text(*rules, p);
        const Position read = parse_position(*rules, text);
        ASSERT_EQ(position_text(*rules, read), text) << id;
        ASSERT_EQ(Tavreli::key(*rules, read), Tavreli::key(*rules, p)) << id << ": " << text;
        const Move move = state.random_move(random);
        ASSERT_EQ(parse_move(*rules, p, move_text(p, move)), move) << id << ": " << text;
        state.play(move);
      }
    }
  }
}

// ---------------------------------------------------------------------------------------------
// Positions that are refused

/// Checks what is said about a board with White to move and nothing else.
void expect_board(std::string_view rules, const Texts& overrides, const std::string& board,
                  const char* what) {
  const bool chess = rules == "chess";
  EXPECT_THAT(refusal(rules, overrides, board + (chess ? " w - -" : " w - - -")), HasSubstr(what))
      << board;
}

TEST(PositionText, BadBoardsAreRejected) {
  const auto says = [](const std::string& board, const char* what) {
    expect_board("tavreli", {}, board, what);
  };
  says("4k3/8/8/8/8/8/4K3", "7 ranks, but the board has 8");
  says("4k3/8/8/8/8/8/8/8/4K3", "9 ranks, but the board has 8");
  says("", "1 ranks, but the board has 8");
  says("4k3/7/8/8/8/8/8/4K3", "rank 7 has 7 squares, not 8");
  says("4k3/8/8/8/8/8//4K3", "rank 2 has 0 squares, not 8");
  says("4k4/8/8/8/8/8/8/4K3", "rank 8 has more than 8 squares");
  says("4k3/8r/8/8/8/8/8/4K3", "rank 7 has more than 8 squares");
  says("4k3/9/8/8/8/8/8/4K3", "'9' on a7 is not a piece");
  says("4k3/0n7/8/8/8/8/8/4K3", "'0' on a7 is not a piece");
  says("4k3/X7/8/8/8/8/8/4K3", "'X' on a7 is not a piece; pieces are K Q R B N, P or +");
  says("4k3/H7/8/8/8/8/8/4K3", "'H' on a7 is not a piece");
  says("4k3/)7/8/8/8/8/8/4K3", "')' on a7 is not a piece");
  // Ratniks.
  for (const char* ratnik :
       {"P7", "p7", "P", "PK7", "PP7", "Pr7", "pR7", "+", "+7", "+K7", "+P7", "P(7", "++"}) {
    says(std::string("4k3/") + ratnik + "/8/8/8/8/8/4K3", "is written P with its destiny");
  }
  says("4k3/PR'7/8/8/8/8/8/4K3", "' on a7 needs rules with ratnik.double_right first_own_move");
  says("4k3/R'7/8/8/8/8/8/4K3", "''' on b7 is not a piece");
  // Towers.
  says("4k3/()7/8/8/8/8/8/4K3", "a tower on a7 is written (PBNR), two pieces or more");
  says("4k3/(R)7/8/8/8/8/8/4K3", "a tower on a7 is written (PBNR)");
  says("4k3/(RN/8/8/8/8/8/4K3", "a tower on a7 is written (PBNR)");
  says("4k3/(R(NB)7/8/8/8/8/8/4K3", "'(' on a7 is not a piece");
  says("4k3/(R1N)7/8/8/8/8/8/4K3", "'1' on a7 is not a piece");
  EXPECT_THAT(refusal("tavreli", {}, "4k3/\n7/8/8/8/8/8/4\r3 w - - -"), Not(HasSubstr("\n")));
  expect_board("chess", {}, "4k3/(RN)7/8/8/8/8/8/4K3", "a tower on a7, but these rules have none");
  expect_board("chess", {}, "4k3/PR7/8/8/8/8/8/4K3", "rank 7 has more than 8 squares");
  expect_board("chess", {}, "4k3/+R7/8/8/8/8/8/4K3", "a ratnik on a7 is written P");
}

TEST(PositionText, ImpossiblePiecesAreRejected) {
  const auto says = [](const std::string& board, const char* what) {
    expect_board("tavreli", {}, board, what);
  };
  says("4k3/8/8/8/8/8/8/8", "White has no volkhv (K)");
  says("8/8/8/8/8/8/8/4K3", "Black has no volkhv (K)");
  expect_board("chess", {}, "4k3/8/8/8/8/8/8/8", "White has no king (K)");
  says("4k3/8/8/8/8/8/8/K3K3", "White has 2 K, more than the 1 allowed");
  says("4k3/8/8/8/8/8/8/QQ2K3", "White has 2 Q, more than the 1 allowed");
  says("4k3/8/8/8/8/8/rrr5/4K3", "Black has 3 R, more than the 2 allowed");
  says("4k3/8/8/8/8/8/(BBB)7/4K3", "White has 3 B, more than the 2 allowed");
  says("4k3/8/8/8/8/8/(NnNnN)7/4K3", "White has 3 N, more than the 2 allowed");
  says("4k3/8/8/8/8/PRPRPR5/8/4K3", "White has 3 PR, more than the 2 allowed");
  says("4k3/8/8/8/8/+R(PRPR)6/8/4K3", "White has 3 PR, more than the 2 allowed");
  says("4k3/8/8/8/8/phph6/8/4K3", "Black has 2 PH, more than the 1 allowed");
  says("4k3/8/8/8/8/PQ+Q6/8/4K3", "White has 2 PQ, more than the 1 allowed");
  says("4k3/8/8/8/8/8/8/(RRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRR)3K3", "more than 32 pieces");
  // Nobody stands on a volkhv.
  says("4(kR)3/8/8/8/8/8/8/4K3", "a piece on the volkhv on e8");
  says("4k3/8/8/8/8/8/8/4(KR)3", "a piece on the volkhv on e1");
  // In chess the side to move may not attack the king.
  expect_board("chess", {}, "4k3/8/8/8/8/8/8/4RK2", "the king on e8 is attacked, and white is to");
  // Where taking the volkhv wins, such a position may be won.
  const auto rules = Tavreli::compile(load_rule_set("tavreli-capture"));
  const Position won = parse_position(*rules, "4(kR)3/8/8/8/8/8/8/4K3 b - - -");
  EXPECT_EQ(won.result, Result::first_wins);
  EXPECT_EQ(Tavreli::reason(won), "volkhv taken");
  expect_board("tavreli-capture", {}, "4(kR)3/8/8/8/8/8/8/4K3", "a piece on the volkhv on e8");
  expect_board("tavreli-capture", {}, "4k3/8/8/8/8/8/8/4(KR)3", "a piece on the volkhv on e1");
  // Ratniks on their last rank, which have turned over; lying under others they have not.
  says("PR3k3/8/8/8/8/8/8/4K3", "a ratnik on a8, where it must have turned over");
  says("4k3/8/8/8/8/8/8/prK6", "a ratnik on a1, where it must have turned over");
  for (const char* text : {"(PRn)3k3/8/8/8/8/8/8/4K3 w - - -", "+R3k3/8/8/8/8/8/8/4K3 b - - -"}) {
    EXPECT_EQ(refusal("tavreli", {}, text), "read");
  }
  for (const char* rule : {"own_move", "none"}) {
    EXPECT_EQ(refusal("tavreli", {std::string("promotion.when_freed=") + rule},
                      "PR3k3/8/8/8/8/8/8/4K3 w - - -"),
              "read");
  }
  EXPECT_EQ(refusal("tavreli", {}, "4k3/8/8/8/8/8/8/PR3K3 w - - -"), "read");
  // Chess.
  expect_board("chess", {}, "P3k3/8/8/8/8/8/8/4K3", "a ratnik on a8, where it must have turned");
  expect_board("chess", {}, "4k3/8/8/8/8/8/8/P3K3", "a ratnik on a1, behind its start");
  expect_board("chess", {}, "p3k3/8/8/8/8/8/8/4K3", "a ratnik on a8, behind its start");
  expect_board("chess", {}, "4k3/8/8/8/8/P7/PPPPPPPP/4K3",
               "White has 9 P, more than the 8 allowed");
  expect_board("chess", {}, "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3", "more promoted pieces than ratniks");
  expect_board("chess", {}, "4k3/8/8/8/8/QQQQQQQQ/QQ6/4K3", "more promoted pieces than ratniks");
  expect_board("chess", {}, "4k3/8/8/8/8/8/8/K3K3", "White has 2 K, more than the 1 allowed");
}

TEST(PositionText, BadFieldsAreRejected) {
  const std::string board = "r3k2r/8/8/8/8/8/PR7/R3K2R";
  const auto says = [&](const std::string& rest, const char* what) {
    EXPECT_THAT(refusal("tavreli", {"limits.quiet_plies=20"}, board + rest), HasSubstr(what))
        << rest;
  };
  EXPECT_EQ(refusal("tavreli", {}, board + " w KQkq A -"), "read");
  for (const char* rest : {"", " w", " w KQkq", " w KQkq A"}) {
    says(rest, "a position is written 'BOARD SIDE CASTLING UNMOVED EP'");
  }
  EXPECT_THAT(refusal("chess", {}, "4k3/8/8/8/8/8/8/4K3 w -"),
              HasSubstr("a position is written 'BOARD SIDE CASTLING EP'"));
  for (const char* side : {"W", "x", "", "white"}) {
    says(std::string(" ") + side + " - - -", "the side to move must be w or b");
  }
  for (const char* castling : {"X", "KK", "KQkqK", "", "K-"}) {
    says(std::string(" w ") + castling + " - -", "must be some of KQkq, or -");
  }
  // A piece with the right to castle is where it began, perhaps covered.
  const auto castling = [](const char* text, const char* what) {
    EXPECT_THAT(refusal("tavreli", {}, text), HasSubstr(what)) << text;
  };
  castling("4k3/8/8/8/8/8/8/R3K3 w K - -", "castling 'K', but K and R are not on");
  castling("4k3/8/8/8/8/8/8/R2K4 w Q - -", "castling 'Q', but K and R are not on");
  castling("4k3/8/8/8/8/8/8/r3K3 w Q - -", "castling 'Q', but K and R are not on");
  castling("r3k3/8/8/8/8/8/8/4K3 w k - -", "castling 'k', but k and r are not on");
  castling("4k3/8/8/8/8/8/8/(NR)3K3 w Q - -", "castling 'Q', but K and R are not on");
  castling("4k3/8/8/8/8/8/8/(RN)3K3 w Q - -", "read");
  EXPECT_EQ(Table("tavreli", {"castling=false"}, "4k3/8/8/8/8/8/8/R3K3 w Q - -").text(),
            "4k3/8/8/8/8/8/8/R3K3 w - - -");
  // Ratniks that have not moved.
  for (const char* unmoved : {"B", "a", "AA", "I", "X", "A-", "1"}) {
    says(std::string(" w - ") + unmoved + " -", "is not a file with such a ratnik on its start");
  }
  says(" w -  -", "unmoved ratniks '' must be some of A to H and a to h, or -");
  castling("4k3/8/8/8/8/8/PN7/4K3 w - A -", "'A' is not a file with such a ratnik");
  castling("4k3/8/8/8/8/8/(nPR)7/4K3 w - A -", "'A' is not a file with such a ratnik");
  castling("4k3/8/8/8/8/8/(PRn)7/4K3 w - A -", "read");
  EXPECT_THAT(refusal("tavreli", {"ratnik.double_right=second_rank"}, board + " w - A -"),
              HasSubstr("ratnik.double_right second_rank has no such right: write -"));
  // Counters.
  for (const char* counter : {" quiet=0", " quiet=20", " quiet=-1", " quiet=x",
                              " quiet=", " quiet=99999999999", " quiet=3 quiet=3"}) {
    says(std::string(" w - - -") + counter, "must be from 1 to 19, and given once");
  }
  says(" w - - - plies=3", "'plies=': these rules have no such limit");
  for (const char* field : {" quiets=3", " quiet", " 3", " 3 4", " "}) {
    says(std::string(" w - - -") + field, "must be quiet= or plies=");
  }
  EXPECT_THAT(refusal("tavreli", {}, board + " w - - - quiet=3"),
              HasSubstr("'quiet=': these rules have no such limit"));
  EXPECT_THAT(refusal("chess", {}, "4k3/8/8/8/8/8/4P3/4K3 w - - 100 80"),
              HasSubstr("half-move clock 100, but the game ends at 100"));
  EXPECT_THAT(refusal("chess", {}, "4k3/8/8/8/8/8/4P3/4K3 w - - 7"),
              HasSubstr("must be quiet= or plies="));
  EXPECT_THAT(refusal("chess", {}, "4k3/8/8/8/8/8/4P3/4K3 w - - 7 x"),
              HasSubstr("must be quiet= or plies="));
}

TEST(PositionText, EnPassantSquaresAreChecked) {
  const std::string board = "4k3/8/8/3pqPH3/8/8/8/4K3 w - - ";
  EXPECT_EQ(refusal("tavreli", {}, board + "d6"), "read");
  for (const char* square : {"d5", "e6", "d3", "c6", "d66", "d", "", "x6", "D6", "d9"}) {
    EXPECT_THAT(refusal("tavreli", {}, board + square),
                HasSubstr("must be the square that a double step has just crossed, or -"))
        << square;
  }
  // Not a ratnik, not the enemy's, not from the second rank.
  for (const char* text :
       {"4k3/8/8/3qPH3/8/8/8/4K3 w - - d6", "4k3/8/8/3PQPH3/8/8/8/4K3 w - - d6",
        "4k3/8/8/3(pqn)PH3/8/8/8/4K3 w - - d6", "4k3/8/8/8/3pqPH3/8/8/4K3 w - - d5",
        "4k3/8/8/3pqPH3/8/8/8/4K3 b - - d6"}) {
    EXPECT_THAT(refusal("tavreli", {}, text), HasSubstr("en passant")) << text;
  }
  // Where ratniks step twice from anywhere, that is no reason to refuse it.
  EXPECT_EQ(refusal("tavreli-002", {}, "4k3/8/8/8/3pqPH3/8/8/4K3 w - - d5"), "read");
}

// ---------------------------------------------------------------------------------------------
// Moves

/// The canonical text of the move that is read, or the message of the UserError.
std::string read_as(const Table& table, std::string_view text) {
  try {
    return move_text(table.position(), parse_move(table.rules(), table.position(), text));
  } catch (const UserError& error) {
    return error.what();
  }
}

TEST(MoveText, IsReadTolerantly) {
  const Table start("tavreli");
  for (const char* text :
       {"e2-e4", "E2-E4", "e2e4", "e2 - e4", "e2–e4", "е2-е4", "Е2-Е4", "е2-e4", "e2-e4+", "e2-e4x",
        "e2-e4#", "e2-e4!", "e2-e4?", "e2-e4*", "e2-e4!?", "e2-e4 +!!", "Е2е4х"}) {
    EXPECT_EQ(read_as(start, text), "e2-e4") << text;
  }
  for (const char* text : {"a2-a3", "а2-а3", "А2А3"}) EXPECT_EQ(read_as(start, text), "a2-a3");
  for (const char* text : {"c2-c3", "с2-с3", "С2С3"}) EXPECT_EQ(read_as(start, text), "c2-c3");
  const Table castling("tavreli", {}, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - -");
  for (const char* text : {"0-0", "O-O", "o-o", "О-О", "о-о", "00", "OO", "0–0", "0-0+", "О-О!"}) {
    EXPECT_EQ(read_as(castling, text), "0-0") << text;
  }
  for (const char* text : {"0-0-0", "O-O-O", "o-o-o", "О-О-О", "о-о-о", "000", "0-0-0#"}) {
    EXPECT_EQ(read_as(castling, text), "0-0-0") << text;
  }
  const Table choice("chess", {}, "3r3k/4P3/8/8/8/8/8/4K3 w - -");
  for (const char* text : {"e7-e8Q", "e7-e8q", "e7e8Q", "E7-E8Q+", "е7-е8Q"}) {
    EXPECT_EQ(read_as(choice, text), "e7-e8Q") << text;
  }
  EXPECT_EQ(read_as(choice, "e7-d8n"), "e7-d8N");
  EXPECT_EQ(read_as(choice, "e7-d8b"), "e7-d8B");
  EXPECT_EQ(read_as(choice, "e7-d8rx"), "e7-d8R");
}

TEST(MoveText, TowersMayBeWrittenWithTheirHeight) {
  const Table tower("tavreli", {}, "4k3/8/8/8/8/2(PBNR)5/8/4K3 w - - -");
  for (const char* text : {"c3-c8", "c3(3)-c8", "C3(3)C8", "с3(3)-с8!"}) {
    EXPECT_EQ(read_as(tower, text), "c3-c8") << text;
  }
  for (const char* text : {"c3(2)-c8", "c3(2)c8", "с3(2)-с8+", "c3 (2) - c8"}) {
    EXPECT_EQ(read_as(tower, text), "c3(2)-c8") << text;
  }
  EXPECT_EQ(read_as(tower, "e1(1)-e2"), "e1-e2");
  for (const char* text : {"c3(4)-c8", "c3(0)-c8", "c3()-c8", "c3(1-c8"}) {
    EXPECT_THAT(read_as(tower, text), HasSubstr("not legal; from there:")) << text;
  }
  // Whatever the move.
  const Table passing("tavreli", {}, "4k3/8/8/3(npq)(BPH)3/8/8/8/4K3 w - - d6");
  EXPECT_EQ(read_as(passing, "e5(1)-d6"), "e5(1)-d6");
  EXPECT_EQ(read_as(passing, "e5(2)-d6"), "e5-d6");
  const Table twice("tavreli", {"ratnik.double_right=second_rank"},
                    "4k3/8/8/8/8/8/(nPHPR)7/4K3 w - - -");
  EXPECT_EQ(read_as(twice, "a2(2)-a4"), "a2(2)-a4");
  EXPECT_EQ(read_as(twice, "a2(3)-a4"), "a2-a4");
  EXPECT_EQ(read_as(Table("tavreli"), "e2(1)-e4"), "e2-e4");
}

TEST(MoveText, IllegalMovesAreRejectedWithAReason) {
  const Table start("tavreli");
  for (const char* text : {"", "e2", "e2-", "-e4", "e2-e5", "e2-e4-e5", "e2-e4Q", "e22-e4",
                           "xe2-e4", "e2xe4", "e2-e4 e7-e5", "0-0", "0", "Kе1", "ü"}) {
    EXPECT_THAT(read_as(start, text), HasSubstr("not legal")) << text;
  }
  EXPECT_EQ(read_as(start, "e2-e5"), "move 'e2-e5': not legal: the ratnik does not move so");
  const Table tower("tavreli", {}, "4k3/8/8/8/8/2(PBNR)5/8/4K3 w - - -");
  EXPECT_EQ(read_as(tower, "c3(1)-c8"), "c3(1)-c8");
  EXPECT_THAT(read_as(tower, "c3(-1)-c8"), HasSubstr("not legal"));
  EXPECT_THAT(read_as(Table("chess", {}, "7k/4P3/8/8/8/8/8/4K3 w - -"), "e7-e8"),
              HasSubstr("from there: e7-e8Q e7-e8R e7-e8B e7-e8N"));
  // Where they are many, not all are named.
  EXPECT_THAT(read_as(tower, "c3(4)-c4"), HasSubstr("and 15 more"));
  EXPECT_EQ(read_as(Table("tavreli", {}, "k7/2Q5/2K5/8/8/8/8/8 b - - -"), "a8-a7"),
            "move 'a8-a7': the game is over");
}

/// What is said of moves that are written well.
std::string obstacle_to(const Table& table, std::string_view text) {
  const std::string told = read_as(table, text),
                    begin = fmt::format("move '{}': not legal: ", text);
  return told.starts_with(begin) ? told.substr(begin.size()) : told;
}

TEST(MoveText, NamesWhatIsInTheWayOfAMoveOfChess) {
  const Table start("chess");
  EXPECT_EQ(obstacle_to(start, "e4-e5"), "there is no piece on e4");
  EXPECT_EQ(obstacle_to(start, "e7-e5"), "the piece on e7 belongs to the other side");
  EXPECT_EQ(obstacle_to(start, "a1-a2"), "a piece of the same side stands on a2");
  EXPECT_EQ(obstacle_to(start, "a1-a5"), "the way of the rook is blocked on a2");
  EXPECT_EQ(obstacle_to(start, "f1-b5"), "the way of the bishop is blocked on e2");
  EXPECT_EQ(obstacle_to(start, "b1-b3"), "the knight does not move so");
  EXPECT_EQ(obstacle_to(start, "d1-e3"), "the queen does not move so");
  EXPECT_EQ(obstacle_to(start, "e2-d3"), "the pawn goes slantwise only to capture");
  EXPECT_EQ(obstacle_to(start, "e2-h5"), "the pawn does not move so");
  EXPECT_EQ(obstacle_to(start, "e1-g1"), "a piece stands between the king and the rook on f1");
  EXPECT_EQ(obstacle_to(start, "0-0-0"), "a piece stands between the king and the rook on d1");
  const Table pawns("chess", {}, "4k3/8/8/8/1p6/1Pp5/P1P5/4K3 w - -");
  EXPECT_EQ(obstacle_to(pawns, "b3-b4"), "the way of the pawn is blocked on b4");
  EXPECT_EQ(obstacle_to(pawns, "c2-c4"), "the way of the pawn is blocked on c3");
  EXPECT_EQ(obstacle_to(pawns, "b3-b5"), "the pawn may not move two squares from there");
  EXPECT_EQ(obstacle_to(pawns, "a2-a4"), "a2-a4");
}

TEST(MoveText, NamesTheCheckThatForbidsAMoveOfChess) {
  const Table pinned("chess", {}, "4r1k1/8/8/8/8/8/4B3/4K2R w - -");
  EXPECT_EQ(obstacle_to(pinned, "e2-d3"), "the king would be in check");
  EXPECT_EQ(obstacle_to(pinned, "e1-g1"), "the king or the rook has moved, or is gone");
  const Table check("chess", {}, "4r1k1/8/8/8/8/8/8/R3K2R w KQ -");
  EXPECT_EQ(obstacle_to(check, "h1-h2"), "the king would still be in check");
  EXPECT_EQ(obstacle_to(check, "e1-e2"), "the king would be in check on e2");
  EXPECT_EQ(obstacle_to(check, "0-0"), "the king may not castle out of check");
  const Table crossed("chess", {}, "3r2k1/8/8/8/8/8/8/R3K2R w KQ -");
  EXPECT_EQ(obstacle_to(crossed, "0-0-0"), "d1 is attacked");
  EXPECT_EQ(obstacle_to(crossed, "0-0"), "0-0");
  EXPECT_EQ(obstacle_to(Table("chess", {"castling=false"}, "6k1/8/8/8/8/8/8/R3K2R w - -"), "0-0"),
            "the rules do not let this side castle there");
}

TEST(MoveText, NamesWhatIsInTheWayOfATower) {
  const Table tower("tavreli", {}, "4k3/8/8/8/8/K1(PBNR)5/8/8 w - - -");
  EXPECT_EQ(obstacle_to(tower, "c3-d4"), "the ratoborets does not move so");
  EXPECT_EQ(obstacle_to(tower, "c3(2)-d4"), "the ratoborets does not move so");
  EXPECT_EQ(obstacle_to(tower, "c3-a3"), "no piece may be put on the volkhv");
  const Table freed("tavreli", {}, "4k3/8/8/8/8/4(rN)3/8/4K3 w - - -");
  EXPECT_EQ(obstacle_to(freed, "e3-f5"), "e3-f5");
  EXPECT_EQ(obstacle_to(freed, "e3(1)-f5").substr(0, 32), "move 'e3(1)-f5': not legal; from");
}

TEST(MoveText, DoesNotIncludeRolls) {
  const Table start("tavreli");
  EXPECT_THROW(Tavreli::parse_chance(start.rules(), start.position(), "[1]"), UserError);
}

}  // namespace
}  // namespace tavlab::tavreli
