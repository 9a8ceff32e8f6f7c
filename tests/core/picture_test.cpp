// How boards look on a terminal.
#include "core/picture.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/families.h"
#include "core/picture_text.h"

namespace tavlab {
namespace {

/// A position of a rule set as `tavlab` shows it.
Picture picture_of(const std::string& rules, const std::string& position = {},
                   const std::vector<std::string>& overrides = {}) {
  return visit_game(load_rule_set(rules, overrides), [&](auto game, const auto& compiled) {
    using G = decltype(game);
    return G::picture(
        *compiled, position.empty() ? G::start(*compiled) : G::parse_position(*compiled, position));
  });
}

std::string drawn(const std::string& rules, const std::string& position = {},
                  const std::vector<std::string>& overrides = {}) {
  return picture_text(picture_of(rules, position, overrides));
}

TEST(Drawing, OfTaflShowsThroneCornersAndTheKing) {
  EXPECT_EQ(drawn("brandubh-7"),
            "7  x . . a . . x\n"
            "6  . . . a . . .\n"
            "5  . . . d . . .\n"
            "4  a a d K d a a\n"
            "3  . . . d . . .\n"
            "2  . . . a . . .\n"
            "1  x . . a . . x\n"
            "   a b c d e f g\n");
  EXPECT_EQ(legend_text(picture_of("brandubh-7")),
            "a attacker, d defender, K king; + throne, x corner");
}

TEST(Drawing, OfTaflShowsCampsLimitsAndTheRoll) {
  EXPECT_EQ(drawn("brandubh-7", "1a5/7/4k2/7/7/3d3/6a a throw=3 quiet=4",
                  {"dice.kind=distance", "repetition.result=draw", "limits.quiet_plies=30",
                   "board.corners=none", "escape=edge", "board.attacker_camps=[a3,a4]",
                   "board.defender_camps=[c3]"}),
            "7  . a . . . . .  roll: [3]\n"
            "6  . . . . . . .  plies without a capture: 4 of 30\n"
            "5  . . . . K . .\n"
            "4  : . . + . . .\n"
            "3  : . ; . . . .\n"
            "2  . . . d . . .\n"
            "1  . . . . . . a\n"
            "   a b c d e f g\n");
}

TEST(Drawing, OfTaflNamesLeadersWhereThereAreSome) {
  EXPECT_EQ(legend_text(picture_of("viavuca-11-leaders")),
            "a attacker, d defender, K king, c commander; + throne, x corner");
  EXPECT_EQ(legend_text(picture_of("alea-evangelii-19")),
            "a attacker, d defender, K king; + throne, x fort");
  // Ten or more ranks: the files stay under their squares.
  const std::string board = drawn("viavuca-11-leaders");
  EXPECT_EQ(board.substr(0, board.find('\n')), "11  x . . a a a a a . . x");
  EXPECT_TRUE(board.ends_with(" 1  x . . a a a a a . . x\n    a b c d e f g h i j k\n")) << board;
}

TEST(Drawing, OfUrShowsMarksPiecesHandsAndHomes) {
  EXPECT_EQ(drawn("ur-skiryuk"),
            "3  * o . o     * .  Black: 7 in hand, 0 home\n"
            "2  x . = * . = O .  White rolled 1\n"
            "1  * o . o     * .  White: 7 in hand, 0 home\n"
            "   a b c d e f g h\n");
  EXPECT_EQ(drawn("ur-skiryuk", "4__1W/5(wBW)2/w3__2 w home=1:2"),
            "3  *   o   .   o           *   W    Black: 4 in hand, 2 home\n"
            "2  x   .   =   *   .   wBW O   .\n"
            "1  w   o   .   o           *   .    White: 2 in hand, 1 home\n"
            "   a   b   c   d   e   f   g   h\n");
  EXPECT_EQ(legend_text(picture_of("ur-skiryuk")),
            "w b piece, W B turned piece; * rosette, o depot, x finish, = island, O shared depot");
  EXPECT_EQ(legend_text(picture_of("ur-finkel")), "w b piece; * rosette");
  EXPECT_EQ(picture_of("ur-skiryuk-tjau", "4__2/3w4/4__2 w throw=2 barred=d2").beside[1],
            "White rolled 2, not with the piece on d2");
}

TEST(Drawing, OfTavreliShowsTopsAndHeightsAndListsTowersBesideTheBoard) {
  EXPECT_EQ(drawn("tavreli",
                  "4pq(phk)pb1/2pb4b/1pn4pn1/1PN1r4/1+N2PH2n/1K3(PBB)(bq)(NPRRprr)/1NPBPQ4/"
                  "(prnPRQ)2(BR)4 w - CDc -"),
            "8   .   .   .   .   p   k2  p   .   f8  Black: ph k  volkhv (волхв)\n"
            "7   .   .   p   .   .   .   .   b   f3  White: PB B  luchnik (лучник)\n"
            "6   .   p   .   .   .   .   p   .   g3  Black: b q  knyaz (князь)\n"
            "5   .   P   .   r   .   .   .   .   h3  Black: N PR R pr r  ratoborets (ратоборец)\n"
            "4   .   N   .   .   P   .   .   n   a1  White: pr n PR Q  knyaz (князь)\n"
            "3   .   K   .   .   .   B2  q2  r5  d1  White: B R  ratoborets (ратоборец)\n"
            "2   .   N   P   P   .   .   .   .\n"
            "1   Q4  .   .   R2  .   .   .   .\n"
            "    a   b   c   d   e   f   g   h\n");
}

/// Ten or more pieces widen the board, a ratnik that has turned over is shown as its destiny, and
/// towers beyond the number of ranks are listed below the board.
TEST(Drawing, OfHighTowersAndMany) {
  EXPECT_EQ(
      drawn("tavreli",
            "4k3/(rn)(rn)(bq)(PRb)4/8/3+H4/(PNPBPQprpnpbpqphpbpn)(RN)(BB)(QN)4/(PRR)7/"
            "(prPN)7/4K3 w - - -"),
      "8   .    .    .    .    k    .    .    .    a7  Black: r n  vsadnik (всадник)\n"
      "7   n2   n2   q2   b2   .    .    .    .    b7  Black: r n  vsadnik (всадник)\n"
      "6   .    .    .    .    .    .    .    .    c7  Black: b q  knyaz (князь)\n"
      "5   .    .    .    H    .    .    .    .    d7  Black: PR b  luchnik (лучник)\n"
      "4   p10  N2   B2   N2   .    .    .    .    a4  Black: PN PB PQ pr pn pb pq ph pb pn  "
      "ratnik (ратник), to be a vsadnik\n"
      "3   R2   .    .    .    .    .    .    .    b4  White: R N  vsadnik (всадник)\n"
      "2   P2   .    .    .    .    .    .    .    c4  White: B B  luchnik (лучник)\n"
      "1   .    .    .    .    K    .    .    .    d4  White: Q N  vsadnik (всадник)\n"
      "    a    b    c    d    e    f    g    h    a3  White: PR R  ratoborets (ратоборец)\n"
      "                                            a2  White: pr PN  ratnik (ратник), to be a "
      "vsadnik\n");
}

TEST(Drawing, OfChessIsNarrow) {
  EXPECT_EQ(drawn("chess"),
            "8  r n b q k b n r\n"
            "7  p p p p p p p p\n"
            "6  . . . . . . . .\n"
            "5  . . . . . . . .\n"
            "4  . . . . . . . .\n"
            "3  . . . . . . . .\n"
            "2  P P P P P P P P\n"
            "1  R N B Q K B N R\n"
            "   a b c d e f g h\n");
  EXPECT_EQ(legend_text(picture_of("chess")),
            "K k king, Q q queen, R r rook, B b bishop, N n knight, P p pawn");
}

/// Squares that are drawn but not used, which no present family has.
TEST(Drawing, OfAChequeredBoardLeavesUnusedSquaresBlank) {
  Picture picture = empty_board(4, 4);
  chequer(picture);
  EXPECT_TRUE(picture.at(3, 0).dark) << "a1";
  EXPECT_FALSE(picture.at(3, 1).dark) << "b1";
  for (Picture::Square& square : picture.squares) square.used = square.dark;
  picture.players = {"white", "black"};
  picture.looks = {{Side::first, "man", "m", 'm', "", PieceLook::Emblem::none},
                   {Side::second, "king", "W", 'W', "", PieceLook::Emblem::crown}};
  picture.stacks = Picture::Stacks::high;
  picture.squares[picture.find("b2")].pieces.assign(11, 0);
  picture.squares[picture.find("b2")].pieces.push_back(1);
  EXPECT_EQ(picture_text(picture),
            "4        .         .    b2  Black: m m m m m m m m m m m W  king\n"
            "3   .         .\n"
            "2        W12       .\n"
            "1   .         .\n"
            "    a    b    c    d\n");
}

TEST(Drawing, ShowsTheLastMoveInReverse) {
  Picture picture = picture_of("ur-finkel", "4__2/w7/4__2 w");
  picture.mark_move(std::vector<std::string>{"a1", "a2"});
  EXPECT_EQ(picture_text(picture, true),
            "3  * . . .     * .  Black: 7 in hand, 0 home\n"
            "2  \x1b[7mw\x1b[0m . . * . . . .\n"
            "1  \x1b[7m*\x1b[0m . . .     * .  White: 6 in hand, 0 home\n"
            "   a b c d e f g h\n");
}

TEST(Picture, ShowsMovesBySquares) {
  Picture picture = empty_board(12, 11);
  picture.squares[picture.find("c11")].exists = false;
  EXPECT_EQ(picture.find("c11"), picture.squares.size());
  EXPECT_EQ(picture.find("l1"), picture.squares.size() - 1);
  EXPECT_EQ(picture.find("m1"), picture.squares.size());
  picture.mark_move(std::vector<std::string>{"a11", "", "b10"});
  EXPECT_EQ(picture.last_move, (std::vector<std::size_t>{0, 13}));
}

}  // namespace
}  // namespace tavlab
